//! Documents with trees, checked: by the definition, and without any search.
//!
//! What kind of document it is, it says itself; nothing is guessed, and a field that its format does not have makes it no
//! document. All its trees are checked, and what stands around a tree must agree with it: the position, the piece, and
//! the move that is to be played.

use domain::{Notation, Side};
use lang::checked::Program;
use lang::reference::Budget;
use proof::{Finding, Subject, Tree, Verdict, check_verdict};

use crate::advice::{AdviceDocument, AdvisedMoveDocument};
use crate::digest::digest_of_chapter;
use crate::opening::{Format, FormatName, FormatVersion, Opening};
use crate::positions::read_position;
use crate::strangers::refuse_steering;
use crate::tree::{MAX_BYTES, Replayed, TreeDocument, TreeError, falsely_marked, shortened};
use crate::tree_check::{CheckName, CheckedTreeDocument, TreeCheckDocument};

/// A document with trees.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Evidence {
    /// One tree.
    Tree(Box<TreeDocument>),
    /// Moves, with the trees behind them.
    Advice(Box<AdviceDocument>),
}

impl Evidence {
    /// Reads a document that may come from anybody.
    pub fn from_json(json: &[u8]) -> Result<Evidence, TreeError> {
        if json.len() > MAX_BYTES {
            return Err(TreeError::too_long(json.len()));
        }
        let unread = |problem: serde_json::Error| {
            TreeError::Refused(format!("not a document with trees: {problem}"))
        };
        refuse_steering(json).map_err(unread)?;
        let opening: Opening = serde_json::from_slice(json).map_err(unread)?;
        match &*opening.format {
            TreeDocument::NAME => {
                let document = TreeDocument::from_json(json)?;
                Ok(Evidence::Tree(Box::new(document)))
            }
            AdviceDocument::NAME => {
                let document: AdviceDocument = serde_json::from_slice(json).map_err(unread)?;
                document.check_bounds()?;
                match document.moves.iter().any(|m| m.tree.is_some()) {
                    false => Err(TreeError::Refused("the document has no tree".into())),
                    true => Ok(Evidence::Advice(Box::new(document))),
                }
            }
            other => Err(TreeError::Refused(format!(
                "expected the format `{}` or `{}`, found `{}`",
                TreeDocument::NAME,
                AdviceDocument::NAME,
                shortened(other)
            ))),
        }
    }

    /// The name of the chapter that it speaks of.
    pub fn chapter(&self) -> &str {
        match self {
            Evidence::Tree(tree) => &tree.chapter,
            Evidence::Advice(advice) => &advice.chapter,
        }
    }

    /// The first position that it speaks of.
    pub fn position(&self) -> &str {
        match self {
            Evidence::Tree(tree) => &tree.position,
            Evidence::Advice(advice) => {
                let first = advice.moves.first();
                first.map_or("", |advised| &*advised.position)
            }
        }
    }

    /// Checks all its trees against a program, each within so many steps.
    ///
    /// An error says that the document is not about this program, or not about its game, or cannot be played.
    pub fn check<D: Notation>(
        &self,
        domain: &D,
        program: &Program,
        steps: u64,
    ) -> Result<TreeCheckDocument, TreeError> {
        let checker = EvidenceChecker {
            domain,
            program,
            steps,
        };
        let digest = digest_of_chapter(domain.vocabulary(), program);
        let (trees, made_from) = match self {
            Evidence::Tree(tree) => {
                let (_, checked) = checker.tree(tree)?;
                (vec![checked], None)
            }
            Evidence::Advice(advice) => (checker.advice(advice)?, advice.digest.as_ref()),
        };
        let is_older = made_from.is_some_and(|made_from| *made_from != digest);
        let first = |outcome| trees.iter().find(move |tree| tree.outcome == outcome);
        let worst = [CheckName::Flawed, CheckName::Unknown, CheckName::Unshown];
        let worst = worst.into_iter().find_map(first);
        Ok(TreeCheckDocument {
            format: FormatName::default(),
            version: FormatVersion::default(),
            digest: Some(digest),
            sound: worst.map_or(Some(true), |tree| tree.sound),
            finding: worst.map_or_else(|| SOUND.to_owned(), |tree| tree.finding.clone()),
            trees,
            note: is_older.then(|| OTHER_CHAPTER.to_owned()),
        })
    }
}

const SOUND: &str = "sound: every condition holds at every node";

