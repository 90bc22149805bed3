//! What is wrong with a text, where, and how to mend it.

use crate::fix::Fix;
use crate::span::Span;

/// One finding about a source.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// Does it keep the program from running?
    pub severity: Severity,
    /// A short stable name of the kind of mistake: `unknown-name`.
    pub code: &'static str,
    /// The place to point at.
    pub span: Span,
    /// What was found and what was expected, in one line.
    pub message: String,
    /// Other places that matter, each with what it shows.
    pub related: Vec<(Span, String)>,
    /// How to mend it.
    pub help: Option<String>,
    /// Edits that mend it, the most likely first.
    pub fixes: Vec<Fix>,
}

/// How bad it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Severity {
    /// The program runs, but probably does not say what was meant.
    Warning,
    /// The program cannot run.
    Error,
}

impl Diagnostic {
    /// An error at a place.
    pub fn error(code: &'static str, span: Span, message: impl Into<String>) -> Diagnostic {
        let (severity, message) = (Severity::Error, message.into());
        Diagnostic {
            severity,
            code,
            span,
            message,
            related: Vec::new(),
            help: None,
            fixes: Vec::new(),
        }
    }

    /// A warning at a place.
    pub fn warning(code: &'static str, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            severity: Severity::Warning,
            ..Diagnostic::error(code, span, message)
        }
    }

    /// Adds how to mend it.
    pub fn help(mut self, help: impl Into<String>) -> Diagnostic {
        self.help = Some(help.into());
        self
    }

    /// Adds how to mend it, where that is known.
    pub fn opt_help(mut self, help: Option<String>) -> Diagnostic {
        self.help = help;
        self
    }

    /// Adds the name that was probably meant, or else some other help.
    pub(crate) fn meant(
        self,
        written: Span,
        meant: Option<&str>,
        otherwise: impl FnOnce() -> String,
    ) -> Diagnostic {
        match meant {
            Some(meant) => self
                .help(format!("did you mean `{meant}`?"))
                .fix(Fix::replace(written, meant)),
            None => self.help(otherwise()),
        }
    }

    /// Adds edits that mend it.
    pub fn fix(mut self, fix: impl Into<Option<Fix>>) -> Diagnostic {
        self.fixes.extend(fix.into());
        self
    }

    /// Adds another place that matters.
    pub fn see(mut self, span: Span, what: impl Into<String>) -> Diagnostic {
        self.related.push((span, what.into()));
        self
    }

    /// Is it an error?
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}

/// The findings about one source, in the order they were made, up to a limit.
#[derive(Debug, Default)]
pub struct Diagnostics {
    found: Vec<Diagnostic>,
    left_out: usize,
    /// The places of all errors, also of those that are left out.
    errors: Vec<Span>,
}

/// A file that is wrong from end to end is not worth a message a line.
const MAX_DIAGNOSTICS: usize = 200;

impl Diagnostics {
    /// Adds a finding, unless there are too many already.
    pub fn push(&mut self, diagnostic: Diagnostic) {
        if diagnostic.is_error() {
            let related = diagnostic.related.iter().map(|(span, _)| *span);
            // A mistake in a library is told at the import; both places are wrong.
            let elsewhere = related.filter(|span| span.source != diagnostic.span.source);
            self.errors.push(diagnostic.span);
            self.errors.extend(elsewhere);
        }
        if self.is_full() {
            self.left_out += 1;
        } else {
            self.found.push(diagnostic);
        }
    }

    /// Notes an error that is too much to be told.
    pub(crate) fn leave_out(&mut self, span: Span) {
        self.errors.push(span);
    }

    /// Takes back findings that only follow from another. Their places stay wrong.
    pub(crate) fn withdraw(&mut self, follows: impl Fn(&Diagnostic) -> bool) {
        self.found.retain(|diagnostic| !follows(diagnostic));
    }

    /// The places of all errors.
    pub(crate) fn errors(&self) -> &[Span] {
        &self.errors
    }

    /// Would another finding be left out? Then there is no need to work out a suggestion for it.
    pub fn is_full(&self) -> bool {
        self.found.len() >= MAX_DIAGNOSTICS
    }

    /// Is there an error among them?
    pub fn has_errors(&self) -> bool {
        !self.errors.is_empty()
    }

    /// The findings in the order of their places, the first of each place first.
    pub fn into_vec(self) -> Vec<Diagnostic> {
        let Diagnostics {
            mut found,
            left_out,
            errors,
        } = self;
        found.sort_by_key(|diagnostic| (diagnostic.span.source, diagnostic.span.start));
        if left_out > 0 {
            let last = found
                .last()
                .map_or(Span::default(), |diagnostic| diagnostic.span);
            let message = format!("{left_out} further findings are left out");
            found.push(if errors.is_empty() {
                Diagnostic::warning("too-many", last, message)
            } else {
                Diagnostic::error("too-many", last, message)
            });
        }
        found
    }
}

/// Nobody means a longer name by a slip.
const MAX_NEAR: usize = 40;

/// The candidate that was probably meant by a name nobody knows.
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let letters: Vec<char> = name.chars().take(MAX_NEAR + 1).collect();
    if letters.len() > MAX_NEAR {
        return None;
    }
    let allowed = (letters.len() / 3).clamp(1, 3);
    let mut best: Option<(usize, &str)> = None;
    let mut other = Vec::with_capacity(MAX_NEAR);
    // A letter has up to four bytes, so lengths in bytes tell little; but they are quickly compared.
    for candidate in candidates
        .into_iter()
        .filter(|candidate| candidate.len() <= 4 * MAX_NEAR)
    {
        other.clear();
        other.extend(candidate.chars());
        if other.len().abs_diff(letters.len()) > allowed {
            continue;
        }
        let edits = edits(&letters, &other, allowed);
        if edits <= allowed && edits < other.len() && best.is_none_or(|(fewest, _)| edits < fewest)
        {
            best = Some((edits, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

/// How many letters must be changed, added, dropped or swapped with a neighbour; gives up past `limit`.
///
/// Only what lies within `limit` of the diagonal of the table can matter.
fn edits(a: &[char], b: &[char], limit: usize) -> usize {
    let far = limit + 1;
    let width = b.len() + 1;
    let mut rows = [[far; MAX_NEAR + 5]; 3];
    for (j, cell) in rows[0].iter_mut().enumerate().take(width.min(far)) {
        *cell = j;
    }
    for i in 1..=a.len() {
        let [before_last, last, row] = match i % 3 {
            1 => [2, 0, 1],
            2 => [0, 1, 2],
            _ => [1, 2, 0],
        };
        rows[row] = [far; MAX_NEAR + 5];
        rows[row][0] = i.min(far);
        let mut fewest = rows[row][0];
        for j in i.saturating_sub(limit).max(1)..=(i + limit).min(b.len()) {
            let change = rows[last][j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut best = change.min(rows[last][j] + 1).min(rows[row][j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(rows[before_last][j - 2] + 1);
            }
            rows[row][j] = best.min(far);
            fewest = fewest.min(best);
        }
        if fewest > limit {
            return far;
        }
    }
    rows[a.len() % 3][b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_name_is_suggested_and_a_far_one_is_not() {
        let names = ["rook_lost", "room", "divides", "exposed"];
        for (typed, meant) in [
            ("rook_lst", Some("rook_lost")),
            ("rom", Some("room")),
            ("romo", Some("room")),
            ("dividse", Some("divides")),
            ("queen_side", None),
            ("x", None),
        ] {
            assert_eq!(nearest(typed, names), meant, "{typed}");
        }
    }
}
