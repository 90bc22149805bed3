//! What the verifier found, as a document: everything named and written as the outside world knows it.
//!
//! The text, the JSON and the page are made from it, and from nothing else.

mod claims;
mod text;
mod tools;
mod page;

use serde::{Deserialize, Serialize};

use crate::digest::Digest;
use crate::opening::{Format, FormatName, FormatVersion};

pub use text::Draw;

/// Everything the verifier found about a chapter.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct VerificationDocument {
    /// `nasvet-verification`.
    pub format: FormatName<VerificationDocument>,
    /// The version.
    pub version: FormatVersion<VerificationDocument>,
    /// The chapter's name.
    pub chapter: String,
    /// Its title.
    pub title: String,
    /// The digest of the chapter: its tables, pieces and claims, and everything they call.
    pub digest: Digest,
    /// The men, ours first: `KRK`.
    pub men: String,
    /// Positions with us to move that the chapter is about.
    pub positions: u64,
    /// Positions with us to move that it is not about.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub outside: u64,
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
    /// The digests of those chapters.
    pub successor_digests: Vec<(String, Digest)>,
    /// Strong mode, then weak mode.
    pub modes: Vec<ModeDocument>,
    /// The claims.
    pub claims: Vec<ClaimDocument>,
    /// Failures from which an author can learn, as many as were asked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub examples: Vec<LessonDocument>,
    /// What changed since an older result, if it was compared with one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub comparison: Option<ComparisonDocument>,
    /// Where the time goes, if that was asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub profile: Option<ProfileDocument>,
    /// Which positions the report is about, if not all of the ending.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub excerpt: Option<SelectionDocument>,
    /// What was not done, if the run was stopped: then the report is about a part.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub partial: Option<PartialDocument>,
}

/// A position in which the advice fails, and plays another move than the table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LessonDocument {
    /// The position.
    pub position: String,
    /// What the table plays.
    pub plays: String,
    /// What the advice plays, if anything.
    pub played: Option<String>,
    /// The piece behind it.
    pub piece: Option<String>,
    /// The mode in which it fails.
    pub mode: ModeName,
    /// What becomes of it.
    pub shows: Shows,
}

/// Where the time of a chapter goes, over positions drawn evenly.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ProfileDocument {
    /// How many positions.
    pub positions: u64,
    /// The pieces, the longest time first.
    pub pieces: Vec<PieceTimeDocument>,
    /// The definitions without parameters, the longest time first.
    pub definitions: Vec<DefinitionTimeDocument>,
}

/// The time that a piece of advice takes, each search by itself.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PieceTimeDocument {
    /// The piece.
    pub piece: String,
    /// In how many positions it was tried.
    pub tried: u64,
    /// How many positions it looked at for that.
    pub positions: u64,
    /// How long it took.
    pub microseconds: u64,
    /// Why what it finds out is not remembered for other searches; nothing if it is.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub not_remembered: Vec<String>,
}

/// The time that a definition takes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DefinitionTimeDocument {
    /// The definition.
    pub definition: String,
    /// The mean time of one evaluation.
    pub nanoseconds: u64,
}

/// What changed since an older result.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ComparisonDocument {
    /// Were all positions compared? If not, only those that an older report shows.
    pub is_whole: bool,
    /// Strong mode, then weak mode.
    pub modes: Vec<ChangesDocument>,
}

/// What changed in one mode.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ChangesDocument {
    /// The mode.
    pub mode: ModeName,
    /// Positions that failed and do not any more.
    pub mended: u64,
    /// Positions that fail and did not; none if nobody knows.
    pub broken: Option<u64>,
    /// Some of the mended, as they are played now.
    pub mended_games: Vec<GameDocument>,
    /// Some of the newly broken.
    pub broken_games: Vec<GameDocument>,
}

/// Positions that end in loops in which the same pieces take turns.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LoopDocument {
    /// The pieces.
    pub pieces: Vec<String>,
    /// How many positions end there.
    pub positions: u64,
    /// How many loops there are, mirror images aside.
    pub loops: u64,
    /// How many positions end in the largest of them.
    pub largest: u64,
    /// Once round the largest.
    pub example: GameDocument,
}

/// Which positions a report is about.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SelectionDocument {
    /// Those in which this is true.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub condition: Option<String>,
    /// A sample, drawn from this seed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// This one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// How many positions can follow them, with them: so many were asked about.
    pub followed: u64,
}

/// What was not done in a run that was stopped.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PartialDocument {
    /// Positions that were asked about, with those of the endings that can follow.
    pub asked: u64,
    /// Positions that there are; those that were not asked about count as unknown.
    pub of: u64,
    /// What else was left out: `claims`, `groups`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub left_out: Vec<String>,
}

impl Format for VerificationDocument {
    const NAME: &'static str = "nasvet-verification";
    const VERSION: u64 = 1;
}

fn is_zero(n: &u64) -> bool {
    *n == 0
}

/// Positions by what is true of them.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TruthDocument {
    /// We can win.
    pub won: u64,
    /// Neither side can.
    pub drawn: u64,
    /// They can.
    pub lost: u64,
}

/// How long games are, in our moves.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LengthsDocument {
    /// How many games of known length.
    pub games: u64,
    /// The longest.
    pub longest: Option<usize>,
    /// The mean.
    pub mean: Option<f64>,
    /// How many games take 0, 1, 2 … moves.
    pub histogram: Vec<u64>,
    /// How many won games have a length that nobody knows.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub unknown: u64,
}

