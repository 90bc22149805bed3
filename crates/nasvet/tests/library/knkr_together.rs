//! The chapter about keeping king and knight together, beside the AL2 paper, the chapter that looks ahead, and the tables.
//!
//! Every position of the paper in which its program moved: its move and ours, what the tables say of them, and how many
//! positions were looked at; then how large the trees are, by depth. The page with these figures is
//! `suites/knight-and-rook.md`, and `NASVET_UPDATE=1` writes them. Last, games against an opponent with tables.

use std::fs;
use std::sync::{Arc, LazyLock};

use chess::{Board, Chess, Small};
use code::compile;
use domain::{Notation, Rules, Side, Stopped, Watch};
use lang::checked::{PieceId, Program};
use rayon::prelude::*;
use search::{Engine, Foresight, Options};
use shakmaty::{Move, Role};
use solve::{MovesNeeded, Which, solve};
use testing::{Numbers, chapter, is_update, root};
use verify::{EndgameTables, Material};

use crate::knight;
use crate::knight::lasts;
use crate::knkr::{EXAMPLES, GAMES, part};

const PAGE: &str = "suites/knight-and-rook.md";

/// How many positions the program of the paper looked at, game by game.
const PRINTED_NODES: [&[u32]; 2] = [
    &[781, 1078, 1074, 389, 880, 218, 594, 2651, 464],
    &[1019, 417, 434, 287, 388, 448, 717, 241],
];

/// The same in its other four examples, and what it played there: the one move that draws.
const OTHER_EXAMPLES: [(&str, &str, u32); 4] = [
    (EXAMPLES[3].0, "Kh4", 1512),
    (EXAMPLES[4].0, "Kb7", 719),
    (EXAMPLES[5].0, "Kc8", 907),
    (EXAMPLES[6].0, "Kb6", 284),
];

/// The paper's tables: the positions of each depth, of all pieces together, in the order of the examples.
const PRINTED_BY_DEPTH: [[u32; 6]; 7] = [
    [49, 104, 107, 148, 72, 301],
    [25, 253, 76, 380, 213, 1704],
    [10, 23, 37, 186, 91, 672],
    [38, 124, 79, 323, 85, 863],
    [15, 39, 29, 142, 49, 445],
    [15, 32, 18, 152, 58, 632],
    [14, 21, 27, 34, 26, 162],
];

/// What is known of all positions, for the pieces without a bound.
struct Solved(MovesNeeded);

impl Foresight<Small> for Solved {
    fn moves_needed(
        &self,
        piece: PieceId,
        position: &Small,
        _: &Watch,
    ) -> Result<Option<u32>, Stopped> {
        self.0.at(piece, position).ok_or(Stopped::Endless)
    }
}

static SOLVED: LazyLock<Arc<Solved>> = LazyLock::new(|| {
    let program = chapter("knkr-together");
    let material = Material::of_header(&program.header).expect("the men of the chapter");
    let solution = solve(
        &Chess::<Small>::new(),
        &program,
        material,
        Which::Endless,
        usize::MAX,
        &Watch::new(),
    );
    let solution = solution.expect("nobody stops it").expect("no pawns");
    Arc::new(Solved(solution.into_moves_needed()))
});

static TABLES: LazyLock<EndgameTables> = LazyLock::new(|| knight::tables("KNKR"));

/// A chapter that plays, counting as the paper does: nothing is remembered.
struct Seat {
    chess: Chess<Small>,
    program: Arc<Program>,
    engine: Engine<Chess<Small>>,
}

impl Seat {
    fn new(name: &str) -> Seat {
        let (chess, program) = (Chess::<Small>::new(), chapter(name));
        let engine = Engine::new(&compile(&chess, &program), Options::default());
        let engine = match name {
            "knkr-together" => engine.with_foresight(SOLVED.clone()),
            _ => engine,
        };
        Seat {
            chess,
            program,
            engine,
        }
    }

