% THE GAME OF CHESS
%
% A square is File/Rank, both from 1 to 8, seen from our side: our pawns go up.
% A position is position(Turn, Men, Castling, EnPassant). Men is an ordered set of
% man(Side, Kind, Square), Castling one of Side-File for each rook that may still castle, and
% EnPassant the square behind a pawn that can be taken in passing, or none.
% A move is move(Kind, From, To, Taken, Becomes, How): what moves, what is taken and what a pawn
% becomes (or none), and how: normal, en_passant or castle.

%! turn(?Pos, ?Side)
turn(position(Side, _, _, _), Side).

%! legal_moves(+Pos, -Moves)
% By man (king, queen, rook, bishop, knight, pawn), men of one kind from h8 down to a1, and so their
% targets; promotions to queen, rook, bishop, knight.
legal_moves(Pos, Moves) :- findall(Move, legal_move(Pos, Move), Moves).

%! legal_move(+Pos, -Move)
% A move after which the own king cannot be taken.
legal_move(Pos, Move) :-
    candidate(Pos, Move),
    play_men(Pos, Move, Men),
    turn(Pos, Side),
    \+ king_hangs(Men, Side).

%! has_moves(+Pos)
has_moves(Pos) :- once(legal_move(Pos, _)).

%! king_hangs(+Men, +Side)
% The side's king is attacked.
king_hangs(Men, Side) :-
    memberchk(man(Side, king, Square), Men),
    other(Side, Other),
    once(attacker(Men, Other, Square, _)).

%! candidate(+Pos, -Move)
% A move by the way the men go, whatever becomes of the own king; castling is checked in full.
candidate(Pos, Move) :-
    member(Kind, [king, queen, rook, bishop, knight, pawn]),
    turn(Pos, Side),
    all(Pos, Side, Kind, Squares),
    downward(Squares, Downward),
    member(From, Downward),
    findall(To-Made, goes(Kind, Pos, Side, From, To, Made), Targets),
    downward_pairs(Targets, Moves),
    member(Move, Moves).

%! goes(+Kind, +Pos, +Side, +From, -To, -Move)
% The man goes from a square to another, in any order.
goes(pawn, Pos, Side, From, To, Move) :-
    !,
    pawn_goes(Pos, Side, From, To, Move).
goes(king, Pos, Side, From, To, move(king, From, To, none, none, castle)) :-
    castles(Pos, Side, From, To).
goes(Kind, position(_, Men, _, _), Side, From, To, move(Kind, From, To, Taken, none, normal)) :-
    reaches(Kind, Men, From, To),
    landing(Men, Side, To, Taken).

%! landing(+Men, +Side, +Square, -Taken)
% A square that holds no man of the side, and what is taken there.
landing(Men, Side, Square, Taken) :-
    (   memberchk(man(Owner, Kind, Square), Men)
    ->  Owner \== Side, Taken = Kind
    ;   Taken = none
    ).

%! reaches(+Kind, +Men, +From, -To)
% The squares that a king, knight, queen, rook or bishop attacks, whoever stands there.
reaches(Kind, Men, From, To) :-
    (   leaps(Kind, Step)
    *-> stepped(From, Step, To)
    ;   slides(Kind, Step),
        slide(Men, From, Step, To)
    ).

%! leaps(+Kind, -Step)
leaps(king, Step) :- king_step(Step).
leaps(knight, Step) :- member(Step, [1/2, 2/1, 2/(-1), 1/(-2), -1/(-2), -2/(-1), -2/1, -1/2]).

%! slides(+Kind, -Step)
slides(rook, Step) :- member(Step, [0/1, 1/0, -1/0, 0/(-1)]).
slides(bishop, Step) :- member(Step, [1/1, -1/1, 1/(-1), -1/(-1)]).
slides(queen, Step) :- king_step(Step).

%! king_step(-Step)
king_step(Step) :- member(Step, [1/1, 0/1, -1/1, 1/0, -1/0, 1/(-1), 0/(-1), -1/(-1)]).

%! stepped(+Square, +Step, -Next)
% One step on, if the board goes on.
stepped(F0/R0, DF/DR, F/R) :-
    F is F0 + DF, F >= 1, F =< 8,
    R is R0 + DR, R >= 1, R =< 8.

%! slide(+Men, +Square, +Step, -To)
% On and on, up to the first man.
slide(Men, Square, Step, To) :-
    stepped(Square, Step, Next),
    (   To = Next
    ;   \+ memberchk(man(_, _, Next), Men),
        slide(Men, Next, Step, To)
    ).

%! pawn_goes(+Pos, +Side, +From, -To, -Move)
pawn_goes(position(_, Men, _, EnPassant), Side, From, To, move(pawn, From, To, Taken, Becomes, How)) :-
    (   pawn_pushes(Men, Side, From, To), Taken = none, How = normal
    ;   pawn_strikes(Side, From, To),
        (   memberchk(man(Owner, Taken, To), Men)
        ->  Owner \== Side, How = normal
        ;   To == EnPassant, Taken = pawn, How = en_passant
        )
    ),
    becomes(Side, To, Becomes).

%! pawn_pushes(+Men, +Side, +From, -To)
pawn_pushes(Men, Side, From, To) :-
    pawn_way(Side, Up, First, _),
    stepped(From, 0/Up, One),
    \+ memberchk(man(_, _, One), Men),
    (   To = One
    ;   From = _/First,
        stepped(One, 0/Up, To),
        \+ memberchk(man(_, _, To), Men)
    ).

%! pawn_strikes(+Side, +From, -To)
pawn_strikes(Side, From, To) :-
    pawn_way(Side, Up, _, _),
    member(Right, [1, -1]),
    stepped(From, Right/Up, To).

%! pawn_way(+Side, -Up, -First, -Last)
% Which way pawns go, the rank on which they begin, and the one where they promote.
pawn_way(us, 1, 2, 8).
pawn_way(them, -1, 7, 1).

%! becomes(+Side, +To, -Kind)
becomes(Side, _/Rank, Kind) :-
    pawn_way(Side, _, _, Last),
    ( Rank =:= Last -> member(Kind, [queen, rook, bishop, knight]) ; Kind = none ).

