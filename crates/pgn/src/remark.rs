//! What is said of a move: by a chapter, by the tables, or because there was a combination.

use nasvet::documents::{About, ExplanationDocument, ResultName};
use nasvet::{Chapter, CombinationRequest, Mode, Players, Referee, Stop, Watch, find_combination};
use play::{PlayRequest, PositionTable, find_move};
use shakmaty::{Chess, Move, Position};
use verify::Wdl;

use crate::line::{numbered, read_san, text_of};
use crate::marks::Marks;

/// What is said after a move.
#[derive(Default)]
pub(crate) struct GameRemark {
    /// A glyph, ` $4`.
    pub(crate) glyph: &'static str,
    /// A comment with its braces.
    pub(crate) comment: String,
    /// A better line, instead of the move.
    pub(crate) better: String,
    /// The line that punishes the move, beginning with the reply.
    pub(crate) punished: Vec<String>,
    /// The chapter that is about the position, and what the side to move can reach in it.
    pub(crate) covered: Option<(String, Option<ResultName>)>,
}

/// A move that was made.
pub(crate) struct MadeMove<'a> {
    pub(crate) position: &'a Chess,
    pub(crate) m: Move,
    pub(crate) san: &'a str,
}

/// Those who are asked about moves.
pub(crate) struct Critic {
    players: Players,
    referee: Referee,
    table: PositionTable,
}

/// Lines are shown this far.
const SHOWN: usize = 8;

/// A search that looks at a combination sees so many positions.
const SEARCH_NODES: u64 = 10_000;

/// Two moves whose scores differ by less are as good as each other, in hundredths of a pawn.
const AS_GOOD: i32 = 50;

/// Who misses more than this has made a blunder.
const BLUNDER: i32 = 250;

const GOOD: &str = " $1";
const MISTAKE: &str = " $2";
const MISSED_RESULT: &str = " $4";

impl Critic {
    pub(crate) fn new(players: Players) -> Critic {
        Critic {
            referee: players.referee(),
            players,
            table: PositionTable::new(4),
        }
    }

    /// What is to be said of a move, if anything is.
    pub(crate) fn remark(
        &mut self,
        made: &MadeMove<'_>,
        combinations: bool,
        watch: &Watch,
    ) -> Option<GameRemark> {
        // Step 1. A chapter that is about the position.
        let n_pieces = made.position.board().occupied().count();
        if n_pieces <= Players::MAX_PIECES {
            let chapter = Chapter::shipped_for("chess", &text_of(made.position));
            return match chapter {
                Some(chapter) => self.advised(&chapter, made, watch),
                // Step 2. Tables, for what no chapter is about.
                None => self.judged(made, watch),
            };
        }
        // Step 3. A combination that was played, or missed.
        match combinations {
            true => self.combination(made, watch),
            false => None,
        }
    }

    /// What a chapter says of a move.
    fn advised(
        &mut self,
        chapter: &Chapter,
        made: &MadeMove<'_>,
        watch: &Watch,
    ) -> Option<GameRemark> {
        let asked = chapter.position(&text_of(made.position)).ok()?;
        // In weak mode nothing is carried from one move to the next.
        let player = self.players.player(chapter, Mode::Weak);
        let advice = player.advise(&asked, watch);
        let (advised, piece) = (advice.m?, advice.piece);
        let title = piece.map(|piece| piece.title.unwrap_or(piece.name));
        let name = chapter.name();
        let best = player.why(&asked, watch).ok()?;
        let result = best.verdict.as_ref().map(|verdict| verdict.position);
        let mut remark = GameRemark {
            covered: Some((name.to_owned(), result)),
            ..GameRemark::default()
        };
        let mut marks = Marks::default();
        if plain(&advised.text) == plain(made.san) {
            point(&mut marks, &best, made.san, 'G');
            // The reasons of a chapter that thinks begin with the idea.
            let title = title.map_or(String::new(), |title| format!("{title} "));
            remark.comment = marks.comment(&format!("{name}: {title}{}", words(&best)));
            return Some(remark);
        }
        let said = player.why_not(&asked, made.san, watch).ok()?;
        point(&mut marks, &said, made.san, 'R');
        if let Some((from, to)) = &advised.arrow {
            marks.arrow('G', from, to);
        }
        let (advised, title) = (&advised.text, title.or(advice.idea).unwrap_or_default());
        let words = format!("{} {name} plays {advised}: {title}", words(&said));
        remark.comment = marks.comment(&words);
        let verdict = said.verdict.filter(|verdict| !verdict.keeps);
        if let Some(verdict) = verdict {
            remark.glyph = MISSED_RESULT;
            let line = best.verdict.map(|verdict| verdict.line);
            let line = line.filter(|line| line.first().is_some_and(|m| plain(m) == plain(advised)));
            let line = line.unwrap_or_else(|| vec![advised.clone()]);
            remark.better = shown(made.position, &line);
            remark.punished = verdict.line.into_iter().skip(1).take(SHOWN).collect();
        }
        Some(remark)
    }

