//! The motifs of a combination: what its plans were after, and what its moves did for each other.
//!
//! A picture of the end would not do. Whoever has two pieces attacked may have had them attacked all the time.

mod deeds;

use std::cmp::Ordering;
use std::fmt;

use shakmaty::{Bitboard, Color, Rank, Role, Square, attacks};

use crate::analysis::Idea;
use crate::board::PlanBoard;
use crate::ids::{MoveNodeId, ReasonId};
use crate::modify::Way;
use crate::plan::SquareChange;
use crate::reason::Cause;
use crate::search::CombinationSearch;
use crate::tree::GameOver;
use crate::values::Values;

pub(crate) use deeds::{Deed, deeds};

/// An idea that chess players have a name for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Motif {
    /// One piece attacks two.
    Fork,
    /// A piece is attacked along a line, and a lesser one behind it is lost when it leaves.
    Skewer,
    /// A piece cannot leave a line, because a greater one is behind it.
    Pin,
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
    /// One piece has two duties.
    Overloading,
    /// A piece comes between one of theirs and what it guards.
    Interference,
    /// A piece of ours leaves a square that another needs.
    Clearance,
    /// A piece is attacked and has no safe square.
    TrappedPiece,
    /// Another move comes before one takes back.
    InBetweenMove,
    /// A quiet move threatens mate.
    QuietMateThreat,
    /// A pawn promotes.
    Promotion,
    /// Mate on the king's own back rank.
    BackRankMate,
}

impl Motif {
    /// All of them.
    pub const ALL: [Motif; 16] = [
        Motif::Fork,
        Motif::Skewer,
        Motif::Pin,
        Motif::DiscoveredAttack,
        Motif::DiscoveredCheck,
        Motif::Deflection,
        Motif::Decoy,
        Motif::RemovalOfTheGuard,
        Motif::Overloading,
        Motif::Interference,
        Motif::Clearance,
        Motif::TrappedPiece,
        Motif::InBetweenMove,
        Motif::QuietMateThreat,
        Motif::Promotion,
        Motif::BackRankMate,
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Motif::Fork => "fork",
            Motif::Skewer => "skewer",
            Motif::Pin => "pin",
            Motif::DiscoveredAttack => "discovered attack",
            Motif::DiscoveredCheck => "discovered check",
            Motif::Deflection => "deflection",
            Motif::Decoy => "decoy",
            Motif::RemovalOfTheGuard => "removal of the guard",
            Motif::Overloading => "overloading",
            Motif::Interference => "interference",
            Motif::Clearance => "clearance",
            Motif::TrappedPiece => "trapped piece",
            Motif::InBetweenMove => "in-between move",
            Motif::QuietMateThreat => "quiet threat of mate",
            Motif::Promotion => "promotion",
            Motif::BackRankMate => "back-rank mate",
        }
    }
}

impl Motif {
    /// Is it something that moves do for each other? Then it counts only where they did it: a plan may have wanted it
    /// in vain.
    fn is_deed(self) -> bool {
        match self {
            Motif::DiscoveredAttack
            | Motif::DiscoveredCheck
            | Motif::Deflection
            | Motif::Decoy
            | Motif::RemovalOfTheGuard
            | Motif::Overloading
            | Motif::Interference
            | Motif::Clearance
            | Motif::TrappedPiece
            | Motif::InBetweenMove => true,
            Motif::Fork
            | Motif::Skewer
            | Motif::Pin
            | Motif::QuietMateThreat
            | Motif::Promotion
            | Motif::BackRankMate => false,
        }
    }
}

