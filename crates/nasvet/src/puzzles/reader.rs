//! Puzzles as EPD, as CSV like that of lichess, or as games in PGN that begin with the position.

use chess::{read_epd, read_fen, read_pgn};
use shakmaty::{Chess, Move, Position};

use super::{Puzzle, PuzzleTask, UnreadablePuzzle, read_move};
use crate::batch::fields;

/// How puzzles are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PuzzleForm {
    /// A position on each line, with `bm`, `id` and perhaps themes in `c0`.
    Epd,
    /// A table whose first line names its columns. With `Moves`, as lichess has it, the first of them is played before
    /// the puzzle begins; with `bm`, it is the solution.
    Csv,
    /// Games with a `FEN` tag; the first move is the solution.
    Pgn,
}

impl PuzzleForm {
    /// By the end of a file's name: `.csv`, `.pgn`, and otherwise EPD.
    pub fn of_name(name: &str) -> PuzzleForm {
        let end = name.rsplit_once('.').map_or("", |(_, end)| end);
        match end.to_ascii_lowercase().as_str() {
            "csv" => PuzzleForm::Csv,
            "pgn" => PuzzleForm::Pgn,
            _ => PuzzleForm::Epd,
        }
    }
}

/// The puzzles of a text. One that cannot be read says why.
pub fn read_puzzles(text: &str, form: PuzzleForm) -> Vec<Puzzle> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let read: Vec<ReadPuzzle> = match form {
        PuzzleForm::Epd => lines(text).map(epd).collect(),
        PuzzleForm::Csv => csv(text),
        PuzzleForm::Pgn => games(text).into_iter().map(game).collect(),
    };
    (1..)
        .zip(read)
        .map(|(number, (id, task))| Puzzle { number, id, task })
        .collect()
}

/// Name and task.
type ReadPuzzle = (Option<String>, Result<PuzzleTask, UnreadablePuzzle>);

fn lines(text: &str) -> impl Iterator<Item = &str> {
    let lines = text.lines().map(str::trim);
    lines.filter(|line| !line.is_empty() && !line.starts_with('#'))
}

fn unreadable(text: &str, problem: impl Into<String>) -> UnreadablePuzzle {
    UnreadablePuzzle {
        text: text.to_owned(),
        problem: problem.into(),
    }
}

/// The task with these moves, if they can be played.
fn task<'a>(
    position: Chess,
    best: impl IntoIterator<Item = &'a str>,
    themes: Vec<String>,
    text: &str,
) -> Result<PuzzleTask, UnreadablePuzzle> {
    let read = |m: &'a str| {
        read_move(&position, m)
            .ok_or_else(|| unreadable(text, format!("the best move `{m}` cannot be played here")))
    };
    let best = best.into_iter().map(read).collect::<Result<_, _>>()?;
    Ok(PuzzleTask {
        position,
        best,
        played: Vec::new(),
        themes,
    })
}

/// As many of these moves as can be played one after the other.
fn playable<'a>(position: &Chess, moves: impl IntoIterator<Item = &'a str>) -> Vec<Move> {
    let mut position = position.clone();
    let mut played = Vec::new();
    for text in moves {
        let Some(m) = read_move(&position, text) else {
            break;
        };
        position.play_unchecked(m);
        played.push(m);
    }
    played
}

/// The positions of a text that somebody may learn from: its puzzles, with the solution as far as it is given, or every
/// position of every game, with the moves that were played.
pub fn read_lessons(text: &str, form: PuzzleForm) -> Vec<Puzzle> {
    if form != PuzzleForm::Pgn {
        return read_puzzles(text, form);
    }
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let read = games(text).into_iter().flat_map(positions_of_game);
    (1..)
        .zip(read)
        .map(|(number, (id, task))| Puzzle { number, id, task })
        .collect()
}

/// Longer games are read no further.
const MAX_PLIES: usize = 400;

