//! Compiled code against the reference evaluator: every definition, goal and constraint of the shipped chapters, and
//! thousands of expressions that nobody would write.
//!
//! A part of the positions of each ending is looked at, and with `NASVET_DEEP=1` in the environment all of them.

#![allow(clippy::print_stderr)]

use std::sync::Arc;

use chess::{Chess, KIND, PlacedPiece, ROLES, SQUARE, Small};
use code::compiled::{self, Code, Reached};
use code::machine::{Environment, Inputs, Machine, Past, Tries};
use code::{compile, compile_definition};
use domain::{BySide, Domain, Game, Item, ItemSet, Side, Sort, Stopped, Type, Value};
use games::nim::{self, Nim};
use lang::Form;
use lang::checked::{DefinitionId, Expr, ExprKind, PieceId, Program, Reads};
use lang::reference::{Budget, Evaluator, Scene, Verdict};
use shakmaty::Square;
use testing::{Ending, Numbers, chapter, chapters_about, checked, is_deep};

use crate::expressions::Author;
use crate::remembering::Remembering;

/// Answers what code asks about pieces as the reference does.
struct Judge<'a, D: Domain> {
    reference: &'a Remembering<'a, D>,
    budget: u64,
}

impl<D: Domain> Environment<D> for Judge<'_, D> {
    fn can(
        &mut self,
        piece: PieceId,
        viewer: Side,
        position: &D::Position,
    ) -> Result<bool, Stopped> {
        self.reference.can(self.budget, piece, viewer, position)
    }

    fn steps(&mut self, _: u64) -> Result<(), Stopped> {
        Ok(())
    }
}

/// A node of a line of play, with all that an expression may look at.
#[derive(Clone)]
struct Node<D: Domain> {
    position: D::Position,
    stamp: u64,
    before: Option<(D::Position, u64)>,
    root: (D::Position, u64),
    depth: u32,
    /// Some of the legal moves, to ask about.
    moves: Vec<D::Move>,
}

impl<D: Domain> Node<D> {
    fn scene<'a>(&'a self, m: Option<D::Move>) -> Scene<'a, Remembering<'a, D>> {
        Scene {
            position: &self.position,
            before: self.before.as_ref().map(|(position, _)| position),
            root: &self.root.0,
            depth: self.depth,
            viewer: Side::Us,
            the_move: m.map(|m| (&self.position, m)),
        }
    }

    fn past(&self) -> Past<'_, D> {
        let before = self.before.as_ref();
        Past {
            before: before.map(|(position, stamp)| (position, *stamp)),
            root: (&self.root.0, self.root.1),
        }
    }

    fn inputs<'m>(&'m self, past: &'m Past<'m, D>, m: Option<D::Move>) -> Inputs<'m, D> {
        Inputs {
            position: &self.position,
            stamp: self.stamp,
            past,
            depth: self.depth,
            the_move: m,
        }
    }
}

/// Follows a line of play of so many plies and shows its nodes.
fn follow<D: Domain>(
    domain: &D,
    root: D::Position,
    plies: u32,
    numbers: &mut Numbers,
    stamps: &mut u64,
    visit: &mut impl FnMut(&Node<D>, &mut Numbers),
) {
    *stamps += 1;
    let stamp = *stamps;
    let mut node = Node {
        position: root.clone(),
        stamp,
        before: None,
        root: (root, stamp),
        depth: 0,
        moves: Vec::new(),
    };
    loop {
        let moves = domain.legal_moves(&node.position);
        node.moves = (0..3)
            .filter(|_| !moves.is_empty())
            .map(|_| *numbers.pick(&moves))
            .collect();
        visit(&node, numbers);
        if moves.is_empty() || node.depth == plies {
            return;
        }
        let m = *numbers.pick(&moves);
        if domain.turn(&node.position) == Side::Us {
            node.before = Some((node.position.clone(), node.stamp));
        }
        *stamps += 1;
        (node.position, node.stamp, node.depth) =
            (domain.play(&node.position, m), *stamps, node.depth + 1);
    }
}

/// Everything of one program, ready to be compared.
struct Subject<'a, D: Domain> {
    domain: &'a D,
    program: &'a Arc<Program>,
    reference: Remembering<'a, D>,
    compiled: &'a Arc<compiled::Program<D>>,
    definitions: Vec<(DefinitionId, Code<D>)>,
    machine: Machine<D>,
    definition_machine: Machine<D>,
    /// How many items a sort has in a position.
    n_items: fn(&D::Position, Sort) -> usize,
    /// How far the reference may go; what it cannot finish is not compared.
    budget: u64,
    /// Shown where something differs.
    text: &'a str,
    n_compared: u64,
    n_stopped: u64,
    n_missing: u64,
}

