//! The pages of `cases/move-orders`: what a constraint selects, in which order.
//!
//! A block `moves NAME` holds positions, and below each, indented, the moves that the constraint of this name selects
//! there, one line for each depth if it counts them. Two voices say them: a twin that knows the orders from the papers
//! alone, and the reference evaluator.

use std::sync::Arc;

use chess::{Chess, Small};
use domain::{Notation, Side};
use lang::Form;
use lang::checked::Program;
use lang::reference::{Budget, Evaluator, Scene};
use testing::{Case, CaseBlock, CasePage, check_cases, checked};

use crate::twin;
use crate::twin::{Constraint, Men, Order, Position, Square};

/// An order that a paper uses.
enum Paper {
    VanEmden(Constraint),
    Al2(Order),
}

impl Paper {
    /// The order for which the name of a constraint stands.
    fn named(name: &str) -> Paper {
        let walk = |to, length| {
            Paper::Al2(Order::Walk {
                to: Square::named(to),
                length,
            })
        };
        match name {
            "rook_move" => Paper::VanEmden(Constraint::Rookmove),
            "diagonal_first" => Paper::VanEmden(Constraint::Kdmovefirst),
            "any_move" => Paper::VanEmden(Constraint::Anymove),
            "checks_first" => Paper::VanEmden(Constraint::Checkfirst),
            "captures_first" => Paper::Al2(Order::CapturesFirst),
            "to_b5_in_four" => walk("b5", Some(4)),
            "to_c5_in_four" => walk("c5", Some(4)),
            "to_c8" => walk("c8", None),
            _ => panic!("no paper has the order {name}"),
        }
    }

    /// Does the list depend on the depth?
    fn counts(&self) -> bool {
        matches!(
            self,
            Paper::Al2(Order::Walk {
                length: Some(_),
                ..
            })
        )
    }

    /// The moves as the paper would list them.
    fn list(&self, fen: &str, depth: u32) -> Vec<String> {
        let texts: Vec<String> = match self {
            Paper::VanEmden(constraint) => {
                let position = Position::from_fen(fen);
                let moves =
                    twin::smoves(*constraint, &position).map(|next| position.move_to(&next));
                let man = |from| if from == position.ok { 'K' } else { 'R' };
                moves
                    .map(|(from, to)| format!("{}{}", man(from), to.name()))
                    .collect()
            }
            Paper::Al2(order) => Men::from_fen(fen)
                .list(order, depth)
                .iter()
                .map(twin::Step::text)
                .collect(),
        };
        // A move that is listed twice is tried once, at its first place.
        let mut listed = Vec::new();
        for text in texts {
            if !listed.contains(&text) {
                listed.push(text);
            }
        }
        listed
    }
}

/// The moves that the program's constraint selects in the position.
fn select(program: &Arc<Program>, name: &str, fen: &str, depth: u32) -> Vec<String> {
    let chess = Chess::<Small>::new();
    let found = program
        .constraints
        .iter()
        .find(|constraint| constraint.name == name);
    let constraint = &found
        .unwrap_or_else(|| panic!("the case has the moves {name}"))
        .body;
    let (position, view) = chess
        .read_position(fen, &program.header)
        .expect("a position of the case");
    let mut evaluator = Evaluator::new(&chess, program, Budget::steps(1_000_000));
    let scene = Scene {
        depth,
        viewer: Side::Us,
        ..Scene::of(&position)
    };
    let moves = evaluator
        .moves(constraint, scene)
        .expect("a short question");
    let text = |m| {
        chess
            .write_move(&position, view, m)
            .trim_end_matches(['+', '#'])
            .to_owned()
    };
    moves.into_iter().map(text).collect()
}

/// A block of positions with their lists, if it is one.
fn listed(block: &CaseBlock, list: impl Fn(&str, &str, u32) -> Vec<String>) -> Option<String> {
    let constraint = block.info.strip_prefix("moves ")?;
    let counts = Paper::named(constraint).counts();
    let positions = block.text.lines().filter(|line| !line.starts_with(' '));
    let mut text = String::new();
    for fen in positions {
        text += &format!("{fen}\n");
        for depth in 0..if counts { 7 } else { 1 } {
            let moves = list(constraint, fen, depth);
            let moves = if moves.is_empty() {
                "none".to_owned()
            } else {
                moves.join(" ")
            };
            text += &if counts {
                format!("  {depth}: {moves}\n")
            } else {
                format!("  {moves}\n")
            };
        }
    }
    Some(text)
}

fn by_the_paper(_: &Case<'_>, block: &CaseBlock) -> Option<String> {
    listed(block, |constraint, fen, depth| {
        Paper::named(constraint).list(fen, depth)
    })
}

fn by_the_evaluator(case: &Case<'_>, block: &CaseBlock) -> Option<String> {
    if block.kind() != "moves" {
        return None;
    }
    let program = check_program(&case.page.path, &case.program());
    listed(block, |constraint, fen, depth| {
        select(&program, constraint, fen, depth)
    })
}

fn check_program(name: &str, text: &str) -> Arc<Program> {
    let loaded = checked(name, Form::Plain, text);
    assert_eq!(loaded.diagnostics, [], "{name}");
    loaded.program.expect("a program without a finding")
}

/// Compares all lists of a page, and gives how many positions it has.
fn check(path: &str) -> usize {
    let page = CasePage::read(path);
    check_cases(&[page], &[&by_the_paper, &by_the_evaluator]);
    let page = CasePage::read(path);
    let blocks = page.cases().flat_map(|case| &case.section.blocks);
    let lists = blocks.filter(|block| block.kind() == "moves");
    let lines = lists.flat_map(|block| block.text.lines());
    lines.filter(|line| !line.starts_with(' ')).count()
}

#[test]
fn van_emdens_orders_are_those_of_the_listing() {
    assert_eq!(check("cases/move-orders/van-emden.md"), 40);
}

#[test]
fn al2s_orders_are_those_of_its_figures() {
    assert_eq!(check("cases/move-orders/al2.md"), 52);
}

/// Figure 3 prints the replies of the black king in the order in which they were generated.
#[test]
fn the_macromove_of_the_twin_gives_figure_3() {
    let order = Order::Walk {
        to: Square::named("c5"),
        length: Some(4),
    };
    for (fen, depth, expected) in [
        ("5k2/8/8/8/8/2P5/2K5/8 b - -", 1, "Ke7 Kf7 Ke8"),
        ("8/4k3/8/8/8/1KP5/8/8 b - -", 3, "Kd6 Ke6 Kd7"),
        ("8/8/3k4/8/1K6/2P5/8/8 b - -", 5, "Kc6 Kd5"),
        ("8/8/4k3/8/2K5/2P5/8/8 b - -", 5, "Kd6"),
        ("8/3k4/8/8/1K6/2P5/8/8 b - -", 5, "Kd6 Kc6"),
        ("8/5k2/8/8/8/2PK4/8/8 b - -", 3, "Ke7 Ke6"),
        ("8/4k3/8/8/2K5/2P5/8/8 b - -", 5, "Kd6"),
        ("4k3/8/8/8/8/1KP5/8/8 b - -", 3, "Ke7 Kd7"),
    ] {
        assert_eq!(
            Paper::Al2(order.clone()).list(fen, depth).join(" "),
            expected,
            "{fen}"
        );
    }
}
