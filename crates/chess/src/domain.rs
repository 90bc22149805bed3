//! Chess as a [`Domain`](domain::Domain): any [`Board`] with the chess vocabulary.
//!
//! Converts between texts in colours and positions seen from our side. Values are places: a square
//! is the same item for both viewers, and only the literals `a1` … `h8` are turned for them.

use std::fmt;
use std::ops::ControlFlow;

use domain::{
    Constant, ConstantId, Fast, Game, Header, HeaderError, Item, ItemSet, Man, ManMoves, Meaning,
    Native, Notation, OnlyMen, RawArgs, Rules, Samples, Scope, Side, Sort, SortName, TextError,
    Value, Vocabulary, WordId,
};
use shakmaty::{Bitboard, Color, Move, Position, Role, Square};

use crate::board::Board;
use crate::full::{Convert, Full};
use crate::geometry;
use crate::header::{self, PieceCounts};
use crate::kind::{KIND, NAMES, ROLES, SQUARE, man_of};
use crate::order::target;
use crate::role_moves::RoleMoves;
use crate::text::{self, View, color_name};
use crate::travel;
use crate::words::entries;

/// Chess on boards of one kind: `Chess::<Full>::new()` or `Chess::<Small>::new()`.
pub struct Chess<B: 'static> {
    knowledge: &'static Knowledge<B>,
}

/// Where the king can go without being stopped.
const ROOM_OF_A_KING: &[&str] = &["reachable", "walk"];

/// What other programs and books call our words.
const OTHER_NAMES: &[(&str, &[&str])] = &[
    ("region", ROOM_OF_A_KING),
    ("flood", ROOM_OF_A_KING),
    ("flood_fill", ROOM_OF_A_KING),
    ("floodfill", ROOM_OF_A_KING),
    ("area", ROOM_OF_A_KING),
    ("path", &["walk"]),
    ("route", &["walk"]),
    ("protected", &["guarded"]),
    ("defended", &["guarded"]),
    ("hanging", &["loose"]),
    ("attacked_by", &["controls"]),
    ("checkmate", &["mate"]),
    ("checkmated", &["mate"]),
    ("row", &["rank"]),
    ("column", &["file"]),
    ("center", &["centre"]),
    ("touching", &["adjacent"]),
    ("empty_squares", &["vacant"]),
];

/// The vocabulary, and what its words mean on one kind of board. It is built once and never freed.
pub struct Knowledge<B> {
    vocabulary: Vocabulary,
    meanings: Vec<Native<B, Move>>,
    /// The word that says whether a move gives check.
    check: WordId,
}

impl<B: Board> Knowledge<B> {
    pub(crate) fn new() -> Knowledge<B> {
        let (words, meanings) = entries::<B>().into_iter().unzip();
        let vocabulary = Vocabulary {
            game: "chess",
            opening: "endgame",
            header_words: header::HEADER_WORDS,
            sorts: &[
                SortName {
                    singular: "square",
                    plural: "squares",
                },
                SortName {
                    singular: "kind",
                    plural: "kinds",
                },
            ],
            place: SQUARE,
            men: &NAMES,
            words,
            constants: constants(),
            samples: Samples {
                place: Some("e4"),
                number_of_place: Some("`file(…)` or `rank(…)`"),
                truth_of_place: Some("`… = e4` or `edge(…)`"),
                other_names: OTHER_NAMES,
            },
        };
        let of_move = |word: &WordId| vocabulary.word(*word).scope == Scope::Move;
        let check = vocabulary.words_named("check").find(of_move);
        let check = check.expect("a move may give check");
        Knowledge {
            check,
            vocabulary,
            meanings,
        }
    }
}

impl<B> Clone for Chess<B> {
    fn clone(&self) -> Chess<B> {
        *self
    }
}

impl<B> Copy for Chess<B> {}

impl<B: Board> Chess<B> {
    /// The game with its vocabulary.
    pub fn new() -> Chess<B> {
        Chess {
            knowledge: B::knowledge(),
        }
    }