%! castles(+Pos, +Side, +King, -To)
% The way is free, and the king is attacked neither where he stands nor where he passes nor where he
% arrives.
castles(position(_, Men, Castling, _), Side, King, To) :-
    member(Side-RookFile, Castling),
    King = 5/Rank,
    ( RookFile =:= 8 -> Free = [6, 7], Passed = [5, 6, 7] ; Free = [2, 3, 4], Passed = [5, 4, 3] ),
    \+ ( member(File, Free), memberchk(man(_, _, File/Rank), Men) ),
    other(Side, Other),
    \+ ( member(File, Passed), attacker(Men, Other, File/Rank, _) ),
    last(Passed, ToFile),
    To = ToFile/Rank.

%! downward(+Squares, -Sorted)
% From h8 down to a1.
downward([], []) :- !.
downward([Square], [Square]) :- !.
downward(Squares, Sorted) :-
    findall(Square-Square, member(Square, Squares), Pairs),
    downward_pairs(Pairs, Sorted).

%! downward_pairs(+Pairs, -Values)
% The values of Square-Value by their squares, from h8 down to a1; of equals the first stays first.
downward_pairs(Pairs, Values) :-
    findall(Number-Value, ( member(File/Rank-Value, Pairs), Number is 8 * Rank + File ), Numbered),
    sort(1, @>=, Numbered, Sorted),
    pairs_values(Sorted, Values).

%! play(+Pos, +Move, -After)
play(Pos, Move, After) :-
    Pos = position(Side, _, Castling0, _),
    play_men(Pos, Move, Men),
    other(Side, Other),
    still_castling(Castling0, Move, Castling),
    passed_square(Move, Side, Men, EnPassant),
    After = position(Other, Men, Castling, EnPassant).

%! play_men(+Pos, +Move, -Men)
% The men after a move.
play_men(position(Side, Men0, _, _), move(Kind, From, To, Taken, Becomes, How), Men) :-
    taken_off(Taken, How, Side, To, Men0, Men1),
    selectchk(man(Side, Kind, From), Men1, Men2),
    ( Becomes == none -> Put = Kind ; Put = Becomes ),
    (   How == castle
    ->  castled_rook(To, RookFrom, RookTo),
        selectchk(man(Side, rook, RookFrom), Men2, Men3),
        Men4 = [man(Side, rook, RookTo)|Men3]
    ;   Men4 = Men2
    ),
    sort([man(Side, Put, To)|Men4], Men).

%! taken_off(+Taken, +How, +Side, +To, +Men0, -Men)
taken_off(none, _, _, _, Men, Men) :- !.
taken_off(pawn, en_passant, Side, File/Rank, Men0, Men) :-
    !,
    pawn_way(Side, Up, _, _),
    Behind is Rank - Up,
    selectchk(man(_, pawn, File/Behind), Men0, Men).
taken_off(Taken, _, _, To, Men0, Men) :-
    selectchk(man(_, Taken, To), Men0, Men).

%! castled_rook(+KingTo, -RookFrom, -RookTo)
castled_rook(7/Rank, 8/Rank, 6/Rank).
castled_rook(3/Rank, 1/Rank, 4/Rank).

%! still_castling(+Castling0, +Move, -Castling)
% A rook may no longer castle once its king has moved, or it has moved or been taken.
still_castling([], _, []) :- !.
still_castling(Castling0, move(Kind, From, To, _, _, _), Castling) :-
    findall(Side-File,
            ( member(Side-File, Castling0),
              home_rank(Side, Rank),
              \+ ( Kind == king, From == 5/Rank ),
              From \== File/Rank,
              To \== File/Rank ),
            Castling).

%! home_rank(?Side, ?Rank)
home_rank(us, 1).
home_rank(them, 8).

%! passed_square(+Move, +Side, +Men, -EnPassant)
% The square behind a pawn that has gone two squares, if it can be taken there.
passed_square(move(pawn, File/From, File/To, _, _, _), Side, Men, File/Passed) :-
    abs(From - To) =:= 2,
    Passed is (From + To) // 2,
    can_pass(Side, File/Passed, Men),
    !.
passed_square(_, _, _, none).

%! can_pass(+Side, +Passed, +Men)
% Some pawn of the other side can legally take the side's pawn in passing.
can_pass(Side, Passed, Men) :-
    other(Side, Other),
    member(man(Other, pawn, From), Men),
    pawn_strikes(Other, From, Passed),
    Pos = position(Other, Men, [], Passed),
    play_men(Pos, move(pawn, From, Passed, pawn, none, en_passant), After),
    \+ king_hangs(After, Other),
    !.

%! moves_man(+Move, ?Man)
moves_man(move(Man, _, _, _, _, _), Man).

%! origin(+Move, -Square)
origin(move(_, From, _, _, _, _), From).

%! moves_left(+Pos, +Move, +Targets, -Left)
% How many moves the man needs from where it arrives to the nearest target, on an empty board. A pawn
% goes straight ahead, with a double step from its first square, and stays a pawn.
moves_left(Pos, move(Kind0, _, To, _, Becomes, _), Targets, Left) :-
    turn(Pos, Side),
    ( Becomes == none -> Kind = Kind0 ; Kind = Becomes ),
    travels(Kind, Side, Targets, [To], 0, Left).

%! travels(+Kind, +Side, +Targets, +Reached, +Moves, -Left)
% Spreads out from the squares reached, one move at a time.
travels(_, _, Targets, Reached, Moves, Moves) :-
    member(Square, Reached), memberchk(Square, Targets),
    !.
travels(Kind, Side, Targets, Reached, Moves, Left) :-
    findall(To, ( member(From, Reached), travel_step(Kind, Side, From, To) ), Further0),
    sort(Further0, Further),
    ord_union(Reached, Further, Wider),
    Wider \== Reached,
    More is Moves + 1,
    travels(Kind, Side, Targets, Wider, More, Left).

%! travel_step(+Kind, +Side, +From, -To)
travel_step(pawn, Side, From, To) :- !, pawn_pushes([], Side, From, To).
travel_step(Kind, _, From, To) :- reaches(Kind, [], From, To).

%! fits(+Pos, +Header)
% The men on the board are those of the header.
fits(_, any).
fits(position(_, Men, _, _), men(Us, Them)) :-
    findall(Kind, member(man(us, Kind, _), Men), Us0), msort(Us0, Us1), msort(Us, Us1),
    findall(Kind, member(man(them, Kind, _), Men), Them0), msort(Them0, Them1), msort(Them, Them1).

