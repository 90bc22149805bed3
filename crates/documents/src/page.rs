//! What all pages share: one file that needs nothing else, no script and no network.
//!
//! A page is both HTML and well-formed XML, and whatever comes from elsewhere is escaped.

pub(crate) mod board;
pub(crate) mod markup;

use self::board::men;
use self::markup::escaped;

const STYLE: &str = include_str!("page/page.css");

/// A whole page: its title, and what stands between header and footer.
pub(crate) fn page(title: &str, body: &str) -> String {
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n\
         <title>{}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n{}<main>\n{body}</main>\n</body>\n</html>\n",
        escaped(title),
        men()
    )
}

pub(crate) fn section(title: &str, body: &str) -> String {
    format!("<section>\n<h2>{title}</h2>\n{body}</section>\n")
}

/// A position that a click selects as a whole.
pub(crate) fn copied(fen: &str) -> String {
    format!("<code class=\"fen\">{}</code>\n", escaped(fen))
}
