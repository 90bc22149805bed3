//! A chapter as a study: a game for each section, its prose as comments, its examples as boards.

use nasvet::{Chapter, Player, Watch};
use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess};

use crate::line::numbered;
use crate::marks::Marks;
use crate::remark::{point, words};

/// A part of a chapter under a heading.
struct StudySection {
    title: String,
    prose: String,
    /// The positions of its examples.
    boards: Vec<String>,
}

/// The most chapters that a study has.
const MAX_GAMES: usize = 64;

/// A chapter of chess as PGN that studies import; or why it cannot be: lower case, no full stop.
///
/// A section with several examples becomes several games; one without examples shows the board of the section before.
pub fn study(chapter: &Chapter, watch: &Watch) -> Result<String, String> {
    if chapter.game() != "chess" {
        return Err(format!("`{}` is not about chess", chapter.name()));
    }
    let sections = sections(chapter);
    let mut player = Player::new(chapter);
    let mut board = chapter.examples().first().cloned();
    let mut games = Vec::new();
    for section in &sections {
        let mut prose = section.prose.as_str();
        let n_boards = section.boards.len();
        for idx in 0..n_boards.max(1) {
            board = section.boards.get(idx).cloned().or(board);
            let title = match idx {
                0 => section.title.clone(),
                _ => format!("{} ({})", section.title, idx + 1),
            };
            if prose.is_empty() && n_boards == 0 {
                continue;
            }
            let moves = match n_boards {
                0 => String::new(),
                _ => moves(&mut player, board.as_deref(), watch),
            };
            games.push(game(chapter, &title, board.as_deref(), prose, &moves));
            prose = "";
        }
    }
    games.truncate(MAX_GAMES);
    Ok(games.concat())
}

/// A game of the study.
fn game(chapter: &Chapter, title: &str, board: Option<&str>, prose: &str, moves: &str) -> String {
    let quoted = |text: &str| text.replace('\\', "\\\\").replace('"', "\\\"");
    let mut text = format!(
        "[Event \"{}: {}\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"-\"]\n[White \"?\"]\n[Black \"?\"]\n\
         [Result \"*\"]\n",
        quoted(chapter.title()),
        quoted(title)
    );
    if let Some((_, fen)) = board.and_then(read) {
        text += &format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n");
    }
    // An interactive lesson asks for a move, so a board without moves is an ordinary chapter.
    if !moves.is_empty() {
        text += "[ChapterMode \"gamebook\"]\n";
    }
    text.push('\n');
    if !prose.is_empty() {
        text += &format!("{} ", Marks::default().comment(prose));
    }
    if !moves.is_empty() {
        text += &format!("{moves} ");
    }
    text + "*\n\n"
}

/// What the chapter plays from a position, with its reasons.
fn moves(player: &mut Player, board: Option<&str>, watch: &Watch) -> String {
    let found = board.and_then(|board| {
        let (start, _) = read(board)?;
        let position = player.chapter().position(board).ok()?;
        let advice = player.advise(&position, watch);
        let m = advice.m?;
        let why = player.why(&position, watch).ok()?;
        let mut marks = Marks::default();
        point(&mut marks, &why, &m.text, 'G');
        if let Some((from, to)) = &m.arrow {
            marks.arrow('G', from, to);
        }
        let title = advice.piece.and_then(|piece| piece.title);
        let said = format!("{} {}", title.unwrap_or_default(), words(&why));
        let first = numbered(&start, std::slice::from_ref(&m.text));
        let mut text = format!("{first} {}", marks.comment(&said));
        let line = why.verdict.map(|verdict| verdict.line).unwrap_or_default();
        if line.first() == Some(&m.text) && line.len() > 1 {
            // The line goes on after the comment, so its first move is not written again.
            let whole = numbered(&start, &line);
            let rest = whole.strip_prefix(&first).unwrap_or_default().trim();
            text += &format!(" {rest}");
        }
        Some(text)
    });
    found.unwrap_or_default()
}

/// A position and its FEN.
fn read(board: &str) -> Option<(Chess, Fen)> {
    let fen: Fen = board.parse().ok()?;
    let position: Chess = fen.clone().into_position(CastlingMode::Standard).ok()?;
    Some((position, fen))
}

/// The sections of a chapter: headings, prose without blocks, and the examples whose text is in them.
fn sections(chapter: &Chapter) -> Vec<StudySection> {
    let examples = chapter.examples();
    let mut sections = vec![StudySection {
        title: "Introduction".into(),
        prose: String::new(),
        boards: Vec::new(),
    }];
    let mut is_block = false;
    for line in chapter.text().lines() {
        if line.starts_with("```") {
            is_block = !is_block;
            continue;
        }
        let Some(section) = sections.last_mut() else {
            continue;
        };
        if is_block {
            let quoted = |example: &&String| line.contains(example.as_str());
            section
                .boards
                .extend(examples.iter().filter(quoted).cloned());
            continue;
        }
        if line.starts_with("# ") {
            continue;
        }
        match line.trim_start_matches('#').strip_prefix(' ') {
            Some(title) if line.starts_with("##") => sections.push(StudySection {
                title: title.trim().to_owned(),
                prose: String::new(),
                boards: Vec::new(),
            }),
            Some(_) | None => {
                section.prose += line;
                section.prose.push(' ');
            }
        }
    }
    for section in &mut sections {
        section.prose = plain_words(&section.prose);
        section.boards.dedup();
    }
    sections
}

/// Prose without the signs of Markdown: links keep their words, and emphasis its text.
fn plain_words(prose: &str) -> String {
    let mut words = String::new();
    let mut rest = prose;
    while let Some(at) = rest.find("](") {
        let (before, after) = rest.split_at(at);
        words += before;
        rest = after.find(')').map_or("", |end| &after[end + 1..]);
    }
    words += rest;
    let words = words.replace(['*', '`', '['], "");
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}