    /// The value of a word from its 64 bits.
    fn typed(&self, word: WordId, raw: Option<u64>) -> Option<Value> {
        raw.map(|raw| Value::from_raw(raw, self.knowledge.vocabulary.word(word).gives))
    }
}

impl<B: Board> Default for Chess<B> {
    fn default() -> Chess<B> {
        Chess::<B>::new()
    }
}

impl<B> fmt::Debug for Chess<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Chess({} words)", self.knowledge.vocabulary.words.len())
    }
}

fn raw_args(args: &[Value]) -> RawArgs {
    let mut raw = RawArgs::default();
    for (slot, arg) in raw.iter_mut().zip(args) {
        *slot = arg.to_raw();
    }
    raw
}

fn constants() -> Vec<Constant> {
    let squares = Square::ALL.into_iter().map(|square| Constant {
        name: square.to_string(),
        sort: SQUARE,
        item: Item(u32::from(square)),
    });
    let kinds = (0..).zip(NAMES).map(|(idx, name)| Constant {
        name: name.into(),
        sort: KIND,
        item: Item(idx),
    });
    squares.chain(kinds).collect()
}

impl<B: Convert> Game for Chess<B> {
    fn vocabulary(&self) -> &Vocabulary {
        &self.knowledge.vocabulary
    }

    fn read_header(&self, words: &[&str]) -> Result<Header, HeaderError> {
        header::read(words)
    }

    fn any_man(&self) -> &'static [&'static str] {
        header::ANY_MAN
    }

    fn check_position(&self, position: &str, header: &Header) -> Result<(), TextError> {
        self.read_position(position, header).map(|_| ())
    }

    fn check_move(&self, position: &str, header: &Header, m: &str) -> Result<(), TextError> {
        let (position, view) = self.read_position(position, header)?;
        self.read_move(&position, view, m).map(|_| ())
    }
}

impl<B: Convert> Rules for Chess<B> {
    type Position = B;
    type Move = Move;

    #[inline]
    fn repeats(&self) -> bool {
        true
    }

    #[inline]
    fn turn(&self, position: &B) -> Side {
        position.turn()
    }

    #[inline]
    fn visit_moves(
        &self,
        position: &B,
        visit: impl FnMut(Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        position.visit_moves(visit)
    }

    #[inline(always)]
    fn play(&self, position: &B, m: Move) -> B {
        position.play(m)
    }

    #[inline]
    fn has_moves(&self, position: &B) -> bool {
        position.has_moves()
    }
}

impl<B: Convert> Meaning for Chess<B> {
    fn word(&self, word: WordId, position: &B, viewer: Side, args: &[Value]) -> Option<Value> {
        match self.knowledge.meanings[usize::from(word.0)] {
            Native::Position(meaning) => {
                self.typed(word, meaning(position, viewer, raw_args(args)))
            }
            Native::OfSide(meaning) => self.typed(word, meaning[args[0].side()](position)),
            Native::WithoutMoves(meaning) => {
                Some(Value::Truth(!position.has_moves() && meaning(position)))
            }
            Native::Timeless(meaning) => self.typed(word, meaning(viewer, raw_args(args))),
            Native::Move(_) | Native::Shape(_) | Native::After(_) => {
                panic!("a word about moves was asked about a position")
            }
        }
    }

    fn move_word(
        &self,
        word: WordId,
        position: &B,
        m: Move,
        viewer: Side,
        args: &[Value],
    ) -> Option<Value> {
        match self.knowledge.meanings[usize::from(word.0)] {
            Native::Position(_)
            | Native::OfSide(_)
            | Native::WithoutMoves(_)
            | Native::Timeless(_) => self.word(word, position, viewer, args),
            Native::Move(meaning) => self.typed(word, meaning(position, m, viewer, raw_args(args))),
            Native::Shape(meaning) => self.typed(word, meaning(m, viewer)),
            Native::After(meaning) => self.typed(word, meaning(&position.play(m))),
        }
    }

