//! All games that can be played by a chapter, as the book tells them: our moves are given, theirs are free.

use std::collections::HashMap;
use std::rc::Rc;

use chess::{Chess, Small};
use domain::Side;
use shakmaty::{Move, Role};
use verify::PlayMode;

use crate::board;
use crate::plans::{Author, Plan, Said, ShippedChapter};
use crate::truth::{Truth, Worth};

/// How a game ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum End {
    /// They are mated.
    Mated,
    /// We are.
    WeAreMated,
    Stalemate,
    NoAdvice,
    CutOff,
    /// Nobody has advice for the men, and the tables say what the position is worth, if they know it.
    TableSpeaks(Option<Worth>, Small),
}

/// A position with us to move in which the game stands, and how it goes on.
pub(crate) struct Stand {
    pub(crate) position: Small,
    /// Is a plan being followed that began earlier?
    pub(crate) is_planned: bool,
    pub(crate) goes_on: GoesOn,
}

pub(crate) enum GoesOn {
    Ends(End),
    /// Our move ends the game.
    Finishes {
        m: Move,
        after: Small,
        end: End,
    },
    /// Our move, and where each of their replies leads.
    Moves {
        m: Move,
        after: Small,
        replies: Vec<(Move, usize)>,
    },
}

/// The games from some positions.
pub(crate) struct Games {
    pub(crate) stands: Vec<Stand>,
    /// Where the games begin in each of the positions.
    pub(crate) starts: HashMap<Small, usize>,
}

/// Where a game stands: the position, and the node of the plan that is being followed.
#[derive(Clone)]
struct Here {
    position: Small,
    plan: Option<(Small, Rc<Plan>, usize)>,
}

type Key = (Small, Option<(Small, usize)>);

/// The shipped chapters that go on with other men.
pub(crate) struct Library<'a> {
    chess: &'a Chess<Small>,
    nodes: Option<u64>,
    open: HashMap<&'static str, ShippedChapter>,
}

impl<'a> Library<'a> {
    pub(crate) fn new(chess: &'a Chess<Small>, nodes: Option<u64>) -> Library<'a> {
        Library {
            chess,
            nodes,
            open: HashMap::new(),
        }
    }

    fn name(position: Small) -> Option<&'static str> {
        match board::men(position)[..] {
            [(Side::Us, Role::Queen)] => Some("kqk"),
            [(Side::Us, Role::Rook)] => Some("krk"),
            [(Side::Us, Role::Pawn)] => Some("kpk"),
            [(Side::Them, Role::Pawn)] => Some("kpk-defence"),
            [(Side::Us, Role::Knight), (Side::Them, Role::Rook)] => Some("knkr"),
            [(Side::Us, Role::Rook), (Side::Them, Role::Knight)] => Some("krkn"),
            [(Side::Us, Role::Pawn), (Side::Them, Role::Pawn)] => Some("kpkp"),
            _ => None,
        }
    }

    fn says(&mut self, name: &'static str, position: Small) -> Said {
        let (chess, nodes) = (self.chess, self.nodes);
        let chapter = self.open.entry(name);
        let chapter = chapter.or_insert_with(|| ShippedChapter::new(chess, name, nodes));
        chapter.says(position)
    }
}

/// Everybody who is needed to play.
pub(crate) struct Players<'p, 'a> {
    pub(crate) author: Author<'p>,
    /// None where the author stands alone.
    pub(crate) library: Option<&'p mut Library<'a>>,
    pub(crate) truth: &'p Truth,
    /// What the author said before.
    pub(crate) known: HashMap<Small, Said>,
}

impl Players<'_, '_> {
    fn is_covered(&self, position: Small) -> bool {
        let is_shipped = self.library.is_some() && Library::name(position).is_some();
        self.author.has_table_for(position) || is_shipped
    }

