//! A position of up to five men, both kings included, in eight bytes.
//!
//! Made for whole endgames, where positions are built from raw squares, compared and hashed by the million. Castling
//! does not exist here. Equal positions are equal values: the men are kept sorted, and an en passant square is kept
//! only while a legal capture goes there.

use std::fmt;
use std::ops::ControlFlow;

use domain::{BySide, Side, TextError};
use shakmaty::{
    Bitboard, CastlingMode, Color, EnPassantMode, File, Move, MoveList, Position, Rank, Role, Setup, Square,
    attacks,
};

use crate::board::Board;
use crate::full::{Convert, Full, color_of, set_up, side_of};
use crate::generate::Scene;

/// How many men a [`Small`] holds besides the kings.
const MAX_OTHERS: usize = 3;

/// A man other than a king, and where it stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Placed {
    /// Whose man it is.
    pub side: Side,
    /// Its kind.
    pub role: Role,
    /// Its square.
    pub square: Square,
}

/// A legal position of up to five men without castling rights, seen from our side.
///
/// From the lowest bit: our king's square (6 bits), their king's (6), three men (10 each, in falling order), the
/// side to move (1), and one more than the en passant file (4), nought where there is none.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Small(u64);

const THEIR_KING: u32 = 6;
const MEN: u32 = 12;
const MAN_BITS: u32 = 10;
const ALL_MEN: u64 = (1 << (3 * MAN_BITS)) - 1;
const TURN: u32 = 42;
const EN_PASSANT: u32 = 43;

/// A man other than a king in ten bits, or none.
///
/// The kind (shakmaty's number, 8 more for ours) stands above the square. In falling order come our men before
/// theirs, queens before pawns, h8 before a1, and at last the empty places: the order of moves.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Token(u16);

impl Token {
    pub(crate) const NONE: Token = Token(0);
    const OURS: u16 = 8 << 6;

    pub(crate) const fn new(side: Side, role: Role, square: Square) -> Token {
        let side = match side {
            Side::Us => Token::OURS,
            Side::Them => 0,
        };
        Token(side | (role as u16) << 6 | square.to_u32() as u16)
    }

    pub(crate) fn is_none(self) -> bool {
        self.0 == 0
    }

    pub(crate) fn side(self) -> Side {
        if self.0 & Token::OURS != 0 { Side::Us } else { Side::Them }
    }

    pub(crate) fn square(self) -> Square {
        Square::new(u32::from(self.0 & 63))
    }

    pub(crate) fn role(self) -> Role {
        match self.0 >> 6 & 7 {
            1 => Role::Pawn,
            2 => Role::Knight,
            3 => Role::Bishop,
            4 => Role::Rook,
            _ => Role::Queen,
        }
    }

    /// The same man on another square.
    pub(crate) fn moved_to(self, square: Square) -> Token {
        Token(self.0 & !63 | square.to_u32() as u16)
    }

    /// The squares it attacks, or guards.
    #[inline]
    pub(crate) fn attacks(self, occupied: Bitboard) -> Bitboard {
        let square = self.square();
        match self.role() {
            Role::Pawn => attacks::pawn_attacks(color_of(self.side()), square),
            Role::Knight => attacks::knight_attacks(square),
            Role::Bishop => attacks::bishop_attacks(square, occupied),
            Role::Rook => attacks::rook_attacks(square, occupied),
            Role::Queen | Role::King => attacks::queen_attacks(square, occupied),
        }
    }
}

/// What a [`Small`] holds, before it is packed. Nothing is promised of it.
#[derive(Clone, Copy)]
pub(crate) struct Parts {
    pub(crate) kings: BySide<Square>,
    pub(crate) men: [Token; MAX_OTHERS],
    pub(crate) turn: Side,
    pub(crate) en_passant: Option<File>,
}