    fn constant(&self, constant: ConstantId, viewer: Side) -> Item {
        let constant = self.knowledge.vocabulary.constant(constant);
        match viewer {
            Side::Them if constant.sort == SQUARE => {
                Item(u32::from(Square::new(constant.item.0).flip_vertical()))
            }
            Side::Us | Side::Them => constant.item,
        }
    }

    #[inline]
    fn moves_man(&self, _position: &B, m: Move, man: Man) -> bool {
        man_of(m.role()) == man
    }

    fn moves_left(&self, position: &B, m: Move, targets: &ItemSet) -> Option<i64> {
        let role = m.promotion().unwrap_or(m.role());
        travel::moves_between(role, position.turn(), target(m), targets.low_bits().into())
    }

    fn origin(&self, _position: &B, m: Move) -> Option<Item> {
        m.from().map(|from| Item(u32::from(from)))
    }

    fn n_images(&self, position: &B) -> usize {
        position.n_images()
    }

    fn image(&self, position: &B, idx: usize) -> B {
        position.image(idx)
    }

    fn image_of_place(&self, place: Item, idx: usize) -> Item {
        Item(geometry::image(Square::new(place.0), idx).into())
    }

    fn belongs(&self, position: &B, header: &Header) -> bool {
        header::counts(header).is_none_or(|named| named == position.piece_counts())
    }
}

impl<B: Convert> Notation for Chess<B> {
    type View = View;

    fn arrow(&self, position: &B, m: Move) -> Option<(Item, Item)> {
        let from = self.origin(position, m)?;
        Some((from, Item(u32::from(m.to()))))
    }

    fn read_position(&self, text: &str, header: &Header) -> Result<(B, View), TextError> {
        let chess = text::read_fen(text)?;
        let view = View {
            us: us_in(&chess, header)?,
        };
        Ok((B::from_full(&Full::new(chess, view.us))?, view))
    }

    fn write_position(&self, position: &B, view: View) -> String {
        text::write_epd_fields(&position.to_full(), view)
    }

    fn read_move(&self, position: &B, view: View, text: &str) -> Result<Move, TextError> {
        Ok(text::read_move(&position.to_full(), view, text)?)
    }

    fn write_move(&self, position: &B, view: View, m: Move) -> String {
        text::write_san(&position.to_full(), view, m)
    }

    fn is_odd(&self, m: Move) -> bool {
        m.promotion().is_some_and(|role| role != Role::Queen)
    }

    fn write_item(&self, _position: &B, view: View, sort: Sort, item: Item) -> String {
        if sort == KIND {
            NAMES[item.0 as usize].into()
        } else {
            view.turn_square(Square::new(item.0)).to_string()
        }
    }

    fn write_side(&self, side: Side, view: View) -> String {
        color_name(view.color(side)).into()
    }
}

impl<B: Convert> Fast for Chess<B> {
    type ManMoves = RoleMoves;

    const WORD_SETS: bool = true;
    const SHAPES: usize = 64 * 64;
    const TELLS_ONLY_MEN: bool = true;

    #[inline]
    fn visit_next(
        &self,
        position: &B,
        visit: impl FnMut(Move, B) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        position.visit_next(visit)
    }

    fn native(&self, word: WordId) -> Option<Native<B, Move>> {
        Some(self.knowledge.meanings[usize::from(word.0)])
    }

    #[inline]
    fn only_men(&self, position: &B, places: &mut OnlyMen) -> u64 {
        position.only_men(places)
    }

    #[inline]
    fn shape(&self, m: Move) -> usize {
        // Nearly all moves are normal moves.
        match m {
            Move::Normal { from, to, .. } => usize::from(from) * 64 + usize::from(to),
            Move::EnPassant { .. } | Move::Castle { .. } | Move::Put { .. } => m
                .from()
                .map_or(0, |from| usize::from(from) * 64 + usize::from(target(m))),
        }
    }