    /// What the tables say of a move that gives the result away.
    fn judged(&mut self, made: &MadeMove<'_>, watch: &Watch) -> Option<GameRemark> {
        let text = text_of(made.position);
        let stop = watch.stop().cloned().unwrap_or_else(Stop::new);
        let mut verdict = |m: Option<&str>| self.referee.verdict("chess", &text, m, &stop).ok();
        let of = verdict(Some(made.san)).filter(|of| !of.keeps())?;
        let best = verdict(None)?;
        let (san, better) = (made.san, &best.m);
        let kept = match (best.has.wdl, best.has.mate_in) {
            (Wdl::Win, Some(moves)) => format!("{better} wins: mate in {moves}."),
            (Wdl::Win, None) => format!("{better} wins."),
            (Wdl::Draw | Wdl::Loss, _) => format!("{better} draws."),
        };
        let words = match of.has.wdl {
            Wdl::Loss => format!("{san} loses. {kept}"),
            Wdl::Win | Wdl::Draw => format!("{san} gives the win away. {kept}"),
        };
        let mut marks = Marks::default();
        for (colour, m) in [('R', Some(made.m)), ('G', read_san(made.position, better))] {
            if let Some((from, to)) = m.and_then(|m| Some((m.from()?, m.to()))) {
                marks.arrow(colour, &from.to_string(), &to.to_string());
            }
        }
        Some(GameRemark {
            glyph: MISSED_RESULT,
            comment: marks.comment(&words),
            better: shown(made.position, &best.line),
            punished: of.line.into_iter().skip(1).take(SHOWN).collect(),
            covered: None,
        })
    }

    /// A combination that was played, or missed.
    fn combination(&mut self, made: &MadeMove<'_>, watch: &Watch) -> Option<GameRemark> {
        let position = made.position;
        for goal in ["mate", "30"] {
            let request = CombinationRequest::new(goal);
            let found = find_combination(&text_of(position), &request, watch).ok()?;
            let first = found
                .line
                .first()
                .and_then(|first| read_san(position, first));
            let Some(first) = first.filter(|_| found.verdict.is_found()) else {
                continue;
            };
            // The finder looks at natural answers only: a short search has to agree that no other move is better.
            let gain = self.score(position, vec![first], watch);
            if gain + AS_GOOD < self.score(position, Vec::new(), watch) {
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
            let story = found.story.iter().map(|sentence| sentence.text.as_str());
            let story = story.collect::<Vec<_>>().join(" ");
            if first == made.m {
                return Some(GameRemark {
                    glyph: GOOD,
                    comment: marks.comment(&format!("A combination. {story}")),
                    ..GameRemark::default()
                });
            }
            // Another way to win may be as good.
            let missed = gain - self.score(position, vec![made.m], watch);
            let glyph = match missed {
                ..AS_GOOD => return None,
                AS_GOOD..BLUNDER => MISTAKE,
                BLUNDER.. => MISSED_RESULT,
            };
            let wins = match goal {
                "mate" => "mates",
                _ => "wins a piece",
            };
            let (better, san) = (&found.line[0], made.san);
            let words = format!("{better} {wins}, {san} does not. {story}");
            return Some(GameRemark {
                glyph,
                comment: marks.comment(&words),
                better: shown(position, &found.line),
                ..GameRemark::default()
            });
        }
        None
    }

    /// What a short search thinks of some moves, or of all.
    fn score(&mut self, position: &Chess, moves: Vec<Move>, watch: &Watch) -> i32 {
        let request = PlayRequest {
            moves,
            ..PlayRequest::new(position.clone())
        };
        self.table.clear();
        let budget = watch.clone().with_nodes(SEARCH_NODES);
        let found = find_move(&request, &self.table, &budget, &mut |_| ());
        found.map_or(0, |found| found.lines[0].score.centipawns())
    }
}

/// The beginning of a line, with its numbers.
fn shown(position: &Chess, line: &[String]) -> String {
    numbered(position, &line[..line.len().min(SHOWN)])
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

/// Marks what an explanation of a move points at, in a colour; what is said of another move, which fails, is red.
pub(crate) fn point(
    marks: &mut Marks,
    explanation: &ExplanationDocument,
    explained: &str,
    colour: char,
) {
    for sentence in &explanation.sentences {
        let first = sentence.moves.first();
        let colour = match first.is_some_and(|m| plain(m) != plain(explained)) {
            true => 'R',
            false => colour,
        };
        for place in &sentence.places {
            marks.circle(colour, place);
        }
        // The moves of a whole line would cover the board; the words name them.
        if sentence.about != About::Line {
            for (from, to) in &sentence.arrows {
                marks.arrow(colour, from, to);
            }
        }
    }
}
