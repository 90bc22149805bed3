% How the exported chapter is timed.

bench_position(King, Rook, Enemy, position(us, Men, [], none)) :-
    sort([man(us, king, King), man(us, rook, Rook), man(them, king, Enemy)], Men).

bench_answer(Pos, Answer) :-
    chosen(Pos, _, _, [Move-_]),
    play(Pos, Move, After),
    only(After, us, king, KF/KR),
    only(After, us, rook, RF/RR),
    atomic_list_concat([KF, KR, RF, RR], ' ', Answer).

bench_nodes(tried(_, _, _)).