    /// Our move, and how many positions were looked at for it, those in questions of goals included; none where the game
    /// is over.
    fn play(&mut self, position: &Small) -> Option<(Move, u64)> {
        let advised = self.engine.advise(position, &Watch::new());
        let nodes = advised.nodes();
        let (_, tree) = advised.chosen?;
        let m = tree.first_move().expect("a tree that is played has a move");
        Some((m, nodes))
    }

    /// How many positions of each depth there are if we play by the chapter and they play everything.
    fn tree(&mut self, root: &Small) -> [usize; 6] {
        let mut level = vec![*root];
        let mut counts = [0; 6];
        for (depth, count) in counts.iter_mut().enumerate() {
            level = match depth % 2 {
                0 => level
                    .iter()
                    .filter_map(|at| self.after_our_move(at))
                    .collect(),
                _ => level.iter().flat_map(replies).collect(),
            };
            *count = level.len();
        }
        counts
    }

    /// Whoever has lost a man has nothing to play for here.
    fn after_our_move(&mut self, position: &Small) -> Option<Small> {
        let is_open = position.men(Side::Us, Role::Knight).any()
            && position.men(Side::Them, Role::Rook).any();
        let (m, _) = is_open.then(|| self.play(position)).flatten()?;
        Some(self.chess.play(position, m))
    }
}

/// Where their replies lead.
fn replies(position: &Small) -> Vec<Small> {
    let chess = Chess::<Small>::new();
    let moves = chess.legal_moves(position).into_iter();
    moves.map(|m| chess.play(position, m)).collect()
}

/// After our move: `draw`, or with which of their moves the knight falls or our king is mated.
fn worth(after: &Small) -> String {
    match lasts(&TABLES, after, Side::Us) {
        None => "draw".into(),
        Some(plies) => plies.div_ceil(2).to_string(),
    }
}

/// A block of the page is as computed, or is written.
fn compare_block(name: &str, computed: &str) {
    let path = root().join(PAGE);
    let page = fs::read_to_string(&path).expect("the page can be read");
    let opening = format!("```text {name}\n");
    let from = page.find(&opening).expect("the page has the block") + opening.len();
    let to = from + page[from..].find("```").expect("the block is closed");
    if is_update() {
        let page = format!("{}{computed}{}", &page[..from], &page[to..]);
        fs::write(&path, page).expect("the page can be written");
        return;
    }
    assert_eq!(&page[from..to], computed, "{PAGE}, {name}");
}

/// Every move of the paper's program beside ours. In the first game ours last at least as long as its, at every move; a
/// draw is never given away.
#[test]
fn the_paper_move_by_move() {
    let chess = Chess::<Small>::new();
    let (mut ahead, mut together) = (Seat::new("knkr"), Seat::new("knkr-together"));
    let mut text = String::new();
    let mut row = |position: &Small, view, printed: Move, nodes: u32| {
        let cell = |m: Move, nodes: u64| {
            let after = chess.play(position, m);
            let written = chess.write_move(position, view, m);
            let cell = format!("  {written:<5}{:>4} {nodes:>6}", worth(&after));
            (cell, lasts(&TABLES, &after, Side::Us))
        };
        let (paper, paper_lasts) = cell(printed, nodes.into());
        let (m, n_nodes) = ahead.play(position).expect("there is advice");
        let (looked_ahead, _) = cell(m, n_nodes);
        let (m, n_nodes) = together.play(position).expect("there is advice");
        let (ours, ours_lasts) = cell(m, n_nodes);
        let shown = chess.write_position(position, view);
        text += &format!("{shown:<31}{paper}{looked_ahead}{ours}\n");
        (paper_lasts, ours_lasts)
    };
    let mut n_moves = 0;
    for (game, ((fen, score), nodes)) in GAMES.iter().zip(PRINTED_NODES).enumerate() {
        let (mut position, view) = chess
            .read_position(fen, &chapter("knkr-together").header)
            .expect("the beginning is legal");
        let mut nodes = nodes.iter();
        for written in score.split(' ') {
            let m = chess
                .read_move(&position, view, written)
                .expect("the score is legal");
            if position.turn() == Side::Us {
                let nodes = *nodes.next().expect("a count for every move");
                let (paper, ours) = row(&position, view, m, nodes);
                // Nothing lasts longer than what is not lost.
                let is_as_good = ours.is_none() || paper.is_some_and(|paper| ours >= Some(paper));
                assert!(is_as_good || game == 1, "{written}: {ours:?} and {paper:?}");
                assert!(paper.is_some() || ours.is_none(), "{written} draws");
                n_moves += 1;
            }
            position = chess.play(&position, m);
        }
    }
    for (fen, written, nodes) in OTHER_EXAMPLES {
        let header = &chapter("knkr-together").header;
        let (position, view) = chess.read_position(fen, header).expect("it is legal");
        let m = chess
            .read_move(&position, view, written)
            .expect("the move is legal");
        assert_eq!(row(&position, view, m, nodes), (None, None), "{fen}");
        n_moves += 1;
    }
    assert_eq!(n_moves, 21);
    compare_block("moves", &text);
}

