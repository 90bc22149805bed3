//! What follows the words of a statement or a line, for a cursor.

use super::Expected;
use crate::parser::is_reserved;
use crate::syntax::Quantifier;

/// By how much words change the depth of braces.
pub(super) fn depth(words: &[&str]) -> i32 {
    let step = |word: &&str| match *word {
        "{" => 1,
        "}" => -1,
        _ => 0,
    };
    words.iter().map(step).sum()
}

/// Does a statement go on with the next line, because it cannot end here?
pub(super) fn goes_on(words: &[&str]) -> bool {
    let parentheses: i32 = words
        .iter()
        .map(|word| match *word {
            "(" => 1,
            ")" => -1,
            _ => 0,
        })
        .sum();
    let last = words.last().copied().unwrap_or("");
    let needs_more = matches!(
        last,
        "=" | ","
            | ":"
            | "."
            | "+"
            | "-"
            | "*"
            | "/"
            | "<"
            | ">"
            | "<="
            | ">="
            | "!="
            | "and"
            | "or"
            | "not"
            | "in"
            | "if"
            | "then"
            | "else"
            | "union"
            | "intersect"
            | "without"
            | "mod"
            | "that"
            | "when"
            | "by"
            | "of"
            | "to"
            | "=>"
            | "<=>"
            | "("
            | ".."
    );
    parentheses > 0 || needs_more
}

/// What follows in a statement without braces.
pub(super) fn in_statement(words: &[&str]) -> Expected {
    let Some((keyword, rest)) = words.split_first() else {
        return Expected::Statement;
    };
    let defined = rest.iter().position(|word| *word == "=");
    match *keyword {
        "import" if rest.is_empty() => Expected::Library,
        "convention" if rest.is_empty() => Expected::Convention,
        "let" | "def" => match defined {
            Some(at) => value(&rest[at + 1..], Expected::Value),
            None => parameter(rest),
        },
        "moves" => match defined {
            Some(at) => moves(&rest[at + 1..]),
            None => parameter(rest),
        },
        "hypothesis" | "object" => match rest.contains(&")") {
            true => Expected::Words(&["asks", "means", "else"]),
            false => parameter(rest),
        },
        "plan" | "advice" => parameter(rest),
        "example" => example(rest),
        "claim" => claim(rest),
        "positions" => match rest.split_first() {
            None => Expected::Words(&["where"]),
            Some((_, condition)) => value(condition, Expected::Value),
        },
        "gain" | "slip" => remark(rest),
        "table" if rest.first() == Some(&"for") => Expected::Header,
        "table" | "lemma" | "method" | "referee" | "import" | "convention" => Expected::Nothing,
        _ => Expected::Header,
    }
}

/// What follows the first word of a line between braces.
pub(super) fn in_line(keyword: &str, words: &[&str]) -> Expected {
    let Some((first, rest)) = words.split_first() else {
        return Expected::Nothing;
    };
    match (*first, keyword) {
        ("if" | "otherwise", _) if keyword == "table" => rule(words),
        ("us" | "them", _) => moves(rest),
        ("within", "method" | "referee" | "lemma") => match rest {
            [_] => Expected::Words(&["positions"]),
            _ => Expected::Nothing,
        },
        ("within", _) => match rest {
            [_] => Expected::Words(&["move", "moves", "ply", "plies"]),
            [.., ","] => Expected::Words(&["shortest"]),
            [.., "shortest"] => Expected::Words(&["first"]),
            _ => Expected::Nothing,
        },
        ("convention", _) => Expected::Convention,
        ("given" | "propose", _) => hypothesis(rest),
        ("cost", _) => Expected::Words(&["easy", "difficult"]),
        ("fact" | "solve", _) => value(rest, Expected::Formula),
        ("teach", _) => remark(rest),
        ("because" | "means", _) => Expected::Nothing,
        _ => value(rest, Expected::Value),
    }
}

/// A text about a move, and when it is true.
fn remark(words: &[&str]) -> Expected {
    match words {
        [] => Expected::Nothing,
        [_] => Expected::Words(&["when"]),
        [_, _, condition @ ..] => value(condition, Expected::Value),
    }
}

/// A value, unless the last word asks for something else.
fn value(words: &[&str], otherwise: Expected) -> Expected {
    match words {
        [.., "our" | "their", "."] => Expected::Property,
        [.., "can"] => Expected::Advice,
        [.., "because" | "means"] => Expected::Nothing,
        [.., quantifier, _]
            if is_quantifier(quantifier) && !is_reserved(words[words.len() - 1]) =>
        {
            Expected::Words(&["in"])
        }
        _ => otherwise,
    }
}

pub(super) fn is_quantifier(word: &str) -> bool {
    let quantifiers = Quantifier::ALL.iter();
    quantifiers.into_iter().any(|other| other.word() == word) && word != "the"
}

/// The parameters of a definition: new names and types.
fn parameter(words: &[&str]) -> Expected {
    match words.last() {
        Some(&":") => Expected::Type,
        Some(_) | None => Expected::Nothing,
    }
}

