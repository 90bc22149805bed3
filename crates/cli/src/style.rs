//! What the terminal can show.

use std::io;

use anstream::{AutoStream, ColorChoice};
use nasvet::picture::Style;

/// What standard output can show, by the locale, the kind of terminal, and the user's wish for colours.
pub(crate) fn of_stdout() -> Style {
    Style {
        unicode: shows_unicode(|name| std::env::var(name).ok()),
        colour: AutoStream::choice(&io::stdout()) != ColorChoice::Never,
        flipped: false,
    }
}

/// Can a terminal with these variables of the environment show figurines?
///
/// The first of the three locale variables that is set decides, as POSIX has it. The Linux console speaks UTF-8,
/// but its font has no chess men.
fn shows_unicode(variable: impl Fn(&str) -> Option<String>) -> bool {
    let is_limited = variable("TERM").is_some_and(|term| term == "dumb" || term == "linux");
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"]
        .into_iter()
        .filter_map(variable)
        .find(|locale| !locale.is_empty());
    let speaks_utf8 = locale.is_some_and(|locale| {
        let locale = locale.to_ascii_lowercase();
        locale.contains("utf-8") || locale.contains("utf8")
    });
    speaks_utf8 && !is_limited
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figurines_need_a_utf8_locale_and_a_terminal_that_has_them() {
        let check = |variables: &[(&str, &str)], expected: bool| {
            let found = shows_unicode(|name| {
                let found = variables.iter().find(|(other, _)| *other == name);
                found.map(|(_, value)| (*value).to_owned())
            });
            assert_eq!(found, expected, "{variables:?}");
        };
        check(&[], false);
        check(&[("LANG", "sl_SI.UTF-8")], true);
        check(&[("LANG", "C.utf8"), ("TERM", "xterm-256color")], true);
        check(&[("LANG", "sl_SI.UTF-8"), ("TERM", "linux")], false);
        check(&[("LANG", "sl_SI.UTF-8"), ("TERM", "dumb")], false);
        check(&[("LANG", "sl_SI.UTF-8"), ("LC_ALL", "C")], false);
        check(&[("LANG", "C"), ("LC_CTYPE", "en_GB.UTF-8")], true);
        check(&[("LANG", "C.UTF-8"), ("LC_ALL", "")], true);
        check(&[("LC_CTYPE", "C"), ("LC_ALL", "C.UTF-8")], true);
    }
}