impl<'a, D: Domain> Subject<'a, D> {
    fn new(
        domain: &'a D,
        program: &'a Arc<Program>,
        compiled: &'a Arc<compiled::Program<D>>,
        n_items: fn(&D::Position, Sort) -> usize,
    ) -> Subject<'a, D> {
        let ids = (0..program.definitions.len() as u32).map(DefinitionId);
        Subject {
            domain,
            program,
            reference: Remembering::new(domain, program),
            compiled,
            definitions: ids
                .map(|id| (id, compile_definition(domain, program, id)))
                .collect(),
            machine: Machine::new(compiled),
            definition_machine: Machine::for_domain(domain),
            n_items,
            budget: 1_000_000,
            text: "",
            n_compared: 0,
            n_stopped: 0,
            n_missing: 0,
        }
    }

    fn tell(&self, node: &Node<D>, what: &str) -> String {
        let (now, before) = (&node.position, &node.before);
        let (title, text) = (&self.program.title, self.text);
        format!(
            "{what} of {title} at depth {}: {now:?} after {before:?}\n{text}",
            node.depth
        )
    }

    /// Compares every definition at a node, for some arguments each.
    fn compare_definitions(&mut self, node: &Node<D>, numbers: &mut Numbers) {
        for (id, code) in &self.definitions {
            let definition = self.program.definition(*id);
            let Reads { the_move, .. } = definition.reads;
            let rounds = if definition.parameters.is_empty() && !the_move {
                1
            } else {
                3
            };
            for round in 0..rounds {
                let m = if the_move {
                    node.moves.get(round)
                } else {
                    None
                }
                .copied();
                if the_move && m.is_none() {
                    continue;
                }
                let types = definition.parameters.iter().map(|(_, ty)| *ty);
                let args: Option<Vec<Value>> = types
                    .map(|ty| argument(ty, &node.position, self.n_items, numbers))
                    .collect();
                let Some(args) = args else { continue };
                let given = args.iter().cloned().map(Some).collect();
                let expected = self.reference.say(self.budget, |evaluator| {
                    evaluator.call(*id, given, node.scene(m))
                });
                let Ok(expected) = expected else {
                    self.n_stopped += 1;
                    continue;
                };
                let mut env = Judge {
                    reference: &self.reference,
                    budget: self.budget,
                };
                let found = self.definition_machine.value(
                    code,
                    &args,
                    &node.inputs(&node.past(), m),
                    &mut env,
                );
                let what = || self.tell(node, &format!("{}{args:?} ({m:?})", definition.name));
                assert_eq!(found, Ok(expected.clone()), "{}", what());
                self.n_compared += 1;
                self.n_missing += u64::from(expected.is_none());
            }
        }
    }

    /// Compares everything at the nodes of a line of so many plies.
    fn compare_from(
        &mut self,
        position: D::Position,
        plies: u32,
        numbers: &mut Numbers,
        stamps: &mut u64,
    ) {
        let domain = self.domain;
        follow(
            domain,
            position,
            plies,
            numbers,
            stamps,
            &mut |node, numbers| {
                self.compare_definitions(node, numbers);
                self.compare_pieces(node);
            },
        );
    }

    /// Compares the goals and constraints of every piece at a node.
    fn compare_pieces(&mut self, node: &Node<D>) {
        for (idx, piece) in (0..).zip(&self.reference.program.pieces) {
            let code = self.compiled.piece(PieceId(idx), Side::Us);
            let mut env = Judge {
                reference: &self.reference,
                budget: self.budget,
            };
            let goals = &code.goals[self.domain.turn(&node.position)];
            let mut truths = Vec::new();
            for (name, goal, code) in [
                ("holding goal", &piece.holding_goal, &goals.holding),
                ("better goal", &piece.better_goal, &goals.better),
            ] {
                let expected = self.reference.say(self.budget, |evaluator| {
                    evaluator.value(goal, node.scene(None))
                });
                let Ok(expected) = expected else {
                    self.n_stopped += 1;
                    continue;
                };
                let found = self
                    .machine
                    .truth(code, &node.inputs(&node.past(), None), &mut env);
                let expected = expected.is_some_and(|value| value.truth());
                assert_eq!(
                    found,
                    Ok(expected),
                    "{}",
                    self.tell(node, &format!("{name} of {}", piece.name))
                );
                truths.push(expected);
                self.n_compared += 1;
            }
            // Both goals at once, as a search asks for them.
            if let [holds, is_better] = truths[..] {
                let expected = match (holds, is_better) {
                    (false, _) => Reached::Broken,
                    (true, true) => Reached::Better,
                    (true, false) => Reached::Neither,
                };
                let found = self
                    .machine
                    .reached(goals, &node.inputs(&node.past(), None), &mut env);
                assert_eq!(
                    found,
                    Ok(expected),
                    "{}",
                    self.tell(node, &format!("goals of {}", piece.name))
                );
                self.n_compared += 1;
            }
            for (name, constraint, code) in [
                ("us", &piece.us, &code.us),
                ("them", &piece.them, &code.them),
            ] {
                let expected = self.reference.say(self.budget, |evaluator| {
                    evaluator.moves(constraint, node.scene(None))
                });
                let Ok(expected) = expected else {
                    self.n_stopped += 1;
                    continue;
                };
                let found = self
                    .machine
                    .select(code, &node.inputs(&node.past(), None), &mut env);
                assert_eq!(
                    found.as_ref(),
                    Ok(&expected),
                    "{}",
                    self.tell(node, &format!("{name} of {}", piece.name))
                );
                // One after the other, as a search tries them.
                let mut tries = Tries::default();
                let past = node.past();
                let inputs = node.inputs(&past, None);
                let mut found = Vec::new();
                while let Ok(Some(permitted)) = self
                    .machine
                    .next_permitted(code, &mut tries, &inputs, &mut env)
                {
                    let m = self.machine.move_of(&permitted, &tries, &node.position);
                    assert_eq!(permitted.next, self.domain.play(&node.position, m));
                    found.push(m);
                }
                assert_eq!(
                    found,
                    expected,
                    "{}",
                    self.tell(node, &format!("{name} of {}, one by one", piece.name))
                );
                self.n_compared += 2;
            }
        }
    }
}

