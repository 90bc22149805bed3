//! What a move does to the result, exactly, and the line that shows it: what an explanation begins with, and what a
//! teacher says of a pupil's move.

mod chess;
mod nim;
mod words;

pub(crate) use words::{evidence, trap, verdict, zugzwang};

pub(crate) use self::chess::{ChessMoves, chess_verdict};
pub(crate) use self::nim::nim_verdict;

use ::verify::Wdl;

/// What a position holds for the side that moved last, or is about to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outlook {
    /// Won, drawn or lost under best play.
    pub wdl: Wdl,
    /// In how many moves there is mate, if that is known.
    pub mate_in: Option<u16>,
}

/// A legal move of a position, what it does to the result, and the moves that show it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveVerdict {
    /// The move.
    pub m: String,
    /// What the side to move had.
    pub had: Outlook,
    /// What it has with this move.
    pub has: Outlook,
    /// A move that has the most.
    pub best: String,
    /// How many legal moves there are.
    pub n_moves: usize,
    /// How many of them keep the result.
    pub n_keeping: usize,
    /// The moves that show it, the move itself first.
    pub line: Vec<String>,
    /// What the line comes to.
    pub end: Upshot,
    /// What can be seen after their reply.
    pub facts: Vec<Sight>,
    /// What can be seen at the end of the line.
    pub later: Vec<Sight>,
    /// The move wins only because they have to move: if they could pass, there would be no win.
    pub is_zugzwang: bool,
    /// Another move that looks natural and does worse, and what becomes of it.
    pub trap: Option<Box<MoveVerdict>>,
}

impl MoveVerdict {
    /// Is the result still what it was?
    pub fn keeps(&self) -> bool {
        self.has.wdl == self.had.wdl
    }

    /// Does the move mate?
    pub fn is_mate(&self) -> bool {
        self.end == Upshot::Mate && self.line.len() == 1
    }

    /// Does the move stalemate?
    pub fn is_stalemate(&self) -> bool {
        self.end == Upshot::Stalemate && self.line.len() == 1
    }

    /// Is there no other move that keeps the result?
    pub fn is_only(&self) -> bool {
        self.keeps() && self.n_keeping == 1 && self.n_moves > 1
    }
}

/// What a line comes to. *We* are those whose move is judged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Upshot {
    /// The side that moved last has mated.
    Mate,
    /// The side to move has no move and is not in check.
    Stalemate,
    /// They have just taken a man of ours for nothing.
    Taken(&'static str),
    /// They have just taken a man of ours, and we take back.
    Exchanged(&'static str),
    /// They take a man of ours with their next move, whatever we play.
    Unsaved(&'static str),
    /// They take one of these with their next move, whatever we play.
    OneOfTwo(&'static str, &'static str),
    /// Their pawn becomes a queen, in the line or soon after it.
    Queens,
    /// Nothing is to be seen yet, but mate follows.
    MateFollows,
    /// There was a win, and there is none any more; with how many replies.
    NoWin {
        /// How many of their replies save them.
        n_saving: usize,
    },
    /// They hold out as long as they can.
    LongestDefence,
    /// Their best try, which leaves us so many moves that hold.
    BestTry {
        /// How many.
        n_answers: usize,
    },
    /// There is nothing left to win with.
    Dead,
    /// Nim: they make the digital sum zero again.
    ZeroAgain,
    /// Nim: the digital sum is zero, with them to move.
    Zero,
    /// Nim: the digital sum is zero, with us to move.
    ZeroAlready,
}

/// What a chess player sees in a position after their reply.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sight {
    /// They have the opposition.
    Opposition,
    /// Their king stands right before our pawn.
    BeforePawn,
    /// Their king is in the square of our pawn.
    InSquare,
    /// Their king stands on a key square of their pawn.
    OnKeySquare,
    /// Our king is outside the square of their pawn.
    OutsideSquare,
    /// Their king stands beside their knight.
    GuardsKnight,
    /// Their knight cannot be taken, though nobody guards it.
    KnightIsSafe,
}
