% How the printed listing is timed.

bench_position(King, Rook, Enemy, ourturn:Enemy:King:Rook).

bench_answer(Pos, Answer) :-
    once(ourmove(Pos, _:_:(KF/KR):(RF/RR))),
    atomic_list_concat([KF, KR, RF, RR], ' ', Answer).

% The positions that a move of either side makes.
bench_nodes(smove(_, _, _)).
bench_nodes(tmove(_, _)).
