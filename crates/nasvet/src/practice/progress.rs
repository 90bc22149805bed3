//! Keeping the account: what a result changes in the progress document, and what is due.

use documents::{
    Digest, PracticeChapterDocument, PracticeDayDocument, PracticeDocument, PracticeIdeaDocument,
    RepeatDocument, StageName, TaskResultName,
};

use crate::practice::schedule::{DAY, Rating, RepeatMemory, answered};

/// So many results of an idea are kept: as many as the widest picture shows.
pub(crate) const MAX_RECENT: usize = 20;

/// So many days are kept.
const MAX_DAYS: usize = 400;

/// The part about a chapter, which is made if there is none.
pub(crate) fn chapter_of<'d>(
    progress: &'d mut PracticeDocument,
    name: &str,
    digest: &Digest,
) -> &'d mut PracticeChapterDocument {
    let chapters = &mut progress.chapters;
    let idx = match chapters.binary_search_by(|chapter| chapter.chapter.as_str().cmp(name)) {
        Ok(idx) => idx,
        Err(idx) => {
            let new = PracticeChapterDocument {
                chapter: name.into(),
                digest: digest.clone(),
                ideas: Vec::new(),
                examples: Vec::new(),
                repeats: Vec::new(),
            };
            chapters.insert(idx, new);
            idx
        }
    };
    let chapter = &mut chapters[idx];
    chapter.digest = digest.clone();
    chapter
}

/// The part about a chapter, if it was practised.
pub(crate) fn found<'d>(
    progress: &'d PracticeDocument,
    name: &str,
) -> Option<&'d PracticeChapterDocument> {
    progress
        .chapters
        .iter()
        .find(|chapter| chapter.chapter == name)
}

/// How an idea has gone, if it was tried.
pub(crate) fn idea_of<'d>(
    chapter: Option<&'d PracticeChapterDocument>,
    idea: &str,
) -> Option<&'d PracticeIdeaDocument> {
    chapter?.ideas.iter().find(|known| known.idea == idea)
}

/// A task of an idea has ended.
pub(crate) fn note_result(
    chapter: &mut PracticeChapterDocument,
    idea: &str,
    result: TaskResultName,
) {
    let ideas = &mut chapter.ideas;
    let known = ideas.iter().position(|known| known.idea == idea);
    let idx = known.unwrap_or_else(|| {
        ideas.push(PracticeIdeaDocument {
            idea: idea.into(),
            tried: 0,
            solved: 0,
            streak: 0,
            best: 0,
            recent: Vec::new(),
        });
        ideas.len() - 1
    });
    let known = &mut ideas[idx];
    known.tried += 1;
    known.solved += u64::from(result != TaskResultName::Failed);
    known.streak = match result {
        TaskResultName::Solved => known.streak + 1,
        TaskResultName::Helped | TaskResultName::Failed => 0,
    };
    known.best = known.best.max(known.streak);
    known.recent.push(result);
    let n_old = known.recent.len().saturating_sub(MAX_RECENT);
    known.recent.drain(..n_old);
}

/// A task has ended on a day.
pub(crate) fn note_day(progress: &mut PracticeDocument, now: u64, result: TaskResultName) {
    let (today, days) = (now / DAY, &mut progress.days);
    let idx = match days.binary_search_by_key(&today, |day| day.day) {
        Ok(idx) => idx,
        Err(idx) => {
            let new = PracticeDayDocument {
                day: today,
                tasks: 0,
                solved: 0,
            };
            days.insert(idx, new);
            idx
        }
    };
    days[idx].tasks += 1;
    days[idx].solved += u64::from(result != TaskResultName::Failed);
    let n_old = days.len().saturating_sub(MAX_DAYS);
    days.drain(..n_old);
}

/// A position that comes again was answered, or must come again from now on. Gives when it will.
pub(crate) fn note_answer(
    chapter: &mut PracticeChapterDocument,
    position: &str,
    idea: Option<&str>,
    rating: Rating,
    now: u64,
) -> u64 {
    let repeats = &mut chapter.repeats;
    let known = repeats.iter().position(|known| known.position == position);
    let memory = answered(known.map(|idx| memory_of(&repeats[idx])), rating, now);
    let idx = known.unwrap_or_else(|| {
        repeats.push(RepeatDocument {
            position: position.into(),
            idea: idea.map(String::from),
            due: now,
            seen: now,
            stage: StageName::Learning,
            stability: 0.0,
            difficulty: 0.0,
            solved: 0,
            failed: 0,
        });
        repeats.len() - 1
    });
    let repeat = &mut repeats[idx];
    repeat.due = memory.due;
    repeat.seen = memory.seen;
    repeat.stage = memory.stage;
    repeat.stability = memory.stability;
    repeat.difficulty = memory.difficulty;
    match rating {
        Rating::Again => repeat.failed += 1,
        Rating::Hard | Rating::Good => repeat.solved += 1,
    }
    memory.due
}

