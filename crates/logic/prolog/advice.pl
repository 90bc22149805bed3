% THE INTERPRETER OF TABLES AND PIECES
%
% A position here is whatever the game says; a scene is at(Position, Before, Root, Depth, Us):
% the position at hand, the one before our last move (or none), the root of the tree, the plies
% between root and position, and the side whose advice it is, us or them.
% A tree is a list of Move-Tree: one move where we move, all permitted ones where they move,
% none where the line ends.

:- use_module(library(apply)).
:- use_module(library(lists)).
:- use_module(library(ordsets)).
:- use_module(library(aggregate)).
:- use_module(library(readutil)).

%! advise(+Text, -Rule, -Piece, -Tree)
% What the tables say of the position that the text describes.
advise(Text, Rule, Piece, Tree) :-
    read_position(Text, View, Pos),
    chosen(Pos, Rule, Piece, Moves),
    written(Moves, View, Pos, Tree).

%! chosen(+Pos, -Rule, -Piece, -Tree)
% The first table for these men, its first rule that applies, the first piece of its list that is
% satisfiable. A piece whose tree has no move has nothing to play, and is passed over.
chosen(Pos, Table/Rule, Piece, Tree) :-
    once(( advice_table(Table, Men), fits(Pos, Men) )),
    once(applies(Table/Rule, Pos)),
    advice(Table/Rule, Piece, Pos),
    satisfiable(Piece, Pos, us, Tree),
    Tree \== [],
    !.

%! satisfiable(+Piece, +Pos, +Us, -Tree)
% There is a forcing tree for the piece, with the position as its root.
satisfiable(Piece, Pos, Us, Tree) :-
    piece(Piece, Within, AtRoot, NoReply),
    plies(Within, Pos, Us, Bound),
    holds_at_root(AtRoot, Piece, at(Pos, none, Pos, 0, Us)),
    forced(question(Piece, Us, Pos, Bound, NoReply), Pos, none, 0, [], Tree),
    !.

%! can(+Piece, +Pos, +Us)
% The same as a question: the position is its own root, and has no before.
can(Piece, Pos, Us) :-
    satisfiable(Piece, Pos, Us, _).

%! plies(+Within, +Pos, +Us, -Bound)
% N moves of ours are 2N - 1 plies if we begin, else 2N.
plies(unbounded, _, _, unbounded).
plies(plies(N), _, _, N).
plies(moves(N), Pos, Us, Bound) :-
    ( turn(Pos, Us) -> Bound is 2 * N - 1 ; Bound is 2 * N ).
% Bounds with fewer moves of each side come first.
plies(shortest(Within), Pos, Us, Bound) :-
    plies(Within, Pos, Us, Last),
    First is 2 - Last mod 2,
    numlist(First, Last, Plies),
    member(Bound, Plies),
    Bound mod 2 =:= Last mod 2.

%! holds_at_root(+AtRoot, +Piece, +Scene)
% By some conventions the root need not satisfy the holding goal.
holds_at_root(exempt, _, _).
holds_at_root(tested, Piece, Scene) :-
    holding(Piece, Scene).

%! forced(+Question, +Pos, +Before, +Depth, +Line, -Tree)
% We can force the better goal from here. The holding goal holds here already; the line is what
% came before, and matters only without a bound, where a position that returns leads nowhere.
forced(question(Piece, Us, Root, _, _), Pos, Before, Depth, _, []) :-
    better(Piece, at(Pos, Before, Root, Depth, Us)),
    !.
forced(Question, Pos, Before, Depth, Line, Tree) :-
    Question = question(Piece, Us, Root, Bound, _),
    \+ ( Bound == unbounded, memberchk(Pos, Line) ),
    Scene = at(Pos, Before, Root, Depth, Us),
    (   turn(Pos, Us)
    ->  deeper(Bound, Depth, Next),
        our_moves(Piece, Scene, Moves),
        our_move(Moves, Question, Pos, Next, [Pos|Line], Tree)
    ;   their_moves(Piece, Scene, Moves),
        their_move(Moves, Question, Pos, Before, Depth, Line, Tree)
    ).

%! our_move(+Moves, +Question, +Pos, +Depth, +Line, -Tree)
% The first permitted move that succeeds is enough; without one we fail.
our_move(Moves, Question, Pos, Depth, Line, [Move-Tree]) :-
    Question = question(Piece, Us, Root, _, _),
    member(Move, Moves),
    tried(Pos, Move, After),
    holding(Piece, at(After, Pos, Root, Depth, Us)),
    forced(Question, After, Pos, Depth, Line, Tree),
    !.

