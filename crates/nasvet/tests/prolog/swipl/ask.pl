% Reads one position a line, and prints for each what the tables say: rule, piece and tree, or none.

:- initialization(main, main).

main :-
    set_stream(user_input, encoding(utf8)),
    set_stream(user_output, encoding(utf8)),
    repeat,
    read_line_to_string(user_input, Line),
    (   Line == end_of_file
    ->  !
    ;   answer(Line),
        fail
    ).

answer(Line) :-
    (   advise(Line, Rule, Piece, Tree)
    ->  format("~w ~w ~w~n", [Rule, Piece, Tree])
    ;   format("none~n")
    ).