fn memory_of(repeat: &RepeatDocument) -> RepeatMemory {
    RepeatMemory {
        stage: repeat.stage,
        stability: repeat.stability,
        difficulty: repeat.difficulty,
        seen: repeat.seen,
        due: repeat.due,
    }
}

/// The positions of a chapter that are due, the one that has waited longest first.
pub(crate) fn due_now(chapter: &PracticeChapterDocument, now: u64) -> Vec<&RepeatDocument> {
    let repeats = chapter.repeats.iter();
    let mut due: Vec<&RepeatDocument> = repeats.filter(|repeat| repeat.due <= now).collect();
    due.sort_by_key(|repeat| repeat.due);
    due
}

/// How many days in a row something was practised, today or until yesterday.
pub(crate) fn days_in_a_row(progress: &PracticeDocument, now: u64) -> u64 {
    let today = now / DAY;
    let was = |day: u64| progress.days.iter().any(|known| known.day == day);
    let last = match was(today) {
        true => today,
        false => today.saturating_sub(1),
    };
    (0..=last).rev().take_while(|day| was(*day)).count() as u64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chapter::Chapter;

    fn with_krk(change: impl FnOnce(&mut PracticeChapterDocument)) -> PracticeDocument {
        let mut progress = PracticeDocument::default();
        let digest = Chapter::shipped("krk").expect("it is shipped").digest();
        change(chapter_of(&mut progress, "krk", &digest));
        progress
    }

    #[test]
    fn help_ends_a_streak_and_a_mistake_is_not_solved() {
        use TaskResultName::{Failed, Helped, Solved};
        let progress = with_krk(|krk| {
            for result in [Solved, Solved, Helped, Solved, Failed, Solved] {
                note_result(krk, "Mate", result);
            }
        });
        let mate = idea_of(found(&progress, "krk"), "Mate").expect("it was tried");
        assert_eq!((mate.tried, mate.solved), (6, 5));
        assert_eq!((mate.streak, mate.best), (1, 2));
        assert_eq!(mate.recent.len(), 6);
    }

    #[test]
    fn only_the_last_results_are_kept() {
        let progress = with_krk(|krk| {
            note_result(krk, "Mate", TaskResultName::Failed);
            for _ in 0..MAX_RECENT {
                note_result(krk, "Mate", TaskResultName::Solved);
            }
        });
        let mate = idea_of(found(&progress, "krk"), "Mate").expect("it was tried");
        assert_eq!(mate.recent, [TaskResultName::Solved; MAX_RECENT]);
        assert_eq!(mate.tried, MAX_RECENT as u64 + 1);
    }

    #[test]
    fn what_was_missed_is_due_after_a_minute_and_what_waits_longest_comes_first() {
        let now = 1_000_000;
        let progress = with_krk(|krk| {
            let due = note_answer(krk, "first", Some("Mate"), Rating::Again, now);
            assert_eq!(due, now + 60);
            note_answer(krk, "second", None, Rating::Again, now + 30);
        });
        let due = |at: u64| {
            let krk = found(&progress, "krk").expect("it was practised");
            let due = due_now(krk, at).into_iter();
            due.map(|repeat| repeat.position.as_str())
                .collect::<Vec<&str>>()
        };
        assert_eq!(due(now + 59), [""; 0]);
        assert_eq!(due(now + 60), ["first"]);
        assert_eq!(due(now + 100), ["first", "second"]);
    }

    #[test]
    fn days_in_a_row_may_end_yesterday() {
        let mut progress = PracticeDocument::default();
        for day in [3, 5, 6, 7] {
            note_day(&mut progress, day * DAY + 9, TaskResultName::Solved);
        }
        let row = |day: u64| days_in_a_row(&progress, day * DAY);
        assert_eq!([row(7), row(8), row(9), row(4), row(0)], [3, 3, 0, 1, 0]);
    }
}