/// A value for a parameter, if there is any.
fn argument<P>(
    ty: Type,
    position: &P,
    n_items: fn(&P, Sort) -> usize,
    numbers: &mut Numbers,
) -> Option<Value> {
    let mut item = |sort| {
        let n = n_items(position, sort);
        (n > 0).then(|| Item(numbers.below(n.max(1)) as u32))
    };
    match ty {
        Type::Item(sort) => item(sort).map(Value::Item),
        Type::Set(sort) => {
            let set: ItemSet = (0..4).filter_map(|_| item(sort)).collect();
            Some(Value::Set(set))
        }
        Type::Truth => Some(Value::Truth(numbers.below(2) == 0)),
        Type::Number => Some(Value::Number(numbers.below(12) as i64 - 2)),
        Type::Side => Some(Value::Side(*numbers.pick(&Side::BOTH))),
        Type::Plan => panic!("no definition is about plans"),
    }
}

fn chess_items(_: &Small, sort: Sort) -> usize {
    match sort {
        SQUARE => 64,
        KIND => ROLES.len(),
        Sort(_) => panic!("chess has squares and kinds"),
    }
}

#[test]
fn chapters_about_chess_mean_the_same_compiled() {
    let chess = Chess::<Small>::new();
    for (name, program) in chapters_about("chess") {
        let compiled = compile(&chess, &program);
        let mut subject = Subject::new(&chess, &program, &compiled, chess_items);
        let Some(ending) = Ending::of(&program.header) else {
            continue;
        };
        let (mut numbers, mut stamps, mut n_positions) = (Numbers(1980), 0, 0);
        // Where goals ask about pieces, each answer is a search by the slow reference, though none is made twice.
        let is_slow = program
            .pieces
            .iter()
            .any(|piece| asks(&program, &piece.better_goal));
        let step = match (is_slow, is_deep()) {
            (false, true) => 1,
            (false, false) => 157,
            (true, true) => 157,
            (true, false) => 1_511,
        };
        // Of the millions of positions of four men a few hundred have to do.
        let has_four_men = ending.n_numbers() > 2 << 18;
        let step = match has_four_men {
            true => step.max((ending.n_numbers() / if is_slow { 300 } else { 600 }) | 1),
            false => step,
        };
        // Questions about pieces that ask about pieces take the reference long.
        if is_slow && has_four_men {
            subject.budget = 100_000_000;
        }
        let all = (0..ending.n_numbers()).step_by(step);
        for position in all.filter_map(|number| ending.position(number)) {
            n_positions += 1;
            // The next positions are far from the last ones.
            subject.reference.forget();
            subject.compare_from(position, 3, &mut numbers, &mut stamps);
        }
        let Subject {
            n_compared,
            n_stopped,
            n_missing,
            ..
        } = subject;
        eprintln!(
            "{name}: {n_positions} positions, {stamps} nodes, {n_compared} answers, {n_missing} missing"
        );
        assert_eq!(n_stopped, 0);
        let is_short = is_slow || has_four_men;
        assert!(n_positions > if is_short { 100 } else { 1_000 });
    }
}

