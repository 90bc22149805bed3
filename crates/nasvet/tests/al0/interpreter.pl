% An interpreter of AL0 tables about the rook ending, written for these tests from what the two published ones do.
%
% The table is a file of terms that is read, not consulted. A position is p(Side, King, Rook, Enemy) with squares X/Y; a
% rook that has been taken stays under the king that took it. Reads a dialect and the name of a table file from the
% arguments, then one position a line as six digits, and prints for each the rule, the piece and the forcing tree.

:- initialization(main, main).

:- dynamic rule/3, piece/5, dialect/1.

main :-
    current_prolog_flag(argv, [Dialect, File|_]),
    assertz(dialect(Dialect)),
    load_table(File),
    repeat,
    read_line_to_codes(user_input, Codes),
    (   Codes == end_of_file
    ->  !
    ;   answer(Codes),
        fail
    ).

% The operators are declared for the table alone.
load_table(File) :-
    op(200, xfy, ::), op(190, xfy, then), op(185, fx, if), op(180, xfy, or), op(160, xfy, and), op(140, fx, not),
    setup_call_cleanup(open(File, read, Stream), keep_terms(Stream, 1), close(Stream)).

keep_terms(Stream, Number) :-
    read_term(Stream, Term, []),
    (   Term == end_of_file
    ->  true
    ;   keep(Term, Number, Next),
        keep_terms(Stream, Next)
    ).

keep(Term, Number, Next) :-
    (   Term = ::(_, then(if(Condition), List))
    ->  assertz(rule(Number, Condition, List)),
        Next is Number + 1
    ;   Term = advice(Name, Better:Holding:Us:Them)
    ->  assertz(piece(Name, Better, Holding, Us, Them)),
        Next = Number
    ).

