% The rook ending as an AL0 table, for the interpreter of the book.

% Their king stands at the edge, and ours is near enough to help.
edge_rule :: if their_king_edge and kings_close
             then [mate_in_2, squeeze, approach, keeproom, divide_in_2, divide_in_3].

% Anywhere else there is no mate to look for.
else_rule :: if true
             then [squeeze, approach, keeproom, divide_in_2, divide_in_3].

% Any move, any reply, and then a check that mates.
advice(mate_in_2,
    mate
    : their_king_edge and not rooklost
    : (depth = 0) and legal then (depth = 2) and checkmove
    : (depth = 1) and legal).

% One rook move makes the room smaller.
advice(squeeze,
    rookdivides and newroomsmaller and not rookexposed and not stalemate
    : not rooklost
    : (depth = 0) and rookmove
    : nomove).

% One king move comes nearer to the critical square.
advice(approach,
    okapproachedcsquare and (rookdivides or lpatt) and (roomgt2 or not our_king_edge)
        and not rookexposed and not stalemate
    : not rooklost
    : (depth = 0) and kingdiagfirst
    : nomove).

% One king move keeps what there is. The goal okedge is defined nowhere.
advice(keeproom,
    themtomove and rookdivides and okorndle and not rookexposed and (roomgt2 or not okedge)
    : not rooklost
    : (depth = 0) and kingdiagfirst
    : nomove).

% The rook comes between the kings, whatever they reply.
advice(divide_in_2,
    themtomove and rookdivides and not rookexposed
    : not rooklost
    : (depth < 3) and legal
    : (depth < 2) and legal).

% The same with a move more.
advice(divide_in_3,
    themtomove and rookdivides and not rookexposed
    : not rooklost
    : (depth < 5) and legal
    : (depth < 4) and legal).