/// The memory changes no answer of the reference, wherever it can finish without one.
#[test]
fn what_is_remembered_is_what_the_reference_says() {
    const STEPS: u64 = 1_000_000;
    let chess = Chess::<Small>::new();
    for name in ["kpk", "knkr", "krk"] {
        let program = chapter(name);
        let reference = Remembering::new(&chess, &program);
        let ending = Ending::of(&program.header).expect("an ending");
        let n_positions = if is_deep() { 600 } else { 60 };
        let step = (ending.n_numbers() / n_positions) | 1;
        let (mut n_satisfied, mut n_others, mut n_stopped) = (0, 0, 0);
        let all = (0..ending.n_numbers()).step_by(step);
        for position in all.filter_map(|number| ending.position(number)) {
            for piece in (0..program.pieces.len() as u32).map(PieceId) {
                let mut evaluator = Evaluator::new(&chess, &program, Budget::steps(STEPS));
                let Ok(verdict) = evaluator.verdict(piece, &position, Side::Us) else {
                    n_stopped += 1;
                    continue;
                };
                let expected = verdict == Verdict::Satisfied;
                let found = reference.can(STEPS, piece, Side::Us, &position);
                assert_eq!(found, Ok(expected), "{piece:?} of {name} in {position:?}");
                match expected {
                    true => n_satisfied += 1,
                    false => n_others += 1,
                }
            }
        }
        eprintln!("{name}: {n_satisfied} satisfied, {n_others} not, {n_stopped} without an end");
        assert!(n_satisfied.min(n_others) > 30, "{name}");
    }
}

/// Does an expression ask about a piece, itself or through what it calls?
fn asks(program: &Arc<Program>, expr: &Expr) -> bool {
    let called = if let ExprKind::Call(id, _) = &expr.kind {
        program.definition(*id).asks
    } else {
        false
    };
    let itself = called || matches!(expr.kind, ExprKind::Can(_));
    itself || expr.parts().into_iter().any(|part| asks(program, part))
}

/// A definition about two men that has a value although one of them is gone: the rook may have been taken.
#[test]
fn what_needs_no_man_has_a_value_without_him() {
    const TEXT: &str = r#"endgame "rook against knight"
us K R
them K N
def aimed = if same_file(our.rook, their.knight) or same_rank(our.rook, their.knight) then 1 else 0
moves aiming = any by after.aimed
advice aim {
  better   them_to_move and aimed = 1
  us       aiming
  within   1 move
}
table {
  otherwise aim
}
"#;
    let program = testing::program(Form::Plain, TEXT);
    let chess = Chess::<Small>::new();
    let compiled = compile(&chess, &program);
    let mut subject = Subject::new(&chess, &program, &compiled, chess_items);
    let (mut numbers, mut stamps) = (Numbers(1982), 0);
    let ending = Ending::of(&program.header).expect("it is an ending");
    let all = (0..ending.n_numbers()).step_by(49_999);
    for position in all.filter_map(|number| ending.position(number)) {
        subject.compare_from(position, 3, &mut numbers, &mut stamps);
    }
    assert!(subject.n_compared > 1_000);
}

#[test]
fn chapters_about_nim_mean_the_same_compiled() {
    for (name, program) in chapters_about("nim") {
        let compiled = compile(&Nim, &program);
        let mut subject = Subject::new(&Nim, &program, &compiled, |position, _| {
            position.heaps.len()
        });
        let (mut numbers, mut stamps) = (Numbers(1902), 0);
        for position in nim_positions(4, 4) {
            subject.compare_from(position, 3, &mut numbers, &mut stamps);
        }
        eprintln!("{name}: {stamps} nodes, {} answers", subject.n_compared);
    }
}

/// All positions of up to so many heaps of up to so many matches, both sides to move.
fn nim_positions(n_heaps: u32, matches: u64) -> Vec<nim::NimPosition> {
    let mut positions = Vec::new();
    for n in 1..=n_heaps {
        for number in 0..(matches + 1).pow(n) {
            let heaps: Vec<u64> = (0..n)
                .map(|idx| number / (matches + 1).pow(idx) % (matches + 1))
                .collect();
            for turn in Side::BOTH {
                positions.push(nim::NimPosition {
                    heaps: heaps.clone(),
                    turn,
                });
            }
        }
    }
    positions
}

