//! A chapter that is practised: its ideas, which positions are tasks, and which comes next.
//!
//! What was missed comes first when it is due, then the chapter's own examples, then positions by chance. Chance is
//! led: from a drawn position the chapter's own moves are followed against the best defence until the idea comes up that
//! was practised least, so that every idea is met where it really occurs.

use documents::{Digest, PracticeDocument};
use domain::Watch;
use verify::{GameValue, Wdl};

use crate::advice::{Notice, PieceInfo};
use crate::advisor::Mode;
use crate::chapter::Chapter;
use crate::games::Games;
use crate::player::Player;
use crate::position::Position;
use crate::practice::board::{other_colours, sorted_men, strengths};
use crate::practice::ideas::{ChapterIdea, ideas};
use crate::practice::judging::{GAME, JudgedMove, Tables};
use crate::practice::progress::{due_now, found, idea_of};
use crate::practice::task::{LearnerTask, Origin};
use crate::session::draw::drawn_by;
use crate::session::random::Random;

/// A chapter that is practised.
pub(crate) struct Course {
    pub(crate) chapter: Chapter,
    pub(crate) digest: Digest,
    pub(crate) ideas: Vec<ChapterIdea>,
    /// The idea that alone is practised, if the learner chose one.
    pub(crate) only: Option<usize>,
    /// Positions that are due and were left without an answer: they do not come again today.
    pub(crate) skipped: Vec<String>,
    /// Ideas for which chance has found no position.
    not_found: Vec<usize>,
    /// How often chance was asked for each idea today: what is skipped makes room for another.
    asked: Vec<u64>,
    player: Player,
    nodes: u64,
}

/// What a chapter advises in a position, as far as practice asks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct AdvisedMove {
    /// The move.
    pub(crate) m: String,
    /// What its piece of advice tells one to do.
    pub(crate) title: Option<String>,
    /// The index of its idea.
    pub(crate) idea: Option<usize>,
}

/// The most men in positions that are practised: as many as tables are built for.
pub const MAX_MEN: usize = 4;

/// From so many drawn positions an idea is looked for, each followed for so many moves.
const MAX_WALKS: usize = 30;
const MAX_STEPS: usize = 30;

/// And while the searches have looked at fewer positions than this, so that nobody waits.
const MAX_NODES: u64 = 2_000_000;

impl Course {
    /// A course by a chapter; or why it cannot be practised.
    pub(crate) fn new(chapter: Chapter, nodes: u64) -> Result<Course, String> {
        let (name, ideas) = (chapter.name(), ideas(&chapter));
        let cannot = |why: &str| Err(format!("the chapter `{name}` cannot be practised: {why}"));
        if chapter.game() != GAME {
            return cannot(&format!(
                "moves are judged by tables, and there are none for {}",
                chapter.game()
            ));
        }
        if ideas.is_empty() {
            return cannot("it has no table of advice");
        }
        match n_men(&chapter) {
            None => return cannot("it does not say which men it is about"),
            Some(n) if n > MAX_MEN => {
                return cannot(&format!("there are tables for at most {MAX_MEN} men"));
            }
            Some(_) => {}
        }
        let n_ideas = ideas.len();
        Ok(Course {
            digest: chapter.digest(),
            player: Player::with_mode(&chapter, Mode::Weak),
            ideas,
            only: None,
            skipped: Vec::new(),
            not_found: Vec::new(),
            asked: vec![0; n_ideas],
            chapter,
            nodes,
        })
    }

    /// What the chapter advises in a position, and how many positions were looked at for it.
    pub(crate) fn advised(
        &mut self,
        tables: &mut Tables<'_>,
        position: &Position,
    ) -> (Option<AdvisedMove>, u64) {
        let watch = Watch::nodes(self.nodes);
        let advice =
            tables.searching(|_, stop| self.player.advise(position, &watch.with_stop(stop)));
        let advised = advice.m.map(|m| {
            let piece = advice.piece.as_ref();
            let of_piece = |piece: &PieceInfo| {
                let mut ideas = self.ideas.iter();
                ideas.position(|idea| idea.pieces.contains(&piece.name))
            };
            AdvisedMove {
                m: m.text,
                idea: piece.and_then(of_piece),
                title: match piece {
                    Some(piece) => piece.title.clone(),
                    None => advice.idea.clone(),
                },
            }
        });
        (advised, advice.nodes)
    }