%! read_position(+Text, -View, -Pos)
% Reads a FEN whose fields after the side to move may be missing. The view is our colour: the one that
% has our men, or the one to move where both could be us.
read_position(Text, View, Pos) :-
    split_string(Text, " \t", " \t", Fields0),
    exclude(==(""), Fields0, Fields),
    ( fen(Fields, Turn, Men, Castling, Passed) -> true ; domain_error(position, Text) ),
    (   ( advice_table(_, Header) ; chapter(_, Header) ),
        view(Header, Men, Turn, View)
    ->  true
    ;   domain_error(men_of_this_chapter, Text)
    ),
    turned(View, Turn, Men, Castling, Passed, Pos),
    ( is_legal(Pos) -> true ; domain_error(legal_position, Text) ).

%! fen(+Fields, -Turn, -Men, -Castling, -Passed)
% In colours: men are Colour-Kind-Square, rights Colour-File.
fen([Board, Side|Fields], Turn, Men, Castling, Passed) :-
    split_string(Board, "/", "", Rows),
    length(Rows, 8),
    fen_rows(Rows, 8, Men),
    string_lower(Side, Lower),
    memberchk(Lower-Turn, ["w"-white, "b"-black]),
    ( Fields = [Rights|More] -> true ; Rights = "-", More = [] ),
    fen_castling(Rights, Castling),
    ( More = [Square|_] -> fen_passed(Square, Passed) ; Passed = none ).

%! fen_rows(+Rows, +Rank, -Men)
fen_rows([], 0, []).
fen_rows([Row|Rows], Rank, Men) :-
    string_chars(Row, Letters),
    fen_row(Letters, 1, Rank, First),
    Below is Rank - 1,
    fen_rows(Rows, Below, Rest),
    append(First, Rest, Men).

%! fen_row(+Letters, +File, +Rank, -Men)
fen_row([], 9, _, []).
fen_row([Letter|Letters], File, Rank, Men) :-
    (   char_type(Letter, digit(Empty))
    ->  Empty >= 1,
        Next is File + Empty,
        Men = Rest
    ;   fen_letter(Lower, Kind),
        ( Letter == Lower -> Colour = black ; upcase_atom(Lower, Letter), Colour = white ),
        Next is File + 1,
        Men = [Colour-Kind-(File/Rank)|Rest]
    ),
    !,
    fen_row(Letters, Next, Rank, Rest).

%! fen_letter(?Letter, ?Kind)
fen_letter(k, king).
fen_letter(q, queen).
fen_letter(r, rook).
fen_letter(b, bishop).
fen_letter(n, knight).
fen_letter(p, pawn).

%! fen_castling(+Text, -Castling)
% Kings castle from the e-file with rooks on the a- and h-files; other rights are not understood.
fen_castling("-", []) :- !.
fen_castling(Text, Castling) :-
    string_chars(Text, Letters),
    maplist(fen_right, Letters, Castling).

%! fen_right(+Letter, -Right)
fen_right('K', white-8).
fen_right('Q', white-1).
fen_right(k, black-8).
fen_right(q, black-1).

%! fen_passed(+Text, -Square)
fen_passed("-", none) :- !.
fen_passed(Text, Square) :- atom_string(Name, Text), square_name(Square, Name).

%! view(+Header, +Men, +Turn, -Colour)
% The colour that is us.
view(any, _, Turn, Turn).
view(men(Us, Them), Men, Turn, Colour) :-
    msort(Us, Us1), msort(Them, Them1),
    findall(C, ( member(C, [white, black]), colour_has(C, Men, Us1), opposed_colour(C, D), colour_has(D, Men, Them1) ), Colours),
    ( Colours = [_, _] -> Colour = Turn ; Colours = [Colour] ).

%! colour_has(+Colour, +Men, +Kinds)
colour_has(Colour, Men, Kinds) :-
    findall(Kind, member(Colour-Kind-_, Men), Found),
    msort(Found, Kinds).

%! opposed_colour(?Colour, ?Colour)
opposed_colour(white, black).
opposed_colour(black, white).

%! turned(+View, +Turn, +Men, +Castling, +Passed, -Pos)
% The position as we see it: if we are Black, the board is turned.
turned(View, Turn, Men0, Castling0, Passed0, position(Side, Men, Castling, Passed)) :-
    side_of(View, Turn, Side),
    findall(man(Owner, Kind, Square),
            ( member(Colour-Kind-Square0, Men0), side_of(View, Colour, Owner), shown(View, Square0, Square) ),
            Unsorted),
    sort(Unsorted, Men),
    findall(Owner-File, ( member(Colour-File, Castling0), side_of(View, Colour, Owner) ), Rights),
    sort(Rights, Castling),
    (   Passed0 \== none,
        shown(View, Passed0, Passed1),
        other(Side, Other),
        can_pass(Other, Passed1, Men)
    ->  Passed = Passed1
    ;   Passed = none
    ).

%! image(+Pos, -Turn, -Image)
% The position itself and, one after the other, what it looks like turned and mirrored: pawns tell ranks
% apart, and castling rights also files.
image(position(Side, Men0, Castling, Passed0), Turn, position(Side, Men, Castling, Passed)) :-
    (   Castling \== []
    ->  Last = 0
    ;   memberchk(man(_, pawn, _), Men0)
    ->  Last = 1
    ;   Last = 7
    ),
    between(0, Last, Turn),
    findall(man(Owner, Kind, To), ( member(man(Owner, Kind, On), Men0), image_square(Turn, On, To) ), Unsorted),
    sort(Unsorted, Men),
    image_square(Turn, Passed0, Passed).

%! image_square(+Turn, +Square, -Image)
image_square(_, none, none) :- !.
image_square(Turn, F0/R0, File/Rank) :-
    ( Turn /\ 1 =:= 1 -> F1 is 9 - F0 ; F1 = F0 ),
    ( Turn /\ 2 =:= 2 -> R1 is 9 - R0 ; R1 = R0 ),
    ( Turn /\ 4 =:= 4 -> File/Rank = R1/F1 ; File/Rank = F1/R1 ).

%! image_squares(+Turn, +Squares, -Images)
image_squares(_, none, none) :- !.
image_squares(Turn, Squares, Images) :-
    maplist(image_square(Turn), Squares, Unsorted),
    sort(Unsorted, Images).

