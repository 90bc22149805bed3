//! The motifs of a combination, from the plans that won it and not from a picture of its end.

use std::fmt;

use shakmaty::{Color, Rank, Role, Square, attacks};

use crate::analysis::Idea;
use crate::board::PlanBoard;
use crate::ids::{MoveNodeId, ReasonId};
use crate::modify::Way;
use crate::plan::SquareChange;
use crate::reason::Cause;
use crate::search::CombinationSearch;
use crate::tree::GameOver;

/// An idea that chess players have a name for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Motif {
    /// One piece attacks two.
    Fork,
    /// A piece is attacked along a line, with another behind it.
    Skewer,
    /// A piece moves away and opens the line of another.
    DiscoveredAttack,
    /// A piece moves away and another gives check.
    DiscoveredCheck,
    /// A piece is made to leave its duty.
    Deflection,
    /// A piece is made to come to a bad square.
    Decoy,
    /// A piece that guards something is taken.
    RemovalOfTheGuard,
    /// A piece of ours leaves a square that another needs.
    Clearance,
    /// A piece of ours blocks the line of one of theirs.
    Interference,
    /// A quiet move threatens mate.
    QuietMateThreat,
    /// A pawn promotes.
    Promotion,
    /// Mate on the king's own back rank.
    BackRankMate,
}

impl Motif {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Motif::Fork => "fork",
            Motif::Skewer => "skewer",
            Motif::DiscoveredAttack => "discovered attack",
            Motif::DiscoveredCheck => "discovered check",
            Motif::Deflection => "deflection",
            Motif::Decoy => "decoy",
            Motif::RemovalOfTheGuard => "removal of the guard",
            Motif::Clearance => "clearance",
            Motif::Interference => "interference",
            Motif::QuietMateThreat => "quiet threat of mate",
            Motif::Promotion => "promotion",
            Motif::BackRankMate => "back-rank mate",
        }
    }
}

impl fmt::Display for Motif {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The motifs of the first player's moves in a line, each once, in their order.
pub(crate) fn motifs(search: &CombinationSearch, line: &[MoveNodeId]) -> Vec<Motif> {
    let mut motifs = Vec::new();
    for id in line {
        let node = search.tree.node(*id);
        if node.board.turn == search.tree.first_player {
            continue;
        }
        let mut reason = node.made_by.first().map(|entry| entry.reason);
        while let Some(next) = reason {
            add(&mut motifs, of_reason(search, next));
            reason = search.reason(next).before;
        }
        if node.end == Some(GameOver::Mate) {
            add(&mut motifs, back_rank(&node.board));
        }
    }
    motifs
}

fn add(motifs: &mut Vec<Motif>, motif: Option<Motif>) {
    if let Some(motif) = motif.filter(|motif| !motifs.contains(motif)) {
        motifs.push(motif);
    }
}

fn of_reason(search: &CombinationSearch, id: ReasonId) -> Option<Motif> {
    match search.reason(id).cause {
        Cause::Saw(idea)
        | Cause::SawThere { idea }
        | Cause::Widens { idea }
        | Cause::Interferes { idea, .. } => of_idea(idea),
        Cause::Modifies { change, way, .. } => of_way(change, way),
        Cause::Destroys { .. }
        | Cause::Parries { .. }
        | Cause::Protects { .. }
        | Cause::NewCapture
        | Cause::TakesBack
        | Cause::Analyses
        | Cause::NamesSquare { .. } => None,
    }
}

fn of_idea(idea: Idea) -> Option<Motif> {
    match idea {
        Idea::DoubleAttack {
            at, first, second, ..
        } => {
            let is_line = |near: Square, far: Square| attacks::between(at, far).contains(near);
            match is_line(first, second) || is_line(second, first) {
                true => Some(Motif::Skewer),
                false => Some(Motif::Fork),
            }
        }
        Idea::Lure { .. } => Some(Motif::Fork),
        Idea::Uncovers { .. } => Some(Motif::DiscoveredCheck),
        Idea::MateThreat { .. } => Some(Motif::QuietMateThreat),
        Idea::Promotion { .. } => Some(Motif::Promotion),
        Idea::Given
        | Idea::Capture { .. }
        | Idea::Line { .. }
        | Idea::BlockedPawn { .. }
        | Idea::SafeCheck { .. }
        | Idea::Boxed { .. }
        | Idea::Check { .. }
        | Idea::Threat { .. }
        | Idea::Exchange { .. } => None,
    }
}

fn of_way(change: SquareChange, way: Way) -> Option<Motif> {
    match (change, way) {
        (_, Way::TakesProtected) => Some(Motif::Deflection),
        (SquareChange::EnemyComes | SquareChange::PieceComes(_), _) => Some(Motif::Decoy),
        (SquareChange::PieceAway(_) | SquareChange::PieceReplaced(_), Way::TakesIt) => {
            Some(Motif::RemovalOfTheGuard)
        }
        (SquareChange::FriendToVacant, _) => Some(Motif::Clearance),
        (
            SquareChange::FriendAway,
            Way::LeavesWithThreat | Way::LeavesWithCapture | Way::LeavesWithLure,
        ) => Some(Motif::DiscoveredAttack),
        (SquareChange::VacantToOccupied, Way::Comes) => Some(Motif::Interference),
        _ => None,
    }
}

/// Is the side to move mated on its own back rank, by a rook or queen on that rank?
fn back_rank(board: &PlanBoard) -> Option<Motif> {
    let them = board.turn;
    let king = board.pieces.king_of(them)?;
    let rank = match them {
        Color::White => Rank::First,
        Color::Black => Rank::Eighth,
    };
    let on_rank = king.rank() == rank;
    let by_slider = board.attackers(king, !them).into_iter().any(|checker| {
        checker.rank() == rank
            && matches!(
                board.pieces.role_at(checker),
                Some(Role::Rook | Role::Queen)
            )
    });
    (on_rank && by_slider).then_some(Motif::BackRankMate)
}
