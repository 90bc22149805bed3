% THE GAME OF AND/OR GRAPHS
%
% A position is graph(Here, Nodes): the number of the node that the problem is about, and a term
% nodes(node(Name, Kind, Successors), …), in which nodes are numbered as the text names them. A kind
% is and, or, goal or other. A move is step(From, To).

%! turn(+Pos, ?Side)
% At an AND node they choose. A node without successors is ours, and there we have no move.
turn(graph(Here, Nodes), Side) :-
    arg(Here, Nodes, node(_, Kind, _)),
    ( Kind == and -> Side = them ; Side = us ).

%! legal_moves(+Pos, -Moves)
% The successors, in their order.
legal_moves(graph(Here, Nodes), Moves) :-
    arg(Here, Nodes, node(_, _, Successors)),
    findall(step(Here, Node), member(Node, Successors), Moves).

%! image(+Pos, -Turn, -Image)
% A position looks like no other.
image(Pos, same, Pos).

%! image_square(+Turn, +Node, -Image)
image_square(same, Node, Node).

%! image_squares(+Turn, +Nodes, -Images)
image_squares(same, Nodes, Nodes).

%! play(+Pos, +Move, -After)
play(graph(Here, Nodes), step(Here, Node), graph(Node, Nodes)).

%! moves_man(+Move, +Man)
% There are no men in a graph.
moves_man(_, _) :- fail.

%! origin(+Move, -Node)
origin(step(Node, _), Node).

%! moves_left(+Pos, +Move, +Targets, -Left)
% Nothing walks in a graph.
moves_left(_, _, _, _) :- fail.

%! fits(+Pos, +Header)
% Every table is for all graphs.
fits(_, any).

%! ending(+Pos, -Text)
% Why there is no move.
ending(graph(Here, Nodes), Text) :-
    arg(Here, Nodes, node(Name, Kind, _)),
    (   Kind == goal
    ->  format(atom(Text), "~w is a goal", [Name])
    ;   format(atom(Text), "~w is no goal, and is made of nothing", [Name])
    ).

%! read_position(+Text, -View, -Pos)
% Reads "a = b and d; b = c or e; goal d e": what nodes are made of, and which are goals. The problem
% is the first node that is named, unless "from b" names another; "nodes a b" only names some.
read_position(Text, plain, graph(Here, Nodes)) :-
    statements(Text, Statements),
    foldl(named_in, Statements, []-[], Reversed-Froms),
    reverse(Reversed, Names),
    ( Names = [First|_] -> true ; domain_error(and_or_graph, Text) ),
    (   Froms = []
    ->  From = First
    ;   Froms = [From]
    ->  true
    ;   domain_error(one_node_to_ask_about, Text)
    ),
    nth1(Here, Names, From),
    maplist(node_of(Statements, Names), Names, All),
    Nodes =.. [nodes|All],
    !.

%! statements(+Text, -Statements)
% Lines, or what stands between semicolons; the rest of a line after "#" is a remark.
statements(Text, Statements) :-
    split_string(Text, "\n", "\r", Lines),
    findall(Statement,
            ( member(Line, Lines), split_string(Line, "#", "", [Said|_]),
              split_string(Said, ";", " \t", Parts), member(Part, Parts), Part \== "",
              statement(Part, Statement) ),
            Statements).

%! statement(+Text, -Statement)
statement(Text, Statement) :-
    (   split_string(Text, "=", " \t", [Left, Right])
    ->  graph_words(Left, Lefts),
        ( Lefts = [Name] -> true ; domain_error(name_of_a_node, Left) ),
        graph_words(Right, Words),
        made_of(Words, Name, Kind, Parts),
        ( is_set(Parts) -> true ; domain_error(successors_named_once, Text) ),
        Statement = made(Name, Kind, Parts)
    ;   graph_words(Text, [What|Names]),
        memberchk(What, [goal, from, nodes]),
        Names \== []
    ->  Statement = said(What, Names)
    ;   domain_error(statement_about_a_graph, Text)
    ).

%! graph_words(+Text, -Words)
graph_words(Text, Words) :-
    split_string(Text, " \t", " \t", Texts),
    findall(Word, ( member(One, Texts), One \== "", atom_string(Word, One) ), Words).

%! made_of(+Words, +Name, -Kind, -Parts)
% A node with one successor is an OR node.
made_of([Part], _, or, [Part]) :- !.
made_of([Part|Words], _, Kind, [Part|Parts]) :-
    Words = [Kind|_],
    memberchk(Kind, [and, or]),
    joined_by(Words, Kind, Parts),
    !.
made_of(_, Name, _, _) :- domain_error(and_node_or_or_node, Name).

%! joined_by(+Words, +Kind, -Parts)
joined_by([], _, []).
joined_by([Kind, Part|Words], Kind, [Part|Parts]) :- joined_by(Words, Kind, Parts).

%! named_in(+Statement, +Known0, -Known)
% The names so far, the last one first, and the nodes to ask about.
named_in(made(Name, _, Parts), Names0-Froms, Names-Froms) :-
    foldl(named_once, [Name|Parts], Names0, Names).
named_in(said(What, Said), Names0-Froms0, Names-Froms) :-
    foldl(named_once, Said, Names0, Names),
    ( What == from -> append(Froms0, Said, Froms) ; Froms = Froms0 ).

%! named_once(+Name, +Names0, -Names)
named_once(Name, Names0, Names) :-
    (   memberchk(Name, [and, or, goal, from, nodes])
    ->  domain_error(name_of_a_node, Name)
    ;   memberchk(Name, Names0)
    ->  Names = Names0
    ;   Names = [Name|Names0]
    ).

%! node_of(+Statements, +Names, +Name, -Node)
% The order of successors has no meaning.
node_of(Statements, Names, Name, node(Name, Kind, Successors)) :-
    findall(Made-Parts, member(made(Name, Made, Parts), Statements), Found),
    (   member(said(goal, Goals), Statements), memberchk(Name, Goals)
    ->  IsGoal = true
    ;   IsGoal = false
    ),
    (   Found = [], IsGoal == true
    ->  Kind = goal, Successors = []
    ;   Found = []
    ->  Kind = other, Successors = []
    ;   Found = [Kind-Parts], IsGoal == false
    ->  findall(Node, ( member(Part, Parts), nth1(Node, Names, Part) ), Numbers),
        sort(Numbers, Successors)
    ;   domain_error(node_said_once, Name)
    ).

%! move_text(+View, +Pos, +Move, -Text)
% The name of the successor.
move_text(plain, graph(_, Nodes), step(_, Node), Text) :-
    arg(Node, Nodes, node(Text, _, _)).

% THE WORDS OF GRAPHS

%! nodes(+Pos, -Nodes)
nodes(graph(_, Nodes), Numbers) :-
    functor(Nodes, _, Last),
    numlist(1, Last, Numbers).

%! here(+Pos, -Node)
here(graph(Here, _), Here).

%! successors(+Pos, +Node, -Nodes)
successors(graph(_, Nodes), Node, Successors) :-
    arg(Node, Nodes, node(_, _, Successors)).

%! goal_node(+Pos, +Node)
goal_node(graph(_, Nodes), Node) :- arg(Node, Nodes, node(_, goal, _)).

%! and_node(+Pos, +Node)
and_node(graph(_, Nodes), Node) :- arg(Node, Nodes, node(_, and, _)).

%! or_node(+Pos, +Node)
or_node(graph(_, Nodes), Node) :- arg(Node, Nodes, node(_, or, _)).