    fn says(&mut self, position: Small) -> Said {
        if let Some(said) = self.known.get(&position) {
            return said.clone();
        }
        let said = match (&mut self.library, Library::name(position)) {
            _ if self.author.has_table_for(position) => self.author.says(position),
            (Some(library), Some(name)) => library.says(name, position),
            _ => unreachable!("only men that are covered are asked"),
        };
        self.known.insert(position, said.clone());
        said
    }

    /// All games from these positions.
    pub(crate) fn games(&mut self, starts: &[Small], mode: PlayMode) -> Games {
        let mut games = Unfolding {
            places: HashMap::new(),
            waiting: Vec::new(),
        };
        let begin = |position: &Small| Here {
            position: *position,
            plan: None,
        };
        let places = starts
            .iter()
            .map(|start| (*start, games.place(begin(start))));
        let starts = places.collect();
        let mut stands = Vec::new();
        while let Some(here) = games.waiting.get(stands.len()).cloned() {
            let goes_on = self.goes_on(&here, mode, &mut games);
            stands.push(Stand {
                position: here.position,
                is_planned: here.plan.is_some(),
                goes_on,
            });
        }
        Games { stands, starts }
    }

    fn goes_on(&mut self, here: &Here, mode: PlayMode, games: &mut Unfolding) -> GoesOn {
        let position = here.position;
        let legal = board::moves(position);
        // A plan is followed to its end, even where nobody would have a new one.
        if here.plan.is_none() && !self.is_covered(position) {
            return GoesOn::Ends(End::TableSpeaks(self.truth.of(position), position));
        }
        if legal.is_empty() {
            return GoesOn::Ends(match board::is_check(position) {
                true => End::WeAreMated,
                false => End::Stalemate,
            });
        }
        // The plan that is followed, or a new one.
        let (root, plan, node) = match here.plan.clone() {
            Some(followed) => followed,
            None => match self.says(position) {
                Said::Plays(plan) => (position, plan, 0),
                Said::Nothing => return GoesOn::Ends(End::NoAdvice),
                Said::CutOff => return GoesOn::Ends(End::CutOff),
            },
        };
        let (m, then) = plan.nodes[node][0];
        let after = legal.iter().find(|(legal, _)| *legal == m);
        let after = after.expect("a plan has legal moves").1;
        let replies = board::moves(after);
        let mut expected = plan.nodes[then].iter();
        let is_followed =
            mode == PlayMode::Strong && expected.any(|(_, next)| !plan.nodes[*next].is_empty());
        let end = match replies.is_empty() {
            true if board::is_check(after) => Some(End::Mated),
            true => Some(End::Stalemate),
            false if !is_followed && !self.is_covered(after) => {
                Some(End::TableSpeaks(self.truth.of(after), after))
            }
            false => None,
        };
        if let Some(end) = end {
            return GoesOn::Finishes { m, after, end };
        }
        let places = replies.into_iter().map(|(reply, position)| {
            let mut expected = plan.nodes[then].iter();
            // A plan ends at its leaves, and with a reply that it does not expect.
            let expected = expected.find(|(m, next)| *m == reply && !plan.nodes[*next].is_empty());
            let plan = match (mode, expected) {
                (PlayMode::Strong, Some((_, next))) => Some((root, Rc::clone(&plan), *next)),
                (PlayMode::Strong, None) | (PlayMode::Weak, _) => None,
            };
            (reply, games.place(Here { position, plan }))
        });
        GoesOn::Moves {
            m,
            after,
            replies: places.collect(),
        }
    }
}

/// Where games have come to so far.
struct Unfolding {
    places: HashMap<Key, usize>,
    waiting: Vec<Here>,
}

impl Unfolding {
    fn place(&mut self, here: Here) -> usize {
        let plan = here.plan.as_ref().map(|(root, _, node)| (*root, *node));
        let place = self.places.entry((here.position, plan));
        *place.or_insert_with(|| {
            self.waiting.push(here);
            self.waiting.len() - 1
        })
    }
}
