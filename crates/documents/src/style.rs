//! How a document is shown as text.

/// What a text may hold beside its words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TextStyle {
    /// May words be bold and coloured, by ANSI codes?
    pub ansi: bool,
    /// May the options of the program be named, as in "allow more with --nodes"?
    pub options: bool,
}

impl TextStyle {
    /// Words alone.
    pub const PLAIN: TextStyle = TextStyle {
        ansi: false,
        options: false,
    };

    /// For a terminal; whoever prints strips the codes where they are unwanted.
    pub const TERMINAL: TextStyle = TextStyle {
        ansi: true,
        options: true,
    };

    /// The text in bold, where that can be shown.
    pub fn bold(self, text: &str) -> String {
        match self.ansi {
            true => format!("\u{1b}[1m{text}\u{1b}[0m"),
            false => text.to_owned(),
        }
    }

    /// How to allow more with an option of the program, after a text that says what there was too little of.
    pub fn allow_more(self, option: &str) -> String {
        match self.options {
            true => format!("; allow more with {option}"),
            false => String::new(),
        }
    }
}
