//! Nim: Bouton's theorem says what every move is worth.

use std::ops::ControlFlow;

use domain::{Header, Notation, Rules};
use games::Nim;
use games::nim::{NimMove, NimPosition};
use verify::Wdl;

use super::{MoveVerdict, Outlook, Upshot};

/// What a move, or the best one, does to the result; none if the text is no position, or there is no such move.
pub(crate) fn nim_verdict(position: &str, m: Option<&str>) -> Option<MoveVerdict> {
    let nim = Nim;
    let (position, view) = nim.read_position(position, &Header::default()).ok()?;
    let zeroing = zeroing(&position);
    let m = match m {
        Some(m) => nim.read_move(&position, view, m).ok()?,
        None => {
            let mut first = None;
            let _ = nim.visit_moves(&position, |m| {
                first = Some(m);
                ControlFlow::Break(())
            });
            zeroing.first().copied().or(first)?
        }
    };
    let write = |at: &NimPosition, m: NimMove| nim.write_move(at, view, m);
    let after = nim.play(&position, m);
    let (had, has) = (of_mover(sum(&position)), of_last(sum(&after)));
    let mut line = vec![write(&position, m)];
    let end = match (had.wdl, has.wdl) {
        (_, Wdl::Win) => Upshot::Zero,
        (Wdl::Loss, _) => Upshot::ZeroAlready,
        (Wdl::Win | Wdl::Draw, _) => {
            line.extend(
                self::zeroing(&after)
                    .first()
                    .map(|reply| write(&after, *reply)),
            );
            Upshot::ZeroAgain
        }
    };
    let n_moves = position
        .heaps
        .iter()
        .fold(0u64, |n, heap| n.saturating_add(*heap));
    Some(MoveVerdict {
        m: write(&position, m),
        had,
        has,
        best: write(&position, zeroing.first().copied().unwrap_or(m)),
        n_moves: usize::try_from(n_moves).unwrap_or(usize::MAX),
        n_keeping: match had.wdl {
            Wdl::Win => zeroing.len(),
            Wdl::Draw | Wdl::Loss => usize::try_from(n_moves).unwrap_or(usize::MAX),
        },
        line,
        end,
        facts: Vec::new(),
        later: Vec::new(),
        is_zugzwang: false,
        trap: None,
    })
}

/// The digital sum.
fn sum(position: &NimPosition) -> u64 {
    position.heaps.iter().fold(0, |sum, heap| sum ^ heap)
}

/// Who is to move wins if the digital sum is not zero.
fn of_mover(sum: u64) -> Outlook {
    let wdl = if sum == 0 { Wdl::Loss } else { Wdl::Win };
    Outlook { wdl, mate_in: None }
}

/// Who has moved wins if it is.
fn of_last(sum: u64) -> Outlook {
    let wdl = if sum == 0 { Wdl::Win } else { Wdl::Loss };
    Outlook { wdl, mate_in: None }
}

/// The moves that make the digital sum zero: at most one for each heap.
fn zeroing(position: &NimPosition) -> Vec<NimMove> {
    let sum = sum(position);
    let heaps = (0u32..).zip(&position.heaps);
    let moves = heaps.filter_map(|(heap, size)| {
        let left = size ^ sum;
        (left < *size).then_some(NimMove { heap, left })
    });
    moves.collect()
}