%! side_of(+View, +Colour, -Side)
side_of(View, Colour, Side) :- ( View == Colour -> Side = us ; Side = them ).

%! shown(+View, ?Square, ?Square)
% A square as it is named on the board in colours; turning twice changes nothing.
shown(white, Square, Square).
shown(black, File/Rank, File/Turned) :- Turned is 9 - Rank.

%! is_legal(+Pos)
% One king each, no pawn on a last rank, rights with their king and rook, and no king to be taken.
is_legal(Pos) :-
    Pos = position(Side, Men, Castling, _),
    only(Pos, us, king, _),
    only(Pos, them, king, _),
    \+ ( member(Rank, [1, 8]), memberchk(man(_, pawn, _/Rank), Men) ),
    forall(member(Owner-File, Castling),
           ( home_rank(Owner, Rank), memberchk(man(Owner, king, 5/Rank), Men), memberchk(man(Owner, rook, File/Rank), Men) )),
    other(Side, Other),
    \+ king_hangs(Men, Other).

%! move_text(+View, +Pos, +Move, -Text)
% From, to, and what a pawn becomes: e2e4, e7e8q.
move_text(View, _, move(_, From, To, _, Becomes, _), Text) :-
    shown(View, From, From1), square_name(From1, FromName),
    shown(View, To, To1), square_name(To1, ToName),
    ( Becomes == none -> Letter = '' ; fen_letter(Letter, Becomes) ),
    atomic_list_concat([FromName, ToName, Letter], Text).

%! square_name(?Square, ?Name)
square_name(File/Rank, Name) :-
    (   var(Name)
    ->  Code is 0'a + File - 1, char_code(Letter, Code), atom_concat(Letter, Rank, Name)
    ;   atom_chars(Name, [Letter, Digit]),
        char_code(Letter, Code), File is Code - 0'a + 1, File >= 1, File =< 8,
        atom_number(Digit, Rank), Rank >= 1, Rank =< 8
    ).

% THE WORDS OF CHESS
%
% Words that speak of ranks or directions depend on who looks, and take Us: for them the board is
% turned. Words that have another name here, or more arguments:
%= king(Side): only(Pos, Side, king, Value)
%= queen(Side): only(Pos, Side, queen, Value)
%= rook(Side): only(Pos, Side, rook, Value)
%= bishop(Side): only(Pos, Side, bishop, Value)
%= knight(Side): only(Pos, Side, knight, Value)
%= pawn(Side): only(Pos, Side, pawn, Value)
%= kings(Side): all(Pos, Side, king, Value)
%= queens(Side): all(Pos, Side, queen, Value)
%= rooks(Side): all(Pos, Side, rook, Value)
%= bishops(Side): all(Pos, Side, bishop, Value)
%= knights(Side): all(Pos, Side, knight, Value)
%= pawns(Side): all(Pos, Side, pawn, Value)
%= men(Side): all_men(Pos, Side, Value)
%= box(A, B): box_of(A, B, Value)
%= line(A, B): line_through(A, B, Value)
%= between(A, B): squares_between(A, B, Value)
%= between(X, A, B): strictly_between(X, A, B)
%= walk(A, B, Avoiding): walk_around(A, B, Avoiding, Value)
%= reachable(Square, Avoiding): reachable_around(Square, Avoiding, Value)
%= diagonal(Square): diagonal_number(Us, Square, Value)
%= legal_moves(): n_moves(Pos, Value)
%= mobility(Side): mobility_of(Pos, Side, Value)
%= mobility(Square): mobility_on(Pos, Square, Value)
%= square(File, Rank): square_at(Us, File, Rank, Value)
%= length(): move_length(Move, Value)
%= from(): from_square(Move, Value)
%= to(): to_square(Move, Value)
%= man(): moves_man(Move, Value)
%= a square: named(Us, Name, Value)

%! named(+Us, +Name, -Square)
% The square that the side calls by this name.
named(Us, Name, Square) :-
    square_name(Own, Name),
    seen(Us, Own, Square).

%! seen(+Us, ?Square, ?Square)
% A square as a side sees it; turning twice changes nothing.
seen(us, Square, Square).
seen(them, File/Rank, File/Turned) :- Turned is 9 - Rank.

%! all_seen(+Us, +Squares, -Seen)
all_seen(us, Squares, Squares).
all_seen(them, Squares, Seen) :- maplist(seen(them), Squares, Seen0), sort(Seen0, Seen).

% The men

%! only(+Pos, +Side, +Kind, -Square)
% The square of the only man of this kind; no value unless there is exactly one.
only(Pos, Side, Kind, Square) :- all(Pos, Side, Kind, [Square]).

%! all(+Pos, +Side, +Kind, -Squares)
all(position(_, Men, _, _), Side, Kind, Squares) :-
    findall(Square, member(man(Side, Kind, Square), Men), Squares).

%! all_men(+Pos, +Side, -Squares)
all_men(position(_, Men, _, _), Side, Squares) :-
    findall(Square, member(man(Side, _, Square), Men), Squares0),
    sort(Squares0, Squares).

%! bishops_of_both_colours(+Pos, +Side)
bishops_of_both_colours(Pos, Side) :-
    all(Pos, Side, bishop, Bishops),
    once(( member(A, Bishops), member(B, Bishops), \+ same_colour(A, B) )).

%! occupied(+Pos, -Squares)
occupied(Pos, Squares) :- all_men(Pos, _, Squares).

%! vacant(+Pos, -Squares)
vacant(Pos, Squares) :- occupied(Pos, Occupied), board(Board), ord_subtract(Board, Occupied, Squares).

%! man_on(+Pos, +Square, -Kind)
man_on(position(_, Men, _, _), Square, Kind) :- memberchk(man(_, Kind, Square), Men).

%! owner(+Pos, +Square, -Side)
owner(position(_, Men, _, _), Square, Side) :- memberchk(man(Side, _, Square), Men).

% Squares

%! board(-Squares)
board(Squares) :- findall(File/Rank, ( between(1, 8, File), between(1, 8, Rank) ), Squares).

%! squares_where(+Test, -Squares)
% The squares of which this is true.
squares_where(Test, Squares) :-
    board(Board),
    findall(Square, ( member(Square, Board), once(call(Test, Square)) ), Squares).

%! edges(-Squares)
edges(Squares) :- squares_where(edge, Squares).

%! corners(-Squares)
corners([1/1, 1/8, 8/1, 8/8]).