impl Parts {
    /// Packs a legal position; the men may stand in any order.
    #[inline]
    pub(crate) fn pack(self) -> Small {
        let [mut a, mut b, mut c] = self.men;
        (a, b) = (a.max(b), a.min(b));
        (b, c) = (b.max(c), b.min(c));
        (a, b) = (a.max(b), a.min(b));
        let en_passant = self.en_passant.map_or(0, |file| file.to_u32() + 1);
        Small(
            u64::from(self.kings.us)
                | u64::from(self.kings.them) << THEIR_KING
                | packed(a, b, c)
                | u64::from(self.turn == Side::Them) << TURN
                | u64::from(en_passant) << EN_PASSANT,
        )
    }
}

impl Small {
    /// The position with these men, if it is legal.
    ///
    /// At most three men other than kings, no two men on one square, no pawn on the first or last rank, the kings
    /// apart, the side not to move not in check, and an en passant square only behind a pawn that can just have
    /// passed it. An en passant square where no legal capture goes is dropped.
    pub fn new(
        turn: Side,
        kings: BySide<Square>,
        others: &[Placed],
        en_passant: Option<Square>,
    ) -> Option<Small> {
        if others.len() > MAX_OTHERS || attacks::king_attacks(kings.us).contains(kings.them) {
            return None;
        }
        let mut occupied = Bitboard::from_square(kings.us) | kings.them;
        let mut men = [Token::NONE; MAX_OTHERS];
        for (man, placed) in men.iter_mut().zip(others) {
            let is_lost_pawn = placed.role == Role::Pawn && Bitboard::BACKRANKS.contains(placed.square);
            if is_lost_pawn || placed.role == Role::King {
                return None;
            }
            *man = Token::new(placed.side, placed.role, placed.square);
            occupied |= placed.square;
        }
        if occupied.count() != others.len() + 2 {
            return None;
        }
        let is_attacked = |man: &Token| {
            !man.is_none() && man.side() == turn && man.attacks(occupied).contains(kings[!turn])
        };
        if men.iter().any(is_attacked) {
            return None;
        }
        let mut parts = Parts { kings, men, turn, en_passant: None };
        if let Some(square) = en_passant {
            let passed = Passed::new(!turn, square)?;
            let can_have_passed = !occupied.contains(passed.square)
                && !occupied.contains(passed.start)
                && men.contains(&Token::new(!turn, Role::Pawn, passed.pawn));
            if !can_have_passed {
                return None;
            }
            parts.en_passant = Scene::new(&parts).captures_en_passant(square.file()).then(|| square.file());
        }
        Some(parts.pack())
    }

    /// The same position, if there are at most five men and nobody may castle.
    pub fn from_board(full: &Full) -> Option<Small> {
        if full.has_castling_rights() || full.occupied().count() > MAX_OTHERS + 2 {
            return None;
        }
        let board = full.as_chess().board();
        let mut men = [Token::NONE; MAX_OTHERS];
        for (man, square) in men.iter_mut().zip(board.occupied() & !board.kings()) {
            let piece = board.piece_at(square)?;
            *man = Token::new(side_of(piece.color), piece.role, square);
        }
        let kings = BySide { us: board.king_of(Color::White)?, them: board.king_of(Color::Black)? };
        let en_passant = full.en_passant().map(Square::file);
        Some(Parts { kings, men, turn: full.turn(), en_passant }.pack())
    }

    /// Where a side's king stands.
    pub fn king(self, side: Side) -> Square {
        Square::new((self.0 >> king_shift(side) & 63) as u32)
    }

    /// The men other than kings: ours first, queens before pawns, h8 before a1.
    pub fn others(self) -> impl Iterator<Item = Placed> {
        self.parts().men.into_iter().take_while(|man| !man.is_none()).map(|man| Placed {
            side: man.side(),
            role: man.role(),
            square: man.square(),
        })
    }

    /// Shows every legal move once, in the order of [`Board::visit_moves`], until the visitor breaks off.
    #[inline]
    pub fn visit(self, mut visit: impl FnMut(Move) -> ControlFlow<()>) -> ControlFlow<()> {
        Scene::new(&self.parts()).visit(self, |m, _| visit(m))
    }

