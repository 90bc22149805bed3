//! The rules of chess for a few men: their moves and checks. There is no castling.

use std::array::from_fn;
use std::fmt;
use std::sync::LazyLock;

use Figure::{Bishop, King, Knight, Pawn, Queen, Rook};

/// At most this many men, kings included.
pub(crate) const MOST_MEN: usize = 4;

/// The kinds of men, in the order in which endings are written.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[rustfmt::skip]
pub(crate) enum Figure { King, Queen, Rook, Bishop, Knight, Pawn }

impl Figure {
    const ALL: [Figure; 6] = [King, Queen, Rook, Bishop, Knight, Pawn];

    pub(crate) fn letter(self) -> char {
        ['K', 'Q', 'R', 'B', 'N', 'P'][self as usize]
    }

    pub(crate) fn name(self) -> &'static str {
        ["king", "queen", "rook", "bishop", "knight", "pawn"][self as usize]
    }

    /// Does it attack this way, files and ranks, if nobody is between?
    fn goes(self, (files, ranks): (i8, i8), theirs: bool) -> bool {
        match self {
            King => files.abs().max(ranks.abs()) == 1,
            Queen => Rook.goes((files, ranks), theirs) || Bishop.goes((files, ranks), theirs),
            Rook => (files == 0) != (ranks == 0),
            Bishop => files != 0 && files.abs() == ranks.abs(),
            Knight => (files * ranks).abs() == 2,
            Pawn => files.abs() == 1 && ranks == if theirs { -1 } else { 1 },
        }
    }

    pub(crate) fn find(is_meant: impl Fn(&Figure) -> bool) -> Option<Figure> {
        Figure::ALL.into_iter().find(is_meant)
    }
}

/// A man on its square: a1 is 0, b1 is 1, h8 is 63. Their order is that in which positions are written.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Chessman {
    pub(crate) theirs: bool,
    pub(crate) figure: Figure,
    pub(crate) square: u8,
}

/// A position. We are White: our pawns go up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Setting {
    /// The first `n_men` are men, in order.
    pub(crate) men: [Chessman; MOST_MEN],
    pub(crate) n_men: usize,
    pub(crate) their_turn: bool,
    /// The square that a pawn has just passed; only if a legal capture en passant goes there.
    pub(crate) en_passant: Option<u8>,
}

/// A legal move, and the position after it.
#[derive(Clone, Copy, Debug)]
pub struct Step {
    from: u8,
    to: u8,
    promotion: Option<Figure>,
    pub(crate) takes: Option<Figure>,
    /// The position after it.
    pub then: Setting,
}

const PROMOTIONS: [Option<Figure>; 4] = [Some(Queen), Some(Rook), Some(Bishop), Some(Knight)];

/// What men attack on an empty board: by side, kind and square.
static REACH: LazyLock<[[[u64; 64]; 6]; 2]> = LazyLock::new(|| {
    let reach = |from, theirs, figure: Figure| set(|to| figure.goes(way(from, to), theirs));
    [false, true].map(|theirs| Figure::ALL.map(|figure| from_fn(|at| reach(at, theirs, figure))))
});

/// By two squares on a common line: the squares on that line beyond the second.
static BEYOND: LazyLock<[[u64; 64]; 64]> = LazyLock::new(|| {
    let are_lines = |one, next| Queen.goes(one, false) && Queen.goes(next, false);
    let signs = |(files, ranks): (i8, i8)| (files.signum(), ranks.signum());
    let goes_on = |one, next| are_lines(one, next) && signs(one) == signs(next);
    from_fn(|from| from_fn(|at| set(|to| goes_on(way(from, at), way(at, to)))))
});

/// The files and ranks from one square to another.
fn way(from: usize, to: usize) -> (i8, i8) {
    let less = |one: usize, other: usize| one as i8 - other as i8;
    (less(to % 8, from % 8), less(to / 8, from / 8))
}

