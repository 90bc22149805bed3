//! Customs of AND/OR graphs: whose move it is hangs on the node, and who arrives at a goal has solved the problem.

use domain::{Header, Notation, Rules, Side};
use games::graph::{AndOr, GraphPosition};

use super::{Change, Customs, GameEnd};
use crate::picture::Mark;
use crate::session::random::Random;
use crate::session::record::{MoveCount, Record};

pub(super) struct GraphCustoms;

/// The names of a graph drawn by chance; the first ones have successors.
const NAMES: [&str; 9] = ["a", "b", "c", "d", "e", "f", "g", "h", "i"];
const N_INNER: usize = 4;

fn read(position: &str) -> Option<GraphPosition> {
    let read = AndOr.read_position(position, &Header::default()).ok();
    read.map(|(position, ())| position)
}

impl Customs for GraphCustoms {
    fn start(&self, position: &str) -> String {
        position.into()
    }

    fn opening(&self, start: &str) -> MoveCount {
        MoveCount {
            number: 1,
            second: read(start).is_some_and(|position| AndOr.turn(&position) == Side::Them),
        }
    }

    fn ending(&self, position: &str, can_move: bool) -> Option<GameEnd> {
        let position = read(position).filter(|_| !can_move)?;
        let (sentence, result) = if position.is_goal() {
            (
                format!("{} is a goal: it is solved.", position.name()),
                "1-0",
            )
        } else {
            let name = position.name();
            (format!("{name} is no goal, and is made of nothing."), "0-1")
        };
        Some(GameEnd { sentence, result })
    }

    fn claim(&self, _record: &Record, _positions: &[String]) -> Option<GameEnd> {
        None
    }

    /// A graph says what its nodes are made of.
    fn position_in(&self, line: &str) -> Option<String> {
        line.contains('=').then(|| line.to_owned())
    }

    fn marks(&self, m: &str, _origin: Option<String>) -> Vec<(String, Mark)> {
        vec![(m.to_owned(), Mark::To)]
    }

    fn is_worth_playing(&self, _position: &str) -> bool {
        true
    }

    /// Four nodes with two successors each, among those that come later; about half of the others are goals.
    fn draw(&self, _header: &Header, random: &mut Random) -> Option<String> {
        let mut said = Vec::new();
        for (idx, name) in NAMES.iter().enumerate() {
            if idx < N_INNER {
                let later = &NAMES[idx + 1..];
                let first = random.below(later.len() as u64 - 1) as usize;
                let step = 1 + random.below((later.len() - first - 1) as u64) as usize;
                let word = ["and", "or"][random.below(2) as usize];
                said.push(format!(
                    "{name} = {} {word} {}",
                    later[first],
                    later[first + step]
                ));
            } else if random.below(2) == 0 {
                said.push(format!("goal {name}"));
            }
        }
        Some(said.join("; "))
    }

    fn empty(&self) -> String {
        String::new()
    }

    fn draft(&self, position: &str) -> String {
        position.into()
    }

    fn describe(&self, draft: &str) -> String {
        match draft {
            "" => "No nodes yet.\n".into(),
            _ => format!("Graph: {draft}\n"),
        }
    }

    fn edit(&self, draft: &str, change: Change<'_>) -> Result<String, String> {
        let mut said: Vec<&str> = draft.split("; ").filter(|said| !said.is_empty()).collect();
        match change {
            Change::Put("") => return Err("say what a node is made of: `put a = b and c`".into()),
            Change::Put(words) => said.push(words),
            Change::Remove(words) => {
                let n_said = said.len();
                said.retain(|kept| kept.split_whitespace().ne(words.split_whitespace()));
                if said.len() == n_said {
                    return Err(format!("nobody has put `{words}`"));
                }
            }
            Change::Turn(_) => {
                return Err("whose move it is hangs on the node: `put from b` begins there".into());
            }
        }
        let edited = said.join("; ");
        match AndOr.read_position(&edited, &Header::default()) {
            Err(error) if !edited.is_empty() => Err(error.to_string()),
            Ok(_) | Err(_) => Ok(edited),
        }
    }

    fn editing(&self) -> &'static str {
        "put a = b and c (what a node is made of), put goal c, put from b (where to begin), \
         remove goal c, clear"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn graphs_are_put_together_line_by_line() {
        let check = |draft: &str, change: Change<'_>, expected: Result<&str, &str>| {
            let found = GraphCustoms.edit(draft, change);
            let expected = expected.map(String::from).map_err(String::from);
            assert_eq!(found, expected, "{change:?}");
        };
        check("", Change::Put("a = b or c"), Ok("a = b or c"));
        check(
            "a = b or c",
            Change::Put("goal c"),
            Ok("a = b or c; goal c"),
        );
        check("a = b; goal b", Change::Remove("goal  b"), Ok("a = b"));
        check(
            "a = b",
            Change::Remove("goal b"),
            Err("nobody has put `goal b`"),
        );
        check(
            "a = b",
            Change::Put("goal a"),
            Err("`a` has successors: it cannot be a goal"),
        );
    }

    #[test]
    fn graphs_drawn_by_chance_can_be_read() {
        let mut random = Random::new(7);
        for _ in 0..200 {
            let drawn = GraphCustoms.draw(&Header::default(), &mut random);
            let drawn = drawn.expect("there is always one");
            assert!(read(&drawn).is_some(), "{drawn}");
        }
    }
}
