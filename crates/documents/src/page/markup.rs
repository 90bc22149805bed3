//! Text that is safe inside the page: whatever a chapter says stays text.

/// The text with everything escaped that could begin or end a tag, an entity or an attribute.
pub(crate) fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => safe += "&amp;",
            '<' => safe += "&lt;",
            '>' => safe += "&gt;",
            '"' => safe += "&quot;",
            '\'' => safe += "&#39;",
            '\t' | '\n' => safe.push(letter),
            // No browser shows the others of their kind, and no parser accepts them.
            '\u{fffe}' | '\u{ffff}' => safe.push(char::REPLACEMENT_CHARACTER),
            _ if letter.is_control() => safe.push(char::REPLACEMENT_CHARACTER),
            _ => safe.push(letter),
        }
    }
    safe
}

/// A row of a table: its name, and its cells aligned to the right.
pub(crate) fn row(name: &str, cells: impl IntoIterator<Item = String>) -> String {
    let cells: String = cells
        .into_iter()
        .map(|cell| format!("<td class=\"n\">{}</td>", escaped(&cell)))
        .collect();
    format!("<tr><th scope=\"row\">{}</th>{cells}</tr>\n", escaped(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_of_a_text_is_markup() {
        let check = |text, expected| assert_eq!(escaped(text), expected);
        check("Kb3 & mate", "Kb3 &amp; mate");
        check("<script>", "&lt;script&gt;");
        check("\" onload='x'", "&quot; onload=&#39;x&#39;");
        check("a\u{0}\u{1b}b\n", "a\u{fffd}\u{fffd}b\n");
    }
}