/// The squares of which something is true, a bit for each.
fn set(is_in: impl Fn(usize) -> bool) -> u64 {
    let squares = (0..64).filter(|square| is_in(*square));
    squares.fold(0, |set, square| set | 1 << square)
}

/// The squares of a set, in rising order.
fn squares(mut set: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let square = set.trailing_zeros() as u8;
        set &= set.wrapping_sub(1);
        (square < 64).then_some(square)
    })
}

fn bit(square: u8) -> u64 {
    1 << square
}

/// What a pawn of a side adds to its square, and the rank, from 0, that it passes when it goes two squares.
fn pawns_of(theirs: bool) -> (i8, u8) {
    if theirs { (-8, 5) } else { (8, 2) }
}

impl Chessman {
    #[rustfmt::skip]
    pub(crate) fn new((theirs, figure): (bool, Figure), square: u8) -> Chessman {
        Chessman { theirs, figure, square }
    }

    /// The squares that it would attack on an empty board.
    fn reach(self) -> u64 {
        REACH[usize::from(self.theirs)][self.figure as usize][usize::from(self.square)]
    }

    /// The squares that it attacks: what it reaches, but nothing beyond another man.
    fn attacks(self, occupied: u64) -> u64 {
        let beyond = &BEYOND[usize::from(self.square)];
        let met = squares(self.reach() & occupied);
        met.fold(self.reach(), |seen, at| seen & !beyond[usize::from(at)])
    }

    /// Where it may go if the king is not in check afterwards.
    fn targets(self, own: u64, occupied: u64, en_passant: Option<u8>) -> u64 {
        if self.figure != Pawn {
            return self.attacks(occupied) & !own;
        }
        let (up, passing) = pawns_of(self.theirs);
        let ahead = |from: u8| from.wrapping_add_signed(up);
        let is_free = |to: &u8| occupied & bit(*to) == 0;
        let one = Some(ahead(self.square)).filter(is_free);
        let two = one.filter(|one| one / 8 == passing);
        let two = two.map(ahead).filter(is_free);
        let captures = self.reach() & (occupied & !own | en_passant.map_or(0, bit));
        captures | one.map_or(0, bit) | two.map_or(0, bit)
    }
}

impl Setting {
    /// The position if it is legal, with our turn and a king on each side: nobody shares a square, no pawn is on the first
    /// or last rank, they are not in check, and a pawn can have passed the square.
    pub(crate) fn legal(mut self) -> Option<Setting> {
        self.men[..self.n_men].sort_unstable();
        let is_lost = |man: &Chessman| man.figure == Pawn && matches!(man.square / 8, 0 | 7);
        let is_legal = self.squares(|_| true).count_ones() as usize == self.n_men
            && !self.men().iter().any(is_lost)
            && !self.is_checked(true)
            && self.en_passant.is_none_or(|passed| self.was_passed(passed));
        is_legal.then_some(self)
    }

    pub(crate) fn men(&self) -> &[Chessman] {
        &self.men[..self.n_men]
    }

    fn on(&self, square: u8) -> Option<&Chessman> {
        self.men().iter().find(|man| man.square == square)
    }

    /// Is the side to move in check?
    pub fn in_check(&self) -> bool {
        self.is_checked(self.their_turn)
    }

    /// Every legal move, by origin, then by target, then queen, rook, bishop, knight.
    pub fn moves(&self) -> impl Iterator<Item = Step> {
        let occupied = self.squares(|_| true);
        let own = self.squares(|man| man.theirs == self.their_turn);
        let men = squares(own).filter_map(|from| self.on(from));
        let targets = move |man: &Chessman| squares(man.targets(own, occupied, self.en_passant));
        let pairs = men.flat_map(move |man| targets(man).map(move |to| (man, to)));
        pairs.flat_map(move |(man, to)| {
            let promotes = man.figure == Pawn && matches!(to / 8, 0 | 7);
            let new = if promotes { &PROMOTIONS[..] } else { &[None] };
            new.iter().filter_map(move |new| self.step(man, to, *new))
        })
    }

    pub(crate) fn is_stalemate(&self) -> bool {
        !self.in_check() && self.moves().next().is_none()
    }

