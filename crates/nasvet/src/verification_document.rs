//! What the verifier found, as a document: everything named and written as the outside world knows it.
//!
//! The text, the JSON and the page are made from it, and from nothing else.

use chess::{Board, Chess, Small};
use domain::{Header, Notation};
use serde::Serialize;
use verify::{ExampleGame, FailureGroup, Fate, GameEnd, Lengths, PlayMode, SlipGroup, Wdl, Zone};

use crate::load::Loaded;
use crate::verification::Verification;

/// Everything the verifier found about a chapter.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct VerificationDocument {
    /// The chapter's name.
    pub chapter: String,
    /// Its title.
    pub title: String,
    /// The men, ours first: `KRK`.
    pub men: String,
    /// Positions with us to move.
    pub positions: u64,
    /// How many of them can be won, drawn, or are lost, by the tables.
    pub truth: TruthDocument,
    /// The shortest wins there are.
    pub optimum: LengthsDocument,
    /// Half-points that single moves give away.
    pub half_points: HalfPointsDocument,
    /// How often each piece is played, rule by rule; those of the chapter that never are have a count of 0.
    pub pieces: Vec<UseDocument>,
    /// The chapters that go on where the men change: `kqk` for `KQK`.
    pub successors: Vec<(String, String)>,
    /// Strong mode, then weak mode.
    pub modes: Vec<ModeDocument>,
    /// The claims.
    pub claims: Vec<ClaimDocument>,
}

/// Positions by what is true of them.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct TruthDocument {
    /// We can win.
    pub won: u64,
    /// Neither side can.
    pub drawn: u64,
    /// They can.
    pub lost: u64,
}

/// How long games are, in our moves.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct LengthsDocument {
    /// How many games.
    pub games: u64,
    /// The longest.
    pub longest: Option<usize>,
    /// The mean.
    pub mean: Option<f64>,
    /// How many games take 0, 1, 2 … moves.
    pub histogram: Vec<u64>,
}

/// Half-points that single moves give away.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct HalfPointsDocument {
    /// How many in all.
    pub given: u64,
    /// In how many positions.
    pub positions: u64,
    /// By piece.
    pub by_piece: Vec<(String, u64)>,
    /// Some of the positions.
    pub examples: Vec<String>,
    /// All of them sorted by pattern, the largest group first, if that was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub groups: Option<Vec<SlipDocument>>,
}

/// Moves that give half-points away and have a pattern in common.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SlipDocument {
    /// The piece that is played.
    pub piece: String,
    /// Where our king stands: `corner`, `edge` or `inside`.
    pub king: &'static str,
    /// Where our man stands that is farthest from him, and how many king's moves away; none if he is alone.
    pub farthest: Option<(&'static str, u8)>,
    /// In how many positions.
    pub positions: u64,
    /// One of them.
    pub example: String,
}

/// How often a piece is played.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct UseDocument {
    /// The rule; none for a piece that is never played.
    pub rule: Option<String>,
    /// The piece.
    pub piece: String,
    /// What its author says of it.
    pub says: Option<String>,
    /// In how many positions.
    pub positions: u64,
}

/// What becomes of the positions in one mode.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ModeDocument {
    /// `strong` or `weak`.
    pub mode: &'static str,
    /// We mate.
    pub won: u64,
    /// They reach a draw.
    pub drawn: u64,
    /// They win.
    pub lost: u64,
    /// They reach a position without advice.
    pub no_advice: u64,
    /// They go round in circles.
    pub circle: u64,
    /// They reach a position where the search came to its limit.
    pub unknown: u64,
    /// Of the positions that can be won: those that we win.
    pub won_of_won: u64,
    /// Of the positions that can be held: those that are not lost and not left without advice.
    pub held_of_held: u64,
    /// How long our wins are against the longest resistance.
    pub lengths: LengthsDocument,
    /// Games that show where the advice fails.
    pub games: Vec<GameDocument>,
    /// All failures sorted by pattern, the largest group first, if that was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub groups: Option<Vec<GroupDocument>>,
}

/// Failures that have a pattern in common.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct GroupDocument {
    /// What happens, in the words of [`GameDocument::shows`].
    pub shows: &'static str,
    /// The piece that is played in these positions, if one is.
    pub piece: Option<String>,
    /// Where our king stands: `corner`, `edge` or `inside`.
    pub our_king: &'static str,
    /// Where theirs stands.
    pub their_king: &'static str,
    /// How many king's moves they are apart.
    pub distance: u8,
    /// How many positions.
    pub positions: u64,
    /// The game of one of them, one of the shortest.
    pub example: GameDocument,
}

