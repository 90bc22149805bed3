//! Nim: heaps of matches; a move takes some matches from one heap; who cannot move has lost.
//!
//! Any number of heaps of any size, as in van Emden's *Chess-endgame advice*, section 2. The position is a
//! sequence of heaps, so an emptied heap keeps its place: `2 1` becomes `0 1`.

use std::ops::ControlFlow;
use std::sync::LazyLock;

use domain::{
    ConstantId, Fast, Game, Header, HeaderError, Item, ItemSet, Man, Meaning, NoManMoves, Notation,
    Parameter, Phrase, Rules, Samples, Scope, Side, Sort, SortName, Symmetries, TextError, Type,
    Value, Vocabulary, Word, WordId,
};

use crate::plain;

/// The game of Nim.
#[derive(Clone, Copy, Debug, Default)]
pub struct Nim;

/// The heaps, and whose turn it is.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct NimPosition {
    /// The number of matches in each heap.
    pub heaps: Vec<u64>,
    /// Who takes next.
    pub turn: Side,
}

/// Takes matches from one heap until `left` remain.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct NimMove {
    /// The index of the heap.
    pub heap: u32,
    /// How many matches stay.
    pub left: u64,
}

/// Text longer than this is refused, so that untrusted text cannot exhaust memory.
const MAX_TEXT: usize = 1 << 16;

const HEAP: Sort = Sort(0);
const ONE_HEAP: &[Parameter] = &[Parameter {
    name: "heap",
    ty: Type::Item(HEAP),
}];

type HeapsFn = fn(&NimPosition, &[Value]) -> Option<Value>;
type TakingFn = fn(&NimPosition, NimMove) -> Option<Value>;

/// What a word means, by its scope.
#[derive(Clone, Copy)]
enum WordFn {
    OfPosition(HeapsFn),
    OfMove(TakingFn),
}

/// Heaps hold up to `u64::MAX` matches but the language counts in `i64`: beyond that there is no value.
fn number(n: u64) -> Option<Value> {
    i64::try_from(n).ok().map(Value::Number)
}

fn heap_of(args: &[Value]) -> usize {
    args[0].item().0 as usize
}

/// How explanations say a word.
fn phrase(name: &str) -> Option<Phrase> {
    Some(match name {
        "heaps" => Phrase::Noun("the heaps"),
        "matches" => Phrase::Noun("the number of matches in heap {0}"),
        "all_matches" => Phrase::Noun("the number of matches in all heaps"),
        "digital_sum" => Phrase::Noun("the digital sum of the heaps"),
        _ => return None,
    })
}

#[rustfmt::skip]
fn entries() -> Vec<(Word, WordFn)> {
    use WordFn::{OfMove, OfPosition};
    let word = |name, topic, scope, takes, gives, doc| Word {
        name, topic, scope, of_side: false, takes, gives, partial: false, man: None, doc, phrase: phrase(name),
        keeps: Symmetries::NONE,
    };
    vec![
        (word("heaps", "heaps", Scope::Position, &[], Type::Set(HEAP), "All heaps, the empty ones too."),
         OfPosition(|p, _| Some(Value::Set(ItemSet::first(p.heaps.len() as u32))))),
        (word("matches", "heaps", Scope::Position, ONE_HEAP, Type::Number, "How many matches the heap has."),
         OfPosition(|p, args| number(p.heaps[heap_of(args)]))),
        (word("all_matches", "heaps", Scope::Position, &[], Type::Number, "How many matches there are in all heaps."),
         OfPosition(|p, _| p.heaps.iter().try_fold(0u64, |sum, &n| sum.checked_add(n)).and_then(number))),
        (word("digital_sum", "heaps", Scope::Position, &[], Type::Number,
              "The digital sum of the heaps: write their sizes in binary and add without carrying."),
         OfPosition(|p, _| number(p.heaps.iter().fold(0, |sum, n| sum ^ n)))),
        (word("heap", "moves", Scope::Move, &[], Type::Item(HEAP), "The heap from which the move takes."),
         OfMove(|_, m| Some(Value::Item(Item(m.heap))))),
        (word("taken", "moves", Scope::Move, &[], Type::Number, "How many matches the move takes."),
         OfMove(|p, m| number(p.heaps[m.heap as usize] - m.left))),
        (word("left", "moves", Scope::Move, &[], Type::Number, "How many matches the move leaves in its heap."),
         OfMove(|_, m| number(m.left))),
    ]
}

static ENTRIES: LazyLock<Vec<(Word, WordFn)>> = LazyLock::new(entries);
static VOCABULARY: LazyLock<Vocabulary> = LazyLock::new(|| Vocabulary {
    game: "nim",
    opening: "nim",
    header_words: &[],
    sorts: &[SortName {
        singular: "heap",
        plural: "heaps",
    }],
    place: HEAP,
    men: &[],
    words: ENTRIES.iter().map(|(word, _)| word.clone()).collect(),
    constants: Vec::new(),
    samples: Samples::default(),
});