/// Definitions about heaps, whose sets do not fit into one word.
#[test]
fn sets_that_fit_into_no_word_mean_the_same_compiled() {
    let text = "nim \"Heaps\"
def big(n: number) = those h in heaps : matches(h) > n
def largest = greatest h in heaps : matches(h)
def smallest = least h in big(0) : matches(h)
def only = the h in heaps : matches(h) = largest
def all_equal = every h in heaps : some g in heaps : h = g or matches(h) = matches(g)
def rest(s: heaps) = heaps without s union big(3) intersect s
def same = big(1) = before.big(1) or root.big(2) != big(2)
def total = sum h in heaps : matches(h) * count(big(matches(h)))
def odd = count h in heaps : matches(h) mod 2 = 1
def one = {only, the h in heaps : matches(h) = 1}
advice win { better them_to_move and no_moves
  us any that heap in big(0) by largest taken
  them any that after.total < total by left }
advice level { better them_to_move and count(big(smallest)) = 0 and not empty(root.big(0))
  us (moves of big(smallest) by left) then any
  them moves of only
  within 3 plies }
";
    let program = program(text).unwrap_or_else(|problem| panic!("{problem}"));
    let compiled = compile(&Nim, &program);
    let mut subject = Subject::new(&Nim, &program, &compiled, |position, _| {
        position.heaps.len()
    });
    let (mut numbers, mut stamps) = (Numbers(7), 0);
    let many = |n: usize| nim::NimPosition {
        heaps: (0..n as u64).map(|n| n % 5).collect(),
        turn: Side::Us,
    };
    for position in nim_positions(3, 4)
        .into_iter()
        .chain([many(63), many(64), many(65), many(130)])
    {
        subject.compare_from(position, 4, &mut numbers, &mut stamps);
    }
    eprintln!(
        "{stamps} nodes, {} answers, {} missing",
        subject.n_compared, subject.n_missing
    );
}

fn program(text: &str) -> Result<Arc<Program>, String> {
    let loaded = checked("test", Form::Plain, text);
    loaded.program.ok_or_else(|| {
        let errors = loaded
            .diagnostics
            .iter()
            .filter(|diagnostic| diagnostic.is_error());
        format!("{:#?}", errors.take(2).collect::<Vec<_>>())
    })
}

/// A position with up to three men beside the kings.
pub(crate) fn any_position(numbers: &mut Numbers) -> Small {
    loop {
        let mut square = || Square::new(numbers.below(64) as u32);
        let kings = BySide {
            us: square(),
            them: square(),
        };
        let squares = [square(), square(), square()];
        let mut others = Vec::new();
        for square in &squares[..numbers.below(4)] {
            let (side, role) = (*numbers.pick(&Side::BOTH), ROLES[1 + numbers.below(5)]);
            others.push(PlacedPiece {
                side,
                role,
                square: *square,
            });
        }
        if let Some(position) = Small::new(*numbers.pick(&Side::BOTH), kings, &others, None) {
            return position;
        }
    }
}

#[test]
fn expressions_without_sense_mean_the_same_compiled() {
    let chess = Chess::<Small>::new();
    let n_programs = if is_deep() { 2_000 } else { 160 };
    let mut author = Author::new(chess.vocabulary(), 1);
    let (mut n_expressions, mut n_compared, mut n_stopped, mut n_missing) = (0, 0, 0, 0);
    let mut n_too_large = 0;
    for _ in 0..n_programs {
        let text = author.program();
        let program = match program(&text) {
            Ok(program) => program,
            Err(problem) => {
                assert!(
                    problem.contains("too-large-written-out"),
                    "{problem}\n{text}"
                );
                n_too_large += 1;
                continue;
            }
        };
        let compiled = compile(&chess, &program);
        let mut subject = Subject::new(&chess, &program, &compiled, chess_items);
        (subject.budget, subject.text) = (20_000, &text);
        n_expressions += program.definitions.len() + 4 * program.pieces.len();
        let (mut stamps, mut numbers) = (0, Numbers(author.numbers.draw()));
        while stamps < 200 {
            let root = any_position(&mut numbers);
            subject.compare_from(root, 4, &mut numbers, &mut stamps);
        }
        n_compared += subject.n_compared;
        n_stopped += subject.n_stopped;
        n_missing += subject.n_missing;
    }
    eprintln!(
        "{n_programs} programs, {n_expressions} expressions and constraints, {n_compared} answers"
    );
    eprintln!("{n_missing} missing values, {n_stopped} given up, {n_too_large} programs too large");
    assert!(n_expressions > 2_000 && n_stopped < n_compared / 10 && n_too_large < n_programs / 20);
}