    #[inline(always)]
    fn man_moves(&self, position: &B, man: Man) -> Option<RoleMoves> {
        position.only_moves(ROLES[usize::from(man.0)])
    }

    #[inline]
    fn true_after(&self, word: WordId, position: &B, moves: &RoleMoves, among: u64) -> Option<u64> {
        let checks = (word == self.knowledge.check).then(|| position.checks(moves));
        Some(checks??.0 & among)
    }

    #[inline]
    fn lone_moves(&self, position: &B) -> Option<RoleMoves> {
        position.lone_moves()
    }
}

impl<B: Board> ManMoves<B, Move> for RoleMoves {
    #[inline]
    fn start(&self) -> Item {
        Item(self.from.into())
    }

    #[inline]
    fn targets(&self) -> u64 {
        self.to.0
    }

    #[inline]
    fn quiet(&self) -> u64 {
        (self.to & !self.captures).0
    }

    #[inline]
    fn leave_moves(&self, position: &B, among: u64) -> u64 {
        position.leave_moves(self, Bitboard(among)).0
    }

    #[inline]
    fn move_to(&self, position: &B, to: Item) -> Move {
        let to = Square::new(to.0);
        let capture = match self.captures.contains(to) {
            true => position.captured_on(to),
            false => None,
        };
        Move::Normal {
            role: self.role,
            from: self.from,
            capture,
            to,
            promotion: None,
        }
    }