fn positions_of_game(text: String) -> Vec<ReadPuzzle> {
    let game = match read_pgn(&text) {
        Ok(read) => read.game,
        Err(error) => return vec![(None, Err(unreadable(text.trim(), error.to_string())))],
    };
    let id = game.tag("Event").map(str::to_owned);
    let start = game.tag("FEN").map_or(Ok(Chess::default()), read_fen);
    let mut position = match start {
        Ok(start) => start,
        Err(error) => return vec![(id, Err(unreadable(text.trim(), error.to_string())))],
    };
    let moves = game.moves.iter().map(|m| m.text.as_str());
    let played = playable(&position, moves.take(MAX_PLIES));
    let mut tasks = Vec::new();
    for (idx, m) in played.iter().enumerate() {
        let task = PuzzleTask {
            position: position.clone(),
            best: vec![*m],
            played: played[idx..].to_vec(),
            themes: Vec::new(),
        };
        tasks.push((id.clone(), Ok(task)));
        position.play_unchecked(*m);
    }
    tasks
}

fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_owned).collect()
}

fn epd(line: &str) -> ReadPuzzle {
    let read = match read_epd(line) {
        Ok(read) => read,
        Err(error) => return (None, Err(unreadable(line, error.to_string()))),
    };
    let id = read.operands("id").first().cloned();
    let best = read.operands("bm").iter().map(String::as_str);
    // A comment of several words is a sentence or a list of themes; only lists look like names throughout.
    let comment = read.operands("c0").join(" ");
    let is_list = comment.chars().all(|ch| ch.is_alphanumeric() || ch == ' ');
    let themes = if is_list { words(&comment) } else { Vec::new() };
    let played = playable(
        &read.position,
        read.operands("pv").iter().map(String::as_str),
    );
    let task = task(read.position.clone(), best, themes, line);
    (id, task.map(|task| PuzzleTask { played, ..task }))
}

fn csv(text: &str) -> Vec<ReadPuzzle> {
    let mut lines = lines(text);
    let Some(head) = lines.next() else {
        return Vec::new();
    };
    let names = fields(head);
    let column = |wanted: &[&str]| {
        let mut names = names.iter();
        names.position(|name| wanted.contains(&name.to_ascii_lowercase().as_str()))
    };
    let Some(position) = column(&["position", "fen", "epd"]) else {
        let problem =
            "the first line names no column `FEN`; it reads like `PuzzleId,FEN,Moves,Themes`";
        return vec![(None, Err(unreadable(head, problem)))];
    };
    let id = column(&["puzzleid", "id", "name"]);
    let (moves, best) = (column(&["moves"]), column(&["bm", "best"]));
    let themes = column(&["themes"]);
    let row = |line: &str| -> ReadPuzzle {
        let fields = fields(line);
        let field = |at: Option<usize>| at.and_then(|at| fields.get(at)).map(String::as_str);
        let text = field(Some(position)).unwrap_or(line);
        let read = || {
            let mut board = read_fen(text).map_err(|error| unreadable(text, error.to_string()))?;
            let mut solution = words(field(best).unwrap_or_default());
            if let Some(moves) = field(moves) {
                let mut moves = words(moves).into_iter();
                let before = moves.next().unwrap_or_default();
                let m = read_move(&board, &before).ok_or_else(|| {
                    unreadable(
                        text,
                        format!("the first move `{before}` cannot be played here"),
                    )
                })?;
                board.play_unchecked(m);
                solution = moves.collect();
            }
            let themes = words(field(themes).unwrap_or_default());
            let played = playable(&board, solution.iter().map(String::as_str));
            // With `bm` all of them are best; of a line, only the first.
            let n_best = if field(moves).is_some() {
                1
            } else {
                solution.len()
            };
            let best = solution.iter().take(n_best).map(String::as_str);
            task(board, best, themes, text).map(|task| PuzzleTask { played, ..task })
        };
        (field(id).map(str::to_owned), read())
    };
    lines.map(row).collect()
}

