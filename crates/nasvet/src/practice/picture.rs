//! A picture of progress: a row of boxes for each idea, what is due, and the last days.

use documents::{PracticeChapterDocument, PracticeDocument, PracticeIdeaDocument, TaskResultName};
use unicode_width::{UnicodeWidthChar as _, UnicodeWidthStr as _};

use crate::practice::ideas::ChapterIdea;
use crate::practice::layout::{PracticeSettings, Tone, plural, until};
use crate::practice::progress::{MAX_RECENT, days_in_a_row, found, idea_of};
use crate::practice::schedule::DAY;

/// From this width on the picture shows twice as much.
const WIDE: usize = 100;

/// The boxes of an idea, and the days, in a narrow window.
const BOXES: usize = MAX_RECENT / 2;
const DAYS: u64 = 14;

/// No name of an idea takes more columns.
const MAX_NAME: usize = 40;

/// What was practised, as a picture. Of the chapter at hand all ideas are shown, of others those that were tried.
pub(crate) fn show_progress(
    progress: &PracticeDocument,
    at_hand: Option<(&str, &[ChapterIdea])>,
    now: u64,
    settings: PracticeSettings,
) -> String {
    let mut chapters: Vec<(&str, Vec<&str>)> = Vec::new();
    if let Some((name, ideas)) = at_hand {
        let ideas = ideas.iter().map(|idea| idea.name.as_str()).collect();
        chapters.push((name, ideas));
    }
    for chapter in &progress.chapters {
        if at_hand.is_none_or(|(name, _)| name != chapter.chapter) {
            let ideas = chapter
                .ideas
                .iter()
                .map(|idea| idea.idea.as_str())
                .collect();
            chapters.push((&chapter.chapter, ideas));
        }
    }
    if chapters.is_empty() {
        return "Nothing was practised yet.\n".into();
    }
    let names = chapters.iter().flat_map(|(_, ideas)| ideas);
    let column = names.map(|name| name.width()).max().unwrap_or_default();
    let pictured = Pictured {
        settings,
        column: column.min(MAX_NAME).min(settings.width.saturating_sub(44)),
        now,
    };
    let mut shown = String::new();
    for (name, ideas) in chapters {
        let known = found(progress, name);
        shown += &format!("{}\n", settings.bold(name));
        for idea in ideas {
            shown += &pictured.idea(idea, idea_of(known, idea));
        }
        if let Some(known) = known {
            shown += &pictured.due(known);
        }
    }
    shown + "\n" + &pictured.days(progress) + &pictured.legend()
}

struct Pictured {
    settings: PracticeSettings,
    /// The width of the names.
    column: usize,
    now: u64,
}

impl Pictured {
    fn is_wide(&self) -> bool {
        self.settings.width >= WIDE
    }

    /// A box for a result.
    fn cell(&self, result: TaskResultName) -> String {
        // No line of a transcript may begin with `#`: it would be taken for a comment.
        let (unicode, ascii, tone) = match result {
            TaskResultName::Solved => ('■', '*', Tone::Good),
            TaskResultName::Helped => ('▣', '+', Tone::Slow),
            TaskResultName::Failed => ('□', 'x', Tone::Bad),
        };
        let cell = if self.settings.style.unicode {
            unicode
        } else {
            ascii
        };
        self.settings.toned(&cell.to_string(), Some(tone))
    }

