//! The positions of the paper and of the public suites, as tests and tables read them.

use chess::{Epd, read_epd};
use domain::Watch;
use nasvet_combine::{CombinationGoal, CombinationOptions, CombinationReport, Ideas, find};

/// More nodes than any position of the suite needs.
const MAX_NODES: u64 = 200_000;

/// A position of the suite.
pub(crate) struct Problem {
    /// Its name in the paper.
    pub(crate) name: String,
    /// The position with all that the file says of it.
    pub(crate) epd: Epd,
    /// What is to be won.
    pub(crate) goal: CombinationGoal,
}

impl Problem {
    /// The operands of an operation; none if the line has no such operation.
    pub(crate) fn operands(&self, opcode: &str) -> &[String] {
        let mut operations = self.epd.operations.iter();
        let operation = operations.find(|operation| operation.opcode == opcode);
        operation.map_or(&[], |operation| &operation.operands)
    }

    /// The first operand of an operation.
    pub(crate) fn operand(&self, opcode: &str) -> &str {
        self.operands(opcode).first().expect("each line has it")
    }

    /// Did an engine choose the move of the suite by itself?
    pub(crate) fn is_sure(&self) -> bool {
        self.operands("agree")
            .first()
            .is_none_or(|agree| agree == "1")
    }

    /// Looks for the combination with the ideas of the paper.
    pub(crate) fn solve(&self, trace: bool) -> CombinationReport {
        let options = CombinationOptions {
            trace,
            ideas: Ideas::Paper,
            ..CombinationOptions::new(self.goal)
        };
        let watch = Watch::nodes(MAX_NODES);
        find(&self.epd.position, &options, &watch)
    }
}

/// The positions of a file whose goal is known; `goal 0` says that there is none.
pub(crate) fn read(text: &str) -> Vec<Problem> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines
        .filter_map(|line| {
            let epd = read_epd(line).expect("the file is well formed");
            let mut problem = Problem {
                name: String::new(),
                epd,
                goal: CombinationGoal::Mate,
            };
            let name = problem
                .operands("id")
                .first()
                .expect("each line has a name");
            problem.name = name.trim_start_matches("Pitrat.").to_string();
            let mut words = [problem.operands("goal"), problem.operands("c0")].concat();
            words.truncate(1);
            problem.goal = words[0]
                .split_whitespace()
                .find_map(|word| word.parse().ok())?;
            Some(problem)
        })
        .collect()
}

/// The positions of the paper, in its order.
pub(crate) fn problems() -> Vec<Problem> {
    read(include_str!("../../../../suites/combinations/pitrat.epd"))
}

/// One of them.
pub(crate) fn problem(name: &str) -> Problem {
    problems()
        .into_iter()
        .find(|problem| problem.name == name)
        .expect("it is in the suite")
}
