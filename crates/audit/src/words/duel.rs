//! The queen against the rook: how near kings and queen are, what is attacked, pinned and left to be taken.

use shakmaty::{Bitboard, Board, Color, Position, Role, Square, attacks};

use super::common::{can_be_taken, changed, stands};
use crate::geometry::{adjacent, column, divides, is_pinned, on_edge, row, steps};
use crate::ledger::Ledger;
use crate::reader::{SentenceForm, form};
use crate::stage::Stage;

pub(super) const FORMS: &[SentenceForm] = &[
    form("the queen attacks the rook", |stage, _, ledger| {
        attacks_rook(stage, ledger);
    }),
    form(
        "the queen gives check and attacks the rook, which nobody guards",
        |stage, _, ledger| {
            let is_check = !stage.is_our_turn() && stage.now.is_check();
            ledger.claim(is_check, || "it is no check".into());
            attacks_rook(stage, ledger);
            let rook = stage.theirs(Role::Rook);
            let guarded =
                rook.is_some_and(|rook| is_attacked(stage.board(), stage.them(), rook, None));
            ledger.claim(!guarded, || "it is guarded".into());
        },
    ),
    form(
        "the queen gives check and attacks the rook",
        |stage, _, ledger| {
            let is_check = !stage.is_our_turn() && stage.now.is_check();
            ledger.claim(is_check, || "it is no check".into());
            attacks_rook(stage, ledger);
        },
    ),
    form("we can take the rook", |stage, _, ledger| {
        ledger.claim(stage.is_our_turn() && takes_rook(stage), || {
            "we cannot".into()
        });
    }),
    form("we cannot take the rook yet", |stage, _, ledger| {
        let takes_safely = stage.is_our_turn() && takes_rook(stage);
        ledger.claim(!takes_safely, || "we can".into());
    }),
    form(
        "our king stays two steps from theirs",
        |stage, _, ledger| {
            changed(stage, apart, 2, 2, ledger);
        },
    ),
    form("the rook on {square} is pinned", |stage, read, ledger| {
        stands(stage, Role::Rook, read.square(0), ledger);
        ledger.claim(is_pinned(stage.board(), read.square(0)), || {
            "it is not".into()
        });
    }),
    form(
        "the queen on {square} can be taken",
        |stage, read, ledger| {
            stands(stage, Role::Queen, read.square(0), ledger);
            ledger.claim(can_be_taken(stage, read.square(0)), || "it cannot".into());
        },
    ),
    form(
        "our king can take the rook that has taken the queen",
        |stage, _, ledger| {
            let rook = stage.theirs(Role::Rook);
            let takes = rook.is_some_and(|rook| {
                let mut by = stage.captures_on(rook).into_iter();
                by.any(|m| m.role() == Role::King)
            });
            ledger.claim(takes && stage.ours(Role::Queen).is_none(), || {
                "it cannot".into()
            });
        },
    ),
    form("their king is cut off from ours", |stage, _, ledger| {
        ledger.claim(kings_divided(stage), || "no file or rank is between".into());
    }),
    form(
        "their king can go to {n} squares instead of {n}",
        |stage, read, ledger| {
            changed(stage, king_squares, read.number(0), read.number(1), ledger);
            ledger.claim(read.number(0) < read.number(1), || "no fewer".into());
        },
    ),
    form(
        "the queen comes close: {n} steps from their king instead of {n}",
        |stage, read, ledger| {
            changed(stage, queen_steps, read.number(0), read.number(1), ledger);
            ledger.claim(read.number(0) < read.number(1), || "no closer".into());
        },
    ),
    form(
        "the queen is within two steps of their king",
        |stage, _, ledger| {
            let there = queen_steps(stage);
            ledger.claim(there <= 2, || format!("{there} steps"));
        },
    ),
    form(
        "the queen is {n} steps from their king",
        |stage, read, ledger| {
            let there = queen_steps(stage);
            ledger.claim(there == read.number(0), || format!("{there} steps"));
        },
    ),
    form("our king is two steps from theirs", |stage, _, ledger| {
        kings_apart(stage, 2, ledger);
    }),
    form(
        "our king is {n} steps from theirs",
        |stage, read, ledger| kings_apart(stage, read.number(0), ledger),
    ),
    form(
        "our king goes away: {n} steps from theirs instead of {n}",
        |stage, read, ledger| {
            changed(stage, apart, read.number(0), read.number(1), ledger);
            ledger.claim(read.number(0) > read.number(1), || "no farther".into());
        },
    ),
    form(
        "our king comes nearer: {n} steps from theirs instead of {n}",
        |stage, read, ledger| {
            changed(stage, apart, read.number(0), read.number(1), ledger);
            ledger.claim(read.number(0) < read.number(1), || "no nearer".into());
        },
    ),
    form("our king stands in the centre", |stage, _, ledger| {
        let king = stage.our_king();
        let is_central = [column(king), row(king)]
            .iter()
            .all(|n| (4..=5).contains(n));
        ledger.claim(is_central, || format!("he stands on {king}"));
    }),
    form(
        "their king is at most one line from the edge",
        |stage, _, ledger| {
            let there = lines_to_edge(stage);
            ledger.claim(there <= 1, || format!("{there} lines"));
        },
    ),
    form(
        "their king is {n} lines from the edge",
        |stage, read, ledger| {
            let there = lines_to_edge(stage);
            ledger.claim(there == read.number(0), || format!("{there} lines"));
        },
    ),
    form("they defend on the third rank", |stage, _, ledger| {
        ledger.claim(defends_third_rank(stage), || "they do not".into());
    }),
    form(
        "they do not defend on the third rank",
        |stage, _, ledger| {
            ledger.claim(!defends_third_rank(stage), || "they do".into());
        },
    ),
];

