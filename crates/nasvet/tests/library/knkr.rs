//! The chapter on the knight against the rook, held against the AL2 paper and the tables.
//!
//! The paper's six examples and both its games, move by move, with the counts of every piece; the statistics of its
//! first piece of advice; and what the chapter does in a part of all positions: how many draws its move keeps, and how
//! many a shorter list of pieces would, how many positions it looks at, how long it resists where it is lost, and
//! whether it holds against an opponent who leaves it as few drawing moves as he can. With `NASVET_DEEP=1` in the
//! environment the parts are larger, and the most positions that it looks at are found among all.

#![allow(clippy::print_stderr)]

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Instant;

use chess::{Board, Chess, PlacedPiece, Small};
use code::compile;
use domain::{BySide, Notation, Rules, Side, Watch};
use lang::Form;
use lang::checked::Program;
use rayon::prelude::*;
use search::{Advised, Engine, Options};
use shakmaty::{Role, Square};
use testing::{Ending, Numbers, chapter, is_deep, program};
use verify::EndgameTables;

use crate::knight;
use crate::knight::lasts;

/// The chapter looks at no more positions than this for a move, in all its searches together.
const MOST_NODES: u64 = 30_000;

/// The hardest position that was found, by going from hard ones to their neighbours.
const HARDEST: &str = "1K6/8/6k1/8/8/7r/8/4N3 w - -";

/// The same bound for each piece, so that one that needs more is found out by its silence.
const LIMITS: &Watch = &Watch::nodes(MOST_NODES);

const CACHED: Options = Options {
    cache: true,
    shortest_first: false,
};

/// The positions of the examples in which the program had to move, with the move that is right and the row of the
/// paper's first piece of advice.
pub(crate) const EXAMPLES: [(&str, &str, &[u64]); 7] = [
    ("8/5k2/8/4K2R/8/2n5/8/8 b - -", "Na4", &[14]),
    ("2n5/5k1R/2K5/8/8/8/8/8 b - -", "Kf6", &[6]),
    ("8/8/8/8/6nR/8/8/1k1K4 b - -", "Ne5", &[9, 6, 24]),
    ("8/2n5/5R2/8/2K5/6k1/8/8 b - -", "Kh4", &[11]),
    ("8/8/k7/3R4/2K1n3/8/8/8 b - -", "Kb7", &[11, 2]),
    ("1k6/3R4/8/8/3Kn3/8/8/8 b - -", "Kc8", &[10]),
    ("8/8/k7/2R5/3K4/4n3/8/8 b - -", "Kb6", &[11, 2]),
];

/// The games of the paper: where they began, and the score.
pub(crate) const GAMES: [(&str, &str); 2] = [
    (
        "8/5k2/3K4/7R/8/2n5/8/8 w - -",
        "Ke5 Na4 Rh7+ Ke8 Kd6 Nb6 Rh8+ Kf7 Rh4 Nc8+ Kd7 Nb6+ Kc6 Nc8 Rh7+ Ke6 Rh6+ Ke5",
    ),
    (
        "8/8/8/8/6n1/8/8/1k1K3R w - -",
        "Rh4 Nf6 Kd2 Kb2 Rd4 Kb3 Kd3 Ne8 Rd7 Kb4 Kd4 Kb5 Re7 Nd6 Kd5 Nc8",
    ),
];

/// A model of the paper's first piece: checks that win the rook. Their king's steps come in the order of the paper's
/// program, as the side that plays it sees the board.
const FIRST_PIECE: &str = r#"
endgame "The first piece of advice of the AL2 paper"
us K N
them K R

advice win_the_rook {
  "Win the rook by checks."
  better   empty(their.rooks)
  holding  (us_to_move or in_check) and not empty(our.knights)
  us       any
  them     any that capture, then king moves going southeast, south, southwest, east, west, northeast,
      north, northwest, then any
  within   6 plies
}

table {
  otherwise win_the_rook
}
"#;

fn knkr() -> Arc<Program> {
    chapter("knkr")
}

