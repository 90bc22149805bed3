//! The board of the dialogue: a position, the game that led to it, and moves as the protocol writes them.

use shakmaty::fen::{Epd, Fen};
use shakmaty::san::San;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Move, Position, PositionError};

/// A position and the game before it.
#[derive(Clone, Debug)]
pub(crate) struct GameBoard {
    pub(crate) position: Chess,
    /// The positions before, from the first.
    pub(crate) before: Vec<Chess>,
    /// How castling is written.
    pub(crate) mode: CastlingMode,
}

impl Default for GameBoard {
    fn default() -> GameBoard {
        GameBoard {
            position: Chess::default(),
            before: Vec::new(),
            mode: CastlingMode::Standard,
        }
    }
}

impl GameBoard {
    /// A position after some moves, or what is wrong with it. Moves up to one that is not legal are played.
    pub(crate) fn read(
        fen: Option<&str>,
        moves: &[String],
        chess960: bool,
    ) -> Result<(GameBoard, Option<String>), String> {
        let position = match fen {
            None => Chess::default(),
            Some(fen) => read_position(fen, chess960)?,
        };
        let mode = match chess960 {
            true => CastlingMode::Chess960,
            false => CastlingMode::Standard,
        };
        let mut board = GameBoard {
            position,
            before: Vec::new(),
            mode,
        };
        for text in moves {
            let Some(m) = board.read_move(text) else {
                let problem = format!("{text} is not legal here; the moves before it are played");
                return Ok((board, Some(problem)));
            };
            board.play(m);
        }
        Ok((board, None))
    }

    fn play(&mut self, m: Move) {
        let mut next = self.position.clone();
        next.play_unchecked(m);
        self.before
            .push(std::mem::replace(&mut self.position, next));
        // Before a capture or a pawn move nothing can be repeated.
        if self.position.halfmoves() == 0 {
            self.before.clear();
        }
    }

    /// A legal move.
    pub(crate) fn read_move(&self, text: &str) -> Option<Move> {
        text.parse::<UciMove>().ok()?.to_move(&self.position).ok()
    }

    /// A legal move in the notation of people.
    pub(crate) fn read_san(&self, text: &str) -> Option<Move> {
        let san = San::from_ascii(text.trim_end_matches(['+', '#']).as_bytes()).ok()?;
        san.to_move(&self.position).ok()
    }

    /// A line of such moves, as far as it is legal.
    pub(crate) fn read_line(&self, line: &[String]) -> Vec<Move> {
        let mut board = self.clone();
        let mut moves = Vec::new();
        for m in line {
            let Some(m) = board.read_san(m) else { break };
            board.play(m);
            moves.push(m);
        }
        moves
    }

    /// A move as the protocol writes it.
    pub(crate) fn write(&self, m: Move) -> String {
        m.to_uci(self.mode).to_string()
    }

    /// The position as text, without the counts of moves.
    pub(crate) fn text(&self) -> String {
        Epd::from_position(&self.position, EnPassantMode::Legal).to_string()
    }

    /// Does a move lead to a position that was there before?
    pub(crate) fn repeats(&self, m: Move) -> bool {
        let mut next = self.position.clone();
        next.play_unchecked(m);
        self.before.iter().any(|old| {
            old.board() == next.board()
                && old.turn() == next.turn()
                && old.castles().castling_rights() == next.castles().castling_rights()
                && old.legal_ep_square() == next.legal_ep_square()
        })
    }
}

fn read_position(fen: &str, chess960: bool) -> Result<Chess, String> {
    let read: Fen = fen
        .parse()
        .map_err(|error| format!("this is no position: {error}"))?;
    let mode = match chess960 {
        true => CastlingMode::Chess960,
        false => CastlingMode::Standard,
    };
    let read: Result<Chess, PositionError<Chess>> = read.into_position(mode);
    // Castling rights and en passant squares that cannot be are dropped, as other engines do.
    let read = read
        .or_else(PositionError::ignore_invalid_castling_rights)
        .or_else(PositionError::ignore_invalid_ep_square)
        .or_else(PositionError::ignore_impossible_check);
    read.map_err(|error| format!("this position cannot be: {error}"))
}
