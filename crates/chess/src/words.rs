//! The chess vocabulary: every word that advice about chess may use, with its type, its doc and its meaning.
//!
//! A square is a place, the same for both sides. Words about ranks or directions depend on the viewer:
//! for them the board is flipped, so that rank 8 is their first and up is down; files stay. A word of a side
//! gets the side, us or them, as its first argument, whoever the viewer is.
//!
//! [`table`] defines the form of an entry. To add a word, add an entry under its topic.

mod table;
mod men;
mod squares;
mod distances;
mod lines;
mod attacks;
mod state;
mod motifs;
mod pawns;
mod kings;
mod proved;
mod moves;
mod phrases;
mod symmetry;

use domain::{Native, Word};
use shakmaty::Move;

use crate::board::Board;
use crate::words::table::WordTopic;

/// A word and its meaning.
type WordEntry<B> = (Word, Native<B, Move>);

/// All words, topic by topic.
pub(crate) fn entries<B: Board>() -> Vec<(Word, Native<B, Move>)> {
    [
        men::entries(&WordTopic::new("men")),
        squares::entries(&WordTopic::new("squares")),
        distances::entries(&WordTopic::new("distances")),
        lines::entries(&WordTopic::new("lines")),
        attacks::entries(&WordTopic::new("attacks")),
        state::entries(&WordTopic::new("state of the game")),
        motifs::entries(&WordTopic::new("motifs")),
        pawns::entries(&WordTopic::new("pawns")),
        kings::entries(&WordTopic::new("kings")),
        proved::entries(&WordTopic::new("proved endings")),
        moves::entries(&WordTopic::new("moves")),
    ]
    .concat()
    .into_iter()
    .map(|(word, meaning)| {
        let (phrase, keeps) = (phrases::phrase(&word), symmetry::kept_by(&word));
        let word = Word {
            phrase,
            keeps,
            ..word
        };
        (word, meaning)
    })
    .collect()
}
