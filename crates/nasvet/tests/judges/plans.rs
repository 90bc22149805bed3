//! What a chapter plays: the tables consulted and the trees grown as the book defines them, with the reference evaluator
//! for every expression.

use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

use chess::{Board, Chess, Small};
use code::compile;
use domain::{Meaning, Side, Watch};
use lang::checked::{Advice, Expr, PieceId, Program};
use lang::reference::{Budget, Evaluator, Scene};
use search::{Engine, Options};
use shakmaty::Move;

/// A forcing tree. The root is node 0; in a node of ours there is one branch, in a leaf none.
#[derive(Debug, Default)]
pub(crate) struct Plan {
    pub(crate) nodes: Vec<Vec<(Move, usize)>>,
}

/// What a chapter says in a position.
#[derive(Clone, Debug)]
pub(crate) enum Said {
    Plays(Rc<Plan>),
    /// Nothing to say, or the position is none of its own.
    Nothing,
    /// The search was cut off.
    CutOff,
}

/// The chapter that is judged.
pub(crate) struct Author<'a> {
    chess: &'a Chess<Small>,
    program: &'a Program,
    /// Which searches are cut off is a matter of the engine alone.
    limited: Option<(Engine<Chess<Small>>, Watch)>,
}

const OPTIONS: Options = Options {
    cache: true,
    shortest_first: false,
};

impl<'a> Author<'a> {
    pub(crate) fn new(
        chess: &'a Chess<Small>,
        program: &'a Arc<Program>,
        nodes: Option<u64>,
    ) -> Author<'a> {
        let limited = nodes.map(|nodes| {
            let engine = Engine::new(&compile(chess, program), OPTIONS);
            (engine, Watch::nodes(nodes))
        });
        Author {
            chess,
            program,
            limited,
        }
    }

    fn consult(&self, position: Small) -> Option<Plan> {
        let program = self.program;
        let holds = |condition: &Expr| is_true(self.chess, program, condition, position);
        let is_of_header = self.chess.belongs(&position, &program.header);
        if is_of_header && !program.positions.as_ref().is_none_or(holds) {
            return None;
        }
        let mut tables = program.tables.iter();
        let table = tables.find(|table| self.chess.belongs(&position, &table.header))?;
        let mut rules = table.rules.iter();
        let rule = rules.find(|rule| rule.condition.as_ref().is_none_or(holds))?;
        let mut entries = rule.entries.iter();
        entries.find_map(|entry| {
            let plan = match entry.guard.as_ref().is_none_or(holds) {
                true => self.tree(entry.piece, position),
                false => None,
            };
            // Where the goal is reached already there is nothing to play.
            plan.filter(|plan| !plan.nodes[0].is_empty())
        })
    }

    /// The forcing tree of a piece of advice, if there is one.
    fn tree(&self, piece: PieceId, position: Small) -> Option<Plan> {
        let piece = self.program.piece(piece);
        let bounds: Vec<Option<u32>> = match piece.depth {
            None => vec![None],
            Some(depth) => {
                let bounds = depth.bounds(Side::Us);
                bounds.map(|plies| Some(u32::from(plies))).collect()
            }
        };
        bounds.into_iter().find_map(|depth| {
            let mut growing = Growing {
                evaluator: Evaluator::new(self.chess, self.program, Budget::steps(u64::MAX)),
                piece,
                depth,
                line: Vec::new(),
                plan: Plan::default(),
            };
            growing.node(position, None)?;
            Some(growing.plan)
        })
    }
}

impl Author<'_> {
    pub(crate) fn has_table_for(&self, position: Small) -> bool {
        let mut tables = self.program.tables.iter();
        tables.any(|table| self.chess.belongs(&position, &table.header))
    }

    pub(crate) fn says(&mut self, position: Small) -> Said {
        if let Some((engine, watch)) = &mut self.limited
            && engine.advise(&position, watch).stopped.is_some()
        {
            return Said::CutOff;
        }
        match self.consult(position) {
            Some(plan) => Said::Plays(Rc::new(plan)),
            None => Said::Nothing,
        }
    }
}

/// A shipped chapter. It is asked through the engine: other tests hold its trees against the definition, and the
/// reference evaluator would take hours for them.
pub(crate) struct ShippedChapter {
    engine: Engine<Chess<Small>>,
    watch: Watch,
    known: HashMap<Small, Said>,
}

