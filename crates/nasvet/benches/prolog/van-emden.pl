% King and rook against king after figures 6.1 to 6.7 of M. H. van Emden, "Chess-endgame advice",
% Research Report CS-80-05, University of Waterloo, 1980, in the Prolog of today.
%
% Clauses, alternatives and goals stand in the order of the paper. The slips of the printed listing are
% mended (places that were lost, one name spelt in two ways, clauses printed twice); names that SWI-Prolog
% keeps for itself are changed; a square is I/J; what is written for the player, and his part of the
% dialogue, is left out.

% Figure 6.1: the top level

ourmove(Pos1, Pos2) :-
    advice(Rule, Pos1), depthbound(Rule, N), s(Pos1, Pos2, Rule, N).

% Figure 6.2: a subgame

s(Pos1, Pos2, Rule, N) :-
    N > 0, N1 is N - 1, moveconstr(Rule, MC),
    smove(MC, Pos1, Pos2), s1(Pos1, Pos2, Rule, N1).

s1(Pos1, Pos2, Rule, _) :- swon(Pos1, Pos2, Rule), !.
s1(_, Pos2, Rule, N) :- \+ t(Pos2, _, Rule, N).

t(Pos1, Pos2, Rule, N) :- tmove(Pos1, Pos2), t1(Pos1, Pos2, Rule, N).
t1(Pos1, Pos2, Rule, _) :- twon(Pos1, Pos2, Rule), !.
t1(_, Pos2, Rule, N) :- \+ s(Pos2, _, Rule, N).

smove(MC, ourturn:TK:OK1:OR1, theirturn:TK:OK2:OR2) :-
    trialmove(MC, ourturn:TK:OK1:OR1, theirturn:TK:OK2:OR2),
    \+ OK2 = OR2, \+ kingrule(TK, OK2),
    \+ stalemate(theirturn:TK:OK2:OR2).

tmove(theirturn:TK1:OK:OR, ourturn:TK2:OK:OR) :-
    kingrule(TK1, TK2), \+ incheck(_:TK2:OK:OR).

swon(Pos1, Pos2, Rule) :- bettergoal(Rule, B), is_true(B, Pos1, Pos2).
twon(Pos1, Pos2, Rule) :- holdinggoal(Rule, H), \+ is_true(H, Pos1, Pos2).

trialmove(checkfirst, Pos1, Pos2) :- trialmove(rookmove, Pos1, Pos2), incheck(Pos2).
trialmove(checkfirst, Pos1, Pos2) :- trialmove(anymove, Pos1, Pos2).
trialmove(rookmove, ourturn:TK:OK:OR1, theirturn:TK:OK:OR2) :-
    rookrange(ourturn:TK:OK:OR1, Range),
    rookrule(OR1, OR2, Range), \+ hopped(OK, OR1, OR2).
trialmove(kdmovefirst, ourturn:TK:OK1:OR, theirturn:TK:OK2:OR) :- kingrule(OK1, OK2).
trialmove(anymove, Pos1, Pos2) :- trialmove(rookmove, Pos1, Pos2).
trialmove(anymove, Pos1, Pos2) :- trialmove(kdmovefirst, Pos1, Pos2).

hopped(I/JK, I/JR1, I/JR2) :- lies_between(JK, JR1, JR2).
hopped(IK/J, IR1/J, IR2/J) :- lies_between(IK, IR1, IR2).

% Figure 6.3: the advice table

advice(mate:notrooklost:checkfirst:2, Pos) :- is_close(Pos).
advice(squeeze:notrooklost:rookmove:1, _).
advice(approach:notrooklost:kdmovefirst:1, _).
advice(keeproom:notrooklost:kdmovefirst:1, _).
advice(divide:notrooklost:anymove:3, _).

bettergoal(X:_:_:_, X).
holdinggoal(_:X:_:_, X).
moveconstr(_:_:X:_, X).
depthbound(_:_:_:X, X).

mate(_, Pos) :- mated(Pos).

squeeze(Pos1, Pos2) :- newroomlt(Pos1, Pos2), \+ rexposed(Pos2), rdivides(Pos2).

approach(Pos1, Pos2) :-
    okcsnmdlt(Pos1, Pos2), \+ rexposed(Pos2),
    rdividesorlpatt(Pos2),
    roomgt2ornotokedge(Pos2).

keeproom(Pos1, Pos2) :-
    rdivides(Pos2), \+ rexposed(Pos2),
    okorndle(Pos1, Pos2), roomgt2ornotokedge(Pos2).

divide(_, Pos2) :- \+ rexposed(Pos2), rdivides(Pos2).

notrooklost(Pos, _) :- \+ rooklost(Pos).

is_close(_:TK:OK:_) :- mdist(TK, OK, D), D < 4, edge(TK).

% Figure 6.4: predicates of the advice table

mated(Pos) :- incheck(Pos), \+ tmove(Pos, _).

newroomlt(Pos1, Pos2) :- room(Pos1, R1), room(Pos2, R2), R2 < R1.

rexposed(theirturn:TK:OK:OR) :- dist(TK, OR, TD), dist(OK, OR, OD), TD < OD.
rexposed(ourturn:TK:OK:OR) :-
    dist(TK, OR, TD), dist(OK, OR, OD), OD1 is OD - 1, TD < OD1.

okcsnmdlt(_:(ITK1/JTK1):OK1:(IOR/JOR), _:_:OK2:(IOR/JOR)) :-
    DI is ITK1 - IOR, sign_of(DI, SDI), ICS is IOR + SDI,
    DJ is JTK1 - JOR, sign_of(DJ, SDJ), JCS is JOR + SDJ,
    mdist(OK1, ICS/JCS, Dist1), mdist(OK2, ICS/JCS, Dist2),
    Dist2 < Dist1.

