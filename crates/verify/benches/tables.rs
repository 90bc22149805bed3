//! Speed, as ratios in one run: tables built by the library against a plain loop over the same ending.
//!
//! `cargo bench -p nasvet-verify --bench tables` builds rook against knight and pawn against pawn both ways, given the
//! tables of all smaller endings, and compares every entry. The plain loop below is what one would write in an
//! afternoon: one thread, one byte for every placement of the men on raw squares, and lists of what was decided
//! last. It shares the numbering of positions and the smaller tables with the library, and nothing else.

#![expect(clippy::print_stdout, reason = "a bench prints its figures")]

use std::time::Instant;

use chess::{PlacedPiece, Small};
use domain::Watch;
use domain::{BySide, Side};
use nasvet_verify::{EndgameTables, GameValue, Holds, Index, Material};
use shakmaty::{Bitboard, Color, Rank, Role, Square, attacks};

fn main() {
    let rounds = 3;
    for text in ["KRKN", "KPKP"] {
        let material: Material = text.parse().expect("the name of an ending");
        let smaller = smaller_tables(material);
        let (mut library, mut one_thread, mut plain) = (f64::MAX, f64::MAX, f64::MAX);
        for round in 0..rounds {
            let (tables, time) = timed(|| with_table(smaller.clone(), material));
            library = library.min(time);
            let pool = rayon::ThreadPoolBuilder::new()
                .num_threads(1)
                .build()
                .expect("a thread");
            let (_, time) = timed(|| pool.install(|| with_table(smaller.clone(), material)));
            one_thread = one_thread.min(time);
            let (values, time) = timed(|| Plain::new(material, &smaller).analyse());
            plain = plain.min(time);
            if round == 0 {
                compare(material, &tables, &values);
            }
        }
        println!(
            "{text}: library {library:.2} s, on one thread {one_thread:.2} s, plain loop {plain:.2} s; \
             library / plain = {:.2}, on one thread {:.2}",
            library / plain,
            one_thread / plain,
        );
        let tables = with_table(smaller, material);
        let index = Index::new(material);
        let positions: Vec<Small> = index
            .positions(0..index.n_numbers())
            .step_by(11)
            .map(|(_, position)| position)
            .collect();
        let (n_won, time) = timed(|| {
            let outcomes = positions.iter().map(|position| tables.probe(position));
            outcomes
                .filter(|outcome| matches!(outcome, Some(GameValue::Win(_))))
                .count()
        });
        println!(
            "{text}: {:.0} ns a probe over {} positions, {n_won} of them won",
            time * 1e9 / positions.len() as f64,
            positions.len()
        );
    }
}

fn smaller_tables(material: Material) -> EndgameTables {
    let mut tables = EndgameTables::new();
    for smaller in material.conversions() {
        tables
            .build(smaller, Holds::Mate, &Watch::new())
            .expect("few men");
    }
    tables
}

fn with_table(mut tables: EndgameTables, material: Material) -> EndgameTables {
    tables
        .build(material, Holds::Mate, &Watch::new())
        .expect("few men");
    tables
}

fn timed<T>(run: impl FnOnce() -> T) -> (T, f64) {
    let start = Instant::now();
    let result = run();
    (result, start.elapsed().as_secs_f64())
}

/// Both found the same.
fn compare(material: Material, tables: &EndgameTables, values: &[Value]) {
    let index = Index::new(material);
    for (number, position) in index.positions(0..index.n_numbers()) {
        let expected = match values[number] {
            Value::DRAW => GameValue::Draw,
            value if value.0 % 2 == 0 => GameValue::Win(u16::from(value.0) - 1),
            value => GameValue::Loss(u16::from(value.0) - 1),
        };
        assert_eq!(tables.probe(&position), Some(expected), "{position:?}");
    }
}

/// One more than the plies to mate; nought for a draw, or as long as nothing is known.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Value(u8);

impl Value {
    const DRAW: Value = Value(0);
    const ILLEGAL: Value = Value(255);
}

/// Never lost.
const SAFE: u8 = 255;

/// How many men both endings have.
const N_MEN: usize = 4;

/// The plain loop.
struct Plain<'a> {
    /// Kings first.
    men: [(Side, Role); N_MEN],
    tables: &'a EndgameTables,
    values: Vec<Value>,
    moves_left: Vec<u8>,
}