impl ShippedChapter {
    pub(crate) fn new(chess: &Chess<Small>, name: &str, nodes: Option<u64>) -> ShippedChapter {
        ShippedChapter {
            engine: Engine::new(&compile(chess, &testing::chapter(name)), OPTIONS),
            watch: Watch::nodes(nodes.unwrap_or(u64::MAX)),
            known: HashMap::new(),
        }
    }

    pub(crate) fn says(&mut self, position: Small) -> Said {
        if let Some(said) = self.known.get(&position) {
            return said.clone();
        }
        let advised = self.engine.advise(&position, &self.watch);
        let said = match (advised.chosen, advised.stopped) {
            (Some((_, tree)), _) => {
                let mut plan = Plan::default();
                copy(&tree, tree.root(), &mut plan);
                Said::Plays(Rc::new(plan))
            }
            (None, Some(_)) => Said::CutOff,
            (None, None) => Said::Nothing,
        };
        self.known.insert(position, said.clone());
        said
    }
}

fn copy(tree: &proof::Tree<Move>, from: proof::NodeId, plan: &mut Plan) -> usize {
    let node = plan.nodes.len();
    plan.nodes.push(Vec::new());
    for (m, next) in tree.branches(from) {
        let next = copy(tree, *next, plan);
        plan.nodes[node].push((*m, next));
    }
    node
}

/// Is a condition true of a position by itself?
pub(crate) fn is_true(
    chess: &Chess<Small>,
    program: &Program,
    condition: &Expr,
    position: Small,
) -> bool {
    let mut evaluator = Evaluator::new(chess, program, Budget::steps(u64::MAX));
    let value = evaluator.value(condition, Scene::of(&position));
    value
        .expect("the budget is not spent")
        .is_some_and(|value| value.truth())
}

/// A tree that is being grown, with the line to the node at hand.
struct Growing<'a> {
    evaluator: Evaluator<'a, Chess<Small>>,
    piece: &'a Advice,
    depth: Option<u32>,
    line: Vec<Small>,
    plan: Plan,
}

impl Growing<'_> {
    /// The node of a position, if the position belongs to a forcing tree. The steps are those of the book.
    fn node(&mut self, position: Small, before: Option<Small>) -> Option<usize> {
        let depth = self.line.len() as u32;
        let root = self.line.first().copied().unwrap_or(position);
        let scene = Scene {
            position: &position,
            before: before.as_ref(),
            root: &root,
            depth,
            viewer: Side::Us,
            the_move: None,
        };
        let convention = self.piece.convention;
        let must_hold = depth > 0 || convention.root_must_hold;
        if must_hold && !self.truth(&self.piece.holding_goal, scene) {
            return None;
        }
        if self.truth(&self.piece.better_goal, scene) {
            return Some(self.leaf());
        }
        if self.depth.is_none() && self.line.contains(&position) {
            return None;
        }
        let is_ours = position.turn() == Side::Us;
        let permitted = match is_ours {
            true => &self.piece.us,
            false => &self.piece.them,
        };
        let moves = self.evaluator.moves(permitted, scene);
        let moves = moves.expect("the budget is not spent");
        if moves.is_empty() {
            let succeeds = !is_ours && convention.no_reply_succeeds;
            return succeeds.then(|| self.leaf());
        }
        if self.depth == Some(depth) {
            return None;
        }
        let node = self.leaf();
        self.line.push(position);
        let branches = match is_ours {
            true => moves.into_iter().find_map(|m| {
                let Some(next) = self.node(position.play(m), Some(position)) else {
                    self.plan.nodes.truncate(node + 1);
                    return None;
                };
                Some(vec![(m, next)])
            }),
            false => moves
                .into_iter()
                .map(|m| Some((m, self.node(position.play(m), before)?)))
                .collect(),
        };
        self.line.pop();
        self.plan.nodes[node] = branches?;
        Some(node)
    }

    fn leaf(&mut self) -> usize {
        self.plan.nodes.push(Vec::new());
        self.plan.nodes.len() - 1
    }

    fn truth(&mut self, expr: &Expr, scene: Scene<'_, Chess<Small>>) -> bool {
        let value = self.evaluator.value(expr, scene);
        value
            .expect("the budget is not spent")
            .is_some_and(|value| value.truth())
    }
}
