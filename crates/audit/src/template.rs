//! Templates of sentences: fixed words with holes, such as `{move} wins: mate in {n}`.

use shakmaty::{Color, Role, Square};

/// What was found in the holes of a template, in order.
#[derive(Clone, Debug, Default)]
pub(crate) struct Captures(Vec<Caught>);

#[derive(Clone, Debug)]
enum Caught {
    Move(String),
    Line(Vec<String>),
    Square(Square),
    Squares(Vec<Square>),
    Number(u32),
    Man(Role),
    Side(Color),
    Words(String),
}

impl Captures {
    /// The move in a hole, as it is written.
    pub(crate) fn written_move(&self, idx: usize) -> &str {
        let Caught::Move(text) = &self.0[idx] else {
            panic!("hole {idx} does not hold a move");
        };
        text
    }

    /// The moves in a hole.
    pub(crate) fn line(&self, idx: usize) -> &[String] {
        let Caught::Line(moves) = &self.0[idx] else {
            panic!("hole {idx} does not hold a line");
        };
        moves
    }

    /// The square in a hole.
    pub(crate) fn square(&self, idx: usize) -> Square {
        let Caught::Square(square) = &self.0[idx] else {
            panic!("hole {idx} does not hold a square");
        };
        *square
    }

    /// The squares in a hole.
    pub(crate) fn squares(&self, idx: usize) -> &[Square] {
        let Caught::Squares(squares) = &self.0[idx] else {
            panic!("hole {idx} does not hold squares");
        };
        squares
    }

    /// The number in a hole.
    pub(crate) fn number(&self, idx: usize) -> u32 {
        let Caught::Number(number) = &self.0[idx] else {
            panic!("hole {idx} does not hold a number");
        };
        *number
    }

    /// The kind of man in a hole.
    pub(crate) fn man(&self, idx: usize) -> Role {
        let Caught::Man(role) = &self.0[idx] else {
            panic!("hole {idx} does not hold a man");
        };
        *role
    }

    /// The side in a hole.
    pub(crate) fn side(&self, idx: usize) -> Color {
        let Caught::Side(side) = &self.0[idx] else {
            panic!("hole {idx} does not hold a side");
        };
        *side
    }

    /// The words in a hole, to be read by themselves.
    pub(crate) fn words(&self, idx: usize) -> &str {
        let Caught::Words(text) = &self.0[idx] else {
            panic!("hole {idx} does not hold words");
        };
        text
    }
}

/// Fits a text to a template; none if it does not fit.
///
/// Holes: `{move}`, `{line}` (moves with blanks between), `{square}`, `{squares}` (one, or a list with `and`), `{n}` (digits
/// or a word up to twelve), `{man}`, `{side}` (White
/// or Black), `{name}` (words without a stop between them) and `{claims}` (whatever is left, at least a letter).
pub(crate) fn fit(template: &str, text: &str) -> Option<Captures> {
    let mut captures = Captures::default();
    fits(template, text, &mut captures).then_some(captures)
}

/// The first form whose template fits a text. A clause may begin a sentence, and then it has a capital letter.
pub(crate) fn first_fit<'f, F>(
    forms: impl Iterator<Item = &'f F>,
    template: impl Fn(&'f F) -> &'static str,
    text: &str,
) -> Option<(&'f F, Captures)> {
    let text = &in_plural(text);
    let lowered = lower_first(text);
    for form in forms {
        let template = template(form);
        if let Some(captures) = fit(template, text).or_else(|| fit(template, &lowered)) {
            return Some((form, captures));
        }
    }
    None
}

/// Templates are written in the plural; `1 step` is read as if it were one of several.
fn in_plural(text: &str) -> String {
    let mut text = format!(" {text}");
    for (one, several) in SINGULARS {
        for n in ["1", "one"] {
            text = text.replace(&format!(" {n} {one} "), &format!(" {n} {several} "));
            text = text.replace(&format!(" {n} {one},"), &format!(" {n} {several},"));
            if let Some(rest) = text.strip_suffix(&format!(" {n} {one}")) {
                text = format!("{rest} {n} {several}");
            }
        }
    }
    text.split_off(1)
}

