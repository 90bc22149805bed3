//! The story of a combination: the ideas, what refuted them, and how they were corrected.
//!
//! Made from the reasons of the plans behind the main line, oldest first. Each sentence keeps the
//! moves, squares and arrows that it mentions.

use shakmaty::Square;

use crate::analysis::Idea;
use crate::board::PlanBoard;
use crate::ids::{MoveNodeId, ReasonId};
use crate::modify::Way;
use crate::motif::{Deed, Motif};
use crate::moves::TreeMove;
use crate::notation::role_name;
use crate::plan::{PlanStatement, SquareChange, SquareState};
use crate::reason::Cause;
use crate::report::{StoryRole, StorySentence};
use crate::search::CombinationSearch;

/// How the moves of a line were found, and what they do for each other.
pub(crate) fn story(
    search: &CombinationSearch,
    line: &[MoveNodeId],
    deeds: &[Deed],
) -> Vec<StorySentence> {
    let mut storyteller = Storyteller {
        search,
        added: Vec::new(),
        sentences: Vec::new(),
    };
    for id in line {
        let node = search.tree.node(*id);
        let is_first_players = node.board.turn != search.tree.first_player;
        if let Some(entry) = node.made_by.first().filter(|_| is_first_players) {
            storyteller.add(entry.reason);
        }
    }
    storyteller.tell(line, deeds);
    storyteller.sentences
}

/// The most deeds that a story ends with: the line shows the others.
const MAX_DEEDS: usize = 3;

struct Storyteller<'a> {
    search: &'a CombinationSearch,
    added: Vec<ReasonId>,
    sentences: Vec<StorySentence>,
}

