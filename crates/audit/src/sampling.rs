//! Positions without pattern, the same for the same seed.

use shakmaty::{
    Bitboard, CastlingMode, Chess, Color, EnPassantMode, FromSetup, Piece, Position, Role, Setup,
    Square, fen::Epd,
};
use testing::Numbers;

/// A chapter that is audited.
#[derive(Clone, Copy, Debug)]
pub struct AuditedChapter {
    /// Its name.
    pub name: &'static str,
    /// Our men besides the king, then theirs; none for Nim.
    pub men: Option<(&'static [Role], &'static [Role])>,
    /// Of so many positions that are asked for, one is about this chapter: those of few men are quick.
    pub one_in: usize,
}

/// The shipped chapters that answer `why`.
pub const AUDITED: &[AuditedChapter] = &[
    chapter("krk", &[Role::Rook], &[], 1),
    chapter("kqk", &[Role::Queen], &[], 1),
    chapter("kpk", &[Role::Pawn], &[], 1),
    chapter("kpk-defence", &[], &[Role::Pawn], 1),
    chapter("krk-box", &[Role::Rook], &[], 1),
    chapter("krk-van-emden", &[Role::Rook], &[], 2),
    chapter("krk-memoryless", &[Role::Rook], &[], 2),
    chapter("kbbk", &[Role::Bishop, Role::Bishop], &[], 2),
    chapter("kbnk", &[Role::Bishop, Role::Knight], &[], 2),
    chapter("kqkp", &[Role::Queen], &[Role::Pawn], 10),
    chapter("kqkr", &[Role::Queen], &[Role::Rook], 10),
    chapter("krkp", &[Role::Rook], &[Role::Pawn], 10),
    chapter("krkp-defence", &[Role::Pawn], &[Role::Rook], 10),
    chapter("knkr", &[Role::Knight], &[Role::Rook], 1),
    chapter("knkr-together", &[Role::Knight], &[Role::Rook], 2),
    chapter("krkn", &[Role::Rook], &[Role::Knight], 1),
    chapter("opposition", &[Role::Pawn], &[], 2),
    chapter("kpkp", &[Role::Pawn], &[Role::Pawn], 10),
    AuditedChapter {
        name: "nim",
        men: None,
        one_in: 1,
    },
];

const fn chapter(
    name: &'static str,
    us: &'static [Role],
    them: &'static [Role],
    one_in: usize,
) -> AuditedChapter {
    AuditedChapter {
        name,
        men: Some((us, them)),
        one_in,
    }
}

impl AuditedChapter {
    /// The ending as tables are named: `KRKN`.
    pub fn ending(&self) -> Option<String> {
        let letters =
            |roles: &[Role]| -> String { roles.iter().map(|role| role.upper_char()).collect() };
        let (us, them) = self.men?;
        Some(format!("K{}K{}", letters(us), letters(them)))
    }
}

/// A position with these men and us to move, as either colour.
pub(crate) fn chess_position(us: &[Role], them: &[Role], numbers: &mut Numbers) -> Chess {
    loop {
        let color = *numbers.pick(&[Color::White, Color::Black]);
        let mut setup = Setup::empty();
        setup.turn = color;
        let ours = [Role::King].iter().chain(us).map(|role| (color, *role));
        let theirs = [Role::King]
            .iter()
            .chain(them)
            .map(|role| (color.other(), *role));
        let mut is_free = true;
        for (color, role) in ours.chain(theirs) {
            let square = *numbers.pick(&Square::ALL);
            is_free &= setup.board.piece_at(square).is_none();
            setup.board.set_piece_at(square, Piece { color, role });
        }
        let legal = Chess::from_setup(setup, CastlingMode::Standard);
        if let Ok(position) = legal
            && is_free
            && !position.legal_moves().is_empty()
            && !has_bishops_of_one_colour(&position)
        {
            return position;
        }
    }
}

/// Two bishops on squares of one colour win nothing, and no chapter is about them.
fn has_bishops_of_one_colour(position: &Chess) -> bool {
    let bishops = position.board().bishops();
    let n_light = (bishops & Bitboard::LIGHT_SQUARES).count();
    bishops.count() == 2 && n_light != 1
}

/// As the library reads it.
pub(crate) fn written(position: &Chess) -> String {
    Epd::from_position(position, EnPassantMode::Legal).to_string()
}

/// Heaps of Nim with a match at least.
pub(crate) fn heaps(numbers: &mut Numbers) -> Vec<u32> {
    let n = 1 + numbers.below(4);
    let mut heaps: Vec<u32> = (0..n).map(|_| numbers.below(7) as u32).collect();
    heaps[0] += 1;
    heaps
}
