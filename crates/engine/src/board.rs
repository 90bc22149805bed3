//! A position: who is to move, the legal moves, and what has become of the game.

use nasvet::{Chapter, Move, Position};
use serde::Serialize;

use crate::refused::{Refused, refused};

/// A position, ready to be shown and played on.
#[derive(Serialize)]
pub(crate) struct BoardAnswer {
    pub(crate) position: String,
    /// Who is to move: `White`.
    side: String,
    /// Is it the side that the chapter advises?
    ours: bool,
    moves: Vec<MoveAnswer>,
    over: bool,
    /// The positions after each move that was played, the last one is `position`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    line: Vec<String>,
    /// The moves as they are written.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    played: Vec<MoveAnswer>,
}

/// A legal move.
#[derive(Clone, Serialize)]
pub(crate) struct MoveAnswer {
    pub(crate) text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) from: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) to: Option<String>,
}

/// No game of chess needs more.
pub(crate) const MAX_MOVES: usize = 12_000;

pub(crate) fn board(
    chapter: &Chapter,
    text: &str,
    moves: &[String],
) -> Result<BoardAnswer, Refused> {
    if moves.len() > MAX_MOVES {
        return Err(refused(format!("at most {MAX_MOVES} moves are played")));
    }
    let mut position = chapter.position(text).map_err(refused)?;
    let (mut line, mut played) = (Vec::new(), Vec::new());
    for m in moves {
        let next = position.play(m).map_err(refused)?;
        played.push(written(&position, m));
        line.push(next.text());
        position = next;
    }
    Ok(BoardAnswer {
        line,
        played,
        ..shown(&position)
    })
}

pub(crate) fn shown(position: &Position) -> BoardAnswer {
    BoardAnswer {
        position: position.text(),
        side: position.side_to_move(),
        ours: position.is_ours(),
        moves: position.moves().iter().map(answer).collect(),
        over: position.is_over(),
        line: Vec::new(),
        played: Vec::new(),
    }
}

/// A move that was played, as the game writes it.
pub(crate) fn written(position: &Position, m: &str) -> MoveAnswer {
    let bare = |text: &str| text.trim_end_matches(['+', '#', '!', '?']).to_owned();
    let found = position.moves();
    let found = found.iter().find(|known| bare(&known.text) == bare(m));
    match found {
        Some(known) => answer(known),
        None => MoveAnswer {
            text: m.into(),
            from: None,
            to: None,
        },
    }
}

fn answer(m: &Move) -> MoveAnswer {
    let (from, to) = m.arrow.clone().unzip();
    MoveAnswer {
        text: m.text.clone(),
        from,
        to,
    }
}
