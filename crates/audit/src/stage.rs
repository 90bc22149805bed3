//! The position that words speak of, and how it came about.

use shakmaty::{Board, Chess, Color, Move, Position, Role, Square, san::SanPlus};

use crate::arbiter::{Arbiter, Grade, Graded, MoveGrade};

/// A position before the move that was asked about, and all that is known of it.
pub(crate) struct AuditQuestion<'a> {
    pub(crate) arbiter: &'a Arbiter,
    pub(crate) root: Chess,
    /// What the position is worth to us, who are to move.
    pub(crate) graded: Graded,
    /// Our legal moves.
    pub(crate) moves: Vec<MoveGrade>,
}

/// Words speak of `now`, which came about from the question's position by `line`.
#[derive(Clone)]
pub(crate) struct Stage<'a> {
    pub(crate) question: &'a AuditQuestion<'a>,
    /// The move that is spoken of; none where nothing is known of it.
    pub(crate) asked: Option<Move>,
    /// Does the chapter advise a move?
    pub(crate) is_advised: bool,
    pub(crate) now: Chess,
    pub(crate) line: Vec<Move>,
}

impl<'a> AuditQuestion<'a> {
    pub(crate) fn new(arbiter: &'a Arbiter, root: Chess) -> AuditQuestion<'a> {
        AuditQuestion {
            arbiter,
            graded: arbiter.grade(&root),
            moves: arbiter.grade_moves(&root),
            root,
        }
    }

    /// The legal move that is written so; a mark of check must be right, but may be left out.
    pub(crate) fn find(&self, written: &str) -> Option<&MoveGrade> {
        let m = read_move(&self.root, written)?;
        self.moves.iter().find(|graded| graded.m == m)
    }

    /// How many moves keep the result.
    pub(crate) fn n_keeping(&self) -> usize {
        let keeps = |m: &&MoveGrade| m.graded.grade == self.graded.grade;
        self.moves.iter().filter(keeps).count()
    }

    pub(crate) fn us(&self) -> Color {
        self.root.turn()
    }

    /// After the move that is asked about, or before any if there is none.
    pub(crate) fn stage(&'a self, asked: Option<Move>, is_advised: bool) -> Stage<'a> {
        let stage = Stage {
            question: self,
            asked,
            is_advised,
            now: self.root.clone(),
            line: Vec::new(),
        };
        asked.map_or(stage.clone(), |m| stage.after(m))
    }
}

impl<'a> Stage<'a> {
    /// One move later.
    pub(crate) fn after(&self, m: Move) -> Stage<'a> {
        let mut next = self.clone();
        next.now.play_unchecked(m);
        next.line.push(m);
        next
    }

    /// Some written moves later; or the first that is not legal there.
    pub(crate) fn after_line(&self, moves: &[String]) -> Result<Stage<'a>, String> {
        let mut stage = self.clone();
        for written in moves {
            let m = read_move(&stage.now, written)
                .ok_or_else(|| format!("{written} is not a legal move there"))?;
            stage = stage.after(m);
        }
        Ok(stage)
    }

    /// Before any move.
    pub(crate) fn at_root(&self) -> Stage<'a> {
        Stage {
            now: self.question.root.clone(),
            line: Vec::new(),
            ..self.clone()
        }
    }

    /// Before the last move of ours, if there was one.
    pub(crate) fn before(&self) -> Option<Stage<'a>> {
        // Our moves have even places in the line, since we begin it.
        let last = self.line.len().checked_sub(1)?;
        let mut stage = self.at_root();
        for m in &self.line[..last - last % 2] {
            stage = stage.after(*m);
        }
        Some(stage)
    }

    pub(crate) fn board(&self) -> &Board {
        self.now.board()
    }

    pub(crate) fn us(&self) -> Color {
        self.question.us()
    }

    pub(crate) fn them(&self) -> Color {
        self.us().other()
    }

    pub(crate) fn turn(&self) -> Color {
        self.now.turn()
    }

    pub(crate) fn is_our_turn(&self) -> bool {
        self.now.turn() == self.us()
    }

    /// The square of the only man of a kind that a side has.
    pub(crate) fn only(&self, color: Color, role: Role) -> Option<Square> {
        let men = self.board().by_color(color) & self.board().by_role(role);
        men.single_square()
    }

    pub(crate) fn ours(&self, role: Role) -> Option<Square> {
        self.only(self.us(), role)
    }

    pub(crate) fn theirs(&self, role: Role) -> Option<Square> {
        self.only(self.them(), role)
    }

    pub(crate) fn our_king(&self) -> Square {
        self.board().king_of(self.us()).expect("kings stay")
    }

    pub(crate) fn their_king(&self) -> Square {
        self.board().king_of(self.them()).expect("kings stay")
    }

    /// What this position is worth to us.
    pub(crate) fn our_grade(&self) -> Graded {
        let graded = self.question.arbiter.grade(&self.now);
        match (self.is_our_turn(), graded.grade) {
            (true, _) | (false, Grade::Draw) => graded,
            (false, Grade::Win) => Graded {
                grade: Grade::Loss,
                ..graded
            },
            (false, Grade::Loss) => Graded {
                grade: Grade::Win,
                ..graded
            },
        }
    }

    /// Legal moves that capture on this square.
    pub(crate) fn captures_on(&self, square: Square) -> Vec<Move> {
        captures_on(&self.now, square)
    }

    /// Could the side that is not to move take the man on this square, if it were its turn?
    pub(crate) fn could_take_after_null(&self, square: Square) -> bool {
        let passed = self.now.clone().swap_turn();
        passed.is_ok_and(|passed| !captures_on(&passed, square).is_empty())
    }

    /// The move as people write it in this position.
    pub(crate) fn written(&self, m: Move) -> String {
        SanPlus::from_move(self.now.clone(), m).to_string()
    }
}

fn captures_on(position: &Chess, square: Square) -> Vec<Move> {
    let moves = position.legal_moves();
    moves
        .into_iter()
        .filter(|m| m.is_capture() && m.to() == square)
        .collect()
}

/// A legal move from its text. A mark of check or mate must be right where there is one.
pub(crate) fn read_move(position: &Chess, written: &str) -> Option<Move> {
    let bare = written.trim_end_matches(['+', '#']);
    let read = SanPlus::from_ascii(bare.as_bytes()).ok()?;
    let m = read.san.to_move(position).ok()?;
    let exact = SanPlus::from_move(position.clone(), m).to_string();
    (written == bare || exact == written).then_some(m)
}