rdivides(_:(ITK/JTK):(IOK/JOK):(IOR/JOR)) :-
    ( lies_between(IOR, ITK, IOK) ; lies_between(JOR, JTK, JOK) ).

rdividesorlpatt(Pos) :- rdivides(Pos).
rdividesorlpatt(Pos) :- lpatt(Pos).

okorndle(_:_:OK1:OR1, _:_:OK2:OR2) :- dist(OK1, OR1, Dist1), dist(OK2, OR2, Dist2), Dist2 =< Dist1.

roomgt2ornotokedge(Pos) :- roomgt2(Pos).
roomgt2ornotokedge(Pos) :- \+ okedge(Pos).

stalemate(Pos) :- \+ incheck(Pos), \+ tmove(Pos, _).

rooklost(theirturn:TK:OK:OR) :- kingrule(TK, OR), \+ kingrule(OK, OR).

% Figure 6.5: auxiliary predicates

incheck(_:TK:OK:_) :- kingrule(OK, TK), !.
incheck(Turn:TK:OK:OR) :- \+ OR = TK, rookcheck(Turn:TK:OK:OR).

rookcheck(_:(ITK/_):(IOK/_):(ITK/_)) :- \+ IOK = ITK, !.
rookcheck(_:(ITK/JTK):(_/JOK):(ITK/JOR)) :- \+ lies_between(JOK, JTK, JOR), !.
rookcheck(_:(_/JTK):(_/JOK):(_/JTK)) :- \+ JOK = JTK, !.
rookcheck(_:(ITK/JTK):(IOK/_):(IOR/JTK)) :- \+ lies_between(IOK, ITK, IOR).

lies_between(X, Y, Z) :- ( Y < X, X < Z ; Z < X, X < Y ).

lpatt(theirturn:(ITK/JTK):(IOK/JTK):(IOK/JOR)) :-
    IDiff is IOK - ITK, absolute(IDiff, 2),
    ( next(JTK, JOR) ; previous(JTK, JOR) ).
lpatt(theirturn:(ITK/JTK):(ITK/JOK):(IOR/JOK)) :-
    JDiff is JOK - JTK, absolute(JDiff, 2),
    ( next(ITK, IOR) ; previous(ITK, IOR) ).

room(_:(ITK/JTK):_:(IOR/JOR), R) :- side(ITK, IOR, I), side(JTK, JOR, J), R is I * J, !.
room(_, 100).

side(X, Y, Z) :- X < Y, Z is Y - 1, !.
side(X, Y, Z) :- X > Y, Z is 8 - Y.

mdist(I1/J1, I2/J2, D) :-
    I21 is I2 - I1, absolute(I21, AbsI),
    J21 is J2 - J1, absolute(J21, AbsJ),
    D is AbsI + AbsJ.

dist(I1/J1, I2/J2, D) :-
    I21 is I2 - I1, absolute(I21, AbsI),
    J21 is J2 - J1, absolute(J21, AbsJ),
    minmax(AbsI, AbsJ, _, D).

roomgt2(Pos) :- room(Pos, Area), Area > 2.

okedge(_:_:OK:_) :- edge(OK).

edge(1/_). edge(8/_). edge(_/8). edge(_/1).

% Figure 6.6: rules for moving the pieces

kingrule(I1/J1, I2/J2) :-
    ( next(I1, I2), next(J1, J2)
    ; next(I1, I2), previous(J1, J2)
    ; previous(I1, I2), next(J1, J2)
    ; previous(I1, I2), previous(J1, J2) ).
kingrule(I1/J1, I1/J2) :- ( next(J1, J2) ; previous(J1, J2) ).
kingrule(I1/J1, I2/J1) :- ( next(I1, I2) ; previous(I1, I2) ).

rookrule(OR1, OR2, N/S/E/W) :-
    ( rooknorth(OR1, OR2, N) ; rooksouth(OR1, OR2, S)
    ; rookeast(OR1, OR2, E) ; rookwest(OR1, OR2, W) ).
rooknorth(I1/J1, I1/J2, N) :-
    J1 < N, ( J2 = N ; previous(N, N1), rooknorth(I1/J1, I1/J2, N1) ).
rooksouth(I1/J1, I1/J2, S) :-
    J1 > S, ( J2 = S ; next(S, S1), rooksouth(I1/J1, I1/J2, S1) ).
rookeast(I1/J1, I2/J1, E) :-
    I1 < E, ( I2 = E ; previous(E, E1), rookeast(I1/J1, I2/J1, E1) ).
rookwest(I1/J1, I2/J1, W) :-
    I1 > W, ( I2 = W ; next(W, W1), rookwest(I1/J1, I2/J1, W1) ).

rookrange(_:(ITK/JTK):(IOK/JOK):_, N/S/E/W) :- minmax(ITK, IOK, W, E), minmax(JTK, JOK, S, N).

% Figure 6.7: miscellaneous auxiliaries

next(X, Y) :- X < 8, Y is X + 1.
previous(X, Y) :- X > 1, Y is X - 1.

minmax(X, Y, X, Y) :- X =< Y, !.
minmax(X, Y, Y, X).

absolute(X, Y) :- X < 0, Y is 0 - X, !.
absolute(X, X).

sign_of(X, 1) :- X > 0, !.
sign_of(0, 0) :- !.
sign_of(_, Y) :- Y is 0 - 1.

is_true(Goal, Pos1, Pos2) :- call(Goal, Pos1, Pos2).
