//! Games with comments: what chapters say of endings, and which combinations there are.

use nasvet::documents::ExplanationDocument;
use nasvet::{
    Chapter, CombinationRequest, Mode, Player, Referee, TableStore, Watch, find_combination,
};
use play::{PlayRequest, PositionTable, find_move};
use shakmaty::san::SanPlus;
use shakmaty::{Chess, Move, Position};

use crate::line::{first_position, numbered, read_san, text_of};
use crate::marks::Marks;
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
    /// Where chapters begin to speak, as EPD: positions to practise.
    pub endings: Vec<String>,
}

/// Somebody who writes comments, and keeps players and tables from game to game.
pub struct Annotator {
    store: Box<dyn Fn() -> Box<dyn TableStore> + Send>,
    players: Vec<(String, Player)>,
    table: PositionTable,
}

/// What is said after a move.
#[derive(Default)]
struct GameRemark {
    /// A glyph, ` $4`.
    glyph: &'static str,
    /// A comment with its braces.
    comment: String,
    /// A better line, instead of the move.
    better: String,
    /// The line that punishes the move, beginning with the reply.
    punished: Vec<String>,
}

/// Something to be put in at a place.
struct Insertion {
    at: usize,
    text: String,
}

/// Chapters are about so few men.
const CHAPTER_MEN: usize = 5;

/// Tables are made for so few men.
const TABLE_MEN: usize = 4;

/// Lines are shown this far.
const SHOWN: usize = 8;

impl Annotator {
    /// An annotator whose tables come from such stores.
    pub fn new(store: Box<dyn Fn() -> Box<dyn TableStore> + Send>) -> Annotator {
        Annotator {
            store,
            players: Vec::new(),
            table: PositionTable::new(4),
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
        endings: &mut Vec<String>,
    ) {
        let Some(mut position) = first_position(game) else {
            return;
        };
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
            // Where the last move was a mistake, and this one does not punish it, the line that would stands here.
            let missed = std::mem::take(&mut punished);
            let missed = match missed.first() {
                Some(reply) if *reply != san => numbered(&position, &missed),
                Some(_) | None => String::new(),
            };
            let remark = self.remark(&position, m, &san, request, watch, &mut |chapter| {
                let text = text_of(&position);
                // An ending is another one when a man is gone or has become another.
                let men = men(&text);
                if ending != men {
                    ending = men;
                    let name = game.tag("Event").unwrap_or_default().replace('"', "'");
                    let position = text;
                    endings.push(format!("{position} id \"{chapter} {name}\";"));
                }
            });
            let remark = remark.unwrap_or_default();
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
            for variation in [remark.better, missed] {
                if !variation.is_empty() {
                    insertions.push(Insertion {
                        at: scanned.end,
                        text: format!(" ({variation})"),
                    });
                }
            }
            punished = remark.punished;
            position = next;
        }
    }

    /// What is to be said of a move, if anything is.
    fn remark(
        &mut self,
        position: &Chess,
        m: Move,
        san: &str,
        request: &AnnotateRequest,
        watch: &Watch,
        covered: &mut dyn FnMut(&str),
    ) -> Option<GameRemark> {
        let budget = watch.clone().with_nodes(request.nodes);
        if position.board().occupied().count() <= CHAPTER_MEN {
            let text = text_of(position);
            let chapter = Chapter::shipped_for("chess", &text);
            if let Some(chapter) = chapter {
                covered(chapter.name());
                return self.advised(&chapter, position, san, &budget);
            }
            return None;
        }
        match request.combinations {
            true => self.combination(position, m, san, &budget),
            false => None,
        }
    }

    /// What a chapter says of a move.
    fn advised(
        &mut self,
        chapter: &Chapter,
        position: &Chess,
        san: &str,
        watch: &Watch,
    ) -> Option<GameRemark> {
        let asked = chapter.position(&text_of(position)).ok()?;
        let player = self.player(chapter);
        let advice = player.advise(&asked, watch);
        let (advised, piece) = (advice.m?, advice.piece?);
        let title = piece.title.unwrap_or_else(|| piece.name.clone());
        let name = chapter.name();
        let best = player.why(&asked, watch).ok()?;
        let mut marks = Marks::default();
        if plain(&advised.text) == plain(san) {
            point(&mut marks, &best, 'G');
            let words = format!("{name}: {title} {}", words(&best));
            return Some(GameRemark {
                comment: marks.comment(&words),
                ..GameRemark::default()
            });
        }
        let said = player.why_not(&asked, san, watch).ok()?;
        point(&mut marks, &said, 'R');
        if let Some((from, to)) = &advised.arrow {
            marks.arrow('G', from, to);
        }
        let advised = &advised.text;
        let comment = format!("{} {name} plays {advised}: {title}", words(&said));
        let verdict = said.verdict.as_ref();
        let loses = verdict.is_some_and(|verdict| !verdict.keeps);
        let mut remark = GameRemark {
            comment: marks.comment(&comment),
            ..GameRemark::default()
        };
        if loses {
            remark.glyph = " $4";
            let line = best.verdict.map(|verdict| verdict.line);
            let line = line.filter(|line| line.first().is_some_and(|m| plain(m) == plain(advised)));
            let mut line = line.unwrap_or_else(|| vec![advised.clone()]);
            line.truncate(SHOWN);
            remark.better = numbered(position, &line);
            let punished = verdict.map(|verdict| verdict.line.iter().skip(1).take(SHOWN));
            remark.punished = punished.into_iter().flatten().cloned().collect();
        }
        Some(remark)
    }