impl Game for Nim {
    fn vocabulary(&self) -> &Vocabulary {
        &VOCABULARY
    }

    fn read_header(&self, words: &[&str]) -> Result<Header, HeaderError> {
        plain::read_header("Nim", "heaps", words)
    }

    fn check_position(&self, position: &str, header: &Header) -> Result<(), TextError> {
        plain::check_position(self, position, header)
    }

    fn check_move(&self, position: &str, header: &Header, m: &str) -> Result<(), TextError> {
        plain::check_move(self, position, header, m)
    }
}

impl Rules for Nim {
    type Position = NimPosition;
    type Move = NimMove;

    /// Every move takes a match away.
    fn repeats(&self) -> bool {
        false
    }

    fn turn(&self, position: &NimPosition) -> Side {
        position.turn
    }

    /// Heap by heap; in each, one match taken first, as `Takesome` does in the paper.
    fn visit_moves(
        &self,
        position: &NimPosition,
        mut visit: impl FnMut(NimMove) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for (heap, &matches) in (0..).zip(&position.heaps) {
            for left in (0..matches).rev() {
                visit(NimMove { heap, left })?;
            }
        }
        ControlFlow::Continue(())
    }

    fn play(&self, position: &NimPosition, m: NimMove) -> NimPosition {
        let mut next = position.clone();
        next.heaps[m.heap as usize] = m.left;
        next.turn = !next.turn;
        next
    }
}

impl Meaning for Nim {
    fn word(
        &self,
        word: WordId,
        position: &NimPosition,
        _viewer: Side,
        args: &[Value],
    ) -> Option<Value> {
        match ENTRIES[usize::from(word.0)].1 {
            WordFn::OfPosition(meaning) => meaning(position, args),
            WordFn::OfMove(_) => panic!("a word about moves was asked about a position"),
        }
    }

    fn move_word(
        &self,
        word: WordId,
        position: &NimPosition,
        m: NimMove,
        viewer: Side,
        args: &[Value],
    ) -> Option<Value> {
        match ENTRIES[usize::from(word.0)].1 {
            WordFn::OfPosition(_) => self.word(word, position, viewer, args),
            WordFn::OfMove(meaning) => meaning(position, m),
        }
    }

    fn constant(&self, _constant: ConstantId, _viewer: Side) -> Item {
        panic!("Nim has no constants")
    }

    fn moves_man(&self, _position: &NimPosition, _m: NimMove, _man: Man) -> bool {
        panic!("Nim has no men")
    }

    fn moves_left(&self, _position: &NimPosition, _m: NimMove, _targets: &ItemSet) -> Option<i64> {
        None
    }

    fn origin(&self, _position: &NimPosition, m: NimMove) -> Option<Item> {
        Some(Item(m.heap))
    }

    fn belongs(&self, _position: &NimPosition, _header: &Header) -> bool {
        true
    }
}

impl Notation for Nim {
    type View = ();

    /// Reads `2 1 1`, `nim 2 1 1` or `2 1 1 them to move`.
    fn read_position(&self, text: &str, _header: &Header) -> Result<(NimPosition, ()), TextError> {
        if text.len() > MAX_TEXT {
            return Err(TextError::new(format!(
                "a Nim position is at most {MAX_TEXT} characters long"
            )));
        }
        let text = text.trim();
        let text = text.strip_prefix("nim").unwrap_or(text);
        let (text, turn) = match text.strip_suffix("to move").map(str::trim_end) {
            None => (text, Side::Us),
            Some(rest) => match (rest.strip_suffix("us"), rest.strip_suffix("them")) {
                (Some(heaps), _) => (heaps, Side::Us),
                (_, Some(heaps)) => (heaps, Side::Them),
                (None, None) => {
                    return Err(TextError::new("expected `us to move` or `them to move`"));
                }
            },
        };
        let heaps = text
            .split([' ', '\t', ','])
            .filter(|heap| !heap.is_empty())
            .map(|heap| {
                heap.parse().map_err(|_| {
                    TextError::new(format!("expected the size of a heap, found `{heap}`"))
                })
            })
            .collect::<Result<Vec<u64>, TextError>>()?;
        if heaps.is_empty() {
            return Err(TextError::new(
                "expected the sizes of the heaps, such as `2 1 1`",
            ));
        }
        Ok((NimPosition { heaps, turn }, ()))
    }

