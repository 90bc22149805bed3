//! Customs of Nim: who cannot move has lost, and heaps are laid out one by one.

use domain::Header;

use super::{Change, Customs, GameEnd};
use crate::picture::Mark;
use crate::session::random::Random;
use crate::session::record::{MoveCount, Record};

pub(super) struct NimCustoms;

const THEM: &str = " them to move";

/// A game drawn by chance has so many heaps at least and at most, and so many matches in a heap at most.
const HEAPS: (u64, u64) = (3, 5);
const MATCHES: u64 = 7;

/// More heaps than this are not laid out by hand.
const MAX_HEAPS: usize = 64;

impl Customs for NimCustoms {
    fn start(&self, position: &str) -> String {
        position.into()
    }

    fn opening(&self, start: &str) -> MoveCount {
        MoveCount {
            number: 1,
            second: start.ends_with(THEM),
        }
    }

    fn ending(&self, position: &str, can_move: bool) -> Option<GameEnd> {
        let (sentence, result) = match (can_move, position.ends_with(THEM)) {
            (true, _) => return None,
            (false, true) => ("No match is left and it is their turn: we have won.", "1-0"),
            (false, false) => ("No match is left and it is our turn: we have lost.", "0-1"),
        };
        Some(GameEnd {
            sentence: sentence.into(),
            result,
        })
    }

    fn claim(&self, _record: &Record, _positions: &[String]) -> Option<GameEnd> {
        None
    }

    /// Three heaps or more; two numbers might be a move.
    fn position_in(&self, line: &str) -> Option<String> {
        let heaps = line.strip_suffix(THEM).unwrap_or(line);
        let is_heap = |word: &str| word.chars().all(|ch| ch.is_ascii_digit());
        let n_heaps = heaps.split_whitespace().count();
        let all_heaps = heaps.split_whitespace().all(is_heap);
        (n_heaps >= 3 && all_heaps).then(|| line.to_owned())
    }

    fn marks(&self, _m: &str, origin: Option<String>) -> Vec<(String, Mark)> {
        origin.into_iter().map(|heap| (heap, Mark::To)).collect()
    }

    /// Whoever is to move wins unless the digital sum of the heaps is zero; then he can only wait for a mistake.
    fn is_worth_playing(&self, position: &str) -> bool {
        let heaps = position
            .split_whitespace()
            .map_while(|heap| heap.parse().ok());
        heaps.fold(0, |sum: u64, heap: u64| sum ^ heap) != 0
    }

    fn draw(&self, _header: &Header, random: &mut Random) -> Option<String> {
        let n_heaps = HEAPS.0 + random.below(HEAPS.1 - HEAPS.0 + 1);
        let heaps: Vec<String> = (0..n_heaps)
            .map(|_| (1 + random.below(MATCHES)).to_string())
            .collect();
        Some(heaps.join(" "))
    }

    fn empty(&self) -> String {
        String::new()
    }

    fn draft(&self, position: &str) -> String {
        position.into()
    }

    fn describe(&self, draft: &str) -> String {
        match draft.strip_suffix(THEM).unwrap_or(draft) {
            "" => "No heaps yet.\n".into(),
            heaps => format!("Heaps: {heaps}\n"),
        }
    }

    fn edit(&self, draft: &str, change: Change<'_>) -> Result<String, String> {
        let (heaps, mut turn) = match draft.strip_suffix(THEM) {
            Some(heaps) => (heaps, THEM),
            None => (draft, ""),
        };
        let mut heaps: Vec<String> = heaps.split_whitespace().map(String::from).collect();
        match change {
            Change::Put("") => return Err("say how many matches, for example `put 5`".into()),
            Change::Put(words) => {
                for word in words.split_whitespace() {
                    put(&mut heaps, word)?;
                }
            }
            Change::Remove(word) => {
                let idx = heap_of(word, heaps.len())?;
                heaps.remove(idx);
            }
            Change::Turn(side) => {
                turn = match side.to_ascii_lowercase().as_str() {
                    "us" => "",
                    "them" => THEM,
                    _ => return Err("say `turn us` or `turn them`".into()),
                }
            }
        }
        Ok(heaps.join(" ") + turn)
    }

    fn editing(&self) -> &'static str {
        "put 5 (one more heap of five), put 2:5 (the second heap has five), remove 2 (the second heap), \
         turn us or turn them, clear"
    }
}

/// `5` is one more heap, `2:5` changes the second one.
fn put(heaps: &mut Vec<String>, word: &str) -> Result<(), String> {
    let size = |text: &str| {
        text.parse::<u64>().map(|n| n.to_string()).map_err(|_| {
            let found: String = text.chars().take(24).collect();
            format!("`{found}` is no number of matches; say for example `put 5` or `put 2:5`")
        })
    };
    match word.split_once(':') {
        Some((heap, matches)) => {
            let idx = heap_of(heap, heaps.len())?;
            heaps[idx] = size(matches)?;
        }
        None if heaps.len() >= MAX_HEAPS => {
            return Err(format!("there are {MAX_HEAPS} heaps already"));
        }
        None => heaps.push(size(word)?),
    }
    Ok(())
}

fn heap_of(word: &str, n_heaps: usize) -> Result<usize, String> {
    let number = word.parse::<usize>().ok();
    number
        .filter(|number| (1..=n_heaps).contains(number))
        .map(|number| number - 1)
        .ok_or_else(|| match n_heaps {
            0 => "there is no heap yet; put one, for example `put 5`".into(),
            _ => format!("there are heaps 1 to {n_heaps}"),
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heaps_are_laid_out_one_by_one() {
        let check = |draft: &str, change: Change<'_>, expected: Result<&str, &str>| {
            let found = NimCustoms.edit(draft, change);
            let expected = expected.map(String::from).map_err(String::from);
            assert_eq!(found, expected, "{change:?}");
        };
        check("", Change::Put("2 1 1"), Ok("2 1 1"));
        check("2 1 1", Change::Put("2:7"), Ok("2 7 1"));
        check(
            "2 1 1 them to move",
            Change::Remove("1"),
            Ok("1 1 them to move"),
        );
        check("2 1 1", Change::Turn("them"), Ok("2 1 1 them to move"));
        check("2 1 1", Change::Remove("4"), Err("there are heaps 1 to 3"));
        check(
            "2 1 1",
            Change::Turn("White"),
            Err("say `turn us` or `turn them`"),
        );
    }
}
