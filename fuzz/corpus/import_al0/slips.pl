:- op(220, xfy, ..).
% no blank, please
edge : if their_king_edg then [advance, squeze, mate_in_1].
'odd one' :: if not (kings_close or true) then [squeeze].
advice (squeeze, newroomsmaller : not rooklost : (depth = 1) and rookmove : nomove).
advice(squeeze, newroomsmaller, not rooklost : legalmove then legal and checkmove : (depth < 3) and legal).
advice(walk, own and not far : true : legal : legal).
own(b..W..Rx:Ry..Bx:By.._) :- Rx < Bx, ( Ry =:= By -> W = Rx:Ry ; \+ Ry > 3 ), write(hit), !.
far(Pos, Root) :- own(Pos), not own(Root), X is 1 + 2 * 3, X > 4.
advice(
