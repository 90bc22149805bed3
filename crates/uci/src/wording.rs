//! How lines are written: scores, chances, and words on one line each.

use std::time::Duration;

use play::PlayScore;
use verify::Wdl;

use crate::task::InfoLine;

/// A line as `info`.
pub(crate) fn info(line: &InfoLine, number: usize, elapsed: Duration, show_wdl: bool) -> String {
    let InfoLine {
        depth,
        deepest,
        score,
        known,
        nodes,
        fullness,
        moves,
    } = line;
    let written = match score.mate_in() {
        Some(mate) => format!("mate {mate}"),
        None => format!("cp {}", score.centipawns()),
    };
    let chances = match show_wdl {
        true => {
            let [win, draw, loss] = chances(*score, *known);
            format!(" wdl {win} {draw} {loss}")
        }
        false => String::new(),
    };
    let millis = elapsed.as_millis();
    let speed = u128::from(*nodes) * 1000 / millis.max(1);
    let moves = moves.join(" ");
    format!(
        "info depth {depth} seldepth {deepest} multipv {number} score {written}{chances} nodes {nodes} nps {speed} \
         hashfull {fullness} time {millis} pv {moves}"
    )
}

/// Words as `info string`, one for each line of them.
pub(crate) fn words(text: &str) -> Vec<String> {
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
    lines.map(|line| format!("info string {line}")).collect()
}

/// The chances of a win, a draw and a loss in thousandths: certain where the result is known, elsewhere a guess by the
/// score. A pawn more wins about every second game.
fn chances(score: PlayScore, known: Option<Wdl>) -> [u32; 3] {
    let mate = score.mate_in().map(|mate| match mate > 0 {
        true => Wdl::Win,
        false => Wdl::Loss,
    });
    match known.or(mate) {
        Some(Wdl::Win) => [1000, 0, 0],
        Some(Wdl::Draw) => [0, 1000, 0],
        Some(Wdl::Loss) => [0, 0, 1000],
        None => {
            let wins = |lead: i32| {
                let share = 1000.0 / (1.0 + (f64::from(110 - lead) / 70.0).exp());
                share.round() as u32
            };
            let (win, loss) = (wins(score.centipawns()), wins(-score.centipawns()));
            [win, 1000 - win - loss, loss]
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_add_up() {
        for mate in [-3, 2] {
            let [win, draw, loss] = chances(PlayScore::of_mate(mate), None);
            assert_eq!(win + draw + loss, 1000);
            assert_eq!(draw, 0);
        }
        assert_eq!(chances(PlayScore::DRAW, Some(Wdl::Draw)), [0, 1000, 0]);
        let [win, draw, loss] = chances(PlayScore::DRAW, None);
        assert_eq!((win, win + draw + loss), (loss, 1000));
    }

    #[test]
    fn every_line_of_words_is_a_line_of_its_own() {
        let check = |text: &str, expected: &[&str]| assert_eq!(words(text), expected);
        check("a\n\n  b", &["info string a", "info string b"]);
        check("", &[]);
    }
}