    /// A combination that was played, or missed.
    fn combination(
        &mut self,
        position: &Chess,
        m: Move,
        san: &str,
        watch: &Watch,
    ) -> Option<GameRemark> {
        let text = text_of(position);
        for goal in ["mate", "30"] {
            let found = find_combination(&text, &CombinationRequest::new(goal), watch).ok()?;
            let first = found
                .line
                .first()
                .and_then(|first| read_san(position, first));
            let Some(first) = first.filter(|_| found.verdict.is_found()) else {
                continue;
            };
            if !self.holds(position, first, watch) {
                continue;
            }
            let mut marks = Marks::default();
            for sentence in &found.story {
                for (from, to) in &sentence.arrows {
                    marks.arrow('G', from, to);
                }
                for place in &sentence.places {
                    marks.circle('G', place);
                }
            }
            let story: Vec<&str> = found
                .story
                .iter()
                .map(|sentence| sentence.text.as_str())
                .collect();
            let story = story.join(" ");
            if first == m {
                return Some(GameRemark {
                    comment: marks.comment(&format!("A combination. {story}")),
                    ..GameRemark::default()
                });
            }
            let line: Vec<String> = found.line.iter().take(SHOWN).cloned().collect();
            let better = &found.line[0];
            let wins = match goal {
                "mate" => "mates",
                _ => "wins a piece",
            };
            let words = format!("{better} {wins}, {san} does not. {story}");
            return Some(GameRemark {
                comment: marks.comment(&words),
                better: numbered(position, &line),
                ..GameRemark::default()
            });
        }
        None
    }

    /// Does a short search agree that the move is as good as any? The finder looks at natural answers only.
    fn holds(&mut self, position: &Chess, m: Move, watch: &Watch) -> bool {
        let budget = watch.clone().with_nodes(SEARCH_NODES);
        let score = |moves: Vec<Move>| {
            let request = PlayRequest {
                moves,
                ..PlayRequest::new(position.clone())
            };
            self.table.clear();
            let found = find_move(&request, &self.table, &budget, &mut |_| ());
            found.map_or(0, |found| found.lines[0].score.centipawns())
        };
        score(vec![m]) + 50 >= score(Vec::new())
    }

    /// The player for a chapter. In weak mode nothing is carried from one move to the next.
    fn player(&mut self, chapter: &Chapter) -> &mut Player {
        let name = chapter.name();
        let known = self.players.iter().position(|(known, _)| known == name);
        let at = known.unwrap_or_else(|| {
            let referee = Referee::new((self.store)(), TABLE_MEN);
            let player = Player::with_mode(chapter, Mode::Weak).with_referee(referee);
            self.players.push((name.to_owned(), player));
            self.players.len() - 1
        });
        &mut self.players[at].1
    }
}

impl std::fmt::Debug for Annotator {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Annotator").finish_non_exhaustive()
    }
}

/// A search that confirms a combination looks at so many positions.
const SEARCH_NODES: u64 = 10_000;

/// The men of a position, in the order of their letters.
fn men(position: &str) -> Vec<char> {
    let board = position.split(' ').next().unwrap_or_default();
    let mut men: Vec<char> = board.chars().filter(char::is_ascii_alphabetic).collect();
    men.sort_unstable();
    men
}

/// A move without its signs of check.
fn plain(san: &str) -> &str {
    san.trim_end_matches(['+', '#'])
}

/// The sentences of an explanation.
pub(crate) fn words(explanation: &ExplanationDocument) -> String {
    let sentences = explanation.sentences.iter();
    let sentences: Vec<&str> = sentences.map(|sentence| sentence.text.as_str()).collect();
    sentences.join(" ")
}

/// Marks what an explanation points at.
pub(crate) fn point(marks: &mut Marks, explanation: &ExplanationDocument, colour: char) {
    for sentence in &explanation.sentences {
        for place in &sentence.places {
            marks.circle(colour, place);
        }
        for (from, to) in &sentence.arrows {
            marks.arrow(colour, from, to);
        }
    }
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