%! their_move(+Moves, +Question, +Pos, +Before, +Depth, +Line, -Tree)
% Every permitted reply must succeed, and none may break the holding goal. Without a reply the
% line ends, well or badly as the convention says.
their_move([], question(_, _, _, _, succeeds), _, _, _, _, []) :- !.
their_move([Move|Moves], Question, Pos, Before, Depth, Line, Tree) :-
    Question = question(_, _, _, Bound, _),
    deeper(Bound, Depth, Next),
    all_hold([Move|Moves], Question, Pos, Before, Next, Replies),
    all_forced(Replies, Question, Before, Next, [Pos|Line], Tree).

%! all_hold(+Moves, +Question, +Pos, +Before, +Depth, -Replies)
% The holding goal is tested on all replies before any is searched.
all_hold([], _, _, _, _, []).
all_hold([Move|Moves], Question, Pos, Before, Depth, [Move-After|Replies]) :-
    Question = question(Piece, Us, Root, _, _),
    tried(Pos, Move, After),
    holding(Piece, at(After, Before, Root, Depth, Us)),
    !,
    all_hold(Moves, Question, Pos, Before, Depth, Replies).

%! all_forced(+Replies, +Question, +Before, +Depth, +Line, -Tree)
all_forced([], _, _, _, _, []).
all_forced([Move-Pos|Replies], Question, Before, Depth, Line, [Move-Tree|Trees]) :-
    forced(Question, Pos, Before, Depth, Line, Tree),
    !,
    all_forced(Replies, Question, Before, Depth, Line, Trees).

%! deeper(+Bound, +Depth, -Next)
% One ply more, unless the bound is reached.
deeper(unbounded, Depth, Next) :- !, Next is Depth + 1.
deeper(Bound, Depth, Next) :- Depth < Bound, Next is Depth + 1.

%! tried(+Pos, +Move, -After)
% A move of the search is played. Each is a node of the tree, and counted once.
tried(Pos, Move, After) :- play(Pos, Move, After).

%! written(+Moves, +View, +Pos, -Tree)
% The same tree with its moves as text.
written([], _, _, []).
written([Move-Below|Moves], View, Pos, [Text-Tree|Trees]) :-
    move_text(View, Pos, Move, Text),
    play(Pos, Move, After),
    written(Below, View, After, Tree),
    written(Moves, View, Pos, Trees).

% WHAT EXPRESSIONS NEED

:- op(700, xfx, :=).

%! :=(-Value, +Expression)
% Arithmetic in 64 bits: what does not fit has no value.
Value := Expression :-
    Value is Expression,
    Value >= -9223372036854775808,
    Value =< 9223372036854775807.

%! other(?Side, ?Side)
other(us, them).
other(them, us).

%! first_of(+Moves, +Count, -First)
% At most so many moves, from the front; none without a number.
first_of(Moves, Count, First) :-
    (   Count == none
    ->  First = []
    ;   length(Moves, All),
        N is max(0, min(All, Count)),
        length(First, N),
        once(append(First, _, Moves))
    ).

%! items(+Values, -Set)
% The set of these values; those that are missing are left out.
items(Values, Set) :-
    findall(Value, ( member(Value, Values), Value \== none ), Found),
    sort(Found, Set).

%! total(+Values, -Sum)
% The sum in 64 bits; no value if one is missing.
total(Values, Sum) :- foldl(plus_value, Values, 0, Sum).

%! plus_value(+Value, +Sum0, -Sum)
plus_value(Value, Sum0, Sum) :- Value \== none, Sum := Sum0 + Value.

% WHAT MOVE CONSTRAINTS NEED

%! moves_of(+Pos, +Man, -Moves)
% The legal moves of men of a kind.
moves_of(Pos, Man, Moves) :-
    legal_moves(Pos, Legal),
    findall(Move, ( member(Move, Legal), moves_man(Move, Man) ), Moves).

%! moves_from(+Pos, +Places, -Moves)
% The legal moves from a set of places.
moves_from(Pos, Places, Moves) :-
    legal_moves(Pos, Legal),
    findall(Move, ( member(Move, Legal), origin(Move, Place), memberchk(Place, Places) ), Moves).

%! then(+Lists, -Moves)
% One list after the other; a move named twice is tried once, at its first place.
then(Lists, Moves) :-
    append(Lists, All),
    list_to_set(All, Moves).

