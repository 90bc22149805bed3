//! Games with comments: what chapters say of endings, and which combinations there are.

use nasvet::documents::ResultName;
use nasvet::{Players, Watch};
use shakmaty::san::SanPlus;

use crate::ending::GameEnding;
use crate::line::{first_position, numbered, read_san, text_of};
use crate::remark::{Critic, MadeMove};
use crate::scan::{ScannedGame, scan};

/// What is put into the games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AnnotateRequest {
    /// Look for combinations in positions that no chapter is about?
    pub combinations: bool,
    /// A chapter or a plan may look at so many positions for each move.
    pub nodes: u64,
}

/// The games with comments.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AnnotatedText {
    /// The text: what was there, and what was put in.
    pub text: Vec<u8>,
    /// How many games there are.
    pub n_games: usize,
    /// How many moves got a comment.
    pub n_comments: usize,
    /// Where chapters begin to speak: positions to practise.
    pub endings: Vec<GameEnding>,
}

/// Somebody who writes comments, and keeps players and tables from game to game.
pub struct Annotator {
    critic: Critic,
}

/// Something to be put in at a place.
struct Insertion {
    at: usize,
    text: String,
}

impl Annotator {
    /// An annotator who asks these players.
    pub fn new(players: Players) -> Annotator {
        Annotator {
            critic: Critic::new(players),
        }
    }

    /// Puts comments into games. What the watch stops stays as it was.
    pub fn annotate(
        &mut self,
        text: &[u8],
        request: &AnnotateRequest,
        watch: &Watch,
    ) -> AnnotatedText {
        let games = scan(text);
        let mut insertions = Vec::new();
        let mut endings = Vec::new();
        let n_moves: usize = games.iter().map(|game| game.moves.len()).sum();
        let (mut n_done, mut n_comments) = (0, 0);
        for game in &games {
            if watch.is_stopped() {
                break;
            }
            let before = insertions.len();
            self.game(text, game, request, watch, &mut insertions, &mut endings);
            n_comments += insertions[before..]
                .iter()
                .filter(|insertion| insertion.text.contains('{'))
                .count();
            n_done += game.moves.len() as u64;
            watch.tell("moves", n_done, Some(n_moves as u64));
        }
        AnnotatedText {
            text: merged(text, &insertions),
            n_games: games.len(),
            n_comments,
            endings,
        }
    }

    fn game(
        &mut self,
        text: &[u8],
        game: &ScannedGame,
        request: &AnnotateRequest,
        watch: &Watch,
        insertions: &mut Vec<Insertion>,
        endings: &mut Vec<GameEnding>,
    ) {
        let Some(mut position) = first_position(game) else {
            return;
        };
        let budget = watch.clone().with_nodes(request.nodes);
        let mut punished: Vec<String> = Vec::new();
        let mut ending = Vec::new();
        for scanned in &game.moves {
            // What is no legal move ends what can be said of the game.
            let san = String::from_utf8_lossy(&text[scanned.san.clone()]);
            let Some(m) = read_san(&position, &san) else {
                return;
            };
            if watch.is_stopped() {
                return;
            }
            let mut next = position.clone();
            let san = SanPlus::from_move_and_play_unchecked(&mut next, m).to_string();
            let made = MadeMove {
                position: &position,
                m,
                san: &san,
            };
            let remark = self.critic.remark(&made, request.combinations, &budget);
            let remark = remark.unwrap_or_default();
            if let Some((chapter, result)) = remark.covered
                && result != Some(ResultName::Loss)
            {
                // An ending is another one when a piece is gone or has become another.
                let text = text_of(&position);
                let pieces = pieces(&text);
                if ending != pieces {
                    ending = pieces;
                    endings.push(GameEnding::new(game, text, &chapter, result));
                }
            }
            let glyph = match scanned.is_judged {
                true => "",
                false => remark.glyph,
            };
            if !glyph.is_empty() || !remark.comment.is_empty() {
                let comment = match remark.comment.is_empty() {
                    true => String::new(),
                    false => format!(" {}", remark.comment),
                };
                insertions.push(Insertion {
                    at: scanned.after_glyphs,
                    text: format!("{glyph}{comment}"),
                });
            }
            // Where the last move was a mistake, and this one gives back what it won, the line that punishes it is the
            // better one.
            let punishing = std::mem::replace(&mut punished, remark.punished);
            let better = match (remark.better.is_empty(), punishing.is_empty()) {
                (false, false) => numbered(&position, &punishing),
                _ => remark.better,
            };
            if !better.is_empty() {
                insertions.push(Insertion {
                    at: scanned.end,
                    text: format!(" ({better})"),
                });
            }
            position = next;
        }
    }
}

impl std::fmt::Debug for Annotator {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Annotator").finish_non_exhaustive()
    }
}

/// The pieces of a position, in the order of their letters.
fn pieces(position: &str) -> Vec<char> {
    let board = position.split(' ').next().unwrap_or_default();
    let mut pieces: Vec<char> = board.chars().filter(char::is_ascii_alphabetic).collect();
    pieces.sort_unstable();
    pieces
}

/// The text with everything put in. Where it is no UTF-8, what is put in is ASCII.
fn merged(text: &[u8], insertions: &[Insertion]) -> Vec<u8> {
    let is_utf8 = std::str::from_utf8(text).is_ok();
    let mut merged = Vec::with_capacity(text.len());
    let mut from = 0;
    for Insertion { at, text: new } in insertions {
        merged.extend_from_slice(&text[from..*at]);
        match is_utf8 {
            true => merged.extend_from_slice(new.as_bytes()),
            false => merged.extend(
                new.chars()
                    .map(|ch| u8::try_from(ch).ok().filter(u8::is_ascii).unwrap_or(b'\'')),
            ),
        }
        from = *at;
    }
    merged.extend_from_slice(&text[from..]);
    merged
}