%! centre(-Squares)
centre([4/4, 4/5, 5/4, 5/5]).

%! edge(+Square)
edge(File/Rank) :- ( memberchk(File, [1, 8]) -> true ; memberchk(Rank, [1, 8]) ).

%! corner(+Square)
corner(Square) :- corners(Corners), memberchk(Square, Corners).

%! light(+Us, +Square)
% On a board where h1, as we see it, is light.
light(Us, Square) :- seen(Us, Square, File/Rank), (File + Rank) mod 2 =:= 1.

%! same_colour(+A, +B)
same_colour(F1/R1, F2/R2) :- (F1 + R1 + F2 + R2) mod 2 =:= 0.

%! square_at(+Us, +File, +Rank, -Square)
square_at(Us, File, Rank, Square) :-
    File >= 1, File =< 8, Rank >= 1, Rank =< 8,
    seen(Us, File/Rank, Square).

%! file(+Square, -Number)
file(File/_, File).

%! rank(+Us, +Square, -Number)
rank(us, _/Rank, Rank).
rank(them, _/Rank, Turned) :- Turned is 9 - Rank.

%! diagonal_number(+Us, +Square, -Number)
% Of those that rise to the right.
diagonal_number(Us, Square, Number) :- seen(Us, Square, File/Rank), Number is 8 + File - Rank.

%! antidiagonal(+Us, +Square, -Number)
antidiagonal(Us, Square, Number) :- seen(Us, Square, File/Rank), Number is File + Rank - 1.

%! edge_distance(+Square, -Number)
edge_distance(File/Rank, Number) :- Number is min(min(File - 1, 8 - File), min(Rank - 1, 8 - Rank)).

%! corner_distance(+Square, -Number)
corner_distance(Square, Number) :- corners(Corners), distance_to(Square, Corners, Number).

%! centre_distance(+Square, -Number)
centre_distance(Square, Number) :- centre(Centre), distance_to(Square, Centre, Number).

%! up(+Us, +Square, -Next)
up(Us, Square, Next) :- seen(Us, Square, Own), stepped(Own, 0/1, Own1), seen(Us, Own1, Next).

%! down(+Us, +Square, -Next)
down(Us, Square, Next) :- seen(Us, Square, Own), stepped(Own, 0/(-1), Own1), seen(Us, Own1, Next).

%! left(+Square, -Next)
left(Square, Next) :- stepped(Square, -1/0, Next).

%! right(+Square, -Next)
right(Square, Next) :- stepped(Square, 1/0, Next).

%! file_squares(+Square, -Squares)
file_squares(File/_, Squares) :- findall(File/Rank, between(1, 8, Rank), Squares).

%! rank_squares(+Square, -Squares)
rank_squares(_/Rank, Squares) :- findall(File/Rank, between(1, 8, File), Squares).

%! diagonal_squares(+Square, -Squares)
diagonal_squares(Square, Squares) :- squares_where(same_diagonal(Square), Squares).

%! ahead(+Us, +Square, -Squares)
ahead(Us, Square, Squares) :- seen(Us, Square, Own), squares_where(is_ahead(Own), Ahead), all_seen(Us, Ahead, Squares).

%! is_ahead(+Square, +Other)
is_ahead(File/R1, File/R2) :- R2 > R1.

%! behind(+Us, +Square, -Squares)
behind(Us, Square, Squares) :- seen(Us, Square, Own), squares_where(is_behind(Own), Behind), all_seen(Us, Behind, Squares).

%! is_behind(+Square, +Other)
is_behind(File/R1, File/R2) :- R2 < R1.

%! neighbours(+Square, -Squares)
neighbours(Square, Squares) :- squares_where(adjacent(Square), Squares).

%! knight_jumps(+Square, -Squares)
knight_jumps(Square, Squares) :- findall(To, reaches(knight, [], Square, To), Squares0), sort(Squares0, Squares).

%! near(+Square, +Number, -Squares)
near(Square, Number, Squares) :- squares_where(is_near(Square, Number), Squares).

%! is_near(+Square, +Number, +Other)
is_near(Square, Number, Other) :- distance(Square, Other, Distance), Distance =< Number.

%! box_of(+A, +B, -Squares)
% The rectangle with the two squares in opposite corners.
box_of(F1/R1, F2/R2, Squares) :-
    West is min(F1, F2), East is max(F1, F2), South is min(R1, R2), North is max(R1, R2),
    findall(File/Rank, ( between(West, East, File), between(South, North, Rank) ), Squares).

% Distances

%! distance(+A, +B, -Number)
% King moves on an empty board.
distance(F1/R1, F2/R2, Number) :- Number is max(abs(F1 - F2), abs(R1 - R2)).

%! manhattan(+A, +B, -Number)
manhattan(F1/R1, F2/R2, Number) :- Number is abs(F1 - F2) + abs(R1 - R2).

%! file_distance(+A, +B, -Number)
file_distance(F1/_, F2/_, Number) :- Number is abs(F1 - F2).

%! rank_distance(+A, +B, -Number)
rank_distance(_/R1, _/R2, Number) :- Number is abs(R1 - R2).

%! knight_distance(+A, +B, -Number)
knight_distance(A, B, Number) :- travels(knight, us, [B], [A], 0, Number).

%! rook_distance(+A, +B, -Number)
rook_distance(A, B, Number) :- travels(rook, us, [B], [A], 0, Number).

%! bishop_distance(+A, +B, -Number)
% No value for squares of different colours.
bishop_distance(A, B, Number) :- travels(bishop, us, [B], [A], 0, Number).

%! queen_distance(+A, +B, -Number)
queen_distance(A, B, Number) :- travels(queen, us, [B], [A], 0, Number).

%! distance_to(+Square, +Targets, -Number)
% To the nearest; no value if there is no target.
distance_to(Square, Targets, Number) :-
    findall(Distance, ( member(Target, Targets), distance(Square, Target, Distance) ), Distances),
    min_list(Distances, Number).

%! walk_around(+A, +B, +Avoiding, -Number)
% The fewest king steps that never enter a square of the set.
walk_around(A, B, Avoiding, Number) :- walked([A], B, Avoiding, 0, Number).

