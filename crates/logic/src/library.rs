//! The handwritten Prolog: the interpreter and the games, in paragraphs.
//!
//! A paragraph that begins with `%! name(…)` defines that predicate. Only paragraphs that are called, directly or
//! through others, are exported. The same line, or a line `%= word(…): predicate(…)`, says how a word of the game
//! is called: `Pos`, `Us` and `Move` stand for what the word depends on, `Side` and the other names for its
//! arguments, and the remaining name for its value.

use std::collections::{BTreeMap, BTreeSet};

use domain::Word;

/// A game as Prolog: its name in the vocabulary, and its text.
pub const PROLOG: [(&str, &str); 3] = [
    ("chess", include_str!("../prolog/chess.pl")),
    ("graphs", include_str!("../prolog/graphs.pl")),
    ("nim", include_str!("../prolog/nim.pl")),
];

/// The interpreter, which serves every game.
const INTERPRETER: &str = include_str!("../prolog/advice.pl");

/// An argument in the call of a word.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Argument {
    /// The position; for a word about moves, the one in which the move is played.
    Position,
    /// The side that is ours.
    Us,
    /// The move.
    Move,
    /// The argument of this index; the side of `our.king` comes first.
    Given(usize),
    /// A Prolog atom.
    Literal(String),
    /// Its value.
    Value,
}

/// How a word, or a named item, is called in Prolog.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct PredicateCall {
    pub(crate) predicate: String,
    pub(crate) arguments: Vec<Argument>,
}

/// A part of the text between blank lines.
struct Paragraph {
    /// The predicate it defines.
    defines: Option<String>,
    text: String,
}

/// The interpreter and one game.
pub(crate) struct PrologLibrary {
    paragraphs: Vec<Paragraph>,
    directives: Vec<String>,
    /// By name, whether it is written after a side, and the number of arguments.
    words: BTreeMap<(String, bool, usize), PredicateCall>,
    /// How named items are called, by the name of their sort; items of other sorts have plain names.
    items: BTreeMap<String, PredicateCall>,
}

impl PrologLibrary {
    /// The library for a game, if there is one.
    pub(crate) fn of_game(game: &str) -> Option<PrologLibrary> {
        let (_, text) = PROLOG.iter().find(|(name, _)| *name == game)?;
        let mut library = PrologLibrary {
            paragraphs: Vec::new(),
            directives: Vec::new(),
            words: BTreeMap::new(),
            items: BTreeMap::new(),
        };
        for paragraph in INTERPRETER.split("\n\n").chain(text.split("\n\n")) {
            library.read(paragraph.trim_end());
        }
        Some(library)
    }

    fn read(&mut self, paragraph: &str) {
        if paragraph.starts_with(":-") {
            self.directives.extend(paragraph.lines().map(str::to_owned));
            return;
        }
        for line in paragraph.lines() {
            if let Some((item, call)) = line
                .strip_prefix("%= a ")
                .and_then(|line| line.split_once(": "))
            {
                self.items
                    .insert(item.to_owned(), read_call(call, &["Name".into()]));
            } else if let Some((word, call)) = line
                .strip_prefix("%= ")
                .and_then(|line| line.split_once(": "))
            {
                let (name, given) = split_call(word);
                let is_of_side = given.first().is_some_and(|first| first == "Side");
                let call = read_call(call, &given);
                self.words.insert(
                    (name, is_of_side, given.len() - usize::from(is_of_side)),
                    call,
                );
            }
        }
        let defines = paragraph.strip_prefix("%! ").map(|rest| {
            let head = rest.lines().next().unwrap_or(rest);
            let (name, arguments) = split_call(head);
            self.name_word(&name, &arguments);
            name
        });
        let text: Vec<&str> = paragraph
            .lines()
            .filter(|line| !line.starts_with("%= "))
            .collect();
        self.paragraphs.push(Paragraph {
            defines,
            text: text.join("\n"),
        });
    }

    /// Registers the word of the same name that a predicate defines, according to its first line.
    fn name_word(&mut self, name: &str, arguments: &[String]) {
        let plain: Vec<String> = arguments
            .iter()
            .map(|argument| argument.trim_start_matches(['+', '-', '?']).to_owned())
            .collect();
        let is_given = |argument: &&String| {
            let plain = argument.trim_start_matches(['+', '?']);
            !argument.starts_with('-') && !["Pos", "Us", "Move"].contains(&plain)
        };
        let given: Vec<String> = arguments
            .iter()
            .filter(is_given)
            .map(|argument| argument.trim_start_matches(['+', '?']).to_owned())
            .collect();
        let is_of_side = given.first().is_some_and(|first| first == "Side");
        let call = read_call(&format!("{name}({})", plain.join(", ")), &given);
        self.words
            .entry((
                name.to_owned(),
                is_of_side,
                given.len() - usize::from(is_of_side),
            ))
            .or_insert(call);
    }

    /// How a word is called.
    pub(crate) fn word(&self, word: &Word) -> Option<&PredicateCall> {
        self.words
            .get(&(word.name.to_owned(), word.of_side, word.takes.len()))
    }

    /// How the named items of a sort are called, if not by their plain name.
    pub(crate) fn item(&self, sort: &str) -> Option<&PredicateCall> {
        self.items.get(sort)
    }

    /// The directives, which come before everything else.
    pub(crate) fn directives(&self) -> &[String] {
        &self.directives
    }

    /// All names defined or called in the library.
    pub(crate) fn names(&self) -> BTreeSet<String> {
        let defined = self
            .paragraphs
            .iter()
            .filter_map(|paragraph| paragraph.defines.clone());
        let called = self
            .paragraphs
            .iter()
            .flat_map(|paragraph| called_in(&paragraph.text));
        defined.chain(called).collect()
    }