/// A capture of the rook after which our queen cannot be taken, and it is no stalemate.
fn takes_rook(stage: &Stage<'_>) -> bool {
    let rook = stage.theirs(Role::Rook);
    let takes = rook.map_or(Vec::new(), |rook| stage.captures_on(rook));
    takes.into_iter().any(|m| {
        let after = stage.after(m);
        let queen = after.ours(Role::Queen);
        !after.now.is_stalemate() && queen.is_some_and(|queen| !can_be_taken(&after, queen))
    })
}

fn attacks_rook(stage: &Stage<'_>, ledger: &mut Ledger) {
    let seen = stage.ours(Role::Queen).map(|queen| {
        let seen = attacks::queen_attacks(queen, stage.board().occupied());
        stage
            .theirs(Role::Rook)
            .is_some_and(|rook| seen.contains(rook))
    });
    ledger.claim(seen == Some(true), || "it is not attacked".into());
}

/// A man of a colour attacks the square; with the king of the other colour taken away, if it is given.
fn is_attacked(board: &Board, by: Color, square: Square, without: Option<Square>) -> bool {
    let gone = without.map_or(Bitboard::EMPTY, Bitboard::from);
    board.attacks_to(square, by, board.occupied() & !gone).any()
}

/// The squares around their king on which he may stand: not beside ours, not attacked, not taken by his own men.
fn king_squares(stage: &Stage<'_>) -> u32 {
    let (board, king) = (stage.board(), stage.their_king());
    let around = Square::ALL.into_iter().filter(|to| adjacent(king, *to));
    let open = around.filter(|to| {
        board.color_at(*to) != Some(stage.them())
            && !is_attacked(board, stage.us(), *to, Some(king))
    });
    open.count() as u32
}

/// Our rook or queen stands on a file or rank between the kings.
fn kings_divided(stage: &Stage<'_>) -> bool {
    let heavy = stage.board().rooks_and_queens() & stage.board().by_color(stage.us());
    let (ours, theirs) = (stage.our_king(), stage.their_king());
    heavy.into_iter().any(|man| divides(man, ours, theirs))
}

fn queen_steps(stage: &Stage<'_>) -> u32 {
    let queen = stage.ours(Role::Queen);
    queen.map_or(u32::MAX, |queen| steps(queen, stage.their_king()))
}

fn apart(stage: &Stage<'_>) -> u32 {
    steps(stage.our_king(), stage.their_king())
}

fn kings_apart(stage: &Stage<'_>, n: u32, ledger: &mut Ledger) {
    let there = apart(stage);
    ledger.claim(there == n, || format!("{there} steps"));
}

/// How many lines their king is from the nearest edge.
fn lines_to_edge(stage: &Stage<'_>) -> u32 {
    let king = stage.their_king();
    let edges = Square::ALL.into_iter().filter(|square| on_edge(*square));
    edges.map(|edge| steps(edge, king)).min().unwrap_or(0)
}

/// The rook on the third line from an edge, their king behind it, and ours before it.
fn defends_third_rank(stage: &Stage<'_>) -> bool {
    let (ours, theirs) = (stage.our_king(), stage.their_king());
    let Some(rook) = stage.theirs(Role::Rook) else {
        return false;
    };
    // How far squares are from each of the four edges, the edge itself being the first line.
    let lines: [fn(Square) -> u32; 4] = [row, |s| 9 - row(s), column, |s| 9 - column(s)];
    lines
        .iter()
        .any(|line| line(rook) == 3 && line(theirs) <= 2 && line(ours) >= 4)
}