const NO_DIGEST: &str = "The tree was made before trees carried a digest of their advice, \
                         so it is checked against the chapter as it is now.";

const OTHER_CHAPTER: &str = "The pieces behind these trees are as they were, but the chapter has changed since: \
                             it may advise other moves now.";

struct EvidenceChecker<'a, D> {
    domain: &'a D,
    program: &'a Program,
    steps: u64,
}

/// The tree that is being followed, and the moves played since its root.
struct Strategy<D: Notation> {
    piece: String,
    tree: Tree<D::Move>,
    played: Vec<D::Move>,
}

impl<D: Notation> EvidenceChecker<'_, D> {
    /// A tree on its own.
    fn tree(
        &self,
        tree: &TreeDocument,
    ) -> Result<(Option<Replayed<D>>, CheckedTreeDocument), TreeError> {
        let replayed = match tree.replay(self.domain, self.program) {
            Ok(replayed) => replayed,
            Err(TreeError::Flawed(flaw)) => {
                let mut checked = CheckedTreeDocument::new(&tree.position, CheckName::Flawed, flaw);
                checked.piece = Some(tree.piece.clone());
                return Ok((None, checked));
            }
            Err(refused @ (TreeError::Refused(_) | TreeError::Outdated { .. })) => {
                return Err(refused);
            }
        };
        let subject = Subject {
            domain: self.domain,
            program: self.program,
            piece: self
                .program
                .piece_named(&tree.piece)
                .expect("a tree is replayed only if the program has its piece"),
            us: Side::Us,
            root: &replayed.position,
        };
        let budget = Budget::steps(self.steps);
        let finding = check_verdict(subject, tree.verdict(), &replayed.tree, budget);
        let (outcome, finding) = match finding {
            Finding::Sound => (CheckName::Sound, SOUND.to_owned()),
            Finding::Flawed(flaw) => (
                CheckName::Flawed,
                flaw.in_words(self.domain, &replayed.position, replayed.view),
            ),
            Finding::Unknown(stopped) => (CheckName::Unknown, format!("unknown: {stopped}")),
        };
        let mut checked = CheckedTreeDocument::new(&tree.position, outcome, finding);
        checked.piece = Some(tree.piece.clone());
        checked.note = tree.digest.is_none().then(|| NO_DIGEST.to_owned());
        Ok((Some(replayed), checked))
    }

    /// Moves with their trees. Each position must come from the one before, and each move from the tree beside it or
    /// from the tree that is followed.
    fn advice(&self, advice: &AdviceDocument) -> Result<Vec<CheckedTreeDocument>, TreeError> {
        let mut all = Vec::new();
        let mut strategy: Option<Strategy<D>> = None;
        let mut expected: Option<D::Position> = None;
        for advised in &advice.moves {
            let text = &advised.position;
            let read = read_position(self.domain, self.program, text);
            let (position, view) = read.map_err(|problem| {
                TreeError::Refused(format!("the position `{}`: {problem}", shortened(text)))
            })?;
            let m = advised
                .m
                .as_ref()
                .map(|m| self.read_move(&position, view, m));
            let (m, bad_move) = split(m);
            let mut checked = match &advised.tree {
                Some(tree) => {
                    let (replayed, mut checked) = self.tree(tree)?;
                    strategy = None;
                    if let Some(replayed) = replayed {
                        let is_here = replayed.position == position && replayed.view == view;
                        let same_chapter = tree.chapter == advice.chapter;
                        let disagreement = disagreement(advised, tree, is_here && same_chapter)
                            .or_else(|| self.other_move(&position, view, m, &replayed.tree));
                        if let Some(disagreement) = disagreement {
                            checked.outcome = CheckName::Flawed;
                            checked.finding = disagreement;
                        }
                        strategy = Some(Strategy {
                            piece: tree.piece.clone(),
                            tree: replayed.tree,
                            played: Vec::new(),
                        });
                    }
                    checked
                }
                None => unaccompanied(advised, m, strategy.as_ref()),
            };
            if let Some(bad_move) = bad_move {
                checked.outcome = CheckName::Flawed;
                checked.finding = bad_move;
            }
            if expected.take().is_some_and(|expected| expected != position) {
                checked.outcome = CheckName::Flawed;
                checked.finding =
                    "this is not the position after the move and the reply before".into();
            }
            let after = m.map(|m| (m, self.domain.play(&position, m)));
            let reply = after.as_ref().zip(advised.reply.as_ref());
            let reply = reply.map(|((_, after), reply)| self.read_move(after, view, reply));
            let (reply, bad_reply) = split(reply);
            if let Some(bad_reply) = bad_reply {
                checked.outcome = CheckName::Flawed;
                checked.finding = bad_reply;
            }
            checked.m = advised.m.clone();
            checked.sound = checked.outcome.sound();
            all.push(checked);
            // Where there is no move or no reply, the game is over.
            let (Some((m, after)), Some(reply)) = (after, reply) else {
                strategy = None;
                continue;
            };
            if let Some(strategy) = &mut strategy {
                strategy.played.extend([m, reply]);
            }
            expected = Some(self.domain.play(&after, reply));
        }
        Ok(all)
    }

    /// A move that is legal, and check or mate if it is marked so; or what is wrong with it.
    fn read_move(
        &self,
        position: &D::Position,
        view: D::View,
        text: &str,
    ) -> Result<D::Move, String> {
        let read = self.domain.read_move(position, view, text);
        let m = read.map_err(|problem| format!("the move `{}`: {problem}", shortened(text)))?;
        match falsely_marked(self.domain, position, view, text, m) {
            None => Ok(m),
            Some(written) => Err(format!(
                "the move `{}`: marked falsely, the move is {written}",
                shortened(text)
            )),
        }
    }

    /// What is wrong if the tree begins with another move than the one that is to be played.
    fn other_move(
        &self,
        position: &D::Position,
        view: D::View,
        m: Option<D::Move>,
        tree: &Tree<D::Move>,
    ) -> Option<String> {
        if self.domain.turn(position) == Side::Them {
            return None;
        }
        let branches = tree.branches(tree.root());
        let begins = branches.first().map(|(m, _)| *m);
        let write = |m| self.domain.write_move(position, view, m);
        (begins != m).then(|| {
            let says = m.map_or("gives no move".into(), |m| format!("plays {}", write(m)));
            let shows = begins.map_or("has no move".into(), |m| {
                format!("begins with {}", write(m))
            });
            format!("the document {says}, but the tree {shows}")
        })
    }
}