%! smallest_first(+Keyed, -Moves)
% A stable sort of Key-Move; moves without a key come last, since names follow numbers.
smallest_first(Keyed, Moves) :-
    sort(1, @=<, Keyed, Sorted),
    pairs_values(Sorted, Moves).

%! largest_first(+Keyed, -Moves)
largest_first(Keyed, Moves) :-
    findall(Key-Move, ( member(Key0-Move, Keyed), ( Key0 == none -> Key = none ; Key is -Key0 ) ), Negated),
    smallest_first(Negated, Moves).

%! walks(+Pos, +Man, +Targets, +Within, +Depth, -Moves)
% A macromove: each step must leave a way short enough for what remains of its length, counted in
% moves from the root; the steps that leave least come first, by the exchange sort of AL2.
walks(Pos, Man, Targets, Within, Depth, Moves) :-
    moves_of(Pos, Man, Legal),
    findall(Left-Move,
            ( member(Move, Legal), moves_left(Pos, Move, Targets, Left),
              short_enough(Within, Depth, Left) ),
            Steps),
    exchange_sort(Steps, Sorted),
    pairs_values(Sorted, Moves).

%! short_enough(+Within, +Depth, +Left)
short_enough(any, _, _).
short_enough(moves(Length), Depth, Left) :- Left =< Length - Depth // 2 - 1.

%! exchange_sort(+Steps, -Sorted)
% Swap whenever a later one is smaller. Equal ones can change places.
exchange_sort([], []).
exchange_sort([Step|Steps], [Least|Sorted]) :-
    exchanged(Steps, Step, Least, Rest),
    exchange_sort(Rest, Sorted).

%! exchanged(+Steps, +Step, -Least, -Rest)
exchanged([], Step, Step, []).
exchanged([Left-Move|Steps], Left0-Move0, Least, [Put|Rest]) :-
    (   Left < Left0
    ->  Put = Left0-Move0,
        exchanged(Steps, Left-Move, Least, Rest)
    ;   Put = Left-Move,
        exchanged(Steps, Left0-Move0, Least, Rest)
    ).

%! play_game(+Text)
% A whole game from a position: we move by the advice, and say which rule and piece it is; their moves are typed,
% written as the program writes them. A forcing tree is followed to its end, and then the tables are asked anew.
play_game(Text) :-
    set_stream(user_input, encoding(utf8)),
    set_stream(user_output, encoding(utf8)),
    read_position(Text, View, Pos),
    next_turn(View, Pos, []).

%! next_turn(+View, +Pos, +Tree)
% The tree is what is left of our plan.
next_turn(View, Pos, Tree) :-
    legal_moves(Pos, Moves),
    (   Moves == []
    ->  ending(Pos, Why),
        format("The game is over: ~w.~n", [Why])
    ;   turn(Pos, us)
    ->  advised_turn(View, Pos, Tree)
    ;   typed_turn(View, Pos, Moves, Tree)
    ).

%! advised_turn(+View, +Pos, +Tree)
advised_turn(View, Pos, [Move-Tree]) :-
    !,
    move_text(View, Pos, Move, Text),
    format("~w  as planned~n", [Text]),
    play(Pos, Move, After),
    next_turn(View, After, Tree).
advised_turn(View, Pos, _) :-
    chosen(Pos, Rule, Piece, [Move-Tree]),
    !,
    move_text(View, Pos, Move, Text),
    format("~w  rule ~w: ~w~n", [Text, Rule, Piece]),
    play(Pos, Move, After),
    next_turn(View, After, Tree).
advised_turn(_, _, _) :-
    format("There is no advice here.~n").

%! typed_turn(+View, +Pos, +Moves, +Tree)
% What is no move is asked for again; the end of the input ends the game.
typed_turn(View, Pos, Moves, Tree) :-
    format("their move: "),
    flush_output,
    read_line_to_string(user_input, Line),
    (   Line == end_of_file
    ->  nl
    ;   normalize_space(atom(Typed), Line),
        member(Move, Moves),
        move_text(View, Pos, Move, Typed)
    ->  play(Pos, Move, After),
        ( member(Move-Rest, Tree) -> Left = Rest ; Left = [] ),
        next_turn(View, After, Left)
    ;   findall(Text, ( member(Move, Moves), move_text(View, Pos, Move, Text) ), Texts),
        format("That is no move here; there are ~w.~n", [Texts]),
        typed_turn(View, Pos, Moves, Tree)
    ).