/// The texts of the games: a tag after anything but tags begins a new one.
fn games(text: &str) -> Vec<String> {
    let mut games: Vec<String> = Vec::new();
    let mut is_in_tags = false;
    for line in text.lines() {
        let is_tag = line.starts_with('[');
        if games.is_empty() || (is_tag && !is_in_tags) {
            games.push(String::new());
        }
        if is_tag || !line.trim().is_empty() {
            is_in_tags = is_tag;
        }
        if let Some(game) = games.last_mut() {
            *game += line;
            game.push('\n');
        }
    }
    games.retain(|game| !game.trim().is_empty());
    games
}

fn game(text: String) -> ReadPuzzle {
    let game = match read_pgn(&text) {
        Ok(read) => read.game,
        Err(error) => return (None, Err(unreadable(text.trim(), error.to_string()))),
    };
    let id = game.tag("Event").map(str::to_owned);
    let Some(fen) = game.tag("FEN") else {
        let problem = "the game has no tag `FEN`, so it is no puzzle";
        return (id, Err(unreadable(text.trim(), problem)));
    };
    let read = || {
        let board = read_fen(fen).map_err(|error| unreadable(fen, error.to_string()))?;
        let best = game.moves.first().map(|m| m.text.as_str());
        let themes = words(game.tag("Themes").unwrap_or_default());
        let played = playable(&board, game.moves.iter().map(|m| m.text.as_str()));
        task(board, best, themes, fen).map(|task| PuzzleTask { played, ..task })
    };
    (id, read())
}

#[cfg(test)]
mod tests {
    use super::*;
    use shakmaty::san::San;

    const MATE: &str = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - -";

    /// Name, first best move and themes of each puzzle, or why there is none.
    fn check(form: PuzzleForm, text: &str, expected: &[&str]) {
        let told = |puzzle: &Puzzle| match &puzzle.task {
            Ok(task) => {
                let best = task.best.iter();
                let best = best.map(|m| San::from_move(&task.position, *m).to_string());
                format!(
                    "{} {:?} {}: {} {}",
                    puzzle.number,
                    puzzle.id.as_deref().unwrap_or_default(),
                    task.position.turn(),
                    best.collect::<Vec<_>>().join("/"),
                    task.themes.join("+")
                )
            }
            Err(unreadable) => format!("{} {}", puzzle.number, unreadable.problem),
        };
        let read: Vec<String> = read_puzzles(text, form).iter().map(told).collect();
        assert_eq!(read, expected);
    }

    #[test]
    fn every_form_gives_tasks() {
        let text =
            format!("# mates\n\n{MATE} bm Rd8# Rd7; id \"a b\"; c0 \"mate backRank\";\n{MATE}\r\n");
        check(
            PuzzleForm::Epd,
            &text,
            &["1 \"a b\" white: Rd8/Rd7 mate+backRank", "2 \"\" white:  "],
        );
        // The rook comes to d1 first, and then the puzzle begins.
        let text = "PuzzleId,FEN,Moves,Rating,Themes\n\
                    x1,7k/5ppp/8/8/8/8/5PPP/3R2K1 b - - 0 1,h8g8 d1d8,700,backRankMate mate\n";
        check(
            PuzzleForm::Csv,
            text,
            &["1 \"x1\" white: Rd8 backRankMate+mate"],
        );
        let game = format!("[Event \"one\"]\n[FEN \"{MATE} 0 1\"]\n\n1. Rd8# {{[so]}} 1-0\n\n");
        let text = format!("{game}{}", game.replace("one", "two"));
        check(
            PuzzleForm::Pgn,
            &text,
            &["1 \"one\" white: Rd8 ", "2 \"two\" white: Rd8 "],
        );
    }

    #[test]
    fn what_cannot_be_read_says_why() {
        check(
            PuzzleForm::Epd,
            &format!("{MATE} bm Rd9;"),
            &["1 the best move `Rd9` cannot be played here"],
        );
        check(
            PuzzleForm::Csv,
            "a,b\n1,2\n",
            &["1 the first line names no column `FEN`; it reads like `PuzzleId,FEN,Moves,Themes`"],
        );
        check(
            PuzzleForm::Pgn,
            "1. e4 e5 *",
            &["1 the game has no tag `FEN`, so it is no puzzle"],
        );
    }
}