/// The statistics of the paper beside the trees of both chapters, as far as the paper's search went.
#[test]
fn the_trees_by_depth() {
    let chess = Chess::<Small>::new();
    let (mut ahead, mut together) = (Seat::new("knkr"), Seat::new("knkr-together"));
    let mut text = String::new();
    for ((fen, ..), printed) in EXAMPLES.into_iter().zip(PRINTED_BY_DEPTH) {
        let header = &together.program.header;
        let (position, _) = chess.read_position(fen, header).expect("it is legal");
        text += &format!("{fen}\n");
        let printed = printed.map(|n| n as usize);
        let rows = [
            ("paper, searched", printed),
            ("knkr, tree", ahead.tree(&position)),
            ("knkr-together, tree", together.tree(&position)),
        ];
        for (name, counts) in rows {
            let shown: String = counts.iter().map(|n| format!("{n:>7}")).collect();
            text += &format!("  {name:<20}{shown}\n");
        }
    }
    compare_block("depths", &text);
}

/// From drawn positions, against an opponent who always leaves us as few drawing moves as he can.
#[test]
fn an_opponent_with_tables_never_wins() {
    const N_GAMES: usize = 2_000;
    const N_MOVES: usize = 50;
    let mut positions = part(1_009);
    positions.retain(|position| lasts(&TABLES, position, Side::Us).is_none());
    let mut numbers = Numbers(7);
    let starts: Vec<Small> = (0..N_GAMES).map(|_| *numbers.pick(&positions)).collect();
    // Not inside the loop: who waits there for what others are to solve would keep them from it.
    LazyLock::force(&SOLVED);
    let n_held = starts
        .par_iter()
        .map_init(
            || Seat::new("knkr-together"),
            |seat, start| holds(seat, *start, N_MOVES),
        )
        .filter(|held| *held)
        .count();
    println!("{n_held} of {N_GAMES} games of {N_MOVES} moves held");
    assert_eq!(n_held, N_GAMES);
}

/// Is a game held for so many moves? It ends early where the rook is gone, or they can only give it away.
fn holds(seat: &mut Seat, start: Small, n_moves: usize) -> bool {
    let mut position = start;
    for _ in 0..n_moves {
        let Some(after) = seat.after_our_move(&position) else {
            return lasts(&TABLES, &position, Side::Us).is_none();
        };
        if lasts(&TABLES, &after, Side::Us).is_some() {
            return false;
        }
        let n_drawing = |reply: &Small| {
            let next = replies(reply).into_iter();
            next.filter(|next| lasts(&TABLES, next, Side::Us).is_none())
                .count()
        };
        let kept = replies(&after).into_iter();
        let kept = kept.filter(|reply| reply.men(Side::Us, Role::Knight).any());
        match kept.min_by_key(n_drawing) {
            Some(reply) if reply.men(Side::Them, Role::Rook).any() => position = reply,
            Some(_) | None => return true,
        }
    }
    true
}