    /// The sentences with which the chapter explains a move that was made in a position.
    pub(crate) fn explained(
        &mut self,
        tables: &mut Tables<'_>,
        position: &Position,
        m: &str,
    ) -> Result<String, String> {
        let watch = Watch::nodes(self.nodes);
        let player = &mut self.player;
        let explanation = tables.searching(|host, stop| {
            let judge = &mut |game: &str, position: &str, m: Option<&str>| {
                host.verdict(game, position, m, stop)
            };
            player.why_not_by(position, m, judge, &watch.with_stop(stop))
        });
        explanation
            .map(|explanation| explanation.text())
            .map_err(|error| error.to_string())
    }

    /// What the chapter's method says of a move: what it gives up, and what it gains.
    pub(crate) fn notices(
        &mut self,
        tables: &mut Tables<'_>,
        position: &Position,
        m: &str,
    ) -> Vec<Notice> {
        let watch = Watch::nodes(self.nodes);
        let notices =
            tables.searching(|_, stop| self.player.notices(position, m, &watch.with_stop(stop)));
        // What was not found out in time is not said; the result is judged all the same.
        notices.unwrap_or_default()
    }

    /// Is there a task in a position of this value: something to win for the stronger side, to hold for the weaker?
    pub(crate) fn is_task(&self, position: &Position, value: GameValue) -> bool {
        let text = position.text();
        let (white, black) = strengths(&text);
        let is_stronger = match position.side_to_move() == "White" {
            true => white.cmp(&black),
            false => black.cmp(&white),
        };
        position.is_ours()
            && match value.wdl() {
                Wdl::Win => is_stronger.is_ge(),
                Wdl::Draw => is_stronger.is_le(),
                Wdl::Loss => false,
            }
    }

    /// A task in a position, if there is one.
    pub(crate) fn task_at(
        &mut self,
        tables: &mut Tables<'_>,
        position: &str,
        origin: Origin,
    ) -> Result<Option<LearnerTask>, String> {
        let Ok(position) = self.chapter.position(position) else {
            return Ok(None);
        };
        if !position.is_ours() || position.is_over() {
            return Ok(None);
        }
        let worths = tables.worths(&position)?;
        let is_task = worths
            .first()
            .is_some_and(|best| self.is_task(&position, best.outcome));
        if !is_task {
            return Ok(None);
        }
        let idea = self
            .advised(tables, &position)
            .0
            .and_then(|advised| advised.idea);
        let idea = idea.map(|idea| self.ideas[idea].name.clone());
        Ok(LearnerTask::new(origin, position, idea, worths))
    }

    /// The next task.
    pub(crate) fn next(
        &mut self,
        tables: &mut Tables<'_>,
        progress: &PracticeDocument,
        random: &mut Random,
        now: u64,
    ) -> Result<LearnerTask, String> {
        let only = self.only.map(|idea| self.ideas[idea].name.clone());
        let fits = |idea: Option<&str>| only.is_none() || idea == only.as_deref();
        let known = found(progress, self.chapter.name());

        // Step 1. What was missed and is due.
        let due = known.map_or(Vec::new(), |chapter| due_now(chapter, now));
        for repeat in due {
            let is_skipped = self.skipped.contains(&repeat.position);
            if !is_skipped
                && fits(repeat.idea.as_deref())
                && let Some(task) = self.task_at(tables, &repeat.position, Origin::Repeat)?
            {
                return Ok(task);
            }
        }

        // Step 2. The examples of the chapter, in its order.
        for example in self.chapter.examples() {
            let Ok(position) = self.chapter.position(&example) else {
                continue;
            };
            let position = position.text();
            let is_new = known.is_none_or(|known| !known.examples.contains(&position));
            if is_new
                && let Some(task) = self.task_at(tables, &position, Origin::Example)?
                && fits(task.idea.as_deref())
            {
                return Ok(task);
            }
        }

        // Step 3. Chance, for the idea that was tried least.
        let wanted = match self.only {
            Some(only) => Some(only),
            None => self.least_tried(progress),
        };
        if let Some(idea) = wanted {
            self.asked[idea] += 1;
        }
        self.drawn(tables, wanted, random)
    }