/// A position spread out: the squares of the men, and which pawn may be captured in passing, if any.
#[derive(Clone, Copy)]
struct Spread {
    turn: Side,
    squares: [Square; N_MEN],
    marked: Option<usize>,
}

/// Where a move leads.
enum Successor {
    Quiet,
    Conversion(GameValue),
}

impl Plain<'_> {
    fn new(material: Material, tables: &EndgameTables) -> Plain<'_> {
        let mut men = [(Side::Us, Role::King), (Side::Them, Role::King)]
            .into_iter()
            .chain(material.others());
        let n_numbers = 2 << (6 * N_MEN);
        Plain {
            men: std::array::from_fn(|_| men.next().expect("an ending of four men")),
            tables,
            values: vec![Value::ILLEGAL; n_numbers],
            moves_left: vec![SAFE; n_numbers],
        }
    }

    fn analyse(mut self) -> Vec<Value> {
        let mut due_wins: Vec<Vec<usize>> = vec![Vec::new(); 256];
        let mut due_hopes: Vec<Vec<usize>> = vec![Vec::new(); 256];
        let mut lost = Vec::new();
        let mut won: Vec<usize> = Vec::new();
        for number in 0..self.values.len() {
            let Some(spread) = self.spread(number).filter(|spread| self.is_legal(spread)) else {
                continue;
            };
            let (mut quiet, mut best) = (0, None);
            self.for_moves(&spread, |next| match next {
                Successor::Quiet => quiet += 1,
                Successor::Conversion(outcome) => best = best.max(Some(outcome)),
            });
            self.values[number] = Value::DRAW;
            match best {
                Some(GameValue::Win(plies)) => due_wins[usize::from(plies)].push(number),
                Some(GameValue::Draw) => (),
                Some(GameValue::Loss(plies)) => {
                    due_hopes[usize::from(plies) - 1].push(number);
                    self.moves_left[number] = quiet + 1;
                }
                None if quiet > 0 => self.moves_left[number] = quiet,
                None if self.is_attacked(&spread, spread.turn, None) => {
                    self.values[number] = Value(1);
                    lost.push(number);
                }
                None => (),
            }
        }
        for ply in 0..254u8 {
            let due = std::mem::take(&mut due_wins[usize::from(ply)]);
            won.extend(due.into_iter().filter(|number| self.win(*number, ply)));
            let (mut next_won, mut next_lost) = (Vec::new(), Vec::new());
            for number in lost {
                self.for_predecessors(number, |plain, before| {
                    if plain.win(before, ply + 1) {
                        next_won.push(before);
                    }
                });
            }
            for number in won {
                self.for_predecessors(number, |plain, before| {
                    if plain.lose_hope(before, ply + 1) {
                        next_lost.push(before);
                    }
                });
            }
            for number in std::mem::take(&mut due_hopes[usize::from(ply)]) {
                if self.lose_hope(number, ply + 1) {
                    next_lost.push(number);
                }
            }
            (won, lost) = (next_won, next_lost);
        }
        self.values
    }

    fn win(&mut self, number: usize, ply: u8) -> bool {
        let is_new = self.values[number] == Value::DRAW;
        if is_new {
            self.values[number] = Value(ply + 1);
            self.moves_left[number] = SAFE;
        }
        is_new
    }

    fn lose_hope(&mut self, number: usize, ply: u8) -> bool {
        if self.moves_left[number] == SAFE {
            return false;
        }
        self.moves_left[number] -= 1;
        let is_lost = self.moves_left[number] == 0;
        if is_lost {
            self.values[number] = Value(ply + 1);
            self.moves_left[number] = SAFE;
        }
        is_lost
    }
}