    /// What stands where there is nothing yet.
    fn nothing(&self) -> &'static str {
        match self.settings.style.unicode {
            true => "·",
            false => ".",
        }
    }

    fn idea(&self, name: &str, known: Option<&PracticeIdeaDocument>) -> String {
        let n_boxes = if self.is_wide() { 2 * BOXES } else { BOXES };
        let recent = known.map_or(&[][..], |known| &known.recent);
        let recent = &recent[recent.len().saturating_sub(n_boxes)..];
        let boxes: String = recent.iter().map(|result| self.cell(*result)).collect();
        let empty = self.nothing().repeat(n_boxes - recent.len());
        let figures = match known {
            None => "not yet".to_owned(),
            Some(known) => {
                let PracticeIdeaDocument {
                    tried,
                    solved,
                    streak,
                    best,
                    ..
                } = known;
                let solved = format!("{solved} of {tried}");
                format!("{solved:<10} streak {streak}, best {best}")
            }
        };
        let name = shortened(name, self.column);
        format!("  {name}  {boxes}{empty}  {figures}\n")
    }

    /// What comes again in a chapter, and when.
    fn due(&self, chapter: &PracticeChapterDocument) -> String {
        let now = self.now;
        let end_of_day = (now / DAY + 1) * DAY;
        let repeats = &chapter.repeats;
        if repeats.is_empty() {
            return String::new();
        }
        let n_now = repeats.iter().filter(|repeat| repeat.due <= now).count();
        let later = |due: u64| due > now && due < end_of_day;
        let n_later = repeats.iter().filter(|repeat| later(repeat.due)).count();
        let mut parts = Vec::new();
        if n_now > 0 {
            parts.push(format!("{n_now} now"));
        }
        if n_later > 0 {
            parts.push(format!("{n_later} later today"));
        }
        let after = repeats.iter().filter(|repeat| repeat.due >= end_of_day);
        let (n_after, next) = (after.clone().count(), after.map(|repeat| repeat.due).min());
        if let Some(next) = next {
            let when = until(next - now);
            parts.push(match n_after {
                1 => format!("1 {when}"),
                n => format!("{n} later, the first {when}"),
            });
        }
        format!("  Due again: {}.\n", parts.join(", "))
    }

    /// The last days, with how many tasks were ended on each.
    fn days(&self, progress: &PracticeDocument) -> String {
        let n_days = if self.is_wide() { 2 * DAYS } else { DAYS };
        let today = self.now / DAY;
        let tasks_on = |day: u64| {
            let known = progress.days.iter().find(|known| known.day == day);
            known.map_or(0, |known| known.tasks)
        };
        let days: Vec<String> = (0..n_days)
            .rev()
            .map(|ago| match today.checked_sub(ago).map_or(0, tasks_on) {
                0 => self.nothing().to_owned(),
                n => n.to_string(),
            })
            .collect();
        let days = format!("Tasks in the last {n_days} days  {}", days.join(" "));
        let row = match days_in_a_row(progress, self.now) {
            0 => return days + "\n",
            n => format!("{} in a row", plural(n, "day")),
        };
        let fits = days.width() + 3 + row.width() < self.settings.width;
        let between = if fits { "   " } else { "\n" };
        format!("{days}{between}{row}\n")
    }

    fn legend(&self) -> String {
        format!(
            "{} solved  {} solved with help  {} not at the first try\n",
            self.cell(TaskResultName::Solved),
            self.cell(TaskResultName::Helped),
            self.cell(TaskResultName::Failed)
        )
    }
}

/// A name that takes exactly so many columns.
fn shortened(name: &str, column: usize) -> String {
    let mut shown = name.to_owned();
    if name.width() > column {
        shown.clear();
        let mut width = 1;
        for ch in name.chars() {
            width += ch.width().unwrap_or(0);
            if width > column {
                break;
            }
            shown.push(ch);
        }
        shown.push('…');
    }
    let blanks = column.saturating_sub(shown.width());
    shown + &" ".repeat(blanks)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chapter::Chapter;
    use crate::picture::Style;
    use crate::practice::ideas::ideas;
    use crate::practice::progress::{chapter_of, note_answer, note_day, note_result};
    use crate::practice::schedule::Rating;

    const NOW: u64 = 20_000 * DAY + 50_000;

    fn practised() -> (Chapter, PracticeDocument) {
        let krk = Chapter::shipped("krk").expect("it is shipped");
        let mut progress = PracticeDocument::default();
        let digest = krk.digest();
        let known = chapter_of(&mut progress, "krk", &digest);
        use TaskResultName::{Failed, Helped, Solved};
        for result in [Solved, Failed, Helped, Solved, Solved] {
            note_result(known, "Mate", result);
        }
        note_answer(known, "one", None, Rating::Again, NOW - 100);
        note_answer(known, "two", None, Rating::Good, NOW - 100);
        for day in [19_990, 19_999, 20_000, 20_000] {
            note_day(&mut progress, day * DAY, Solved);
        }
        (krk, progress)
    }

    fn shown(width: usize, style: Style) -> String {
        let (krk, progress) = practised();
        let ideas = ideas(&krk);
        let settings = PracticeSettings {
            style,
            width,
            ..PracticeSettings::default()
        };
        show_progress(&progress, Some(("krk", &ideas)), NOW, settings)
    }

    #[test]
    fn the_picture_shows_results_repeats_and_days() {
        let expected = "\
krk
  Mate                     *x+**.....  4 of 5     streak 2, best 2
  Squeeze, approach, wait  ..........  not yet
  Beginning anew           ..........  not yet
  Due again: 1 now, 1 later today.

Tasks in the last 14 days  . . . 1 . . . . . . . . 1 2   2 days in a row
* solved  + solved with help  x not at the first try
";
        assert_eq!(shown(80, Style::plain()), expected);
    }

    #[test]
    fn the_picture_fits_and_colours_change_no_letter() {
        for width in [60, 80, 120] {
            let style = Style {
                unicode: true,
                ..Style::plain()
            };
            let plain = shown(width, style);
            for line in plain.lines() {
                assert!(line.width() <= width, "{width}: {line}");
            }
            let colour = Style {
                colour: true,
                ..style
            };
            let mut stripped = shown(width, colour);
            for code in ["0", "1", "31", "32", "33"] {
                stripped = stripped.replace(&format!("\x1b[{code}m"), "");
            }
            assert_eq!(stripped, plain);
        }
    }

    #[test]
    fn long_names_are_shortened() {
        assert_eq!(shortened("Squeeze, approach", 9), "Squeeze,…");
        assert_eq!(shortened("Mate", 6), "Mate  ");
    }
}
