//! Deeper and deeper: the best moves of a position, depth after depth, until a limit comes.

use domain::{Stop, Watch};
use shakmaty::{Chess, Move, Position};

use crate::score::{MAX_DEPTH, PlayScore};
use crate::search::{LineSearch, key, played};
use crate::table::PositionTable;

/// A position and what is wanted of it.
#[derive(Clone, Debug)]
pub struct PlayRequest {
    /// The position.
    pub position: Chess,
    /// The positions of the game before it, so that repetitions are seen.
    pub game: Vec<Chess>,
    /// Only these moves; all of them if there are none.
    pub moves: Vec<Move>,
    /// A move that is tried first.
    pub first: Option<Move>,
    /// How many lines are wanted.
    pub n_lines: usize,
    /// Not deeper than this.
    pub max_depth: u32,
    /// A mate within this many moves is enough.
    pub mate: Option<u32>,
    /// How many threads search. With more than one, the answer may differ from time to time.
    pub n_threads: usize,
}

impl PlayRequest {
    /// One line, by one thread, as deep as the watch allows.
    pub fn new(position: Chess) -> PlayRequest {
        PlayRequest {
            position,
            game: Vec::new(),
            moves: Vec::new(),
            first: None,
            n_lines: 1,
            max_depth: MAX_DEPTH,
            mate: None,
            n_threads: 1,
        }
    }
}

/// A line, and what it is worth to the side to move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayLine {
    /// The score.
    pub score: PlayScore,
    /// The moves; at least one.
    pub moves: Vec<Move>,
}

/// What was found at a depth.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayDepth {
    /// The depth.
    pub depth: u32,
    /// The deepest line that was looked at, in plies.
    pub deepest: u32,
    /// The lines, the best first.
    pub lines: Vec<PlayLine>,
    /// How many positions were looked at so far.
    pub nodes: u64,
    /// How full the table is, in thousandths.
    pub fullness: usize,
}

/// The best moves of a position; whoever listens hears of every depth. None if there is no legal move among those asked
/// for.
///
/// A depth that the watch ends is not used, except that the first is always finished.
pub fn find_move(
    request: &PlayRequest,
    table: &PositionTable,
    watch: &Watch,
    heard: &mut dyn FnMut(&PlayDepth),
) -> Option<PlayDepth> {
    table.begin();
    let game: Vec<u64> = request.game.iter().map(key).collect();
    let done = Stop::new();
    if request.n_threads <= 1 {
        return deepen(request, table, &game, watch, 0, heard);
    }
    std::thread::scope(|scope| {
        for helper in 1..request.n_threads {
            let (game, done) = (&game, &done);
            // Helpers fill the table, one of two a ply ahead, until the first thread has done.
            scope.spawn(move || {
                let watch = Watch::new().with_stop(done);
                deepen(request, table, game, &watch, helper % 2, &mut |_| ());
            });
        }
        let found = deepen(request, table, &game, watch, 0, heard);
        done.raise();
        found
    })
}

fn deepen(
    request: &PlayRequest,
    table: &PositionTable,
    game: &[u64],
    watch: &Watch,
    ahead: usize,
    heard: &mut dyn FnMut(&PlayDepth),
) -> Option<PlayDepth> {
    let mut moves = root_moves(request);
    if moves.is_empty() {
        return None;
    }
    let n_lines = request.n_lines.clamp(1, moves.len());
    // The first depth is brought to its end: there must be a move.
    let unwatched = Watch::new();
    let mut first = LineSearch::new(table, &unwatched, game);
    let mut best = depth_of(&mut first, request, &mut moves, 1, n_lines, table)?;
    let spent = first.nodes;
    heard(&best);
    let mut search = LineSearch::new(table, watch, game);
    search.nodes = spent;
    for depth in 2 + ahead as u32..=request.max_depth.min(MAX_DEPTH) {
        if is_enough(request, &best) || watch.is_stopped() {
            break;
        }
        let Some(found) = depth_of(&mut search, request, &mut moves, depth, n_lines, table) else {
            best.nodes = search.nodes;
            break;
        };
        heard(&found);
        best = found;
    }
    Some(best)
}

/// All lines of a depth; none if the watch has ended it.
fn depth_of(
    search: &mut LineSearch<'_>,
    request: &PlayRequest,
    moves: &mut [Move],
    depth: u32,
    n_lines: usize,
    table: &PositionTable,
) -> Option<PlayDepth> {
    let mut lines: Vec<PlayLine> = Vec::new();
    for idx in 0..n_lines {
        let (score, line) = search
            .root(&request.position, &moves[idx..], depth as i32)
            .ok()?;
        let best = *line.first()?;
        // The chosen move goes to the front: the next depth begins with it, the next line goes without it.
        let at = moves.iter().position(|m| *m == best)?;
        moves[idx..=at].rotate_right(1);
        lines.push(PlayLine {
            score: PlayScore(score),
            moves: legal_line(&request.position, line),
        });
    }
    lines.sort_by_key(|line| std::cmp::Reverse(line.score));
    Some(PlayDepth {
        depth,
        deepest: search.deepest.max(1) as u32,
        lines,
        nodes: search.nodes,
        fullness: table.fullness(),
    })
}

/// The moves that are searched, the promising ones first.
fn root_moves(request: &PlayRequest) -> Vec<Move> {
    let legal = request.position.legal_moves();
    let wanted = |m: &Move| request.moves.is_empty() || request.moves.contains(m);
    let mut moves: Vec<Move> = legal.into_iter().filter(wanted).collect();
    moves.sort_by_key(|m| {
        (
            Some(*m) != request.first,
            !m.is_capture() && !m.is_promotion(),
        )
    });
    moves
}

/// Is a mate found that is near enough, or can deeper looks change nothing?
fn is_enough(request: &PlayRequest, found: &PlayDepth) -> bool {
    let mate = found.lines.first().and_then(|line| line.score.mate_in());
    match (request.mate, mate) {
        (Some(wanted), Some(mate)) => mate > 0 && mate.unsigned_abs() <= wanted,
        // All lines are decided, and no shorter mate can be hidden at this depth.
        (None, Some(_)) => found.lines.iter().all(|line| {
            let mate = line.score.mate_in();
            mate.is_some_and(|mate| 2 * mate.unsigned_abs() + 2 <= found.depth)
        }),
        (_, None) => false,
    }
}

/// As much of a line as is legal: what the table remembers of another position may have slipped in.
fn legal_line(position: &Chess, line: Vec<Move>) -> Vec<Move> {
    let mut at = position.clone();
    let mut legal = Vec::new();
    for m in line {
        if !at.legal_moves().contains(&m) {
            break;
        }
        at = played(&at, m);
        legal.push(m);
    }
    legal
}