answer(Codes) :-
    maplist([Code, Digit]>>(Digit is Code - 0'0), Codes, [A, B, C, D, E, F]),
    Position = p(us, A/B, C/D, E/F),
    (   once(advised(Position, Rule, Name, Tree))
    ->  written(Tree, Text),
        format("~w ~w ~w~n", [Rule, Name, Text])
    ;   format("none~n")
    ).

% The book keeps to the first rule that applies; the course goes on to later ones.
advised(Position, Rule, Name, Tree) :-
    applicable(Position, Rule, List),
    member(Name, List),
    piece(Name, Better, Holding, Us, Them),
    tree(Position, 0, Position, goals(Better, Holding, Us, Them), Tree).

applicable(Position, Rule, List) :-
    dialect(Dialect),
    (   Dialect == book
    ->  once(( rule(Rule, Condition, List), true_of(Condition, Position, none) ))
    ;   rule(Rule, Condition, List),
        true_of(Condition, Position, none)
    ).

% The first forcing tree: a list of moves, each with the tree after it.
tree(Position, Depth, Root, Goals, Tree) :-
    Goals = goals(Better, Holding, Us, Them),
    true_of(Holding, Position, Root),
    (   true_of(Better, Position, Root)
    ->  Tree = []
    ;   Position = p(us, _, _, _)
    ->  chosen(Us, Depth, Position, Move, Next),
        Below is Depth + 1,
        tree(Next, Below, Root, Goals, Rest),
        Tree = [Move-Rest]
    ;   findall(Move-Next, chosen(Them, Depth, Position, Move, Next), Replies),
        Replies = [_|_],
        Below is Depth + 1,
        answered(Replies, Below, Root, Goals, Tree)
    ),
    !.

answered([], _, _, _, []).
answered([Move-Next|Replies], Depth, Root, Goals, [Move-Tree|Trees]) :-
    tree(Next, Depth, Root, Goals, Tree),
    answered(Replies, Depth, Root, Goals, Trees).

% Goals.

true_of(and(A, B), Position, Root) :- !, true_of(A, Position, Root), true_of(B, Position, Root).
true_of(or(A, B), Position, Root) :- !, ( true_of(A, Position, Root) -> true ; true_of(B, Position, Root) ).
true_of(not(A), Position, Root) :- !, \+ true_of(A, Position, Root).
true_of(Goal, Position, Root) :- goal(Goal, Position, Root), !.

goal(true, _, _).
goal(themtomove, p(them, _, _, _), _).
goal(mate, Position, _) :- Position = p(them, _, _, _), attacked(Position), \+ reply(Position, _, _).
goal(stalemate, Position, _) :- Position = p(them, _, _, _), \+ attacked(Position), \+ reply(Position, _, _).
goal(rooklost, p(_, _, Enemy, Enemy), _).
goal(rooklost, p(them, King, Rook, Enemy), _) :- steps(Enemy, Rook, 1), \+ steps(King, Rook, 1).
goal(rookexposed, p(Side, King, Rook, Enemy), _) :-
    steps(King, Rook, Ours),
    steps(Enemy, Rook, Theirs),
    ( Side == them -> Ours > Theirs ; Ours > Theirs + 1 ).
goal(rookdivides, p(_, KX/KY, RX/RY, EX/EY), _) :- ( ordered(KX, RX, EX) ; ordered(KY, RY, EY) ).
goal(newroomsmaller, Position, Root) :- smaller(room, Position, Root).
goal(okapproachedcsquare, Position, Root) :- dialect(book), smaller(way, Position, Root).
goal(okapproachedsquare, Position, Root) :- dialect(course), smaller(way, Position, Root).
goal(lpatt, p(_, King, Rook, Enemy), _) :- lines(King, Enemy, 2), lines(Rook, Enemy, 3).
goal(okorndle, p(_, King, Rook, _), p(_, King0, Rook0, _)) :-
    steps(King, Rook, Now),
    steps(King0, Rook0, Then),
    Now =< Then.
goal(roomgt2, Position, _) :- room(Position, Room), Room > 2.
goal(our_king_edge, p(_, King, _, _), _) :- at_edge(King).
goal(their_king_edge, p(_, _, _, Enemy), _) :- at_edge(Enemy).
goal(kings_close, p(_, King, _, Enemy), _) :- steps(King, Enemy, N), N < 4.

smaller(What, Position, Root) :-
    call(What, Position, Now),
    call(What, Root, Then),
    Now < Then.

ordered(A, B, C) :-
    (   dialect(book)
    ->  between_strictly(A, B, C)
    ;   in_order(A, B, C)
    ).

room(p(_, _, RX/RY, EX/EY), Room) :-
    (   RX =\= EX, RY =\= EY
    ->  part(EX, RX, Files),
        part(EY, RY, Ranks),
        Room is Files * Ranks
    ;   Room = 64
    ).

part(E, R, Part) :- ( E < R -> Part is R - 1 ; Part is 8 - R ).

way(p(_, KX/KY, RX/RY, EX/EY), Way) :-
    ( EX < RX -> CX is RX - 1 ; CX is RX + 1 ),
    ( EY < RY -> CY is RY - 1 ; CY is RY + 1 ),
    Way is abs(KX - CX) + abs(KY - CY).

steps(X/Y, V/W, N) :- N is max(abs(X - V), abs(Y - W)).

lines(X/Y, V/W, N) :- N is abs(X - V) + abs(Y - W).

at_edge(X/Y) :- ( X =:= 1 ; X =:= 8 ; Y =:= 1 ; Y =:= 8 ), !.

% Their king is attacked by the rook, unless our king stands between or the rook is taken.
attacked(p(_, King, Rook, Enemy)) :-
    Rook \== Enemy,
    in_line(Rook, Enemy),
    \+ shields(King, Rook, Enemy).

in_line(X/_, X/_) :- !.
in_line(_/Y, _/Y).

shields(X/Y, X/V, X/W) :- !, between_strictly(V, Y, W).
shields(X/Y, V/Y, W/Y) :- between_strictly(V, X, W).

between_strictly(A, B, C) :- ( A < B, B < C ; A > B, B > C ), !.

% Moves: which constraint permits them, in order.

chosen(and(A, B), Depth, Position, Move, Next) :- !,
    chosen(A, Depth, Position, Move, Next),
    chosen(B, Depth, Position, Move, Next).
chosen(then(A, B), Depth, Position, Move, Next) :- !,
    ( chosen(A, Depth, Position, Move, Next) ; chosen(B, Depth, Position, Move, Next) ).
chosen(depth = N, Depth, _, _, _) :- !, Depth =:= N.
chosen(depth < N, Depth, _, _, _) :- !, Depth < N.
chosen(Constraint, _, Position, Move, Next) :- moves(Constraint, Position, Move, Next).

moves(legal, Position, Move, Next) :-
    (   Position = p(us, _, _, _)
    ->  ( moves(kingdiagfirst, Position, Move, Next) ; moves(rookmove, Position, Move, Next) )
    ;   reply(Position, Move, Next)
    ).
moves(kingdiagfirst, p(us, King, Rook, Enemy), King-To, p(them, To, Rook, Enemy)) :-
    step(King, To),
    To \== Rook,
    steps(To, Enemy, N),
    N > 1.
moves(rookmove, p(us, King, X/Y, Enemy), (X/Y)-To, p(them, King, To, Enemy)) :-
    between(1, 8, I),
    ( To = X/I ; To = I/Y ),
    To \== X/Y,
    To \== King,
    \+ shields(King, X/Y, To).
% The course asks whether our king is in the way, from the file of the rook's goal and the rank that it comes from.
moves(checkmove, Position, From-To, Next) :-
    Position = p(us, King, X/Y, EX/EY),
    (   dialect(book)
    ->  ( To = EX/_ ; To = _/EY )
    ;   ( To = EX/Y ; To = X/EY ),
        To = V/_,
        \+ in_way(V/Y, King, EX/EY)
    ),
    moves(rookmove, Position, From-To, Next).

% The course's idea of a man between two squares: on a line, or on a diagonal, of which the falling ones are mistaken.
in_way(X/Y, V/W, P/Q) :-
    in_order(X, V, P),
    in_order(Y, W, Q),
    (   V =:= X, V =:= P
    ;   W =:= Y, W =:= Q
    ;   X - Y =:= V - W, P - Q =:= V - W
    ;   X - Q =:= V - W, P - Y =:= V - W
    ),
    !.

in_order(A, B, C) :- ( A =< B, B =< C ; A >= B, B >= C ), !.

reply(p(them, King, Rook, Enemy), Enemy-To, Next) :-
    step(Enemy, To),
    steps(To, King, N),
    N > 1,
    Next = p(us, King, Rook, To),
    \+ attacked(Next).

step(X/Y, V/W) :-
    member(DX/DY, [1/1, 1/(-1), (-1)/1, (-1)/(-1), 1/0, (-1)/0, 0/1, 0/(-1)]),
    V is X + DX, V >= 1, V =< 8,
    W is Y + DY, W >= 1, W =< 8.

% A tree as text: what they may reply is sorted, since their order means nothing.

written(Tree, Text) :-
    maplist(branch, Tree, Branches),
    msort(Branches, Sorted),
    atomic_list_concat(Sorted, ',', Inside),
    format(atom(Text), "[~w]", [Inside]).

branch((X/Y-V/W)-Tree, Branch) :-
    written(Tree, Below),
    nth1(X, [a, b, c, d, e, f, g, h], From),
    nth1(V, [a, b, c, d, e, f, g, h], To),
    format(atom(Branch), "~w~w~w~w-~w", [From, Y, To, W, Below]).