%! walked(+Reached, +B, +Avoiding, +Steps, -Number)
walked(Reached, B, _, Steps, Steps) :- memberchk(B, Reached), !.
walked(Reached, B, Avoiding, Steps, Number) :-
    findall(To, ( member(From, Reached), reaches(king, [], From, To) ), Further0),
    sort(Further0, Further),
    ord_subtract(Further, Avoiding, Free),
    ord_union(Reached, Free, Wider),
    Wider \== Reached,
    More is Steps + 1,
    walked(Wider, B, Avoiding, More, Number).

%! reachable_around(+Square, +Avoiding, -Squares)
% Where a king can walk without entering a square of the set; the first square is always reached.
reachable_around(Square, Avoiding, Squares) :- flooded([Square], Avoiding, Squares).

%! flooded(+Reached, +Avoiding, -Squares)
flooded(Reached, Avoiding, Squares) :-
    findall(To, ( member(From, Reached), reaches(king, [], From, To) ), Further0),
    sort(Further0, Further),
    ord_subtract(Further, Avoiding, Free),
    ord_union(Reached, Free, Wider),
    ( Wider == Reached -> Squares = Reached ; flooded(Wider, Avoiding, Squares) ).

%! adjacent(+A, +B)
adjacent(A, B) :- distance(A, B, 1).

% Lines

%! squares_between(+A, +B, -Squares)
% Strictly between two squares on a common file, rank or diagonal; none if they share no line.
squares_between(A, B, Squares) :- squares_where(lies_between(A, B), Squares).

%! lies_between(+A, +B, +Square)
lies_between(A, B, Square) :-
    direction(A, B, Step),
    direction(A, Square, Step),
    direction(Square, B, Step).

%! direction(+A, +B, -Step)
% The step that leads straight or diagonally from one square to another; none if they share no line.
direction(F1/R1, F2/R2, DF/DR) :-
    Right is F2 - F1, Up is R2 - R1,
    ( Right =:= 0 -> Up =\= 0 ; Up =:= 0 -> true ; abs(Right) =:= abs(Up) ),
    DF is sign(Right), DR is sign(Up).

%! strictly_between(+X, +A, +B)
strictly_between(X, A, B) :- min(A, B) < X, X < max(A, B).

%! line_through(+A, +B, -Squares)
% The whole file, rank or diagonal through two different squares; none if they share no line.
line_through(A, B, Squares) :-
    (   direction(A, B, Step)
    ->  squares_where(on_line(A, Step), Squares)
    ;   Squares = []
    ).

%! on_line(+A, +Step, +Square)
on_line(A, Step, Square) :-
    ( A == Square -> true ; direction(A, Square, Step) -> true ; direction(Square, A, Step) ).

%! same_file(+A, +B)
same_file(File/_, File/_).

%! same_rank(+A, +B)
same_rank(_/Rank, _/Rank).

%! same_diagonal(+A, +B)
same_diagonal(F1/R1, F2/R2) :- abs(F1 - F2) =:= abs(R1 - R2).

%! same_line(+A, +B)
same_line(A, B) :- ( same_file(A, B) -> true ; same_rank(A, B) -> true ; same_diagonal(A, B) ).

% Attacks: a man attacks a square if it could capture there, were an enemy on it.

%! attacker(+Men, +Side, +Square, -From)
% A man of the side on From attacks the square; the men stop lines.
attacker(Men, Side, Square, From) :-
    member(man(Side, Kind, From), Men),
    strikes(Kind, Side, From, Square, Men).

%! strikes(+Kind, +Side, +From, +To, +Men)
strikes(king, _, From, To, _) :- distance(From, To, 1).
strikes(knight, _, F1/R1, F2/R2, _) :- abs(F1 - F2) * abs(R1 - R2) =:= 2.
strikes(pawn, Side, F1/R1, F2/R2, _) :- pawn_way(Side, Up, _, _), R2 =:= R1 + Up, abs(F1 - F2) =:= 1.
strikes(rook, _, From, To, Men) :- direction(From, To, Step), is_straight(Step), is_clear(From, To, Step, Men).
strikes(bishop, _, From, To, Men) :- direction(From, To, Step), \+ is_straight(Step), is_clear(From, To, Step, Men).
strikes(queen, _, From, To, Men) :- direction(From, To, Step), is_clear(From, To, Step, Men).

%! is_straight(+Step)
is_straight(Right/Up) :- Right * Up =:= 0.

%! is_clear(+From, +To, +Step, +Men)
% No man stands strictly between.
is_clear(From, To, Step, Men) :-
    \+ ( member(man(_, _, Square), Men), direction(From, Square, Step), direction(Square, To, Step) ).

%! attackers(+Pos, +Side, +Square, -Squares)
attackers(position(_, Men, _, _), Side, Square, Squares) :-
    findall(From, attacker(Men, Side, Square, From), Squares0),
    sort(Squares0, Squares).

%! controls(+Pos, +Side, +Square)
controls(position(_, Men, _, _), Side, Square) :- once(attacker(Men, Side, Square, _)).

%! attacks(+Pos, +Side, -Squares)
attacks(Pos, Side, Squares) :- squares_where(controls(Pos, Side), Squares).

%! reach(+Pos, +Square, -Squares)
% The squares that the man on the square attacks; none if it is vacant.
reach(position(_, Men, _, _), Square, Squares) :-
    (   memberchk(man(Side, Kind, Square), Men)
    ->  board(Board),
        findall(To, ( member(To, Board), strikes(Kind, Side, Square, To, Men) ), Squares)
    ;   Squares = []
    ).

%! attacked(+Pos, +Square)
attacked(Pos, Square) :- owner(Pos, Square, Side), other(Side, Other), controls(Pos, Other, Square).

%! guarded(+Pos, +Square)
guarded(Pos, Square) :- owner(Pos, Square, Side), controls(Pos, Side, Square).

%! safe(+Pos, +Side, +Square)
% No enemy would attack the side's king there; the king's present square shields nothing.
safe(position(_, Men, _, _), Side, Square) :-
    findall(man(Owner, Kind, On), ( member(man(Owner, Kind, On), Men), man(Owner, Kind, On) \= man(Side, king, _) ), Others),
    other(Side, Other),
    \+ attacker(Others, Other, Square, _).