/// What is counted.
pub(crate) const SINGULARS: &[(&str, &str)] = &[
    ("step", "steps"),
    ("move", "moves"),
    ("square", "squares"),
    ("free jump", "free jumps"),
    ("safe jump", "safe jumps"),
];

fn lower_first(text: &str) -> String {
    let mut chars = text.chars();
    let first = chars.next().map(|c| c.to_ascii_lowercase());
    first.into_iter().chain(chars).collect()
}

fn fits(template: &str, text: &str, captures: &mut Captures) -> bool {
    let Some(open) = template.find('{') else {
        return template == text;
    };
    let Some(text) = text.strip_prefix(&template[..open]) else {
        return false;
    };
    let close = open + template[open..].find('}').expect("a hole is closed");
    let (hole, rest) = (&template[open + 1..close], &template[close + 1..]);
    for (caught, len) in candidates(hole, text) {
        captures.0.push(caught);
        if fits(rest, &text[len..], captures) {
            return true;
        }
        captures.0.pop();
    }
    false
}

/// What a hole could hold at the beginning of a text, with the length of each, the likeliest first.
fn candidates(hole: &str, text: &str) -> Vec<(Caught, usize)> {
    match hole {
        "move" => one(move_at(text).map(|len| (Caught::Move(text[..len].into()), len))),
        "line" => lines_at(text),
        "square" => one(square_at(text).map(|square| (Caught::Square(square), 2))),
        "squares" => one(squares_at(text)),
        "n" => one(number_at(text).map(|(number, len)| (Caught::Number(number), len))),
        "side" => one(side_at(text).map(|side| (Caught::Side(side), 5))),
        "man" => one(man_at(text).map(|(role, len)| (Caught::Man(role), len))),
        // The words before the next stop, the shortest first.
        "name" => {
            let stop = text.find([',', ':', ';']).unwrap_or(text.len());
            let ends = text[..stop].match_indices(' ').map(|(at, _)| at);
            let ends = ends.chain([stop]).filter(|end| *end > 0);
            ends.map(|end| (Caught::Words(text[..end].into()), end))
                .collect()
        }
        "claims" => {
            let ends = text.char_indices().map(|(at, _)| at).skip(1);
            let ends: Vec<usize> = ends.chain([text.len()]).collect();
            let words = ends.into_iter().rev().filter(|end| *end > 0);
            words
                .map(|end| (Caught::Words(text[..end].into()), end))
                .collect()
        }
        other => panic!("there is no hole `{other}`"),
    }
}

fn one(found: Option<(Caught, usize)>) -> Vec<(Caught, usize)> {
    found.into_iter().collect()
}

/// The length of a move at the beginning of a text: `Kd8`, `bxc6`, `b8=Q+`, and `4→0` for Nim.
fn move_at(text: &str) -> Option<usize> {
    let end = text.find([' ', ',', '.', ':', ';', ')', '?', '”']);
    let word = &text[..end.unwrap_or(text.len())];
    is_move(word).then_some(word.len())
}

fn is_move(word: &str) -> bool {
    let is_nim = word.split_once('→').is_some_and(|(from, to)| {
        [from, to]
            .iter()
            .all(|n| !n.is_empty() && n.chars().all(|c| c.is_ascii_digit()))
    });
    let bare = word.trim_end_matches(['+', '#']);
    let bare = bare.split_once('=').map_or(bare, |(bare, _)| bare);
    let is_chess = bare.len() >= 2
        && bare.is_ascii()
        && square_at(&bare[bare.len() - 2..]).is_some()
        && bare.starts_with(|c: char| "KQRBNabcdefgh".contains(c))
        && bare.chars().all(|c| "KQRBNabcdefghx12345678".contains(c));
    is_nim || is_chess
}

/// Every number of moves that a line at the beginning of the text could have, the longest first.
fn lines_at(text: &str) -> Vec<(Caught, usize)> {
    let (mut found, mut moves, mut at) = (Vec::new(), Vec::new(), 0);
    while let Some(len) = move_at(&text[at..]) {
        moves.push(text[at..at + len].to_owned());
        at += len;
        found.push((Caught::Line(moves.clone()), at));
        match text[at..].starts_with(' ') {
            true => at += 1,
            false => break,
        }
    }
    found.reverse();
    found
}

