//! The local names of a statement that is being written.

use super::grammar::is_quantifier;
use crate::parser::is_reserved;

/// The parameters, the items of quantifiers, and what patterns bind, the nearest first.
pub(super) fn locals(words: &[&str]) -> Vec<String> {
    let mut found: Vec<&str> = Vec::new();
    let is_name = |word: &&str| {
        word.chars()
            .next()
            .is_some_and(|c| c.is_alphabetic() || c == '_')
            && !is_reserved(word)
    };
    // `def cut(e: number, r)`, `plan walk(targets: squares)`.
    let has_parameters = matches!(
        words.first(),
        Some(&("def" | "moves" | "plan" | "hypothesis" | "object"))
    );
    if has_parameters && words.get(2) == Some(&"(") {
        let until = words
            .iter()
            .position(|word| *word == ")")
            .unwrap_or(words.len());
        let pairs = words[2..until].windows(2);
        let names = pairs
            .filter(|pair| matches!(pair[0], "(" | ","))
            .map(|pair| pair[1]);
        found.extend(names.filter(is_name));
    }
    // `given goal(x), near(x, n)`.
    let (mut given, mut open) = (false, 0);
    for pair in words.windows(2) {
        match pair[0] {
            "given" => given = true,
            "when" | "cost" | "within" | "propose" | "solve" | "fact" => given = false,
            "(" => open += 1,
            ")" => open -= 1,
            _ => {}
        }
        if given && open > 0 && matches!(pair[0], "(" | ",") && is_name(&pair[1]) {
            found.push(pair[1]);
        }
    }
    // `some s in …`, `propose goal(y) for y in …`.
    for triple in words.windows(3) {
        let binds = is_quantifier(triple[0]) || matches!(triple[0], "the" | "for");
        if binds && triple[2] == "in" && is_name(&triple[1]) {
            found.push(triple[1]);
        }
    }
    found.reverse();
    let mut locals: Vec<String> = Vec::new();
    for name in found {
        if !locals.iter().any(|local| local == name) {
            locals.push(name.to_owned());
        }
    }
    locals
}