    /// A move; none if it leaves the king in check.
    fn step(&self, man: &Chessman, to: u8, promotion: Option<Figure>) -> Option<Step> {
        // Whoever is captured en passant stands beside the captor.
        let victim = match man.figure == Pawn && self.en_passant == Some(to) {
            true => man.square / 8 * 8 + to % 8,
            false => to,
        };
        let takes = self.on(victim).map(|man| man.figure);
        let mut then = *self;
        then.n_men = 0;
        let left = self.men().iter().filter(|other| other.square != victim);
        for mut other in left.copied() {
            if other.square == man.square {
                other.square = to;
                other.figure = promotion.unwrap_or(other.figure);
            }
            then.men[then.n_men] = other;
            then.n_men += 1;
        }
        then.their_turn = !self.their_turn;
        then.en_passant = None;
        if then.is_checked(self.their_turn) {
            return None;
        }
        then.men[..then.n_men].sort_unstable();
        if man.figure == Pawn && man.square.abs_diff(to) == 16 {
            then.en_passant = Some(man.square.midpoint(to));
            then.en_passant = then.en_passant.filter(|passed| then.was_passed(*passed));
        }
        #[rustfmt::skip]
        let step = Step { from: man.square, to, promotion, takes, then };
        Some(step)
    }

    /// Can a pawn of the side not to move just have passed this square, and can it be captured there?
    fn was_passed(&self, passed: u8) -> bool {
        let (up, rank) = pawns_of(!self.their_turn);
        let beside = |up| self.on(passed.wrapping_add_signed(up));
        let is_pawn = |man: &Chessman, theirs| man.figure == Pawn && man.theirs == theirs;
        let is_captor = |man: &Chessman| {
            let attacks = is_pawn(man, self.their_turn) && man.reach() & bit(passed) != 0;
            attacks && self.step(man, passed, None).is_some()
        };
        passed / 8 == rank
            && self.on(passed).is_none()
            && beside(-up).is_none()
            && beside(up).is_some_and(|man| is_pawn(man, !self.their_turn))
            && self.men().iter().any(is_captor)
    }

    fn is_checked(&self, theirs: bool) -> bool {
        let is_king = |man: &&Chessman| man.theirs == theirs && man.figure == King;
        let king = self.men().iter().find(is_king);
        let king = king.map_or(0, |king| bit(king.square));
        let attacks = |man: &Chessman| man.attacks(self.squares(|_| true)) & king != 0;
        let mut others = self.men().iter().filter(|man| man.theirs != theirs);
        others.any(|man| man.reach() & king != 0 && attacks(man))
    }

    fn squares(&self, of: impl Fn(&Chessman) -> bool) -> u64 {
        let men = self.men().iter().filter(|man| of(man));
        men.fold(0, |squares, man| squares | bit(man.square))
    }
}

fn name(square: u8) -> String {
    format!("{}{}", char::from(b'a' + square % 8), square / 8 + 1)
}

/// The move by its squares, such as `e2e4` or `e7e8=Q`.
impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", name(self.from), name(self.to))?;
        let letter = self.promotion.map(Figure::letter);
        letter.map_or(Ok(()), |letter| write!(f, "={letter}"))
    }
}

/// The position as FEN, without counters.
impl fmt::Display for Setting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut fen = String::new();
        for at in 0..64 {
            let square = (7 - at / 8) * 8 + at % 8;
            fen.push_str(if at > 0 && at % 8 == 0 { "/" } else { "" });
            fen.push(self.on(square).map_or('1', |man| match man.theirs {
                true => man.figure.letter().to_ascii_lowercase(),
                false => man.figure.letter(),
            }));
        }
        for n in (2..=8).rev() {
            fen = fen.replace(&"1".repeat(n), &n.to_string());
        }
        let turn = if self.their_turn { "b" } else { "w" };
        let passed = self.en_passant.map_or("-".to_owned(), name);
        write!(f, "{fen} {turn} - {passed}")
    }
}