/// What was read, and what is wrong with what could not be read.
fn split<T>(read: Option<Result<T, String>>) -> (Option<T>, Option<String>) {
    match read {
        None => (None, None),
        Some(Ok(read)) => (Some(read), None),
        Some(Err(problem)) => (None, Some(problem)),
    }
}

/// What is wrong if a document says something else than the tree in it.
fn disagreement(
    advised: &AdvisedMoveDocument,
    tree: &TreeDocument,
    same_place: bool,
) -> Option<String> {
    if !same_place {
        return Some("the tree is about another position or chapter than the document".into());
    }
    if tree.verdict() != Verdict::Satisfied {
        return Some("the tree shows why a piece fails, and no move can come from it".into());
    }
    match &advised.piece {
        Some(piece) if *piece != tree.piece => Some(format!(
            "the document names the piece `{}`, but the tree is for `{}`",
            shortened(piece),
            shortened(&tree.piece)
        )),
        Some(_) | None if advised.followed => {
            Some("the move is said to follow an earlier tree, but has one of its own".into())
        }
        Some(_) | None => None,
    }
}

/// A move without a tree of its own: it must follow the tree before it.
fn unaccompanied<M: Copy + Eq, D: Notation<Move = M>>(
    advised: &AdvisedMoveDocument,
    m: Option<M>,
    strategy: Option<&Strategy<D>>,
) -> CheckedTreeDocument {
    let (outcome, finding) = match (m, advised.followed, strategy) {
        (None, _, _) => (CheckName::Sound, "no move is advised here"),
        (Some(m), true, Some(strategy)) => {
            let node = strategy.tree.follow(&strategy.played);
            let next = node.map(|node| strategy.tree.branches(node));
            let is_next = matches!(next, Some([(next, _)]) if *next == m);
            match is_next && advised.piece.as_ref() == Some(&strategy.piece) {
                true => (CheckName::Sound, "the move follows the tree before it"),
                false => (
                    CheckName::Flawed,
                    "the move is not the one that follows in the tree before it",
                ),
            }
        }
        (Some(_), true, None) => (CheckName::Flawed, "there is no tree that the move follows"),
        (Some(_), false, _) => (
            CheckName::Unshown,
            "no tree in the document shows this move",
        ),
    };
    let mut checked = CheckedTreeDocument::new(&advised.position, outcome, finding.into());
    checked.piece.clone_from(&advised.piece);
    checked
}
