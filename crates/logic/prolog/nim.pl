% THE GAME OF NIM
%
% A position is heaps(Turn, Sizes), a heap is its place in the list, and a move is
% take(Heap, Matches, Left): from so many matches to so many.

%! turn(?Pos, ?Side)
turn(heaps(Side, _), Side).

%! legal_moves(+Pos, -Moves)
% Heap by heap; in each, one match taken first.
legal_moves(heaps(_, Sizes), Moves) :-
    findall(take(Heap, Matches, Left), takes_some(Sizes, Heap, Matches, Left), Moves).

%! takes_some(+Sizes, -Heap, -Matches, -Left)
takes_some(Sizes, Heap, Matches, Left) :-
    nth1(Heap, Sizes, Matches),
    between(1, Matches, Taken),
    Left is Matches - Taken.

%! image(+Pos, -Turn, -Image)
% A position looks like no other.
image(Pos, same, Pos).

%! image_square(+Turn, +Heap, -Image)
image_square(same, Heap, Heap).

%! image_squares(+Turn, +Heaps, -Images)
image_squares(same, Heaps, Heaps).

%! play(+Pos, +Move, -After)
% An emptied heap keeps its place.
play(heaps(Side, Sizes), take(Heap, Matches, Left), heaps(Other, After)) :-
    other(Side, Other),
    nth1(Heap, Sizes, Matches, Others),
    nth1(Heap, After, Left, Others),
    !.

%! moves_man(+Move, +Man)
% There are no men in Nim.
moves_man(_, _) :- fail.

%! origin(+Move, -Heap)
origin(take(Heap, _, _), Heap).

%! moves_left(+Pos, +Move, +Targets, -Left)
% Nothing walks in Nim.
moves_left(_, _, _, _) :- fail.

%! fits(+Pos, +Header)
% Every table is for all heaps.
fits(_, any).

%! ending(+Pos, -Text)
% Why there is no move.
ending(heaps(Side, _), Text) :- format(atom(Text), "there is no match left for ~w to take", [Side]).

%! read_position(+Text, -View, -Pos)
% Reads "2 1 1", "nim 2 1 1" or "2 1 1 them to move".
read_position(Text, plain, heaps(Side, Sizes)) :-
    split_string(Text, " ,\t", " ,\t", Words0),
    exclude(==(""), Words0, Words1),
    ( Words1 = ["nim"|Words2] -> true ; Words2 = Words1 ),
    (   append(Numbers, [Who, "to", "move"], Words2)
    ->  nim_side(Who, Side)
    ;   Numbers = Words2, Side = us
    ),
    ( Numbers = [_|_] -> true ; domain_error(nim_position, Text) ),
    maplist(nim_heap, Numbers, Sizes).

%! nim_side(+Text, -Side)
nim_side("us", us) :- !.
nim_side("them", them) :- !.
nim_side(Text, _) :- domain_error(side, Text).

%! nim_heap(+Text, -Size)
nim_heap(Text, Size) :-
    (   catch(number_string(Size, Text), _, fail), integer(Size), Size >= 0
    ->  true
    ;   domain_error(size_of_a_heap, Text)
    ).

%! move_text(+View, +Pos, +Move, -Text)
% 4→3 where the first heap of its size is meant, else with its place: 2:4→3.
move_text(plain, heaps(_, Sizes), take(Heap, Matches, Left), Text) :-
    (   once(nth1(First, Sizes, Matches)), First == Heap
    ->  format(atom(Text), '~d→~d', [Matches, Left])
    ;   format(atom(Text), '~d:~d→~d', [Heap, Matches, Left])
    ).

% THE WORDS OF NIM

%! heaps(+Pos, -Heaps)
heaps(heaps(_, Sizes), Heaps) :-
    findall(Heap, nth1(Heap, Sizes, _), Heaps).

%! matches(+Pos, +Heap, -Number)
matches(heaps(_, Sizes), Heap, Number) :-
    nth1(Heap, Sizes, Matches),
    Number := Matches.

%! all_matches(+Pos, -Number)
all_matches(heaps(_, Sizes), Number) :-
    sum_list(Sizes, Sum),
    Number := Sum.

%! digital_sum(+Pos, -Number)
% The sizes in binary, added without carrying.
digital_sum(heaps(_, Sizes), Number) :-
    foldl(add_digits, Sizes, 0, Sum),
    Number := Sum.

%! add_digits(+Size, +Sum0, -Sum)
add_digits(Size, Sum0, Sum) :- Sum is Sum0 xor Size.

%! heap(+Move, -Heap)
heap(take(Heap, _, _), Heap).

%! taken(+Move, -Number)
taken(take(_, Matches, Left), Number) :- Number := Matches - Left.

%! left(+Move, -Number)
left(take(_, _, Left), Number) :- Number := Left.