fn square_at(text: &str) -> Option<Square> {
    let square = Square::from_ascii(text.get(..2)?.as_bytes()).ok()?;
    let goes_on = text[2..].starts_with(|c: char| c.is_ascii_alphanumeric());
    (!goes_on).then_some(square)
}

/// The squares at the beginning of a text: `e4`, `e4 and e5`, `d4, e4 and e5`.
fn squares_at(text: &str) -> Option<(Caught, usize)> {
    let mut squares = vec![square_at(text)?];
    let mut at = 2;
    for joint in [", ", " and "] {
        while let Some(square) = text[at..].strip_prefix(joint).and_then(square_at) {
            squares.push(square);
            at += joint.len() + 2;
        }
    }
    Some((Caught::Squares(squares), at))
}

const NUMBERS: [&str; 13] = [
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "eleven", "twelve",
];

fn number_at(text: &str) -> Option<(u32, usize)> {
    let end = text.find(|c: char| !c.is_ascii_alphanumeric());
    let word = &text[..end.unwrap_or(text.len())];
    let spelt = NUMBERS.iter().position(|number| *number == word);
    let number = match spelt {
        Some(number) => number as u32,
        None => word.parse().ok()?,
    };
    Some((number, word.len()))
}

/// The side whose name a text begins with, and both names have five letters.
fn side_at(text: &str) -> Option<Color> {
    let is = |name: &str| {
        text.get(..5)
            .is_some_and(|word| word.eq_ignore_ascii_case(name))
    };
    match (is("white"), is("black")) {
        (true, _) => Some(Color::White),
        (_, true) => Some(Color::Black),
        (false, false) => None,
    }
}

fn man_at(text: &str) -> Option<(Role, usize)> {
    let men = [
        ("king", Role::King),
        ("queen", Role::Queen),
        ("rook", Role::Rook),
        ("bishop", Role::Bishop),
        ("knight", Role::Knight),
        ("pawn", Role::Pawn),
    ];
    let found = men.into_iter().find(|(name, _)| text.starts_with(name))?;
    Some((found.1, found.0.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hole_holds_a_list_of_squares() {
        let check = |text: &str, squares: &[Square]| {
            let read = fit("it guards {squares}, and more", text).expect("it fits");
            assert_eq!(read.squares(0), squares);
        };
        check("it guards e4, and more", &[Square::E4]);
        check("it guards e4 and e5, and more", &[Square::E4, Square::E5]);
        check(
            "it guards d4, e4 and e5, and more",
            &[Square::D4, Square::E4, Square::E5],
        );
    }

    #[test]
    fn holes_hold_moves_numbers_and_squares() {
        let read = fit("{move} wins: mate in {n}", "Rb4+ wins: mate in 14").expect("it fits");
        assert_eq!((read.written_move(0), read.number(1)), ("Rb4+", 14));
        let read = fit(
            "the rook on {square} has {n} moves",
            "the rook on b4 has two moves",
        );
        let read = read.expect("it fits");
        assert_eq!((read.square(0), read.number(1)), (Square::B4, 2));
        assert!(fit("the rook on {square} is lost", "the rook on i9 is lost").is_none());
        assert!(fit("{move} wins", "Every wins").is_none());
        assert!(fit("{move} wins", "4→0 wins").is_some());
    }

    #[test]
    fn one_of_them_is_read_as_several() {
        check_plural(
            "he has 1 step, and 11 moves",
            "he has 1 steps, and 11 moves",
        );
        check_plural("mate follows in one move", "mate follows in one moves");
    }

    fn check_plural(text: &str, expected: &str) {
        assert_eq!(in_plural(text), expected);
    }

    #[test]
    fn a_line_ends_where_the_words_go_on() {
        let read = fit(
            "the line is {line}, and {claims}",
            "the line is b8=Q Kc2 Qb3#, and it is mate",
        );
        let read = read.expect("it fits");
        assert_eq!(read.line(0), ["b8=Q", "Kc2", "Qb3#"]);
        assert_eq!(read.words(1), "it is mate");
    }
}