    #[inline(always)]
    fn play_to(&self, position: &B, to: Item) -> B {
        let square = Square::new(to.0);
        if self.captures.contains(square) {
            position.play(self.move_to(position, to))
        } else {
            position.play_quiet(self, square)
        }
    }
}

/// The colour whose pieces are ours by the header; the side to move if that fits both colours, or if the header names
/// no pieces.
fn us_in(chess: &shakmaty::Chess, header: &Header) -> Result<Color, TextError> {
    let Some(named) = header::counts(header) else {
        return Ok(chess.turn());
    };
    let count = |color: Color| -> PieceCounts {
        ROLES.map(|role: Role| chess.board().by_piece(role.of(color)).count() as u8)
    };
    let fits = |us: Color| count(us) == named.us && count(!us) == named.them;
    match (fits(Color::White), fits(Color::Black)) {
        (true, true) => Ok(chess.turn()),
        (true, false) => Ok(Color::White),
        (false, true) => Ok(Color::Black),
        (false, false) => Err(TextError::new(format!(
            "this chapter is about {} against {}; the position has {} against {}",
            header::in_words(named.us),
            header::in_words(named.them),
            header::in_words(count(Color::White)),
            header::in_words(count(Color::Black)),
        ))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::packed::Small;

    fn header(text: &str) -> Header {
        let words: Vec<&str> = text.split_whitespace().collect();
        header::read(&words).expect("a good header")
    }

    fn check_us(header_text: &str, fen: &str, expected: Result<Color, &str>) {
        let found = Chess::<Small>::new().read_position(fen, &header(header_text));
        if let Ok((position, view)) = &found {
            assert!(Chess::<Small>::new().belongs(position, &header(header_text)));
            assert_eq!(Chess::<Small>::new().write_position(position, *view), fen);
        }
        let found = found
            .map(|(_, view)| view.us)
            .map_err(|error| error.message);
        assert_eq!(found, expected.map_err(String::from), "{fen}");
    }

    #[test]
    fn we_are_the_colour_that_has_our_men() {
        check_us(
            "us K R them K",
            "8/8/8/3k4/8/8/1R6/K7 w - -",
            Ok(Color::White),
        );
        check_us(
            "us K R them K",
            "8/8/8/3k4/8/8/1R6/K7 b - -",
            Ok(Color::White),
        );
        check_us(
            "us K R them K",
            "8/8/8/3K4/8/8/1r6/k7 w - -",
            Ok(Color::Black),
        );
        check_us(
            "us K them K R",
            "8/8/8/3k4/8/8/1R6/K7 w - -",
            Ok(Color::Black),
        );
    }

    #[test]
    fn where_both_colours_fit_we_are_to_move() {
        check_us(
            "us K P them K P",
            "8/1p6/8/3k4/8/8/1P6/K7 b - -",
            Ok(Color::Black),
        );
        check_us(
            "us any them any",
            "8/8/8/3k4/8/8/1R6/K7 b - -",
            Ok(Color::Black),
        );
    }

    #[test]
    fn other_men_than_the_chapter_names_are_refused() {
        check_us("us K R them K", "8/8/8/3k4/8/8/1Q6/K7 w - -", {
            Err(
                "this chapter is about king and rook against king; the position has king and queen against king",
            )
        });
        check_us(
            "us any them any",
            "8/8/8/3k4/8/8/PPPP4/K7 w - -",
            Err("expected at most five pieces, found 6"),
        );
    }

    #[test]
    fn squares_are_named_from_the_viewers_side() {
        let chess = Chess::<Full>::new();
        let named = |name: &str| chess.vocabulary().constant_named(name).unwrap();
        let (board, _) = chess
            .read_position("8/8/8/3k4/8/8/1R6/K7 w - -", &Header::default())
            .unwrap();
        let a1 = chess.constant(named("a1"), Side::Us);
        assert_eq!(a1, chess.constant(named("a8"), Side::Them));
        assert_eq!(
            chess.write_item(&board, View { us: Color::White }, SQUARE, a1),
            "a1"
        );
        assert_eq!(
            chess.write_item(&board, View { us: Color::Black }, SQUARE, a1),
            "a8"
        );
        let rook = chess.constant(named("rook"), Side::Them);
        assert_eq!(
            chess.write_item(&board, View { us: Color::Black }, KIND, rook),
            "rook"
        );
        assert_eq!(
            chess.write_side(Side::Them, View { us: Color::White }),
            "Black"
        );
    }

    #[test]
    fn a_swapped_position_is_the_same_position() {
        let chess = Chess::<Full>::new();
        let read = |fen: &str| chess.read_position(fen, &header("us K R them K")).unwrap();
        let (white, white_view) = read("8/8/8/3k4/8/8/1R6/K7 w - -");
        let (black, black_view) = read("k7/1r6/8/8/3K4/8/8/8 b - -");
        assert_eq!(white, black);
        let moves = chess.legal_moves(&white);
        assert_eq!(moves, chess.legal_moves(&black));
        let rook_to_b4 = chess.read_move(&white, white_view, "Rb4").unwrap();
        assert_eq!(chess.write_move(&black, black_view, rook_to_b4), "Rb5");
        assert!(chess.moves_man(&white, rook_to_b4, man_of(Role::Rook)));
        let corner: ItemSet = [Item(63)].into_iter().collect();
        assert_eq!(chess.moves_left(&white, rook_to_b4, &corner), Some(2));
    }

    #[test]
    fn texts_are_checked_with_the_header() {
        let chess = Chess::<Small>::new();
        let krk = header("us K R them K");
        assert_eq!(chess.check_position("8/8/8/3k4/8/8/1R6/K7 w", &krk), Ok(()));
        assert_eq!(
            chess.check_move("8/8/8/3k4/8/8/1R6/K7 w", &krk, "Rb4"),
            Ok(())
        );
        assert_eq!(
            chess.check_move("8/8/8/3k4/8/8/1R6/K7 w", &krk, "Rc4"),
            Err(TextError::at(0..3, "no rook can go to c4"))
        );
    }

    #[test]
    fn a_constant_shares_its_name_only_with_words_of_a_side() {
        let chess = Chess::<Full>::new();
        let vocabulary = chess.vocabulary();
        assert_eq!(vocabulary.constants.len(), 70);
        for constant in &vocabulary.constants {
            let shares = vocabulary
                .words_named(&constant.name)
                .any(|word| !vocabulary.word(word).of_side);
            assert!(!shares, "{}", constant.name);
        }
    }
}
