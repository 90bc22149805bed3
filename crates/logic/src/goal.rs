//! Prolog goals, and their layout.

/// A goal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum PrologGoal {
    /// A call or a comparison, as one line of text.
    Plain(String),
    /// `( If -> Then ; If -> Then ; Else )`; without an else it fails if no condition holds.
    Cases(
        Vec<(Vec<PrologGoal>, Vec<PrologGoal>)>,
        Option<Vec<PrologGoal>>,
    ),
    /// `\+ ( … )`.
    Not(Vec<PrologGoal>),
    /// Goals inside a call: `findall(X, ( … ), Xs)` with the text before and after them.
    Inside(String, Vec<PrologGoal>, String),
}

/// The preferred length of a line.
const WIDTH: usize = 96;

/// A clause, with its full stop.
pub(crate) fn clause(head: &str, body: &[PrologGoal]) -> String {
    if body.is_empty() {
        return format!("{head}.\n");
    }
    let line = format!("{head} :- {}.\n", in_line(body));
    if line.len() <= WIDTH && body.len() < 3 {
        return line;
    }
    let mut text = format!("{head} :-\n    ");
    write(body, 4, &mut text);
    text + ".\n"
}

/// Goals on one line.
fn in_line(goals: &[PrologGoal]) -> String {
    if goals.is_empty() {
        return "true".to_owned();
    }
    let parts: Vec<String> = goals.iter().map(one_in_line).collect();
    parts.join(", ")
}

fn one_in_line(goal: &PrologGoal) -> String {
    match goal {
        PrologGoal::Plain(text) => text.clone(),
        PrologGoal::Not(goals) => match &goals[..] {
            [PrologGoal::Plain(text)] if is_call(text) => format!("\\+ {text}"),
            _ => format!("\\+ ( {} )", in_line(goals)),
        },
        PrologGoal::Cases(cases, otherwise) => {
            let cases = cases
                .iter()
                .map(|(condition, then)| format!("{} -> {}", in_line(condition), in_line(then)));
            let parts: Vec<String> = cases
                .chain(otherwise.iter().map(|goals| in_line(goals)))
                .collect();
            format!("( {} )", parts.join(" ; "))
        }
        PrologGoal::Inside(before, goals, after) => match &goals[..] {
            [PrologGoal::Plain(text)] => format!("{before}{text}{after}"),
            _ => format!("{before}( {} ){after}", in_line(goals)),
        },
    }
}

/// Is it a call, so that `\+` needs no parentheses?
fn is_call(text: &str) -> bool {
    let name = text.split('(').next().unwrap_or(text);
    text.ends_with(')') && name.chars().all(|c| c.is_alphanumeric() || c == '_')
}

/// Goals on lines of their own, the first at the end of the text.
fn write(goals: &[PrologGoal], indent: usize, text: &mut String) {
    if goals.is_empty() {
        *text += "true";
    }
    for (idx, goal) in goals.iter().enumerate() {
        if idx > 0 {
            *text += ",\n";
            *text += &" ".repeat(indent);
        }
        write_one(goal, indent, text);
    }
}

fn write_one(goal: &PrologGoal, indent: usize, text: &mut String) {
    let line = one_in_line(goal);
    if indent + line.len() <= WIDTH {
        *text += &line;
        return;
    }
    let margin = " ".repeat(indent);
    match goal {
        PrologGoal::Plain(line) => *text += line,
        PrologGoal::Not(goals) => {
            *text += "\\+ ( ";
            write(goals, indent + 5, text);
            *text += " )";
        }
        PrologGoal::Cases(cases, otherwise) => {
            let mut mark = "(   ";
            for (condition, then) in cases {
                *text += mark;
                write(condition, indent + 4, text);
                *text += &format!("\n{margin}->  ");
                write(then, indent + 4, text);
                *text += &format!("\n{margin}");
                mark = ";   ";
            }
            if let Some(goals) = otherwise {
                *text += mark;
                write(goals, indent + 4, text);
                *text += &format!("\n{margin}");
            }
            *text += ")";
        }
        PrologGoal::Inside(before, goals, after) => {
            let inner = indent + 4;
            *text += &format!("{}\n{}( ", before.trim_end(), " ".repeat(inner));
            write(goals, inner + 2, text);
            *text += &format!(" ){after}");
        }
    }
}

/// Replaces singleton variables by `_`, which Prolog expects.
pub(crate) fn without_singletons(clause: &str) -> String {
    let mut tokens = Vec::new();
    let mut rest = clause;
    while !rest.is_empty() {
        let is_name = rest.starts_with(|c: char| c.is_alphanumeric() || c == '_');
        let end = rest
            .find(|c: char| (c.is_alphanumeric() || c == '_') != is_name)
            .unwrap_or(rest.len());
        tokens.push(&rest[..end]);
        rest = &rest[end..];
    }
    let is_variable = |token: &str| token.starts_with(char::is_uppercase);
    tokens
        .iter()
        .map(|token| {
            let stands_alone =
                is_variable(token) && tokens.iter().filter(|other| other == &token).count() == 1;
            if stands_alone { "_" } else { token }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(text: &str) -> PrologGoal {
        PrologGoal::Plain(text.into())
    }

    #[test]
    fn short_clauses_stay_on_one_line() {
        assert_eq!(clause("fact(a)", &[]), "fact(a).\n");
        let not = PrologGoal::Not(vec![plain("stalemate(Pos)")]);
        assert_eq!(
            clause("sound(Pos)", &[not]),
            "sound(Pos) :- \\+ stalemate(Pos).\n"
        );
    }

    #[test]
    fn long_cases_are_laid_out_as_textbooks_do() {
        let long = plain(&"x".repeat(50));
        let cases = PrologGoal::Cases(
            vec![(vec![long.clone()], vec![plain("a")])],
            Some(vec![long]),
        );
        let x = "x".repeat(50);
        assert_eq!(
            clause("p", &[cases]),
            format!("p :-\n    (   {x}\n    ->  a\n    ;   {x}\n    ).\n")
        );
    }

    #[test]
    fn a_variable_that_stands_alone_loses_its_name() {
        assert_eq!(
            without_singletons("p(X, Room) :- room(X, Y), Room > 2."),
            "p(X, Room) :- room(X, _), Room > 2."
        );
    }
}