%! pinned(+Pos, +Side, -Squares)
% The side's men that stand alone between its king and an enemy rook, bishop or queen.
pinned(Pos, Side, Squares) :-
    Pos = position(_, Men, _, _),
    other(Side, Other),
    findall(Square,
            ( only(Pos, Side, king, King),
              member(man(Other, Kind, From), Men),
              memberchk(Kind, [queen, rook, bishop]),
              strikes(Kind, Other, From, King, []),
              findall(On, ( member(man(_, _, On), Men), lies_between(From, King, On) ), [Square]),
              memberchk(man(Side, _, Square), Men) ),
            Squares0),
    sort(Squares0, Squares).

%! checkers(+Pos, +Side, -Squares)
checkers(Pos, Side, Squares) :-
    other(Side, Other),
    ( only(Pos, Other, king, King) -> attackers(Pos, Side, King, Squares) ; Squares = [] ).

%! loose(+Pos, +Side, -Squares)
% The side's men, the king apart, that are attacked and not guarded.
loose(Pos, Side, Squares) :-
    Pos = position(_, Men, _, _),
    findall(Square,
            ( member(man(Side, Kind, Square), Men), Kind \== king, attacked(Pos, Square), \+ guarded(Pos, Square) ),
            Squares0),
    sort(Squares0, Squares).

% The state of the game

%! in_check(+Pos)
in_check(position(Side, Men, _, _)) :- king_hangs(Men, Side).

%! ending(+Pos, -Text)
% Why there is no move.
ending(Pos, Text) :- ( in_check(Pos) -> Text = checkmate ; Text = stalemate ).

%! mate(+Pos)
mate(Pos) :- in_check(Pos), \+ has_moves(Pos).

%! stalemate(+Pos)
stalemate(Pos) :- \+ in_check(Pos), \+ has_moves(Pos).

%! n_moves(+Pos, -Number)
n_moves(Pos, Number) :- legal_moves(Pos, Moves), length(Moves, Number).

%! cut_off(+Pos, +Side, +Square)
% An enemy rook or queen on a file or a rank between the side's king and the square.
cut_off(Pos, Side, File/Rank) :-
    Pos = position(_, Men, _, _),
    only(Pos, Side, king, KingFile/KingRank),
    other(Side, Other),
    once(( member(man(Other, Kind, F/R), Men),
           memberchk(Kind, [rook, queen]),
           ( strictly_between(F, KingFile, File) -> true ; strictly_between(R, KingRank, Rank) ) )).

%! driven_to_edge(+Pos, +Side)
% The side's king is on the edge and cannot step off it.
driven_to_edge(Pos, Side) :-
    Pos = position(_, Men, _, _),
    only(Pos, Side, king, King),
    edge(King),
    neighbours(King, Squares),
    \+ ( member(To, Squares), \+ edge(To), \+ memberchk(man(Side, _, To), Men), safe(Pos, Side, To) ).

%! dominated(+Pos, +Square)
% Wherever the man could go, an enemy attacks it; a king is never dominated.
dominated(Pos, Square) :-
    Pos = position(_, Men, _, _),
    memberchk(man(Side, Kind, Square), Men),
    Kind \== king,
    other(Side, Other),
    free_moves(Pos, Side, Moves),
    selectchk(man(Side, Kind, Square), Men, Rest),
    forall(( member(Move, Moves), from_square(Move, Square), to_square(Move, To) ), once(attacker(Rest, Other, To, _))).

%! forked(+Pos, +Side)
% One enemy attacks two men at once: each is the king, unguarded, or worth more.
forked(position(_, Men, _, _), Side) :-
    other(Side, Other),
    once(( member(man(Other, Kind, From), Men),
           findall(To, ( member(man(Side, Hit, To), Men),
                         strikes(Kind, Other, From, To, Men),
                         counts_in_fork(Hit, Kind, Side, To, Men) ), [_, _|_]) )).

%! counts_in_fork(+Hit, +Kind, +Side, +Square, +Men)
counts_in_fork(Hit, Kind, Side, Square, Men) :-
    (   Hit == king
    ->  true
    ;   man_worth(Hit, HitWorth), man_worth(Kind, Worth), HitWorth > Worth
    ->  true
    ;   \+ attacker(Men, Side, Square, _)
    ).

%! man_worth(+Kind, -Worth)
man_worth(pawn, 1).
man_worth(knight, 3).
man_worth(bishop, 3).
man_worth(rook, 5).
man_worth(queen, 9).
man_worth(king, 100).

%! free_moves(+Pos, +Side, -Moves)
% The side's moves, were it its turn: castling and en passant apart, and no king is captured.
free_moves(position(_, Men, _, _), Side, Moves) :-
    legal_moves(position(Side, Men, [], none), All),
    exclude(takes_king, All, Moves).

%! takes_king(+Move)
takes_king(move(_, _, _, king, _, _)).

%! mobility_of(+Pos, +Side, -Number)
mobility_of(Pos, Side, Number) :- free_moves(Pos, Side, Moves), length(Moves, Number).

%! mobility_on(+Pos, +Square, -Number)
mobility_on(Pos, Square, Number) :-
    owner(Pos, Square, Side),
    free_moves(Pos, Side, All),
    findall(Move, ( member(Move, All), origin(Move, Square) ), Moves),
    length(Moves, Number).

%! king_steps(+Pos, +Side, -Squares)
king_steps(Pos, Side, Squares) :-
    free_moves(Pos, Side, Moves),
    findall(To, member(move(king, _, To, _, _, _), Moves), Squares0),
    sort(Squares0, Squares).

% Pawns, seen from the side of their owner

%! pawn_on(+Pos, +Square, -Owner)
pawn_on(position(_, Men, _, _), Square, Owner) :- memberchk(man(Owner, pawn, Square), Men).

%! passed(+Pos, +Square)
passed(Pos, Square) :- pawn_on(Pos, Square, Owner), is_passed(Pos, Owner, Square).

%! is_passed(+Pos, +Owner, +Square)
% No enemy pawn is ahead on its own file or a neighbouring one.
is_passed(position(_, Men, _, _), Owner, Square) :-
    other(Owner, Other),
    seen(Owner, Square, F1/R1),
    \+ ( member(man(Other, pawn, Enemy), Men), seen(Owner, Enemy, F2/R2), abs(F1 - F2) =< 1, R2 > R1 ).

%! passed_pawns(+Pos, +Side, -Squares)
passed_pawns(Pos, Side, Squares) :-
    all(Pos, Side, pawn, Pawns),
    findall(Pawn, ( member(Pawn, Pawns), is_passed(Pos, Side, Pawn) ), Squares).