/// The part of all positions with us to move that a test asks about.
pub(crate) fn part(step: usize) -> Vec<Small> {
    let ending = Ending::of(&knkr().header).expect("an ending of four men");
    // Odd numbers have them to move; a prime step meets every square.
    let numbers = (0..ending.n_numbers()).step_by(2 * step);
    numbers
        .filter_map(|number| ending.position(number))
        .filter(|position| !position.moves().is_empty())
        .collect()
}

#[test]
fn the_examples_of_the_paper_are_right() {
    let (chess, program) = (Chess::<Small>::new(), knkr());
    let compiled = compile(&chess, &program);
    let mut engine = Engine::new(&compiled, CACHED);
    for (fen, expected, _) in EXAMPLES {
        let (position, view) = chess
            .read_position(fen, &program.header)
            .expect("an example is legal");
        let advised = engine.advise(&position, LIMITS);
        eprintln!("{fen}: {expected}\n{}", counts(&program, &advised));
        let (_, tree) = advised.chosen.expect("there is advice");
        let m = tree.first_move().expect("a tree that is played has a move");
        assert_eq!(chess.write_move(&position, view, m), expected, "{fen}");
    }
}

/// The counts of every piece that was tried, in the form of the paper: all positions, and those of depth 1, 2, …;
/// then what the questions in its goals have cost.
fn counts<M>(program: &Arc<Program>, advised: &Advised<M>) -> String {
    let rows = advised.tried.iter().map(|tried| {
        let by_depth = tried.statistics.by_depth().iter();
        let by_depth: Vec<String> = by_depth.map(u64::to_string).collect();
        format!(
            "  {:<16}{:>6}  {} and {} in questions\n",
            program.piece(tried.piece).name,
            tried.statistics.nodes(),
            by_depth.join(" "),
            tried.nested_nodes
        )
    });
    rows.chain([format!("  NODES = {}", advised.nodes())])
        .collect()
}

#[test]
fn the_first_piece_of_the_paper_counts_as_printed() {
    let program = program(Form::Plain, FIRST_PIECE);
    let chess = Chess::<Small>::new();
    let compiled = compile(&chess, &program);
    let mut engine = Engine::new(&compiled, Options::default());
    for (fen, _, row) in EXAMPLES {
        let (position, _) = chess
            .read_position(fen, &program.header)
            .expect("an example is legal");
        let advised = engine.advise(&position, LIMITS);
        assert_eq!(advised.chosen, None, "{fen}");
        assert_eq!(advised.tried[0].statistics.by_depth(), row, "{fen}");
    }
}

/// Prints every position of the paper's games in which the program moved: its move, ours, what the tables say of
/// both, and the positions that we counted. Ours is never worse where the game is still drawn.
#[test]
fn the_games_of_the_paper_are_held_where_they_can_be() {
    let (chess, program, tables) = (Chess::<Small>::new(), knkr(), knight::tables("KNKR"));
    let compiled = compile(&chess, &program);
    let mut engine = Engine::new(&compiled, CACHED);
    let shown = |position: &Small| {
        lasts(&tables, position, Side::Us)
            .map_or_else(|| "draws".into(), |n| format!("lost in {n}"))
    };
    for (fen, score) in GAMES {
        let (mut position, view) = chess
            .read_position(fen, &program.header)
            .expect("the beginning is legal");
        for text in score.split(' ') {
            let printed = chess
                .read_move(&position, view, text)
                .expect("the score is legal");
            let after_printed = chess.play(&position, printed);
            if position.turn() == Side::Us {
                let advised = engine.advise(&position, LIMITS);
                let counts = counts(&program, &advised);
                let (_, tree) = advised.chosen.expect("there is advice");
                let m = tree.first_move().expect("a tree that is played has a move");
                let after = chess.play(&position, m);
                eprintln!(
                    "{}: paper {text} ({}), ours {} ({})\n{counts}",
                    chess.write_position(&position, view),
                    shown(&after_printed),
                    chess.write_move(&position, view, m),
                    shown(&after),
                );
                if lasts(&tables, &position, Side::Us).is_none() {
                    assert_eq!(lasts(&tables, &after, Side::Us), None, "{text}");
                }
            }
            position = after_printed;
        }
    }
}

