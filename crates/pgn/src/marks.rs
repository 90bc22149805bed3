//! Comments as lichess and others read them: circles and arrows first, then words.

/// Squares and arrows to be drawn, each once and in the order in which they came.
#[derive(Clone, Debug, Default)]
pub(crate) struct Marks {
    circles: Vec<String>,
    arrows: Vec<String>,
}

impl Marks {
    /// A circle in a colour: `G`, `R`, `Y` or `B`.
    pub(crate) fn circle(&mut self, colour: char, square: &str) {
        let circle = format!("{colour}{square}");
        if is_square(square) && !self.circles.contains(&circle) {
            self.circles.push(circle);
        }
    }

    /// An arrow in a colour.
    pub(crate) fn arrow(&mut self, colour: char, from: &str, to: &str) {
        let arrow = format!("{colour}{from}{to}");
        if is_square(from) && is_square(to) && !self.arrows.contains(&arrow) {
            self.arrows.push(arrow);
        }
    }

    /// A comment with its braces.
    pub(crate) fn comment(&self, words: &str) -> String {
        let mut text = String::new();
        for (name, marks) in [("csl", &self.circles), ("cal", &self.arrows)] {
            if !marks.is_empty() {
                text += &format!("[%{name} {}]", marks.join(","));
            }
        }
        let words: Vec<&str> = words.split_whitespace().collect();
        // A brace would end the comment, and a bracket with a percent sign would be a command.
        let words = words.join(" ");
        let words = words.replace('{', "(").replace('}', ")").replace("[%", "[");
        if !text.is_empty() && !words.is_empty() {
            text.push(' ');
        }
        format!("{{{text}{words}}}")
    }
}

fn is_square(text: &str) -> bool {
    matches!(text.as_bytes(), [b'a'..=b'h', b'1'..=b'8'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_come_before_words() {
        let mut marks = Marks::default();
        assert_eq!(marks.comment("a {b}\nc"), "{a (b) c}");
        marks.circle('G', "d5");
        marks.circle('G', "d5");
        marks.circle('R', "nowhere");
        marks.arrow('B', "b2", "b3");
        assert_eq!(marks.comment("x"), "{[%csl Gd5][%cal Bb2b3] x}");
    }
}