    /// Shows every legal move once with the position after it, which is faster than to play each move.
    #[inline]
    pub fn visit_next(self, visit: impl FnMut(Move, Small) -> ControlFlow<()>) -> ControlFlow<()> {
        Scene::new(&self.parts()).visit(self, visit)
    }

    /// The legal moves in their order.
    pub fn moves(self) -> MoveList {
        let mut moves = MoveList::new();
        let _ = self.visit(|m| {
            moves.push(m);
            ControlFlow::Continue(())
        });
        moves
    }

    /// Is this one of the legal moves?
    pub fn is_legal(self, m: Move) -> bool {
        self.visit(|legal| if legal == m { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
            .is_break()
    }

    /// Is the king of the side to move attacked?
    pub fn in_check(self) -> bool {
        let occupied = self.occupied();
        let king = self.king(self.turn());
        self.parts()
            .men
            .into_iter()
            .any(|man| !man.is_none() && man.side() != self.turn() && man.attacks(occupied).contains(king))
    }

    /// The position after a quiet move of a king, but for where it goes.
    #[inline]
    pub(crate) fn after_king(self, side: Side) -> WithoutKing {
        let shift = king_shift(side);
        WithoutKing { rest: self.passed_on().0 & !(63 << shift), shift }
    }

    /// The position after a quiet move of one man, not a pawn, but for where it goes.
    #[inline]
    pub(crate) fn after_man(self, idx: usize) -> WithoutMan {
        let [a, b, c] = self.parts().men;
        let (first, second) = match idx {
            0 => (b, c),
            1 => (a, c),
            _ => (a, b),
        };
        WithoutMan { rest: self.passed_on().0 & !(ALL_MEN << MEN), first, second }
    }

    /// The other side to move and no en passant.
    #[inline]
    fn passed_on(self) -> Small {
        Small((self.0 ^ 1 << TURN) & ((1 << EN_PASSANT) - 1))
    }

    #[inline]
    pub(crate) fn parts(self) -> Parts {
        let man = |idx: u32| Token((self.0 >> (MEN + idx * MAN_BITS)) as u16 & 0x3ff);
        Parts {
            kings: BySide { us: self.king(Side::Us), them: self.king(Side::Them) },
            men: [man(0), man(1), man(2)],
            turn: self.turn(),
            en_passant: match self.0 >> EN_PASSANT {
                0 => None,
                file => Some(File::new(file as u32 - 1)),
            },
        }
    }
}

/// A position that lacks one king.
#[derive(Clone, Copy)]
pub(crate) struct WithoutKing {
    rest: u64,
    shift: u32,
}

impl WithoutKing {
    #[inline]
    pub(crate) fn place(self, square: Square) -> Small {
        Small(self.rest | u64::from(square) << self.shift)
    }
}

/// A position that lacks one man; the two others are in falling order.
#[derive(Clone, Copy)]
pub(crate) struct WithoutMan {
    rest: u64,
    first: Token,
    second: Token,
}

impl WithoutMan {
    #[inline]
    pub(crate) fn place(self, man: Token) -> Small {
        let lower = man.min(self.first);
        Small(self.rest | packed(man.max(self.first), lower.max(self.second), lower.min(self.second)))
    }
}

/// Three men in falling order.
#[inline]
fn packed(a: Token, b: Token, c: Token) -> u64 {
    (u64::from(a.0) | u64::from(b.0) << MAN_BITS | u64::from(c.0) << (2 * MAN_BITS)) << MEN
}

const fn king_shift(side: Side) -> u32 {
    match side {
        Side::Us => 0,
        Side::Them => THEIR_KING,
    }
}

/// The squares of a double step: where the pawn was, what it passed, and where it is.
pub(crate) struct Passed {
    pub(crate) start: Square,
    pub(crate) square: Square,
    pub(crate) pawn: Square,
}

impl Passed {
    /// The double step of a side's pawn over a square, if there is one.
    fn new(side: Side, square: Square) -> Option<Passed> {
        let passed = Passed::on(side, square.file());
        (passed.square == square).then_some(passed)
    }

    /// The double step of a side's pawn on a file.
    pub(crate) fn on(side: Side, file: File) -> Passed {
        let [start, square, pawn] = match side {
            Side::Us => [Rank::Second, Rank::Third, Rank::Fourth],
            Side::Them => [Rank::Seventh, Rank::Sixth, Rank::Fifth],
        }
        .map(|rank| Square::from_coords(file, rank));
        Passed { start, square, pawn }
    }
}

impl Board for Small {
    fn men(&self, side: Side, role: Role) -> Bitboard {
        if role == Role::King {
            return self.king(side).into();
        }
        self.others()
            .filter(|man| man.side == side && man.role == role)
            .fold(Bitboard::EMPTY, |men, man| men | man.square)
    }

    fn turn(&self) -> Side {
        if self.0 >> TURN & 1 == 0 { Side::Us } else { Side::Them }
    }

    fn en_passant(&self) -> Option<Square> {
        self.parts().en_passant.map(|file| Passed::on(!self.turn(), file).square)
    }

    fn visit_moves(&self, visit: &mut dyn FnMut(Move) -> ControlFlow<()>) -> ControlFlow<()> {
        self.visit(visit)
    }

    #[inline]
    fn play(&self, m: Move) -> Small {
        let mut parts = self.parts();
        let side = parts.turn;
        let mut replace = |old: Token, new: Token| {
            for man in &mut parts.men {
                if *man == old {
                    *man = new;
                }
            }
        };
        let mut double_step = None;
        match m {
            Move::Normal { role, from, capture, to, promotion } => {
                if let Some(captured) = capture {
                    replace(Token::new(!side, captured, to), Token::NONE);
                }
                if role == Role::King {
                    parts.kings[side] = to;
                } else {
                    replace(Token::new(side, role, from), Token::new(side, promotion.unwrap_or(role), to));
                }
                double_step = (role == Role::Pawn && from.distance(to) == 2).then(|| to.file());
            }
            Move::EnPassant { from, to } => {
                replace(Token::new(!side, Role::Pawn, Passed::on(!side, to.file()).pawn), Token::NONE);
                replace(Token::new(side, Role::Pawn, from), Token::new(side, Role::Pawn, to));
            }
            Move::Castle { .. } | Move::Put { .. } => panic!("five men neither castle nor drop: {m:?}"),
        }
        parts.turn = !side;
        parts.en_passant = double_step.filter(|file| Scene::new(&parts).captures_en_passant(*file));
        parts.pack()
    }

    fn all_men(&self, side: Side) -> Bitboard {
        let others = self.others().filter(|man| man.side == side);
        others.fold(self.king(side).into(), |men, man| men | man.square)
    }

    fn occupied(&self) -> Bitboard {
        let kings = Bitboard::from_square(self.king(Side::Us)) | self.king(Side::Them);
        self.others().fold(kings, |men, man| men | man.square)
    }
}

impl Convert for Small {
    fn from_full(full: &Full) -> Result<Small, TextError> {
        let n_men = full.occupied().count();
        if n_men > MAX_OTHERS + 2 {
            Err(TextError(format!("expected at most five men, found {n_men}")))
        } else {
            Small::from_board(full).ok_or_else(|| {
                TextError(
                    "with five men or fewer nobody may castle here; write - for the castling rights".into(),
                )
            })
        }
    }

    fn to_full(&self) -> Full {
        let mut setup = Setup::empty();
        for side in Side::BOTH {
            setup.board.set_piece_at(self.king(side), color_of(side).king());
        }
        for man in self.others() {
            setup.board.set_piece_at(man.square, man.role.of(color_of(man.side)));
        }
        setup.turn = color_of(self.turn());
        setup.ep_square = self.en_passant();
        let chess = set_up(setup, CastlingMode::Standard).expect("a small position is legal");
        Full::new(chess, Color::White)
    }
}

impl fmt::Debug for Small {
    /// Our men are written as White's.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let full = self.to_full();
        write!(f, "Small({})", shakmaty::fen::Epd::from_position(full.as_chess(), EnPassantMode::Legal))
    }
}