impl fmt::Display for Motif {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The motifs of the first player's moves in a line, each once, in their order.
pub(crate) fn motifs(
    search: &CombinationSearch,
    line: &[MoveNodeId],
    deeds: &[Deed],
) -> Vec<Motif> {
    let mut motifs = Vec::new();
    for (idx, id) in line.iter().enumerate() {
        let node = search.tree.node(*id);
        if node.board.turn == search.tree.first_player {
            continue;
        }
        if let Some(entry) = node.made_by.first() {
            of_reasons(search, entry.reason)
                .into_iter()
                .filter(|motif| !motif.is_deed())
                .for_each(|motif| add(&mut motifs, Some(motif)));
        }
        let done = deeds.iter().filter(|deed| deed.n_before == idx);
        done.for_each(|deed| add(&mut motifs, Some(deed.motif)));
        if node.end == Some(GameOver::Mate) {
            add(&mut motifs, back_rank(&node.board));
        }
    }
    motifs
}

/// The first motif of a plan and of those that it was derived from.
pub(crate) fn motif_of(search: &CombinationSearch, reason: ReasonId) -> Option<Motif> {
    of_reasons(search, reason).first().copied()
}

/// The motifs of a plan, and of those that it was derived from.
fn of_reasons(search: &CombinationSearch, reason: ReasonId) -> Vec<Motif> {
    let mut motifs = Vec::new();
    let mut reason = Some(reason);
    let mut wanted = None;
    while let Some(next) = reason {
        let cause = search.reason(next).cause;
        if let Cause::Modifies { change, way, .. } = cause {
            wanted = wanted.or(Some((change, way)));
        } else {
            add(&mut motifs, of_cause(search, next, cause, wanted.take()));
        }
        reason = search.reason(next).before;
    }
    motifs
}

fn add(motifs: &mut Vec<Motif>, motif: Option<Motif>) {
    if let Some(motif) = motif.filter(|motif| !motifs.contains(motif)) {
        motifs.push(motif);
    }
}

/// The motif of an idea, or of how it was made possible.
fn of_cause(
    search: &CombinationSearch,
    id: ReasonId,
    cause: Cause,
    modified: Option<(SquareChange, Way)>,
) -> Option<Motif> {
    let board = &search.tree.node(search.reason(id).node).board;
    let idea = match cause {
        Cause::Saw(idea)
        | Cause::SawThere { idea }
        | Cause::Widens { idea }
        | Cause::Interferes { idea, .. } => idea,
        // These parry something; what they lead to is told by the idea that they serve.
        Cause::Modifies { .. }
        | Cause::Destroys { .. }
        | Cause::Parries { .. }
        | Cause::Recalls { .. }
        | Cause::Protects { .. }
        | Cause::NewCapture
        | Cause::TakesBack
        | Cause::Analyses
        | Cause::NamesSquare { .. } => return None,
    };
    let opened = match (idea, modified) {
        (_, Some((SquareChange::EnemyComes | SquareChange::PieceComes(_), _))) => {
            Some(Motif::Decoy)
        }
        (_, Some((_, Way::TakesIt))) => Some(Motif::RemovalOfTheGuard),
        (_, Some((_, Way::TakesProtected))) => Some(Motif::Deflection),
        (Idea::Line { .. }, Some((SquareChange::FriendToVacant, _))) => {
            Some(Motif::DiscoveredAttack)
        }
        (_, Some((SquareChange::FriendToVacant, _))) => Some(Motif::Clearance),
        (_, Some(_) | None) => None,
    };
    opened.or_else(|| of_idea(board, idea))
}

fn of_idea(board: &PlanBoard, idea: Idea) -> Option<Motif> {
    match idea {
        Idea::DoubleAttack {
            at, first, second, ..
        } => {
            let is_line = |near: Square, far: Square| attacks::between(at, far).contains(near);
            match (is_line(first, second), is_line(second, first)) {
                (true, _) => line_attack(board, first, second),
                (_, true) => line_attack(board, second, first),
                (false, false) => Some(Motif::Fork),
            }
        }
        Idea::Lure { .. } => Some(Motif::Fork),
        Idea::Uncovers { .. } => Some(Motif::DiscoveredCheck),
        Idea::Discovers { .. } => Some(Motif::DiscoveredAttack),
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
        | Idea::Race { .. }
        | Idea::Exchange { .. } => None,
    }
}

/// Two pieces on a line: which of them is worth more?
fn line_attack(board: &PlanBoard, near: Square, far: Square) -> Option<Motif> {
    let worth = |square: Square| {
        board
            .pieces
            .role_at(square)
            .map(|role| Values::PITRAT.of(role))
    };
    match worth(near)?.cmp(&worth(far)?) {
        Ordering::Greater => Some(Motif::Skewer),
        Ordering::Less => Some(Motif::Pin),
        Ordering::Equal => None,
    }
}

/// Is the side to move mated on its own back rank by a rook or queen there, behind its own men?
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
    let ahead = attacks::king_attacks(king) & !Bitboard::from(rank);
    let shut_in = (ahead & board.of(them)).count() * 2 > ahead.count();
    (on_rank && by_slider && shut_in).then_some(Motif::BackRankMate)
}
