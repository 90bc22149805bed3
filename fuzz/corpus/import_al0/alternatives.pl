/* Two ways to say the same, one after the other. */
first :: if kings_close then [approach, e4].
second :: if true then [wait].
advice(approach, lpatt : not rooklost and not stalemate : (depth = 0) and kingdiagfirst : nomove).
advice(approach, lpatt or okorndle and themtomove : not rooklost : (kingdiagfirst then rookmove) and legal and (depth < 3) : (depth < 2) and legal).
advice(e4, our_king_edge : true : (depth = 0) and checkmove then (depth = 2) and rookmove then (depth = 4) and legal : legal and (depth < 4)).
advice(wait, themtomove : true : (depth = 0) and legal : nomove).