impl Plain<'_> {
    /// The position of a number, legal or not; none if a pawn stands where none can.
    fn spread(&self, number: usize) -> Option<Spread> {
        let turn = if number >> (6 * N_MEN) == 0 {
            Side::Us
        } else {
            Side::Them
        };
        let mut squares = [Square::A1; N_MEN];
        let mut marked = None;
        for (man, square) in squares.iter_mut().enumerate() {
            let (side, role) = self.men[man];
            *square = Square::new((number >> shift(man) & 63) as u32);
            if role == Role::Pawn && Bitboard::BACKRANKS.contains(*square) {
                if side == turn || marked.is_some() || square.rank() != rank(side, 1) {
                    return None;
                }
                marked = Some(man);
                *square = square_on(side, *square, 4);
            }
        }
        Some(Spread {
            turn,
            squares,
            marked,
        })
    }

    fn is_legal(&self, spread: &Spread) -> bool {
        let is_placed =
            occupied(spread).count() == N_MEN && !self.is_attacked(spread, !spread.turn, None);
        let Some(pawn) = spread.marked.filter(|_| is_placed) else {
            return is_placed;
        };
        let [start, passed] = [2, 3].map(|n| square_on(self.men[pawn].0, spread.squares[pawn], n));
        let is_free = !occupied(spread).contains(start) && !occupied(spread).contains(passed);
        let mut can_capture = false;
        self.for_moves_of_pawns(spread, |_, to, captured, _| {
            can_capture |= captured == Some(pawn) && to == passed;
        });
        is_free && can_capture
    }

    /// Is the king of a side attacked, once one man is gone?
    #[inline]
    fn is_attacked(&self, spread: &Spread, side: Side, gone: Option<usize>) -> bool {
        let mut occupied = Bitboard::EMPTY;
        for man in 0..N_MEN {
            if Some(man) != gone {
                occupied |= spread.squares[man];
            }
        }
        let king = spread.squares[side as usize];
        (0..N_MEN).any(|man| {
            self.men[man].0 != side
                && Some(man) != gone
                && self
                    .attacks(man, spread.squares[man], occupied)
                    .contains(king)
        })
    }

    /// Could a move of another man leave the king of the side to move attacked? Only if something points at him.
    #[inline]
    fn is_exposed(&self, spread: &Spread) -> bool {
        let king = spread.squares[spread.turn as usize];
        (2..N_MEN).any(|man| {
            self.men[man].0 != spread.turn
                && self
                    .attacks(man, spread.squares[man], Bitboard::EMPTY)
                    .contains(king)
        })
    }

    #[inline]
    fn attacks(&self, man: usize, at: Square, occupied: Bitboard) -> Bitboard {
        let (side, role) = self.men[man];
        match role {
            Role::Pawn if side == Side::Us => attacks::pawn_attacks(Color::White, at),
            Role::Pawn => attacks::pawn_attacks(Color::Black, at),
            Role::Knight => attacks::knight_attacks(at),
            Role::Bishop => attacks::bishop_attacks(at, occupied),
            Role::Rook => attacks::rook_attacks(at, occupied),
            Role::Queen => attacks::queen_attacks(at, occupied),
            Role::King => attacks::king_attacks(at),
        }
    }

    /// Shows every legal move.
    #[inline]
    fn for_moves(&self, spread: &Spread, mut visit: impl FnMut(Successor)) {
        let all = occupied(spread);
        let is_exposed = self.is_exposed(spread);
        for man in (0..N_MEN).filter(|man| self.men[*man].0 == spread.turn) {
            let role = self.men[man].1;
            if role == Role::Pawn {
                continue;
            }
            for to in self.attacks(man, spread.squares[man], all) {
                let captured = if all.contains(to) {
                    (0..N_MEN).find(|other| spread.squares[*other] == to)
                } else {
                    None
                };
                if captured.is_some_and(|captured| self.men[captured].0 == spread.turn) {
                    continue;
                }
                let mut after = *spread;
                after.squares[man] = to;
                let is_safe = role != Role::King && !is_exposed
                    || !self.is_attacked(&after, spread.turn, captured);
                if is_safe {
                    visit(self.next(&after, man, captured, None));
                }
            }
        }
        self.for_moves_of_pawns(spread, |man, to, captured, promotion| {
            let mut after = *spread;
            after.squares[man] = to;
            visit(self.next(&after, man, captured, promotion));
        });
    }

    /// Shows every move of a pawn that leaves its king safe: man, target, victim and what it becomes.
    fn for_moves_of_pawns(
        &self,
        spread: &Spread,
        mut visit: impl FnMut(usize, Square, Option<usize>, Option<Role>),
    ) {
        let turn = spread.turn;
        for man in (0..N_MEN).filter(|man| self.men[*man] == (turn, Role::Pawn)) {
            let from = spread.squares[man];
            let ahead = if turn == Side::Us { 8 } else { -8 };
            let free = !occupied(spread);
            let one = Bitboard::from_square(from).shift(ahead) & free;
            let two = one.shift(ahead) & free & Bitboard::from_rank(rank(turn, 4));
            let mut steps: Vec<(Square, Option<usize>)> = Vec::new();
            steps.extend((one | two).into_iter().map(|to| (to, None)));
            for to in self.attacks(man, from, Bitboard::EMPTY) {
                let passing = spread
                    .marked
                    .filter(|pawn| square_on(!turn, spread.squares[*pawn], 3) == to);
                let standing = (0..N_MEN).find(|other| spread.squares[*other] == to);
                let captured = passing
                    .or(standing)
                    .filter(|other| self.men[*other].0 != turn);
                steps.extend(captured.map(|captured| (to, Some(captured))));
            }
            for (to, captured) in steps {
                let mut after = *spread;
                after.squares[man] = to;
                if self.is_attacked(&after, turn, captured) {
                    continue;
                }
                if to.rank() == rank(turn, 8) {
                    for role in [Role::Queen, Role::Rook, Role::Bishop, Role::Knight] {
                        visit(man, to, captured, Some(role));
                    }
                } else {
                    visit(man, to, captured, None);
                }
            }
        }
    }

    /// What a legal move leads to.
    #[inline]
    fn next(
        &self,
        after: &Spread,
        man: usize,
        captured: Option<usize>,
        promotion: Option<Role>,
    ) -> Successor {
        if captured.is_none() && promotion.is_none() {
            return Successor::Quiet;
        }
        let mut others = Vec::new();
        for other in (2..N_MEN).filter(|other| Some(*other) != captured) {
            let (side, role) = self.men[other];
            let role = promotion.filter(|_| other == man).unwrap_or(role);
            others.push(PlacedPiece {
                side,
                role,
                square: after.squares[other],
            });
        }
        let kings = BySide {
            us: after.squares[0],
            them: after.squares[1],
        };
        let small = Small::new(!after.turn, kings, &others, None);
        let outcome = small.and_then(|small| self.tables.probe(&small));
        Successor::Conversion(outcome.expect("a smaller table").of_move_here())
    }

    /// Shows every position from which a quiet move leads here, and illegal ones.
    fn for_predecessors(&mut self, number: usize, mut visit: impl FnMut(&mut Self, usize)) {
        let Some(spread) = self.spread(number) else {
            return;
        };
        let men = self.men;
        let mover = !spread.turn;
        let before = number ^ 1 << (6 * N_MEN);
        let all = occupied(&spread);
        for man in (0..N_MEN).filter(|man| men[*man].0 == mover) {
            if spread.marked.is_some_and(|marked| marked != man) {
                continue;
            }
            let at = spread.squares[man];
            let origins = if spread.marked == Some(man) {
                Bitboard::from_square(square_on(mover, at, 2))
            } else if men[man].1 == Role::Pawn {
                let back = if mover == Side::Us { -8 } else { 8 };
                let free = !all & !Bitboard::from_rank(rank(mover, 1));
                let one = Bitboard::from_square(at).shift(back) & free;
                let marked = with(number, man, square_on(mover, at, 1));
                let is_double =
                    at.rank() == rank(mover, 4) && self.values[marked] == Value::ILLEGAL;
                if is_double {
                    one | one.shift(back) & free
                } else {
                    one
                }
            } else {
                self.attacks(man, at, all) & !all
            };
            for origin in origins {
                let before = with(before, man, origin);
                visit(self, before);
                // The other side's last move may have been a double step.
                for pawn in (0..N_MEN).filter(|pawn| men[*pawn] == (!mover, Role::Pawn)) {
                    let at = spread.squares[pawn];
                    if at.rank() == rank(!mover, 4) {
                        visit(self, with(before, pawn, square_on(!mover, at, 1)));
                    }
                }
            }
        }
    }
}

fn occupied(spread: &Spread) -> Bitboard {
    spread
        .squares
        .into_iter()
        .fold(Bitboard::EMPTY, |all, square| all | square)
}

/// Where the field of a man begins in a number.
fn shift(man: usize) -> usize {
    [18, 12, 0, 6][man]
}

/// The number with a man on another square.
fn with(number: usize, man: usize, square: Square) -> usize {
    number & !(63 << shift(man)) | square.to_usize() << shift(man)
}

/// A rank, counted from a side's own.
fn rank(side: Side, n: u32) -> Rank {
    match side {
        Side::Us => Rank::new(n - 1),
        Side::Them => Rank::new(8 - n),
    }
}

/// The square of the same file on a rank, counted from a side's own.
fn square_on(side: Side, square: Square, n: u32) -> Square {
    Square::from_coords(square.file(), rank(side, n))
}