/// What the chapter does in a part of the positions.
#[derive(Default)]
struct Asked {
    n_positions: usize,
    n_nodes: u64,
    most_nodes: u64,
    /// By piece: how often it is played, and how often it loses a draw.
    pieces: BTreeMap<String, (usize, usize)>,
}

impl Asked {
    /// Asks a program about positions that are all drawn.
    fn about(program: &Arc<Program>, tables: &EndgameTables, positions: &[Small]) -> Asked {
        let chess = Chess::<Small>::new();
        let compiled = compile(&chess, program);
        let parts = positions.par_chunks(64).map(|positions| {
            let mut engine = Engine::new(&compiled, CACHED);
            let mut asked = Asked::default();
            for position in positions {
                let advised = engine.advise(position, LIMITS);
                let nodes = advised.nodes();
                let (piece, tree) = advised.chosen.expect("there is always advice");
                let m = tree.first_move().expect("a tree that is played has a move");
                let is_lost = lasts(tables, &chess.play(position, m), Side::Us).is_some();
                asked.n_positions += 1;
                asked.n_nodes += nodes;
                asked.most_nodes = asked.most_nodes.max(nodes);
                let name = program.piece(piece).name.to_string();
                let count = asked.pieces.entry(name).or_default();
                count.0 += 1;
                count.1 += usize::from(is_lost);
            }
            asked
        });
        parts.reduce(Asked::default, Asked::and)
    }

    fn and(mut self, other: Asked) -> Asked {
        self.n_positions += other.n_positions;
        self.n_nodes += other.n_nodes;
        self.most_nodes = self.most_nodes.max(other.most_nodes);
        for (name, (played, lost)) in other.pieces {
            let count = self.pieces.entry(name).or_default();
            *count = (count.0 + played, count.1 + lost);
        }
        self
    }

    /// The share of draws that are kept, of a hundred.
    fn kept(&self) -> f64 {
        let n_lost: usize = self.pieces.values().map(|(_, lost)| lost).sum();
        100.0 * (self.n_positions - n_lost) as f64 / self.n_positions as f64
    }
}

#[test]
fn nearly_every_draw_is_kept() {
    let (program, tables) = (knkr(), knight::tables("KNKR"));
    let mut positions = part(if is_deep() { 499 } else { 3_989 });
    positions.retain(|position| lasts(&tables, position, Side::Us).is_none());
    let asked = Asked::about(&program, &tables, &positions);
    let kept = asked.kept();
    eprintln!(
        "{} drawn positions, {kept:.3} % kept; nodes: mean {}, most {}; played and lost by piece: {:?}",
        asked.n_positions,
        asked.n_nodes / asked.n_positions as u64,
        asked.most_nodes,
        asked.pieces
    );
    assert!(kept >= 99.4, "only {kept:.3} %");
    assert!(asked.most_nodes <= MOST_NODES, "{}", asked.most_nodes);
}

/// Is a square in the eighth of the board to which mirroring brings every square?
fn is_in_eighth(square: Square) -> bool {
    let (file, rank) = (u32::from(square.file()), u32::from(square.rank()));
    file < 4 && rank <= file
}

/// The eight mirror images of a position with all its men.
fn images(position: &Small) -> Vec<Small> {
    let man = |side, role| PlacedPiece {
        side,
        role,
        square: position.men(side, role).first().expect("all men are there"),
    };
    let men = [man(Side::Us, Role::Knight), man(Side::Them, Role::Rook)];
    let kings = [Side::Us, Side::Them].map(|side| position.king(side));
    let image = |number: u32| {
        let turned = |square: Square| {
            let square = if number & 1 == 0 {
                square
            } else {
                square.flip_horizontal()
            };
            let square = if number & 2 == 0 {
                square
            } else {
                square.flip_vertical()
            };
            if number & 4 == 0 {
                square
            } else {
                square.flip_diagonal()
            }
        };
        let kings = BySide {
            us: turned(kings[0]),
            them: turned(kings[1]),
        };
        let men = men.map(|man| PlacedPiece {
            square: turned(man.square),
            ..man
        });
        Small::new(position.turn(), kings, &men, None).expect("a mirror image is legal too")
    };
    (0..8).map(image).collect()
}

