//! The reference evaluator with a memory for what goals ask about pieces.
//!
//! A piece that asks about pieces, which ask about pieces in turn, takes the reference far too long: it remembers
//! nothing, and so meets the same positions again and again. What a question comes to depends on the piece, the
//! position and the side that asks, and on nothing else. So a copy of the program is made in which every question is a
//! word of a game that is otherwise the same, and the value of that word is what the reference says of the piece in
//! this position, asked once and then kept in a plain map. Everything is still decided by the reference alone.

use domain::{
    ConstantId, Game, Header, HeaderError, Item, ItemSet, Man, Meaning, Rules, Side, Stopped,
    TextError, Value, Vocabulary, WordId,
};
use lang::checked::{Expr, ExprKind, PieceId, Program};
use lang::reference::{Budget, Evaluator, Verdict};
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// Whether pieces are satisfiable in positions, for a side.
type Answers<P> = HashMap<(PieceId, Side, P), bool>;

/// A game, and a program about it whose questions are words.
pub(crate) struct Remembering<'a, D: Meaning> {
    domain: &'a D,
    /// The program with its questions as words.
    pub(crate) program: Program,
    known: Mutex<Answers<D::Position>>,
    /// The steps that are left to questions, and why one of them has ended without an answer.
    left: AtomicU64,
    stopped: Mutex<Option<Stopped>>,
}

impl<'a, D: Meaning> Remembering<'a, D> {
    fn stopped(&self) -> Option<Stopped> {
        *self.stopped.lock().expect("nobody panics with it")
    }

    fn set_stopped(&self, stopped: Option<Stopped>) {
        *self.stopped.lock().expect("nobody panics with it") = stopped;
    }

    pub(crate) fn new(domain: &'a D, program: &Program) -> Remembering<'a, D> {
        let first = domain.vocabulary().words.len() as u16;
        let mut program = program.clone();
        for definition in &mut program.definitions {
            replace(&mut definition.body, first);
        }
        for piece in &mut program.pieces {
            replace(&mut piece.better_goal, first);
            replace(&mut piece.holding_goal, first);
        }
        Remembering {
            domain,
            program,
            known: Mutex::default(),
            left: AtomicU64::new(0),
            stopped: Mutex::default(),
        }
    }

    /// What the reference says, within so many steps for it and as many for all the questions.
    pub(crate) fn say<T>(
        &self,
        steps: u64,
        ask: impl FnOnce(&mut Evaluator<'_, Self>) -> Result<T, Stopped>,
    ) -> Result<T, Stopped> {
        self.left.store(steps, Ordering::Relaxed);
        self.set_stopped(None);
        let said = ask(&mut Evaluator::new(
            self,
            &self.program,
            Budget::steps(steps),
        ))?;
        self.stopped().map_or(Ok(said), Err)
    }

    /// Whether a piece is satisfiable in a position.
    pub(crate) fn can(
        &self,
        steps: u64,
        piece: PieceId,
        viewer: Side,
        position: &D::Position,
    ) -> Result<bool, Stopped> {
        self.left.store(steps, Ordering::Relaxed);
        self.set_stopped(None);
        let can = self.known_or_found(piece, viewer, position);
        can.ok_or_else(|| self.stopped().expect("a question was stopped"))
    }

    /// Forgets everything, so that the map does not grow from one position to the next.
    pub(crate) fn forget(&self) {
        self.known.lock().expect("nobody panics with it").clear();
    }

    /// What was found before, or else is now; nothing when the steps have run out.
    fn known_or_found(&self, piece: PieceId, viewer: Side, position: &D::Position) -> Option<bool> {
        let question = (piece, viewer, position.clone());
        // The map is left before the reference is asked, which comes here again.
        let known = {
            let answers = self.known.lock().expect("nobody panics with it");
            answers.get(&question).copied()
        };
        if known.is_some() {
            return known;
        }
        let budget = Budget::steps(self.left.load(Ordering::Relaxed));
        let mut evaluator = Evaluator::new(self, &self.program, budget);
        let verdict = evaluator.verdict(piece, position, viewer);
        let spent = evaluator.budget().spent();
        let left = self.left.load(Ordering::Relaxed);
        self.left
            .store(left.saturating_sub(spent), Ordering::Relaxed);
        match verdict {
            Ok(verdict) if self.stopped().is_none() => {
                let can = verdict == Verdict::Satisfied;
                self.known
                    .lock()
                    .expect("nobody panics with it")
                    .insert(question, can);
                Some(can)
            }
            Ok(_) => None,
            Err(stopped) => {
                self.set_stopped(Some(stopped));
                None
            }
        }
    }
}

/// Makes questions words, the first piece being the first word after those of the game. Questions in the parts of
/// arithmetic and the like stay as they are, which means the same.
fn replace(expr: &mut Expr, first: u16) {
    if let ExprKind::Can(PieceId(idx)) = expr.kind {
        let word = WordId(first + idx as u16);
        expr.kind = ExprKind::Word(word, Vec::new());
    } else if let ExprKind::And(parts) | ExprKind::Or(parts) = &mut expr.kind {
        for part in parts {
            replace(part, first);
        }
    } else if let ExprKind::Not(part) | ExprKind::ForThem(part) = &mut expr.kind {
        replace(part, first);
    }
}

impl<D: Meaning> Game for Remembering<'_, D> {
    fn vocabulary(&self) -> &Vocabulary {
        self.domain.vocabulary()
    }

    fn read_header(&self, words: &[&str]) -> Result<Header, HeaderError> {
        self.domain.read_header(words)
    }

    fn check_position(&self, position: &str, header: &Header) -> Result<(), TextError> {
        self.domain.check_position(position, header)
    }

    fn check_move(&self, position: &str, header: &Header, m: &str) -> Result<(), TextError> {
        self.domain.check_move(position, header, m)
    }
}

impl<D: Meaning> Rules for Remembering<'_, D> {
    type Position = D::Position;
    type Move = D::Move;

