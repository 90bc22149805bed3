//! Consulting the tables: the first rule that applies, the first piece in its list that can be satisfied.

use domain::{Domain, Side, Stopped, Watch};
use lang::checked::PieceId;
use proof::{Statistics, Tree};

use crate::context::Shared;
use crate::engine::{Engine, deepening};
use crate::job::Recorded;
use crate::level::Level;
use crate::query::{Answer, Query};

/// What the tables say of a position.
#[derive(Clone, Debug)]
pub struct Advised<M> {
    /// The program is not about this position, so nothing was consulted.
    pub is_outside: bool,
    /// The table for the men on the board, by index, if there is one.
    pub table: Option<usize>,
    /// The first rule of it that applies, by index.
    pub rule: Option<usize>,
    /// The pieces of its list, as far as they were tried, in order.
    pub tried: Vec<Tried>,
    /// The piece to play by, with its tree.
    pub chosen: Option<(PieceId, Tree<M>)>,
    /// The limit that came before a choice.
    pub stopped: Option<Stopped>,
}

/// A piece that was tried.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tried {
    /// The piece.
    pub piece: PieceId,
    /// Its outcome.
    pub outcome: PieceOutcome,
    /// The positions counted, by depth.
    pub statistics: Statistics,
    /// The positions counted in searches that goals asked for.
    pub nested_nodes: u64,
}

/// The outcome of a piece in the list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PieceOutcome {
    /// Its guard does not hold.
    Guarded,
    /// Its better goal holds already, so it has nothing to play.
    AlreadyReached,
    /// It is satisfied, and played.
    Satisfied,
    /// They can avoid its goal.
    Refuted,
    /// Its goal cannot be forced within its depth bound.
    Cut,
    /// A limit came first.
    Unknown(Stopped),
}

impl<M> Advised<M> {
    /// All positions counted.
    pub fn nodes(&self) -> u64 {
        self.tried
            .iter()
            .map(|tried| tried.statistics.nodes() + tried.nested_nodes)
            .sum()
    }
}

impl<D: Domain> Engine<D> {
    /// Consults the tables. The budget of the watch is for each piece.
    #[inline(never)]
    pub fn advise(&mut self, position: &D::Position, watch: &Watch) -> Advised<D::Move> {
        let mut advised = Advised {
            is_outside: false,
            table: None,
            rule: None,
            tried: Vec::new(),
            chosen: None,
            stopped: None,
        };
        let (mut shared, levels) = self.begin(watch);
        let mut level = levels.take(shared.program);
        if let Err(stopped) = consult(&mut shared, &mut level, position, watch, &mut advised) {
            advised.stopped = Some(stopped);
        }
        levels.give_back(level);
        advised
    }
}

/// Consults the tables, with a new budget for each piece and each condition.
fn consult<'s, D: Domain>(
    shared: &mut Shared<'s, D>,
    level: &mut Level<D>,
    position: &D::Position,
    watch: &'s Watch,
    advised: &mut Advised<D::Move>,
) -> Result<(), Stopped> {
    let program = shared.program;
    let tables = &program.checked.tables;
    if let Some(about) = &program.positions
        && program.domain.belongs(position, &program.checked.header)
    {
        advised.is_outside = !level.holds_in(shared, about, position)?;
        if advised.is_outside {
            return Ok(());
        }
    }
    advised.table = tables
        .iter()
        .position(|table| program.domain.belongs(position, &table.header));
    let Some(table) = advised.table else {
        return Ok(());
    };
    for (idx, rule) in program.tables[table].iter().enumerate() {
        let applies = match &rule.condition {
            None => true,
            Some(condition) => {
                shared.begin_anew(watch);
                level.holds_in(shared, condition, position)?
            }
        };
        if applies {
            advised.rule = Some(idx);
            break;
        }
    }
    let Some(rule) = advised.rule else {
        return Ok(());
    };
    let entries = &program.tables[table][rule].entries;
    advised.tried = Vec::with_capacity(entries.len());
    for (piece, guard) in entries {
        let mut tried = Tried {
            piece: *piece,
            outcome: PieceOutcome::Guarded,
            statistics: Statistics::default(),
            nested_nodes: 0,
        };
        shared.begin_anew(watch);
        if let Some(guard) = guard {
            if !level.holds_in(shared, guard, position)? {
                advised.tried.push(tried);
                continue;
            }
            shared.begin_anew(watch);
        }
        // Is it remembered that we cannot satisfy the piece here? Whether a deeper bound would help is not.
        let memory = shared.memory;
        let known = memory.and_then(|memory| memory.can(*piece, Side::Us, position));
        if known == Some(false) {
            tried.outcome = PieceOutcome::Cut;
            advised.tried.push(tried);
            continue;
        }
        let query = Query::of(*piece);
        let searched = deepening(shared, level, query, position, Recorded::ForcingTree);
        (tried.statistics, tried.nested_nodes) = (searched.statistics, searched.nested_nodes);
        tried.outcome = match searched.answer {
            // A tree without a branch: either the goal holds already, or they cannot move.
            Answer::Satisfied(tree) if tree.nodes().len() == 1 => PieceOutcome::AlreadyReached,
            Answer::Satisfied(tree) => {
                advised.chosen = Some((*piece, tree));
                PieceOutcome::Satisfied
            }
            Answer::Refuted => PieceOutcome::Refuted,
            Answer::Cut => PieceOutcome::Cut,
            Answer::Unknown(stopped) => PieceOutcome::Unknown(stopped),
        };
        let outcome = tried.outcome;
        advised.tried.push(tried);
        match outcome {
            PieceOutcome::Satisfied => break,
            // A later piece must not be played where an earlier one might have been.
            PieceOutcome::Unknown(stopped) => return Err(stopped),
            PieceOutcome::Guarded
            | PieceOutcome::AlreadyReached
            | PieceOutcome::Refuted
            | PieceOutcome::Cut => {}
        }
    }
    Ok(())
}