    fn write_position(&self, position: &NimPosition, _view: ()) -> String {
        let heaps: Vec<String> = position.heaps.iter().map(u64::to_string).collect();
        match position.turn {
            Side::Us => heaps.join(" "),
            Side::Them => format!("{} them to move", heaps.join(" ")),
        }
    }

    /// Reads `2:4→3` or `2:4-3` (the second heap, from 4 matches to 3), or `4→3` where only one heap fits.
    fn read_move(
        &self,
        position: &NimPosition,
        _view: (),
        text: &str,
    ) -> Result<NimMove, TextError> {
        let expected = || {
            TextError::new(format!(
                "expected a move such as `1:4-3` (heap 1, from 4 matches to 3), found `{text}`"
            ))
        };
        let (heap, change) = match text.trim().split_once(':') {
            Some((heap, change)) => (
                Some(heap.trim().parse::<u32>().map_err(|_| expected())?),
                change,
            ),
            None => (None, text.trim()),
        };
        let (matches, left) = change
            .split_once('→')
            .or_else(|| change.split_once('-'))
            .ok_or_else(expected)?;
        let matches: u64 = matches.trim().parse().map_err(|_| expected())?;
        let left: u64 = left.trim().parse().map_err(|_| expected())?;
        let fits = |idx: &u32| position.heaps[*idx as usize] == matches;
        let n_heaps = position.heaps.len() as u32;
        let heap = match heap {
            Some(number) => (1..=n_heaps)
                .contains(&number)
                .then(|| number - 1)
                .filter(fits)
                .ok_or_else(|| {
                    TextError::new(format!("heap {number} does not have {matches} matches"))
                })?,
            None => (0..n_heaps)
                .find(fits)
                .ok_or_else(|| TextError::new(format!("no heap has {matches} matches")))?,
        };
        if left >= matches {
            return Err(TextError::new("a move takes at least one match"));
        }
        Ok(NimMove { heap, left })
    }

    fn write_move(&self, position: &NimPosition, _view: (), m: NimMove) -> String {
        let matches = position.heaps[m.heap as usize];
        let first = position.heaps.iter().position(|&n| n == matches);
        // Of several heaps of one size, `4→3` means the first.
        if first == Some(m.heap as usize) {
            format!("{matches}→{}", m.left)
        } else {
            format!("{}:{matches}→{}", m.heap + 1, m.left)
        }
    }

    fn write_item(&self, _position: &NimPosition, _view: (), _sort: Sort, item: Item) -> String {
        format!("heap {}", item.0 + 1)
    }

    fn write_side(&self, side: Side, _view: ()) -> String {
        match side {
            Side::Us => "us".into(),
            Side::Them => "them".into(),
        }
    }
}

impl Fast for Nim {
    type ManMoves = NoManMoves;
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> NimPosition {
        Nim.read_position(text, &Header::default())
            .expect("a Nim position")
            .0
    }

    #[test]
    fn positions_and_moves_survive_writing_and_reading() {
        for text in ["2 1 1", "0 0", "7", "4 4 1 them to move"] {
            let position = read(text);
            assert_eq!(Nim.write_position(&position, ()), text);
            for m in Nim.legal_moves(&position) {
                let written = Nim.write_move(&position, (), m);
                assert_eq!(Nim.read_move(&position, (), &written), Ok(m), "{written}");
            }
        }
    }

    #[test]
    fn a_position_has_as_many_moves_as_matches() {
        for text in ["2 1 1", "0", "3 5 7", "0 0 9 them to move"] {
            let position = read(text);
            let moves = Nim.legal_moves(&position);
            assert_eq!(moves.len() as u64, position.heaps.iter().sum::<u64>());
            for m in moves {
                assert!(m.left < position.heaps[m.heap as usize]);
                assert_eq!(Nim.play(&position, m).turn, !position.turn);
            }
        }
    }

    #[test]
    fn a_heap_of_any_size_shows_its_first_moves_at_once() {
        let position = read("18446744073709551615");
        let mut seen = 0;
        let _ = Nim.visit_moves(&position, |_| {
            seen += 1;
            if seen < 3 {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        });
        assert_eq!(seen, 3);
    }

    #[test]
    fn bad_text_is_refused_with_a_reason() {
        for (text, reason) in [
            ("", "expected the sizes of the heaps, such as `2 1 1`"),
            ("2 x", "expected the size of a heap, found `x`"),
            ("2 -1", "expected the size of a heap, found `-1`"),
            ("2 1 you to move", "expected `us to move` or `them to move`"),
        ] {
            assert_eq!(
                Nim.read_position(text, &Header::default()),
                Err(TextError::new(reason))
            );
        }
        let position = read("2 1");
        for text in ["", "2", "2→2", "3→1", "9:2→1", "1→5", "2:2→1"] {
            assert!(Nim.read_move(&position, (), text).is_err(), "{text}");
        }
    }
}