impl Storyteller<'_> {
    /// Adds a reason, after the reasons that it rests on.
    fn add(&mut self, id: ReasonId) {
        if self.added.contains(&id) {
            return;
        }
        self.added.push(id);
        let reason = *self.search.reason(id);
        if let Some(before) = reason.before {
            self.add(before);
        }
        let board = &self.search.tree.node(reason.node).board;
        let sentence = match reason.cause {
            Cause::Saw(idea) | Cause::SawThere { idea } | Cause::Widens { idea } => {
                Some(self.seen(reason.node, board, idea))
            }
            Cause::Interferes { danger, idea } => {
                let mut sentence = self.seen(reason.node, board, idea);
                sentence.text = format!(
                    "After {} an earlier idea becomes possible. {}",
                    self.last_move(danger),
                    sentence.text
                );
                Some(sentence)
            }
            Cause::Modifies {
                square,
                change,
                way,
            } => Some(self.way(reason.node, square, change, way)),
            Cause::Recalls { pattern } => Some(self.recalled(reason.node, pattern)),
            Cause::NewCapture | Cause::TakesBack | Cause::Analyses => None,
            Cause::Destroys { danger, by } => Some(self.danger(danger, &wish(board, by))),
            Cause::Parries { danger, by } => Some(self.danger(danger, &wish(board, by))),
            Cause::Protects { danger } => {
                let to = self.search.tree.node(danger).m.to();
                let square = to.map_or(String::new(), |to| format!("{to} must be protected first"));
                Some(self.danger(danger, &square))
            }
            Cause::NamesSquare { danger } => self.named_square(reason.node, danger),
        };
        let is_new = |sentence: &StorySentence| {
            !self
                .sentences
                .iter()
                .any(|other| other.text == sentence.text && other.squares == sentence.squares)
        };
        if let Some(sentence) = sentence.filter(is_new) {
            self.sentences.push(sentence);
        }
    }

    /// Ends the story with what the moves do for each other, as far as the plans have not said it.
    fn tell(&mut self, line: &[MoveNodeId], deeds: &[Deed]) {
        let mut told: Vec<Motif> = Vec::new();
        for deed in deeds {
            // What an overloaded piece leaves is told once.
            let is_told = told.contains(&deed.motif)
                || (deed.motif == Motif::Deflection && told.contains(&Motif::Overloading));
            if is_told || told.len() == MAX_DEEDS || deed.n_before > line.len() {
                continue;
            }
            told.push(deed.motif);
            let before = &line[..deed.n_before];
            self.sentences.push(StorySentence {
                role: StoryRole::Deed,
                text: deed.text.clone(),
                line: before
                    .iter()
                    .map(|id| self.search.tree.text_of(*id))
                    .collect(),
                squares: deed.squares.clone(),
                arrows: deed.arrows.clone(),
            });
        }
    }

    fn line(&self, id: MoveNodeId) -> Vec<String> {
        let line = self.search.tree.line(id).into_iter();
        line.map(|id| self.search.tree.text_of(id)).collect()
    }

    fn last_move(&self, id: MoveNodeId) -> String {
        self.search.tree.text_of(id)
    }

    fn seen(&self, node: MoveNodeId, board: &PlanBoard, idea: Idea) -> StorySentence {
        let us = board.turn;
        let piece = |square: Square| name(board, square);
        let king = board.pieces.king_of(!us);
        let (text, squares, arrows) = match idea {
            Idea::Given => ("This plan was given.".to_string(), vec![], vec![]),
            Idea::Capture { by, target } | Idea::Exchange { by, target } => (
                format!(
                    "The {} on {by} attacks the {} on {target}.",
                    piece(by),
                    piece(target)
                ),
                vec![target],
                vec![(by, target)],
            ),
            Idea::Line { by, target } => (
                format!(
                    "The {} on {by} would attack the {} on {target} if the line were open.",
                    piece(by),
                    piece(target)
                ),
                vec![target],
                vec![(by, target)],
            ),
            Idea::BlockedPawn { by, at, target } => (
                format!(
                    "The pawn on {target} cannot move, and the {} can attack it from {at}.",
                    piece(by)
                ),
                vec![target],
                vec![(by, at), (at, target)],
            ),
            Idea::DoubleAttack {
                by,
                at,
                first,
                second,
            } => (
                format!(
                    "From {at} the {} would attack the {} on {first} and the {} on {second}.",
                    piece(by),
                    piece(first),
                    piece(second)
                ),
                vec![first, second],
                vec![(by, at), (at, first), (at, second)],
            ),
            Idea::Lure {
                by,
                at,
                king,
                target,
            } => (
                format!(
                    "If the king stood on {king}, the knight would attack it and the {} on {target} from {at}.",
                    piece(target)
                ),
                vec![king, target],
                vec![(by, at), (at, king), (at, target)],
            ),
            Idea::SafeCheck { by, at } => (
                format!("The {} can give a safe check on {at}.", piece(by)),
                vec![at],
                vec![(by, at)],
            ),
            Idea::Boxed { by, at } => (
                format!(
                    "If the {} gave check on {at}, the king{} would have no escape square.",
                    piece(by),
                    king.map_or(String::new(), |king| format!(" on {king}"))
                ),
                king.into_iter().collect(),
                vec![(by, at)],
            ),
            Idea::Check { by, at } => (
                format!("The {} can give check on {at}.", piece(by)),
                vec![at],
                vec![(by, at)],
            ),
            Idea::Uncovers { by, at, checker } => (
                format!(
                    "If the {} moves to {at}, the {} on {checker} gives check.",
                    piece(by),
                    piece(checker)
                ),
                vec![at],
                king.map_or(vec![(by, at)], |king| vec![(by, at), (checker, king)]),
            ),
            Idea::Discovers {
                by,
                at,
                attacker,
                target,
            } => (
                format!(
                    "If the {} moves to {at}, the {} on {attacker} attacks the {} on {target}.",
                    piece(by),
                    piece(attacker),
                    piece(target)
                ),
                vec![at, target],
                vec![(by, at), (attacker, target)],
            ),
            Idea::MateThreat { by, at, mate } => (
                format!(
                    "The {} can go to {at} and threaten mate on {mate}.",
                    piece(by)
                ),
                vec![at, mate],
                vec![(by, at)],
            ),
            Idea::Race { by, at } => (
                format!(
                    "Few pieces are left, and every move counts: the {} goes to {at}.",
                    piece(by)
                ),
                vec![at],
                vec![(by, at)],
            ),
            Idea::Threat { by, at, target } => (
                format!(
                    "The {} can attack the {} on {target} from {at}.",
                    piece(by),
                    piece(target)
                ),
                vec![target],
                vec![(by, at), (at, target)],
            ),
            Idea::Promotion { pawn } => (
                format!("The pawn on {pawn} is close to promotion."),
                vec![pawn],
                vec![],
            ),
        };
        StorySentence {
            role: StoryRole::Seen,
            text,
            line: self.line(node),
            squares,
            arrows,
        }
    }

    /// A pattern fits here.
    fn recalled(&self, node: MoveNodeId, pattern: u16) -> StorySentence {
        let pattern = self.search.book.patterns().get(usize::from(pattern));
        let name = pattern.map_or("", |pattern| &pattern.name);
        let origin = pattern.and_then(|pattern| pattern.origins.first());
        let like = origin.map_or(String::new(), |origin| {
            format!(": it was {} in {}", origin.san, origin.position)
        });
        StorySentence {
            role: StoryRole::Seen,
            text: format!("The pattern `{name}` fits{like}."),
            line: self.line(node),
            squares: Vec::new(),
            arrows: Vec::new(),
        }
    }

    fn way(
        &self,
        node: MoveNodeId,
        square: Square,
        change: SquareChange,
        way: Way,
    ) -> StorySentence {
        let board = &self.search.tree.node(node).board;
        let want = wanted(board, square, change);
        // The sentence before may have ended with what is wanted.
        let is_said = self
            .sentences
            .last()
            .is_some_and(|last| last.text.ends_with(&format!("{want}.")));
        let (alone, after) = match way {
            Way::Plays => ("It simply moves.", ""),
            Way::LeavesWithThreat => ("It leaves with a threat.", " with a threat"),
            Way::LeavesWithCapture => ("It leaves with a capture.", " with a capture"),
            Way::LeavesWithLure => (
                "It goes where it awaits the king.",
                " for a square where it awaits the king",
            ),
            Way::Attacks => ("So attack it.", ": attack it"),
            Way::TakesProtected => (
                "So capture something it protects: it must recapture.",
                ": capture something it protects, so that it recaptures",
            ),
            Way::TakesIt => ("So capture it.", ": capture it"),
            Way::Comes => ("So move a piece there.", ": move a piece there"),
            Way::Sacrifices => ("So sacrifice a piece there.", ": sacrifice a piece there"),
            Way::TakesToBeTaken => (
                "So capture there: they must recapture.",
                ": capture there, so that they recapture",
            ),
        };
        StorySentence {
            role: StoryRole::Way,
            text: match is_said {
                true => alone.to_string(),
                false => format!("So {want}{after}."),
            },
            line: self.line(node),
            squares: vec![square],
            arrows: Vec::new(),
        }
    }

    /// An open move after a node gets its square, because of a dangerous move or because nothing refutes it.
    fn named_square(&self, before: MoveNodeId, danger: MoveNodeId) -> Option<StorySentence> {
        let tree = &self.search.tree;
        let open = tree
            .line(danger)
            .into_iter()
            .find(|id| tree.node(*id).parent == Some(before));
        let from = open.and_then(|id| tree.node(id).m.from());
        let piece = from.map_or("piece", |from| name(&tree.node(before).board, from));
        let place = from.map_or(String::new(), |from| format!(" from {from}"));
        // Where every square was tried, there is nothing to tell.
        (open != Some(danger)).then(|| {
            let wish = format!("the {piece}{place} needs a better square");
            self.danger(danger, &wish)
        })
    }

    fn danger(&self, danger: MoveNodeId, wish: &str) -> StorySentence {
        let m = self.search.tree.node(danger).m;
        let line = self.line(danger);
        StorySentence {
            role: StoryRole::Danger,
            text: format!("But {}, so {wish}.", fails(&line)),
            line,
            squares: m.to().into_iter().collect(),
            arrows: match m {
                TreeMove::Step { from, to, .. } => vec![(from, to)],
                TreeMove::Null | TreeMove::Open(_) | TreeMove::Castle { .. } => Vec::new(),
            },
        }
    }
}