/// How many positions are looked at for a move, at most: in all positions up to mirroring, or in a part of them. Equal
/// moves are not tried in a mirrored order, so images differ a little, and of the hardest positions all are asked.
#[test]
fn no_move_takes_more_nodes_than_promised() {
    let (chess, program) = (Chess::<Small>::new(), knkr());
    let compiled = compile(&chess, &program);
    let mut positions = part(if is_deep() { 1 } else { 997 });
    positions.retain(|position| is_in_eighth(position.king(Side::Us)));
    let mut counts: Vec<(u64, Small)> = positions
        .par_chunks(256)
        .flat_map_iter(|positions| {
            let mut engine = Engine::new(&compiled, CACHED);
            let counts = positions.iter().map(|position| {
                let advised = engine.advise(position, LIMITS);
                // One that is stopped would need more than it counts.
                assert_eq!(advised.stopped, None, "{position:?}");
                (advised.nodes(), *position)
            });
            counts.collect::<Vec<_>>()
        })
        .collect();
    let mean = counts.iter().map(|(nodes, _)| nodes).sum::<u64>() / counts.len() as u64;
    counts.sort_by_key(|(nodes, _)| std::cmp::Reverse(*nodes));
    counts.truncate(if is_deep() { 1_000 } else { 20 });
    let (known, view) = chess
        .read_position(HARDEST, &program.header)
        .expect("the position is legal");
    let hard = counts.iter().map(|(_, position)| position).chain([&known]);
    let images = hard.flat_map(images);
    let ask = |position: &Small| {
        // A new engine remembers nothing of the other images.
        let mut engine = Engine::new(&compiled, CACHED);
        let start = Instant::now();
        let advised = engine.advise(position, LIMITS);
        assert_eq!(advised.stopped, None, "{position:?}");
        (advised.nodes(), start.elapsed())
    };
    let (most, hardest) = images
        .map(|image| (ask(&image).0, image))
        .max_by_key(|(nodes, _)| *nodes)
        .expect("there are positions");
    // Whatever else the machine does can only make it slower.
    let time = (0..10).map(|_| ask(&hardest).1).min();
    eprintln!(
        "{} positions: mean {mean} nodes, most {most} in {}, which takes {:.1} ms",
        positions.len(),
        chess.write_position(&hardest, view),
        time.unwrap_or_default().as_secs_f64() * 1_000.0
    );
    assert!(most <= MOST_NODES, "{most}");
}

/// The order in which the chapter grew, from its last resort on; pieces that these ask come with them.
const GROWTH: [&str; 7] = [
    "go_down",
    "take_rook",
    "hold(1)",
    "hold(2)",
    "hold(3)",
    "settle_for_good",
    "camp_in(4)",
];

/// The curve: how many draws are kept by a part of the table, piece after piece.
#[test]
fn every_piece_of_the_table_keeps_more_draws() {
    let (mut program, tables) = (knkr(), knight::tables("KNKR"));
    let mut positions = part(if is_deep() { 1_999 } else { 19_991 });
    positions.retain(|position| lasts(&tables, position, Side::Us).is_none());
    let entries = program.tables[0].rules[0].entries.clone();
    assert_eq!(entries.len(), GROWTH.len());
    let mut kept = 0.0;
    for n_pieces in 1..=GROWTH.len() {
        let is_known = |name: &str| GROWTH[..n_pieces].contains(&name);
        let known = entries
            .iter()
            .filter(|entry| is_known(&program.piece(entry.piece).name));
        Arc::make_mut(&mut program).tables[0].rules[0].entries = known.cloned().collect();
        let asked = Asked::about(&program, &tables, &positions);
        eprintln!(
            "{n_pieces} pieces in the table, with {}: {:.3} % of {} kept",
            GROWTH[n_pieces - 1],
            asked.kept(),
            asked.n_positions
        );
        assert!(asked.kept() > kept, "{}", GROWTH[n_pieces - 1]);
        kept = asked.kept();
    }
}

