//! An announced tree that may come from anybody, judged against every legal reply.

use shakmaty::{Chess, Move};

use crate::moves::TreeMove;
use crate::proof::{Proof, ReplyProver};
use crate::report::ReducedBranch;
use crate::values::{CombinationGoal, Values};

/// A move of an announced tree, and the moves after it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AnnouncedMove {
    /// The move, legal in its position.
    pub m: Move,
    /// What follows.
    pub after: Vec<AnnouncedMove>,
}

/// What was found about an announced tree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TreeFinding {
    /// Every legal reply has an answer.
    Holds,
    /// The reply at the end of this line has none.
    Refuted(Vec<Move>),
    /// The limit came before the reply at the end of this line was settled.
    Open(Vec<Move>),
}

/// Does the side to move reach the goal by these moves? Looks at no more than so many positions.
pub fn check_tree(
    position: &Chess,
    goal: CombinationGoal,
    values: Values,
    tree: &[AnnouncedMove],
    max_positions: u64,
) -> TreeFinding {
    let mut prover = ReplyProver::new(position, goal, values);
    match prover.prove(position, &branches(tree), max_positions) {
        Proof::Holds => TreeFinding::Holds,
        Proof::Refuted(line) => TreeFinding::Refuted(line),
        Proof::Open(line) => TreeFinding::Open(line),
    }
}

fn branches(tree: &[AnnouncedMove]) -> Vec<ReducedBranch> {
    let branches = tree.iter().map(|announced| ReducedBranch {
        m: TreeMove::of(announced.m),
        text: String::new(),
        after: branches(&announced.after),
    });
    branches.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use shakmaty::san::San;

    /// A tree of one line, judged.
    fn check(fen: &str, goal: CombinationGoal, line: &[&str], expected: &str) {
        let position = chess::read_fen(fen).unwrap();
        let mut way = position.clone();
        let moves: Vec<Move> = line
            .iter()
            .map(|text| {
                let m = text.parse::<San>().unwrap().to_move(&way).unwrap();
                shakmaty::Position::play_unchecked(&mut way, m);
                m
            })
            .collect();
        let tree = moves
            .iter()
            .rev()
            .fold(Vec::new(), |after, m| vec![AnnouncedMove { m: *m, after }]);
        let found = match check_tree(&position, goal, Values::PITRAT, &tree, 100_000) {
            TreeFinding::Holds => "holds",
            TreeFinding::Refuted(_) => "refuted",
            TreeFinding::Open(_) => "open",
        };
        assert_eq!(found, expected, "{fen} {line:?}");
    }

    #[test]
    fn what_is_announced_is_tried_against_every_reply() {
        let back_rank = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - -";
        check(back_rank, CombinationGoal::Mate, &["Rd8"], "holds");
        check(back_rank, CombinationGoal::Mate, &["Rd7"], "refuted");
        // With the square on h6 it is no mate.
        let luft = "6k1/5pp1/7p/8/8/8/5PPP/3R2K1 w - -";
        check(luft, CombinationGoal::Mate, &["Rd8"], "refuted");
        // A queen for nothing, and one that is protected.
        let free = "4k3/8/8/3q4/8/2N5/P7/4K3 w - -";
        check(free, CombinationGoal::Gain(90), &["Nxd5"], "holds");
        let guarded = "4k3/8/4p3/3q4/8/2N5/P7/4K3 w - -";
        check(guarded, CombinationGoal::Gain(90), &["Nxd5"], "refuted");
        check(
            guarded,
            CombinationGoal::Gain(65),
            &["Nxd5", "exd5"],
            "holds",
        );
    }
}