    /// The paragraphs that a program calls, directly or through others, with the headings above them.
    pub(crate) fn called_by(&self, program: &str) -> String {
        let mut wanted: BTreeSet<String> = BTreeSet::new();
        let mut waiting: Vec<String> = called_in(program).into_iter().collect();
        waiting.extend(["advise", "play_game"].map(str::to_owned));
        while let Some(name) = waiting.pop() {
            let paragraph = self
                .paragraphs
                .iter()
                .find(|paragraph| paragraph.defines.as_ref() == Some(&name));
            if let Some(paragraph) = paragraph
                && wanted.insert(name)
            {
                waiting.extend(called_in(&paragraph.text));
            }
        }
        let mut text = String::new();
        let mut heading = None;
        for paragraph in &self.paragraphs {
            match &paragraph.defines {
                None => heading = Some(&paragraph.text),
                Some(name) if wanted.contains(name) => {
                    for part in heading.take().into_iter().chain([&paragraph.text]) {
                        text += &format!("\n{part}\n");
                    }
                }
                Some(_) => {}
            }
        }
        text
    }
}

/// `name(+A, -B)` as its name and arguments.
fn split_call(text: &str) -> (String, Vec<String>) {
    let (name, rest) = text.split_once('(').unwrap_or((text, ""));
    let inside = rest.rsplit_once(')').map_or(rest, |(inside, _)| inside);
    let arguments = inside.split(',').map(str::trim);
    let arguments = arguments.filter(|argument| !argument.is_empty());
    (
        name.trim().to_owned(),
        arguments.map(str::to_owned).collect(),
    )
}

fn read_call(text: &str, given: &[String]) -> PredicateCall {
    let (predicate, arguments) = split_call(text);
    let mut n_seen: BTreeMap<String, usize> = BTreeMap::new();
    let read = |argument: String| match argument.as_str() {
        "Pos" => Argument::Position,
        "Us" => Argument::Us,
        "Move" => Argument::Move,
        name => {
            // The same name may stand for several arguments, in their order.
            let seen = n_seen.entry(name.to_owned()).or_default();
            let place = (0..given.len())
                .filter(|idx| given[*idx] == name)
                .nth(*seen);
            *seen += 1;
            match place {
                Some(idx) => Argument::Given(idx),
                None if name.starts_with(char::is_uppercase) => Argument::Value,
                None => Argument::Literal(name.to_owned()),
            }
        }
    };
    PredicateCall {
        predicate,
        arguments: arguments.into_iter().map(read).collect(),
    }
}

/// Predicates that take a goal as their first argument.
const TAKES_A_GOAL: [&str; 5] = ["maplist", "foldl", "exclude", "squares_where", "call"];

/// The names called in a text: those before a parenthesis, and goals passed as arguments.
pub(crate) fn called_in(text: &str) -> BTreeSet<String> {
    let mut called = BTreeSet::new();
    let is_code = |line: &&str| !line.trim_start().starts_with('%');
    for line in text.lines().filter(is_code) {
        let mut before = String::new();
        let mut rest = line;
        while let Some(start) = rest.find(is_name_char) {
            let length = rest[start..]
                .find(|c: char| !is_name_char(c))
                .unwrap_or(rest.len() - start);
            let name = &rest[start..start + length];
            let after = &rest[start + length..];
            let handed = rest[..start].ends_with('(') && TAKES_A_GOAL.contains(&before.as_str());
            if name.starts_with(char::is_lowercase) && (after.starts_with('(') || handed) {
                called.insert(name.to_owned());
            }
            before = name.to_owned();
            rest = after;
        }
        // The only infix predicate.
        if line.contains(":=") {
            called.insert(":=".to_owned());
        }
    }
    called
}

fn is_name_char(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_predicate_is_defined_in_one_paragraph() {
        for (game, _) in PROLOG {
            let library = PrologLibrary::of_game(game).expect("the game has been written");
            let mut seen = BTreeSet::new();
            for paragraph in &library.paragraphs {
                if let Some(name) = &paragraph.defines {
                    assert!(seen.insert(name), "{game}: {name} is defined twice");
                    let head = format!("\n{name}(");
                    let is_there = paragraph.text.contains(&head) || name == ":=";
                    assert!(is_there, "{game}: {name} has no clause");
                }
            }
        }
    }

    #[test]
    fn a_line_says_how_a_word_is_called() {
        let library = PrologLibrary::of_game("chess").expect("the game has been written");
        let call = |name: &str, is_of_side, n| {
            let call = &library.words[&(name.to_owned(), is_of_side, n)];
            format!("{} {:?}", call.predicate, call.arguments)
        };
        assert_eq!(
            call("king", true, 0),
            "only [Position, Given(0), Literal(\"king\"), Value]"
        );
        assert_eq!(call("rank", false, 1), "rank [Us, Given(0), Value]");
        assert_eq!(
            call("same_file", false, 2),
            "same_file [Given(0), Given(1)]"
        );
        assert_eq!(call("check", false, 0), "check [Position, Move]");
        assert_eq!(
            call("mobility", true, 0),
            "mobility_of [Position, Given(0), Value]"
        );
        assert_eq!(
            call("mobility", false, 1),
            "mobility_on [Position, Given(0), Value]"
        );
    }

    #[test]
    fn calls_are_found_in_clauses_and_not_in_comments() {
        let text = "% a(b)\nf(X) :- g(X), maplist(h, X), maplist(i(1), X), Y := 1.";
        let called: Vec<String> = called_in(text).into_iter().collect();
        assert_eq!(called, [":=", "f", "g", "h", "i", "maplist"]);
    }
}