/// A game.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct GameDocument {
    /// What it shows: `draw`, `circle`, `no advice`, `loss`, `unknown`, `win`.
    pub shows: &'static str,
    /// The position at its beginning.
    pub start: String,
    /// Its moves.
    pub moves: Vec<MoveDocument>,
    /// The position at its end.
    pub end: String,
    /// If it goes round: after how many moves the position at its end was there before.
    pub repeats: Option<usize>,
}

/// A move of a game.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct MoveDocument {
    /// As it is written.
    #[serde(rename = "move")]
    pub m: String,
    /// The piece behind it, if it is ours.
    pub piece: Option<String>,
}

/// A claim, and what became of it.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ClaimDocument {
    /// As it is written.
    pub claim: String,
    /// Does it hold, in both modes?
    pub holds: bool,
    /// In how many positions it is tested.
    pub positions: u64,
    /// In how many it is broken, in strong and in weak mode.
    pub broken: [u64; 2],
    /// A game that breaks it.
    pub game: Option<GameDocument>,
}

impl VerificationDocument {
    /// Writes everything out.
    pub fn new(chapter: &str, loaded: &Loaded, found: &Verification) -> VerificationDocument {
        let chess = Chess::<Small>::new();
        let writer = Writer::new(&chess, &found.pieces);
        let report = &found.report;
        let program = loaded.program.as_ref();
        let claims = program
            .map(|program| program.claims.as_slice())
            .unwrap_or_default();
        VerificationDocument {
            chapter: chapter.into(),
            title: program
                .map(|program| program.title.clone())
                .unwrap_or_default(),
            men: report.material.to_string(),
            positions: report.positions,
            truth: TruthDocument {
                won: report.truth[0],
                drawn: report.truth[1],
                lost: report.truth[2],
            },
            optimum: lengths(&report.optimum),
            half_points: HalfPointsDocument {
                given: report.half_points.given,
                positions: report.half_points.positions,
                by_piece: report
                    .half_points
                    .by_piece
                    .iter()
                    .map(|(piece, given)| (writer.piece(*piece), *given))
                    .collect(),
                examples: report
                    .half_points
                    .examples
                    .iter()
                    .map(|position| writer.position(position))
                    .collect(),
                groups: found
                    .slips
                    .as_ref()
                    .map(|slips| slips.iter().map(|group| writer.slip(group)).collect()),
            },
            pieces: uses(found, &writer),
            successors: found
                .successors
                .iter()
                .map(|(chapter, men)| (chapter.clone(), men.to_string()))
                .collect(),
            modes: report
                .modes
                .iter()
                .map(|mode| {
                    let of = |fate| mode.crossing.of(fate);
                    let held = [Fate::Won, Fate::Drawn, Fate::Circle].map(|fate| {
                        mode.crossing.of_those(Wdl::Win, fate)
                            + mode.crossing.of_those(Wdl::Draw, fate)
                    });
                    let games = found.games.iter().filter(|(of, ..)| *of == mode.mode);
                    ModeDocument {
                        mode: mode_name(mode.mode),
                        won: of(Fate::Won),
                        drawn: of(Fate::Drawn),
                        lost: of(Fate::Lost),
                        no_advice: of(Fate::Silent),
                        circle: of(Fate::Circle),
                        unknown: of(Fate::Stopped),
                        won_of_won: mode.crossing.of_those(Wdl::Win, Fate::Won),
                        held_of_held: held.iter().sum(),
                        lengths: lengths(&mode.lengths),
                        games: games
                            .flat_map(|(_, _, games)| games.iter().map(|game| writer.game(game)))
                            .collect(),
                        groups: found.groups.as_ref().map(|groups| {
                            let groups = groups[mode.mode as usize].iter();
                            groups.map(|group| writer.group(group)).collect()
                        }),
                    }
                })
                .collect(),
            claims: claims
                .iter()
                .zip(&found.rulings)
                .map(|(claim, rulings)| ClaimDocument {
                    claim: one_line(&loaded.source.text[claim.span.range()]),
                    holds: rulings.iter().all(verify::Ruling::holds),
                    positions: rulings[0].positions,
                    broken: [rulings[0].broken, rulings[1].broken],
                    game: rulings
                        .iter()
                        .find_map(|ruling| ruling.game.as_ref())
                        .map(|game| writer.game(game)),
                })
                .collect(),
        }
    }

    /// Do all claims hold?
    pub fn all_hold(&self) -> bool {
        self.claims.iter().all(|claim| claim.holds)
    }
}