/// Moves, and the conditions and keys in them.
fn moves(words: &[&str]) -> Expected {
    let (mut at, mut mode, mut ifs) = (0, Expected::Moves, 0);
    for (idx, word) in words.iter().enumerate() {
        let next = match *word {
            "if" => {
                ifs += 1;
                continue;
            }
            "then" if ifs > 0 => {
                ifs -= 1;
                continue;
            }
            "then" => Expected::Moves,
            "that" | "when" | "by" | "of" | "to" | "within" | "first" => Expected::Value,
            "going" => Expected::Direction,
            _ => continue,
        };
        (at, mode) = (idx + 1, next);
    }
    if mode == Expected::Value {
        return value(&words[at..], Expected::Value);
    }
    if mode == Expected::Direction {
        return match words.last() {
            Some(&("going" | ",")) => Expected::Direction,
            Some(_) | None => Expected::Words(&["then"]),
        };
    }
    if words.len() == at || words.last() == Some(&"(") {
        return Expected::Moves;
    }
    Expected::Words(&[
        "moves", "walks", "that", "when", "by", "going", "first", "then",
    ])
}

/// A rule of a table.
fn rule(words: &[&str]) -> Expected {
    let then = words.iter().rposition(|word| *word == "then");
    let list = match (words.first(), then) {
        (Some(&"otherwise"), _) => &words[1..],
        (_, Some(then)) => &words[then + 1..],
        (_, None) => return value(&words[1..], Expected::Value),
    };
    match list.iter().rposition(|word| matches!(*word, "," | "when")) {
        Some(at) if list[at] == "when" => value(&list[at + 1..], Expected::Value),
        Some(at) if at + 1 == list.len() => Expected::Advice,
        None if list.is_empty() => Expected::Advice,
        Some(_) | None => Expected::Words(&["when", "because"]),
    }
}

/// What is expected of an example.
fn example(words: &[&str]) -> Expected {
    if let Some(at) = words.iter().position(|word| *word == "shows") {
        return value(&words[at + 1..], Expected::Value);
    }
    match words.last() {
        Some(&("fires" | "fails")) => Expected::Advice,
        Some(&"plays") | None => Expected::Nothing,
        Some(&"and") => Expected::Words(&["fires", "fails", "plays", "shows"]),
        Some(_) if words.len() == 1 => Expected::Words(&["fires", "fails", "plays", "shows"]),
        Some(_) => Expected::Words(&["and"]),
    }
}

/// What a chapter promises.
fn claim(words: &[&str]) -> Expected {
    if let Some(at) = words.iter().position(|word| *word == "where") {
        return value(&words[at + 1..], Expected::Value);
    }
    match words {
        [] => Expected::Words(&["wins", "keeps", "gives", "never"]),
        [.., "in", "strong" | "weak"] => Expected::Words(&["mode"]),
        [.., "in", "the"] => Expected::Words(&["ending"]),
        [.., "in", "the", "ending"] => Expected::Header,
        ["wins"] => Expected::Words(&["from", "at"]),
        ["wins", "at"] => Expected::Words(&["least"]),
        ["wins", "at", "least"] => Expected::Nothing,
        ["wins", "at", "least", _] => Expected::Words(&["positions"]),
        ["gives"] => Expected::Words(&["away"]),
        ["gives", "away"] => Expected::Words(&["at"]),
        ["gives", "away", "at"] => Expected::Words(&["most"]),
        ["gives", "away", "at", "most"] => Expected::Nothing,
        ["gives", "away", "at", "most", _] => Expected::Words(&["half-points"]),
        ["wins", "from"] => Expected::Words(&["every"]),
        ["wins", "from", "every"] => Expected::Words(&["position"]),
        ["keeps"] => Expected::Words(&["every"]),
        ["keeps", "every"] => Expected::Words(&["win", "draw"]),
        ["never", "loses"] => Expected::Words(&["the"]),
        ["never", "loses", "the"] => Expected::Man,
        ["never", rest @ ..] if rest.first() != Some(&"loses") => value(rest, Expected::Value),
        [.., "within"] => Expected::Nothing,
        [.., "within", _] => Expected::Words(&["move", "moves", "ply", "plies"]),
        [.., "in"] => Expected::Words(&["strong", "weak", "the"]),
        _ => Expected::Words(&["within", "in", "where"]),
    }
}

/// Something in the pool, and what it is about.
fn hypothesis(words: &[&str]) -> Expected {
    match words {
        [] => Expected::Hypothesis,
        [.., "is"] => Expected::Words(&["true", "false", "open"]),
        [.., ")"] => Expected::Words(&["is", "for", "when"]),
        [.., ","] => {
            let open = words.iter().filter(|word| **word == "(").count();
            let closed = words.iter().filter(|word| **word == ")").count();
            match open == closed {
                true => Expected::Hypothesis,
                false => Expected::Value,
            }
        }
        _ => value(words, Expected::Value),
    }
}