    fn repeats(&self) -> bool {
        self.domain.repeats()
    }

    fn turn(&self, position: &D::Position) -> Side {
        self.domain.turn(position)
    }

    fn visit_moves(
        &self,
        position: &D::Position,
        visit: impl FnMut(D::Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.domain.visit_moves(position, visit)
    }

    fn play(&self, position: &D::Position, m: D::Move) -> D::Position {
        self.domain.play(position, m)
    }
}

impl<D: Meaning> Meaning for Remembering<'_, D> {
    fn word(
        &self,
        word: WordId,
        position: &D::Position,
        viewer: Side,
        args: &[Value],
    ) -> Option<Value> {
        let n_words = self.domain.vocabulary().words.len() as u16;
        match word.0.checked_sub(n_words) {
            None => self.domain.word(word, position, viewer, args),
            Some(idx) => self
                .known_or_found(PieceId(idx.into()), viewer, position)
                .map(Value::Truth),
        }
    }

    fn move_word(
        &self,
        word: WordId,
        position: &D::Position,
        m: D::Move,
        viewer: Side,
        args: &[Value],
    ) -> Option<Value> {
        self.domain.move_word(word, position, m, viewer, args)
    }

    fn constant(&self, constant: ConstantId, viewer: Side) -> Item {
        self.domain.constant(constant, viewer)
    }

    fn moves_man(&self, position: &D::Position, m: D::Move, man: Man) -> bool {
        self.domain.moves_man(position, m, man)
    }

    fn moves_left(&self, position: &D::Position, m: D::Move, targets: &ItemSet) -> Option<i64> {
        self.domain.moves_left(position, m, targets)
    }

    fn origin(&self, position: &D::Position, m: D::Move) -> Option<Item> {
        self.domain.origin(position, m)
    }

    fn n_images(&self, position: &D::Position) -> usize {
        self.domain.n_images(position)
    }

    fn image(&self, position: &D::Position, idx: usize) -> D::Position {
        self.domain.image(position, idx)
    }

    fn image_of_place(&self, place: Item, idx: usize) -> Item {
        self.domain.image_of_place(place, idx)
    }

    fn belongs(&self, position: &D::Position, header: &Header) -> bool {
        self.domain.belongs(position, header)
    }
}
