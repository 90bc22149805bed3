//! The rules of chess for a few men: their moves and checks. There is no castling.

use std::fmt;

use Figure::{Bishop, King, Knight, Pawn, Queen, Rook};

/// At most this many men, kings included.
pub(crate) const MOST_MEN: usize = 4;

/// The kinds of men, in the order in which endings are written.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[rustfmt::skip]
pub(crate) enum Figure { King, Queen, Rook, Bishop, Knight, Pawn }

impl Figure {
    pub(crate) fn letter(self) -> char {
        ['K', 'Q', 'R', 'B', 'N', 'P'][self as usize]
    }

    pub(crate) fn name(self) -> &'static str {
        ["king", "queen", "rook", "bishop", "knight", "pawn"][self as usize]
    }

    pub(crate) fn find(is_meant: impl Fn(&Figure) -> bool) -> Option<Figure> {
        let mut all = [King, Queen, Rook, Bishop, Knight, Pawn].into_iter();
        all.find(is_meant)
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
    /// In order.
    men: [Chessman; MOST_MEN],
    n_men: usize,
    their_turn: bool,
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

/// Ways to go, in files and ranks: first those of a rook, then those of a bishop.
#[rustfmt::skip]
const WAYS: [(i8, i8); 8] = [(0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, -1), (-1, 1)];
#[rustfmt::skip]
const JUMPS: [(i8, i8); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

fn bit(square: u8) -> u64 {
    1 << square
}

/// The square some files and ranks away, if it is on the board.
fn beside(square: u8, files: i8, ranks: i8) -> Option<u8> {
    let file = (square % 8).checked_add_signed(files)?;
    let rank = (square / 8).checked_add_signed(ranks)?;
    (file < 8 && rank < 8).then_some(rank * 8 + file)
}

/// The direction of the pawns of a side, and the rank, from 0, on which they begin.
fn pawns_of(theirs: bool) -> (i8, u8) {
    if theirs { (-1, 6) } else { (1, 1) }
}

impl Chessman {
    /// The squares that it attacks.
    fn attacks(&self, occupied: u64) -> u64 {
        let (up, _) = pawns_of(self.theirs);
        let (ways, slides) = match self.figure {
            King => (&WAYS[..], false),
            Queen => (&WAYS[..], true),
            Rook => (&WAYS[..4], true),
            Bishop => (&WAYS[4..], true),
            Knight => (&JUMPS[..], false),
            Pawn => (&[(-1, up), (1, up)][..], false),
        };
        let mut squares = 0;
        for (files, ranks) in ways {
            let mut next = beside(self.square, *files, *ranks);
            while let Some(at) = next {
                squares |= bit(at);
                let stops = !slides || occupied & bit(at) != 0;
                next = beside(at, *files, *ranks).filter(|_| !stops);
            }
        }
        squares
    }

    /// Where it may go if the king is not in check afterwards.
    fn targets(&self, own: u64, occupied: u64, en_passant: Option<u8>) -> u64 {
        if self.figure != Pawn {
            return self.attacks(occupied) & !own;
        }
        let captures = self.attacks(occupied) & (occupied & !own | en_passant.map_or(0, bit));
        let (up, home) = pawns_of(self.theirs);
        let is_free = |to: &u8| occupied & bit(*to) == 0;
        let one = beside(self.square, 0, up).filter(is_free);
        let two = one.filter(|_| self.square / 8 == home);
        let two = two.and_then(|one| beside(one, 0, up)).filter(is_free);
        captures | one.map_or(0, bit) | two.map_or(0, bit)
    }
}

impl Setting {
    /// The position with these men, a king on each side, and our turn, if it is legal: nobody shares a square, no pawn is
    /// on the first or last rank, they are not in check, and a pawn can have passed the square.
    pub(crate) fn new(men: &[Chessman], en_passant: Option<u8>) -> Option<Setting> {
        let mut setting = Setting {
            men: [*men.first()?; MOST_MEN],
            n_men: men.len(),
            their_turn: false,
            en_passant,
        };
        setting.men.get_mut(..men.len())?.copy_from_slice(men);
        setting.men[..men.len()].sort_unstable();
        let is_lost = |man: &Chessman| man.figure == Pawn && matches!(man.square / 8, 0 | 7);
        let is_legal = setting.squares(|_| true).count_ones() as usize == men.len()
            && !men.iter().any(is_lost)
            && !setting.is_checked(true)
            && en_passant.is_none_or(|passed| setting.was_passed(passed));
        is_legal.then_some(setting)
    }

    pub(crate) fn men(&self) -> &[Chessman] {
        &self.men[..self.n_men]
    }

    /// Is the side to move in check?
    pub fn in_check(&self) -> bool {
        self.is_checked(self.their_turn)
    }

    /// Finds every legal move, by origin, then by target, then queen, rook, bishop, knight.
    pub fn moves(&self) -> Vec<Step> {
        let mut moves = Vec::new();
        let occupied = self.squares(|_| true);
        let own = self.squares(|man| man.theirs == self.their_turn);
        let men = self.men().iter();
        let mut men: Vec<_> = men.filter(|man| man.theirs == self.their_turn).collect();
        men.sort_unstable_by_key(|man| man.square);
        for man in men {
            let targets = man.targets(own, occupied, self.en_passant);
            for to in (0..64).filter(|to| targets & bit(*to) != 0) {
                let promotions = match man.figure == Pawn && matches!(to / 8, 0 | 7) {
                    true => &[Some(Queen), Some(Rook), Some(Bishop), Some(Knight)][..],
                    false => &[None],
                };
                moves.extend(promotions.iter().filter_map(|new| self.step(man, to, *new)));
            }
        }
        moves
    }

    /// A move; none if it leaves the king in check.
    fn step(&self, man: &Chessman, to: u8, promotion: Option<Figure>) -> Option<Step> {
        // Whoever is captured en passant stands beside the captor.
        let victim = match man.figure == Pawn && self.en_passant == Some(to) {
            true => man.square / 8 * 8 + to % 8,
            false => to,
        };
        let (mut then, mut takes) = (*self, None);
        then.n_men = 0;
        for mut other in self.men().iter().copied() {
            if other.square == victim {
                takes = Some(other.figure);
                continue;
            }
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
        Some(Step {
            from: man.square,
            to,
            promotion,
            takes,
            then,
        })
    }

    /// Can a pawn of the side not to move just have passed this square, and can it be captured there?
    fn was_passed(&self, passed: u8) -> bool {
        let (up, home) = pawns_of(!self.their_turn);
        let occupied = self.squares(|_| true);
        let is_passer = |man: &Chessman| {
            man.theirs != self.their_turn && beside(man.square, 0, -up) == Some(passed)
        };
        let is_captor = |man: &Chessman| {
            let reaches = man.attacks(occupied) & bit(passed) != 0;
            reaches && man.theirs == self.their_turn && self.step(man, passed, None).is_some()
        };
        let start = beside(passed, 0, -up).filter(|start| start / 8 == home);
        let mut pawns = self.men().iter().filter(|man| man.figure == Pawn);
        start.is_some_and(|start| occupied & (bit(start) | bit(passed)) == 0)
            && pawns.clone().any(is_passer)
            && pawns.any(is_captor)
    }

    fn is_checked(&self, theirs: bool) -> bool {
        let king = self.squares(|man| man.theirs == theirs && man.figure == King);
        let occupied = self.squares(|_| true);
        let mut others = self.men().iter().filter(|man| man.theirs != theirs);
        others.any(|man| man.attacks(occupied) & king != 0)
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
            let man = self.men().iter().find(|man| man.square == square);
            fen.push(man.map_or('1', |man| match man.theirs {
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
