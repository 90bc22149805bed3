% Times a program on the positions of standard input, one a line: King Rook Enemy, as file and rank each.
% Prints the nodes, the seconds of processor time, then one line a position: what was played.
% bench_position/4, bench_answer/2 and bench_nodes/1 are defined beside.

:- initialization(main, main).
:- use_module(library(prolog_wrap)).
:- use_module(library(readutil)).

main :-
    read_positions(Positions),
    % Once to warm up and for the answers, once for the time, once to count.
    findall(Answer, ( member(P, Positions), bench_answer(P, Answer) ), Answers),
    garbage_collect,
    statistics(cputime, Start),
    forall(member(P, Positions), bench_answer(P, _)),
    statistics(cputime, End),
    Seconds is End - Start,
    nb_setval(nodes, 0),
    forall(bench_nodes(Head), wrap_predicate(Head, nodes, Wrapped, ( Wrapped, count_node ))),
    forall(member(P, Positions), bench_answer(P, _)),
    nb_getval(nodes, Nodes),
    format("~d~n~6f~n", [Nodes, Seconds]),
    forall(member(Answer, Answers), format("~w~n", [Answer])).

count_node :- nb_getval(nodes, N0), N is N0 + 1, nb_setval(nodes, N).

read_positions(Positions) :-
    read_line_to_string(user_input, Line),
    (   Line == end_of_file
    ->  Positions = []
    ;   split_string(Line, " ", "", Words),
        maplist([Word, Number]>>number_string(Number, Word), Words, [KF, KR, RF, RR, EF, ER]),
        bench_position(KF/KR, RF/RR, EF/ER, P),
        Positions = [P|Rest],
        read_positions(Rest)
    ).