    /// The idea that was tried least, of those that chance can find.
    fn least_tried(&self, progress: &PracticeDocument) -> Option<usize> {
        let known = found(progress, self.chapter.name());
        let tried = |idx: usize| idea_of(known, &self.ideas[idx].name).map_or(0, |idea| idea.tried);
        let findable = (0..self.ideas.len()).filter(|idx| !self.not_found.contains(idx));
        findable.min_by_key(|idx| tried(*idx) + self.asked[*idx])
    }

    /// A task by chance, for an idea if one can be found.
    fn drawn(
        &mut self,
        tables: &mut Tables<'_>,
        wanted: Option<usize>,
        random: &mut Random,
    ) -> Result<LearnerTask, String> {
        let (mut any, mut nodes) = (None, 0);
        for _ in 0..MAX_WALKS {
            let Some(mut position) = self.drawn_position(tables, random)? else {
                continue;
            };
            let men = sorted_men(&position.text());
            for _ in 0..MAX_STEPS {
                let worths = tables.worths(&position)?;
                let Some(best) = worths.first() else {
                    break;
                };
                if !self.is_task(&position, best.outcome) {
                    break;
                }
                let (advised, looked_at) = self.advised(tables, &position);
                nodes += looked_at;
                let idea = advised.as_ref().and_then(|advised| advised.idea);
                let keeps = |advised: &&AdvisedMove| {
                    JudgedMove::new(&worths, &advised.m).is_some_and(|judged| !judged.gives_away())
                };
                let m = advised.as_ref().filter(keeps).map(|advised| &advised.m);
                let m = m.unwrap_or(&best.m).clone();
                let name = idea.map(|idea| self.ideas[idea].name.clone());
                if wanted.is_none() || idea == wanted {
                    let task = LearnerTask::new(Origin::Drawn, position, name, worths);
                    return task.ok_or_else(|| "a task has a legal move".into());
                }
                if any.is_none() {
                    any = LearnerTask::new(Origin::Drawn, position.clone(), name, worths);
                }
                if nodes > MAX_NODES {
                    break;
                }
                let Some(next) = followed(tables, &position, &m)? else {
                    break;
                };
                if sorted_men(&next.text()) != men {
                    break;
                }
                position = next;
            }
            if nodes > MAX_NODES {
                break;
            }
        }
        if let Some(only) = self.only {
            let name = &self.ideas[only].name;
            return Err(format!("no position for the idea “{name}” was found"));
        }
        self.not_found.extend(wanted);
        any.ok_or_else(|| {
            format!(
                "no position of the chapter `{}` was found in which there is something to do",
                self.chapter.name()
            )
        })
    }

    /// A position by chance in which there is a task. Those who hold are Black, as in the books.
    fn drawn_position(
        &mut self,
        tables: &mut Tables<'_>,
        random: &mut Random,
    ) -> Result<Option<Position>, String> {
        const MAX_DRAWS: usize = 200;
        for _ in 0..MAX_DRAWS {
            let seed = random.below(u64::MAX);
            let record = drawn_by(Games::shared(), &self.chapter, seed)?;
            let (ours, theirs) = strengths(&record.start);
            let text = match ours < theirs {
                true => other_colours(&record.start),
                false => record.start,
            };
            let Ok(position) = self.chapter.position(&text) else {
                continue;
            };
            let worths = tables.worths(&position)?;
            let best = worths.first();
            if best.is_some_and(|best| self.is_task(&position, best.outcome)) {
                return Ok(Some(position));
            }
        }
        Ok(None)
    }
}

/// The position after a move and the best defence; none if there is no defence.
fn followed(
    tables: &mut Tables<'_>,
    position: &Position,
    m: &str,
) -> Result<Option<Position>, String> {
    let unplayable = |error: domain::TextError| error.message;
    let next = position.play(m).map_err(unplayable)?;
    match tables.defence(&next, &[])? {
        Some(reply) => next.play(&reply).map(Some).map_err(unplayable),
        None => Ok(None),
    }
}

/// How many men a chapter is about, if it says so.
fn n_men(chapter: &Chapter) -> Option<usize> {
    let men = chapter.program.header.men.as_ref()?;
    let sides = [&men.us, &men.them];
    let counts = sides.into_iter().flatten();
    Some(counts.map(|presence| usize::from(presence.count)).sum())
}