/// From lost positions, against an opponent who wins as fast as he can: how long we last beside what is possible.
#[test]
fn lost_positions_are_defended_long() {
    let (chess, program, tables) = (Chess::<Small>::new(), knkr(), knight::tables("KNKR"));
    let compiled = compile(&chess, &program);
    let mut positions = part(if is_deep() { 1_999 } else { 29_989 });
    positions.retain(|position| lasts(&tables, position, Side::Us).is_some());
    let plies: Vec<(u32, u32)> = positions
        .par_iter()
        .map(|start| {
            let mut engine = Engine::new(&compiled, CACHED);
            let possible = lasts(&tables, start, Side::Us).expect("a lost position");
            let (mut position, mut n_plies) = (*start, 0);
            while let Some((_, tree)) = engine.advise(&position, LIMITS).chosen {
                let m = tree.first_move().expect("a tree that is played has a move");
                let after = chess.play(&position, m);
                let replies = chess.legal_moves(&after).into_iter();
                let replies = replies.map(|reply| chess.play(&after, reply));
                let replies =
                    replies.filter_map(|reply| Some((lasts(&tables, &reply, Side::Us)?, reply)));
                let (left, reply) = replies
                    .min_by_key(|(left, _)| *left)
                    .expect("a lost position stays lost");
                position = reply;
                n_plies += 2;
                if left == 0 {
                    break;
                }
            }
            (n_plies, u32::from(possible))
        })
        .collect();
    let (ours, possible) = plies
        .iter()
        .fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1));
    let share = 100.0 * f64::from(ours) / f64::from(possible);
    eprintln!(
        "{} lost positions: {:.2} plies of {:.2} possible, {share:.1} %",
        plies.len(),
        f64::from(ours) / plies.len() as f64,
        f64::from(possible) / plies.len() as f64
    );
    assert!(share > 60.0, "only {share:.1} %");
}

/// From drawn positions, against an opponent who always leaves us as few drawing moves as he can.
#[test]
fn an_opponent_with_tables_is_held_for_long() {
    let (chess, program, tables) = (Chess::<Small>::new(), knkr(), knight::tables("KNKR"));
    let compiled = compile(&chess, &program);
    let (n_games, n_moves) = if is_deep() { (2_000, 50) } else { (20, 20) };
    let mut positions = part(1_009);
    positions.retain(|position| lasts(&tables, position, Side::Us).is_none());
    let mut numbers = Numbers(7);
    let starts: Vec<Small> = (0..n_games).map(|_| *numbers.pick(&positions)).collect();
    let held: Vec<bool> = starts
        .par_iter()
        .map(|start| {
            let mut engine = Engine::new(&compiled, CACHED);
            let mut position = *start;
            for _ in 0..n_moves {
                let Some((_, tree)) = engine.advise(&position, LIMITS).chosen else {
                    return lasts(&tables, &position, Side::Us).is_none();
                };
                let m = tree.first_move().expect("a tree that is played has a move");
                let after = chess.play(&position, m);
                if lasts(&tables, &after, Side::Us).is_some() {
                    return false;
                }
                let replies = chess.legal_moves(&after).into_iter();
                let replies = replies
                    .map(|reply| chess.play(&after, reply))
                    .filter(|reply| reply.men(Side::Us, Role::Knight).any());
                let hardest = replies.min_by_key(|reply| {
                    let moves = chess.legal_moves(reply).into_iter();
                    let next = moves.map(|m| chess.play(reply, m));
                    next.filter(|next| lasts(&tables, next, Side::Us).is_none())
                        .count()
                });
                match hardest {
                    Some(reply) if reply.men(Side::Them, Role::Rook).any() => {
                        position = reply;
                    }
                    Some(_) | None => return true,
                }
            }
            true
        })
        .collect();
    let n_held = held.iter().filter(|held| **held).count();
    eprintln!("{n_held} of {n_games} games of {n_moves} moves held");
    assert!(10 * n_held >= 9 * n_games, "{n_held} of {n_games}");
}