%! queening_square(+Pos, +Square, -Queening)
queening_square(Pos, Square, File/Last) :-
    pawn_on(Pos, Square, Owner),
    pawn_way(Owner, _, _, Last),
    Square = File/_.

%! steps_to_queen(+Pos, +Square, -Number)
% With a free road, the double step used.
steps_to_queen(Pos, Square, Number) :-
    pawn_on(Pos, Square, Owner),
    seen(Owner, Square, _/Rank),
    Number is min(8 - Rank, 5).

%! pawn_square(+Pos, +Square, -Squares)
% Where the other king catches the pawn though it moves first; none if no pawn is there.
pawn_square(Pos, Square, Squares) :-
    (   queening_square(Pos, Square, Queening)
    ->  steps_to_queen(Pos, Square, Steps),
        near(Queening, Steps, Squares)
    ;   Squares = []
    ).

%! key_squares(+Pos, +Square, -Squares)
% The pawn's king on one of them queens it, if the other king is not nearer to it.
key_squares(Pos, Square, Squares) :-
    (   pawn_on(Pos, Square, Owner)
    ->  seen(Owner, Square, Pawn),
        findall(Key, key_square(Pawn, Key), Keys),
        sort(Keys, Sorted),
        all_seen(Owner, Sorted, Squares)
    ;   Squares = []
    ).

%! key_square(+Pawn, -Square)
% Two ranks ahead; on the fifth and sixth rank the next rank too; on the seventh around the pawn; for a
% rook's pawn the two squares beside the corner.
key_square(1/_, Square) :- !, member(Square, [2/7, 2/8]).
key_square(8/_, Square) :- !, member(Square, [7/7, 7/8]).
key_square(Pawn, Square) :-
    Pawn = _/Rank,
    key_ranks(Rank, Ups),
    member(Up, Ups),
    member(Right, [-1, 0, 1]),
    stepped(Pawn, Right/Up, Square),
    Square \== Pawn.

%! key_ranks(+Rank, -Ups)
key_ranks(2, [2]).
key_ranks(3, [2]).
key_ranks(4, [2]).
key_ranks(5, [1, 2]).
key_ranks(6, [1, 2]).
key_ranks(7, [0, 1]).

% Kings

%! opposition(+A, +B)
opposition(A, B) :- same_row(A, B), distance(A, B, 2).

%! distant_opposition(+A, +B)
distant_opposition(A, B) :- same_row(A, B), distance(A, B, Number), memberchk(Number, [4, 6]).

%! diagonal_opposition(+A, +B)
diagonal_opposition(A, B) :- same_diagonal(A, B), distance(A, B, 2).

%! same_row(+A, +B)
same_row(A, B) :- ( same_file(A, B) -> true ; same_rank(A, B) ).

% Moves

%! from_square(+Move, -Square)
from_square(move(_, From, _, _, _, _), From).

%! to_square(+Move, -Square)
to_square(move(_, _, To, _, _, _), To).

%! promotion(+Move, -Kind)
promotion(move(_, _, _, _, Kind, _), Kind) :- Kind \== none.

%! captured(+Move, -Kind)
captured(move(_, _, _, Kind, _, _), Kind) :- Kind \== none.

%! capture(+Move)
capture(Move) :- captured(Move, _).

%! check(+Pos, +Move)
check(Pos, Move) :- play(Pos, Move, After), in_check(After).

%! mating(+Pos, +Move)
mating(Pos, Move) :- play(Pos, Move, After), mate(After).

%! promote(+Move)
promote(Move) :- promotion(Move, _).

%! castle(+Move)
castle(move(_, _, _, _, _, castle)).

%! double_step(+Move)
double_step(Move) :- moves_man(Move, pawn), move_length(Move, 2).

%! en_passant(+Move)
en_passant(move(_, _, _, _, _, en_passant)).

%! goes_in(+Us, +Move, -Step)
% The direction of a move as the side sees it; a knight's move has none.
goes_in(Us, Move, Step) :-
    from_square(Move, From), seen(Us, From, From1),
    to_square(Move, To), seen(Us, To, To1),
    direction(From1, To1, Step).

%! straight(+Us, +Move)
straight(Us, Move) :- goes_in(Us, Move, Step), is_straight(Step).

%! diagonal(+Us, +Move)
diagonal(Us, Move) :- goes_in(Us, Move, Step), \+ is_straight(Step).

%! north(+Us, +Move)
north(Us, Move) :- goes_in(Us, Move, 0/1).

%! south(+Us, +Move)
south(Us, Move) :- goes_in(Us, Move, 0/(-1)).

%! east(+Us, +Move)
east(Us, Move) :- goes_in(Us, Move, 1/0).

%! west(+Us, +Move)
west(Us, Move) :- goes_in(Us, Move, -1/0).

%! northeast(+Us, +Move)
northeast(Us, Move) :- goes_in(Us, Move, 1/1).

%! northwest(+Us, +Move)
northwest(Us, Move) :- goes_in(Us, Move, -1/1).

%! southeast(+Us, +Move)
southeast(Us, Move) :- goes_in(Us, Move, 1/(-1)).

%! southwest(+Us, +Move)
southwest(Us, Move) :- goes_in(Us, Move, -1/(-1)).

%! rise(+Us, +Move, -Number)
% By how many ranks the man goes up.
rise(Us, Move, Number) :-
    from_square(Move, From), rank(Us, From, R1),
    to_square(Move, To), rank(Us, To, R2),
    Number is R2 - R1.

%! forward(+Us, +Move)
forward(Us, Move) :- rise(Us, Move, Number), Number > 0.

%! backward(+Us, +Move)
backward(Us, Move) :- rise(Us, Move, Number), Number < 0.

%! move_length(+Move, -Number)
move_length(Move, Number) :- from_square(Move, From), to_square(Move, To), distance(From, To, Number).

%! toward(+Move, +Square)
toward(Move, Square) :- nearer_by(Move, Square, Number), Number > 0.

%! away(+Move, +Square)
away(Move, Square) :- nearer_by(Move, Square, Number), Number < 0.

%! nearer_by(+Move, +Square, -Number)
nearer_by(Move, Square, Number) :-
    from_square(Move, From), distance(From, Square, Before),
    to_square(Move, To), distance(To, Square, After),
    Number is Before - After.