/// The most moves that are told before the one that refutes.
const MAX_BEFORE: usize = 3;

/// The last move of a line as a reason against it, with the moves just before it.
fn fails(line: &[String]) -> String {
    let Some((last, before)) = line.split_last() else {
        return "it does not work".into();
    };
    let before: Vec<&str> = before
        .iter()
        .map(String::as_str)
        .filter(|san| *san != "--")
        .collect();
    match before.len() {
        0 => format!("{last} refutes it"),
        n if n > MAX_BEFORE => format!(
            "after … {} there is {last}",
            before[n - MAX_BEFORE..].join(" ")
        ),
        _ => format!("after {} there is {last}", before.join(" ")),
    }
}

fn name(board: &PlanBoard, square: Square) -> &'static str {
    board.pieces.role_at(square).map_or("piece", role_name)
}

/// What a statement wants, as a clause.
fn wish(board: &PlanBoard, by: PlanStatement) -> String {
    match by {
        PlanStatement::Modify { square, change, .. } => wanted(board, square, change),
        PlanStatement::Move { from, to, .. } => {
            format!("the {} must go from {from} to {to}", name(board, from))
        }
        PlanStatement::Plays(square) => format!("the {} must leave {square}", name(board, square)),
        PlanStatement::Verify { square, state } => match state {
            SquareState::Vacant => format!("{square} must be empty"),
            SquareState::Occupied
            | SquareState::NoFriend
            | SquareState::Enemy
            | SquareState::SuchEnemy(_)
            | SquareState::NoSuchEnemy(_)
            | SquareState::OtherEnemy(_) => format!("{square} must change"),
        },
        PlanStatement::Analysis(square) => {
            format!("the piece on {square} must be dealt with")
        }
    }
}

fn wanted(board: &PlanBoard, square: Square, change: SquareChange) -> String {
    let piece = name(board, square);
    match change {
        SquareChange::FriendToVacant | SquareChange::FriendAway => {
            format!("the {piece} must leave {square}")
        }
        SquareChange::EnemyToVacant => format!("the {piece} must be removed from {square}"),
        SquareChange::PieceAway(role) => {
            format!("the {} must be driven from {square}", role_name(role))
        }
        SquareChange::PieceReplaced(role) => {
            format!(
                "another piece must replace the {} on {square}",
                role_name(role)
            )
        }
        SquareChange::VacantToOccupied => format!("the line must be blocked on {square}"),
        SquareChange::EnemyComes => format!("one of their pieces must come to {square}"),
        SquareChange::PieceComes(role) => {
            format!("their {} must come to {square}", role_name(role))
        }
    }
}