/// Half-points that single moves give away.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub groups: Option<Vec<SlipDocument>>,
}

/// Moves that give half-points away and have a pattern in common.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SlipDocument {
    /// The piece that is played.
    pub piece: String,
    /// Where our king stands.
    pub king: ZoneName,
    /// Where our man stands that is farthest from him, and how many king's moves away; none if he is alone.
    pub farthest: Option<(ZoneName, u8)>,
    /// In how many positions.
    pub positions: u64,
    /// One of them.
    pub example: String,
}

/// How often a piece is played.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ModeDocument {
    /// Which.
    pub mode: ModeName,
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
    /// The circles by the pieces that take turns in them, the largest group first, if groups were asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub loops: Option<Vec<LoopDocument>>,
    /// What becomes of the one position that was asked about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<GameDocument>,
    /// All failures sorted by pattern, the largest group first, if that was asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub groups: Option<Vec<GroupDocument>>,
}

/// Failures that have a pattern in common.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GroupDocument {
    /// What happens.
    pub shows: Shows,
    /// The piece that is played in these positions, if one is.
    pub piece: Option<String>,
    /// Where our king stands.
    pub our_king: ZoneName,
    /// Where theirs stands.
    pub their_king: ZoneName,
    /// How many king's moves they are apart.
    pub distance: u8,
    /// How many positions.
    pub positions: u64,
    /// The game of one of them, one of the shortest.
    pub example: GameDocument,
}

/// A game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GameDocument {
    /// What it shows.
    pub shows: Shows,
    /// The position at its beginning.
    pub start: String,
    /// Its moves.
    pub moves: Vec<MoveDocument>,
    /// The position at its end.
    pub end: String,
    /// If it goes round: after how many moves the position at its end was there before.
    pub repeats: Option<usize>,
}

/// How long a plan is kept.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum ModeName {
    /// To its end.
    Strong,
    /// For one move.
    Weak,
}

impl ModeName {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            ModeName::Strong => "strong",
            ModeName::Weak => "weak",
        }
    }
}

/// Where a man stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum ZoneName {
    /// On a corner square.
    Corner,
    /// On another square of the edge.
    Edge,
    /// On any other square.
    Inside,
}

/// What a game shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Shows {
    /// They reach a draw.
    Draw,
    /// Positions repeat.
    Circle,
    /// They reach a position without advice.
    #[serde(rename = "no advice")]
    NoAdvice,
    /// They win.
    Loss,
    /// They reach a position where the search came to its limit.
    Unknown,
    /// We win, but not in time.
    Win,
    /// They reach a position that the chapter is not about.
    Outside,
    /// A claim is broken.
    Breach,
}

impl Shows {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Shows::Draw => "draw",
            Shows::Circle => "circle",
            Shows::NoAdvice => "no advice",
            Shows::Loss => "loss",
            Shows::Unknown => "unknown",
            Shows::Win => "win",
            Shows::Outside => "outside",
            Shows::Breach => "breach",
        }
    }
}

/// A move of a game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MoveDocument {
    /// As it is written.
    #[serde(rename = "move")]
    pub m: String,
    /// The piece behind it, if it is ours.
    pub piece: Option<String>,
}

/// A claim, and what became of it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ClaimDocument {
    /// As it is written.
    pub claim: String,
    /// What became of it in all modes that it is about.
    pub outcome: OutcomeName,
    /// How many positions it is about.
    pub positions: u64,
    /// What became of it, mode by mode.
    pub modes: Vec<RulingDocument>,
    /// A game that breaks it.
    pub game: Option<GameDocument>,
}

/// What became of a claim.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum OutcomeName {
    /// It is kept in every game.
    Holds,
    /// What is known keeps it, but something is missing.
    #[serde(rename = "not known")]
    NotKnown,
    /// It is broken.
    Broken,
}

/// What became of a claim in one mode.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RulingDocument {
    /// The mode.
    pub mode: ModeName,
    /// What became of it.
    pub outcome: OutcomeName,
    /// In how many positions it is broken, whatever is missing.
    pub broken: u64,
    /// In how many others something is missing.
    pub missing: MissingDocument,
    /// For a promise about a number: how many wins, or half-points given away, are certain.
    pub counted: Option<u64>,
}

/// In how many positions something is missing that decides about a claim.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MissingDocument {
    /// The answer of a search that reached its limit.
    pub answers: u64,
    /// Advice.
    pub advice: u64,
    /// The length of a win.
    pub lengths: u64,
    /// The true result.
    pub results: u64,
}

impl VerificationDocument {
    /// What became of all claims together: one that is broken counts most. A chapter without claims keeps them.
    pub fn outcome(&self) -> OutcomeName {
        let outcomes = self.claims.iter().map(|claim| claim.outcome);
        outcomes.max().unwrap_or(OutcomeName::Holds)
    }
}

impl GameDocument {
    /// The game as PGN, for any chess program; `play` reads the pieces in its comments.
    pub fn pgn(&self, chapter: &str) -> String {
        let chapter = chapter.replace(['\\', '"', '{', '}'], "_");
        let mut text = format!(
            "[Event \"{chapter}: {}\"]\n[SetUp \"1\"]\n[FEN \"{} 0 1\"]\n[NasvetChapter \"{chapter}\"]\n[Result \"*\"]\n\n",
            self.shows.name(),
            self.start
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
