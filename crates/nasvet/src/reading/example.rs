//! An example in words, with the places that its move marks on the board.

use chess::{AnyBoard, Chess, Convert, man_of, write_san, write_uci};
use domain::{Game, Notation};
use games::Nim;
use lang::checked::Program;
use lang::syntax::{Example, WrittenExpectation};
use lang::{print_expr, print_piece};

use super::line::{Ink, Line};
use crate::picture::Mark;
use documents::read_position;

/// What stands below an example.
pub(super) struct Caption {
    /// The places of the expected move.
    pub(super) marks: Vec<(String, Mark)>,
    /// What is expected.
    pub(super) sentences: Vec<Line>,
}

/// A move in words.
struct DrawnExample {
    notation: String,
    words: String,
    marks: Vec<(String, Mark)>,
}

/// What an example expects: the move first, then the advice behind it.
pub(super) fn caption(program: &Program, example: &Example, colour: bool) -> Caption {
    let mut caption = Caption {
        marks: Vec::new(),
        sentences: Vec::new(),
    };
    let mut about_advice = Vec::new();
    for expectation in &example.expects {
        let mut sentence = Line::default();
        match expectation {
            WrittenExpectation::Plays(text) => {
                let position = &example.position.value;
                if let Some(told) = tell(program, position, &text.value) {
                    sentence.push(&told.notation, Ink::Strong);
                    sentence.push(&format!(": {}.", told.words), Ink::Plain);
                    caption.marks = told.marks;
                    caption.sentences.push(sentence);
                }
                continue;
            }
            WrittenExpectation::Fires(piece) => {
                let name = print_piece(piece);
                let piece = program.pieces.iter().find(|piece| piece.name == name);
                let end = match piece.and_then(|piece| piece.doc.as_ref()) {
                    Some(doc) => format!(": {doc}"),
                    None => ".".into(),
                };
                sentence.push("The advice is ", Ink::Plain);
                sentence.push_code(&name, colour);
                sentence.push(&end, Ink::Plain);
            }
            WrittenExpectation::Fails(piece) => {
                sentence.push_code(&print_piece(piece), colour);
                sentence.push(" cannot be forced.", Ink::Plain);
            }
            WrittenExpectation::Shows(expr) => {
                sentence.push("Here ", Ink::Plain);
                sentence.push_code(&print_expr(expr), colour);
                sentence.push(".", Ink::Plain);
            }
        }
        about_advice.push(sentence);
    }
    caption.sentences.append(&mut about_advice);
    caption
}

/// A move in words; none for a game whose moves nobody has put into words, and the example still stands there.
fn tell(program: &Program, position: &str, text: &str) -> Option<DrawnExample> {
    match program.game.as_str() {
        "chess" => tell_chess(program, position, text),
        "nim" => tell_nim(program, position, text),
        _ => None,
    }
}

/// `Ra8#`: the rook goes from a1 to a8 and mates.
fn tell_chess(program: &Program, position: &str, text: &str) -> Option<DrawnExample> {
    let chess = Chess::<AnyBoard>::new();
    let (position, view) = read_position(&chess, program, position).ok()?;
    let m = chess.read_move(&position, view, text).ok()?;
    let full = position.to_full();
    let notation = write_san(&full, view, m);
    let uci = write_uci(&full, view, m);
    let (from, to) = (uci.get(..2)?, uci.get(2..4)?);
    let man = |role| chess.vocabulary().men[usize::from(man_of(role).0)];
    let does = if m.is_castle() {
        "castles,"
    } else if m.is_capture() {
        "takes,"
    } else {
        "goes"
    };
    let mut words = format!("the {} {does} from {from} to {to}", man(m.role()));
    if let Some(role) = m.promotion() {
        words.push_str(&format!(" and becomes a {}", man(role)));
    }
    words.push_str(match notation.chars().last() {
        Some('#') => " and mates",
        Some('+') => " with check",
        _ => "",
    });
    Some(DrawnExample {
        notation,
        words,
        marks: vec![(from.to_owned(), Mark::From), (to.to_owned(), Mark::To)],
    })
}

/// `2→0`: we take 2 matches from heap 1 and leave none.
fn tell_nim(program: &Program, position: &str, text: &str) -> Option<DrawnExample> {
    let (position, view) = read_position(&Nim, program, position).ok()?;
    let m = Nim.read_move(&position, view, text).ok()?;
    let heap = m.heap + 1;
    let taken = match position.heaps[m.heap as usize] - m.left {
        1 => "1 match".into(),
        n => format!("{n} matches"),
    };
    let left = match m.left {
        0 => "none".into(),
        n => n.to_string(),
    };
    Some(DrawnExample {
        notation: text.to_owned(),
        words: format!("take {taken} from heap {heap} and leave {left}"),
        marks: vec![(heap.to_string(), Mark::To)],
    })
}