impl GameDocument {
    /// The game as PGN, for any chess program; `play` reads the pieces in its comments.
    pub fn pgn(&self, chapter: &str) -> String {
        let chapter = chapter.replace(['\\', '"', '{', '}'], "_");
        let mut text = format!(
            "[Event \"{chapter}: {}\"]\n[SetUp \"1\"]\n[FEN \"{} 0 1\"]\n[NasvetChapter \"{chapter}\"]\n[Result \"*\"]\n\n",
            self.shows, self.start
        );
        for (idx, m) in self.moves.iter().enumerate() {
            if idx % 2 == 0 {
                text += &format!("{}. ", idx / 2 + 1);
            }
            text += &m.m;
            if let Some(piece) = &m.piece {
                text += &format!(" {{[%advice {chapter},{piece}]}}");
                if idx + 1 < self.moves.len() {
                    text += &format!(" {}...", idx / 2 + 1);
                }
            }
            text += " ";
        }
        text + "*\n"
    }
}

/// Writes positions, moves and pieces.
struct Writer<'a> {
    chess: &'a Chess<Small>,
    view: <Chess<Small> as Notation>::View,
    pieces: &'a [String],
}

impl<'a> Writer<'a> {
    fn new(chess: &'a Chess<Small>, pieces: &'a [String]) -> Writer<'a> {
        // Whoever is to move is us: White.
        let kings = chess.read_position("8/8/8/8/8/8/8/K1k5 w - -", &Header::default());
        let (_, view) = kings.expect("two kings stand well there");
        Writer {
            chess,
            view,
            pieces,
        }
    }

    fn piece(&self, piece: u16) -> String {
        self.pieces[usize::from(piece)].clone()
    }

    fn position(&self, position: &Small) -> String {
        self.chess.write_position(position, self.view)
    }

    fn group(&self, group: &FailureGroup) -> GroupDocument {
        let pattern = group.pattern;
        let example = self.game(&group.example);
        GroupDocument {
            shows: example.shows,
            piece: pattern.piece.map(|piece| self.piece(piece)),
            our_king: place_name(pattern.our_king),
            their_king: place_name(pattern.their_king),
            distance: pattern.distance,
            positions: group.positions,
            example,
        }
    }

    fn slip(&self, group: &SlipGroup) -> SlipDocument {
        let pattern = group.pattern;
        SlipDocument {
            piece: self.piece(pattern.piece),
            king: place_name(pattern.king),
            farthest: pattern
                .farthest
                .map(|(place, distance)| (place_name(place), distance)),
            positions: group.positions,
            example: self.position(&group.example),
        }
    }

    fn game(&self, game: &ExampleGame) -> GameDocument {
        let mut position = game.start;
        let mut moves = Vec::new();
        for step in &game.steps {
            moves.push(MoveDocument {
                m: self.chess.write_move(&position, self.view, step.m),
                piece: step.piece.map(|piece| self.piece(piece)),
            });
            position = position.play(step.m);
        }
        let (shows, repeats) = match game.ending {
            GameEnd::Won => ("win", None),
            GameEnd::Lost => ("loss", None),
            GameEnd::Silent => ("no advice", None),
            GameEnd::Stopped => ("unknown", None),
            GameEnd::Drawn => ("draw", None),
            GameEnd::Repeats(after) => ("circle", Some(after)),
        };
        GameDocument {
            shows,
            start: self.position(&game.start),
            moves,
            end: self.position(&position),
            repeats,
        }
    }
}

/// Where a man stands.
fn place_name(place: Zone) -> &'static str {
    match place {
        Zone::Corner => "corner",
        Zone::Edge => "edge",
        Zone::Inside => "inside",
    }
}

fn uses(found: &Verification, writer: &Writer<'_>) -> Vec<UseDocument> {
    let mut uses: Vec<UseDocument> = found
        .report
        .uses
        .iter()
        .map(|of| UseDocument {
            rule: Some(found.rules[usize::from(of.rule)].clone()),
            piece: writer.piece(of.piece),
            says: found.says[usize::from(of.piece)].clone(),
            positions: of.positions,
        })
        .collect();
    let (n_own, _) = found.own;
    let is_used = |piece: usize| {
        let mut uses = found.report.uses.iter();
        uses.any(|of| usize::from(of.piece) == piece)
    };
    let never = (0..n_own).filter(|piece| !is_used(*piece));
    uses.extend(never.map(|piece| UseDocument {
        rule: None,
        piece: found.pieces[piece].clone(),
        says: found.says[piece].clone(),
        positions: 0,
    }));
    uses
}

fn lengths(lengths: &Lengths) -> LengthsDocument {
    let games = lengths.n_games();
    LengthsDocument {
        games,
        longest: lengths.longest(),
        mean: (games > 0).then(|| {
            let mean = lengths.sum() as f64 / games as f64;
            (mean * 100.0).round() / 100.0
        }),
        histogram: lengths.histogram.clone(),
    }
}

fn mode_name(mode: PlayMode) -> &'static str {
    match mode {
        PlayMode::Strong => "strong",
        PlayMode::Weak => "weak",
    }
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
