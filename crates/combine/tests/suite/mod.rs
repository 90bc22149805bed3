//! The positions of the paper, as tests and tables read them.

use chess::{Epd, read_epd};
use combine::{Goal, Limits, Options, Report, find};

/// More nodes than any position of the suite needs.
const MAX_NODES: u32 = 200_000;

/// A position of the suite.
pub(crate) struct Problem {
    /// Its name in the paper.
    pub(crate) name: String,
    /// The position with all that the file says of it.
    pub(crate) epd: Epd,
    /// What is to be won.
    pub(crate) goal: Goal,
}

impl Problem {
    /// The first operand of an operation.
    pub(crate) fn operand(&self, opcode: &str) -> String {
        let mut operations = self.epd.operations.iter();
        let operation = operations
            .find(|operation| operation.opcode == opcode)
            .expect("each line has it");
        operation.operands[0].clone()
    }

    /// Looks for the combination.
    #[allow(dead_code, reason = "each test uses a part of this file")]
    pub(crate) fn solve(&self, trace: bool) -> Report {
        let options = Options {
            trace,
            ..Options::new(self.goal)
        };
        let limits = Limits {
            nodes: MAX_NODES,
            stop: None,
        };
        find(&self.epd.position, &options, limits)
    }
}

/// All positions of the suite, in the order of the paper.
pub(crate) fn problems() -> Vec<Problem> {
    let suite = include_str!("../../../../suites/combinations/pitrat.epd");
    suite
        .lines()
        .map(|line| {
            let mut problem = Problem {
                name: String::new(),
                epd: read_epd(line).expect("the file is well formed"),
                goal: Goal::Mate,
            };
            problem.name = problem
                .operand("id")
                .trim_start_matches("Pitrat.")
                .to_string();
            let goal = problem.operand("c0");
            problem.goal = goal
                .split_whitespace()
                .find_map(|word| word.parse().ok())
                .expect("each line has a goal");
            problem
        })
        .collect()
}

/// One of them.
#[allow(dead_code, reason = "each test uses a part of this file")]
pub(crate) fn problem(name: &str) -> Problem {
    problems()
        .into_iter()
        .find(|problem| problem.name == name)
        .expect("it is in the suite")
}
