//! A report compared with an older one: what was mended, and what is newly broken.

use chess::Small;
use documents::{ChangesDocument, ComparisonDocument, GameDocument, VerificationDocument};
use domain::{Header, Notation as _, Watch};
use verify::{AskingScope, Changes, FormerTeam, Hearing, Judged, PlayMode, judge_by};

use crate::finishing::Old;
use crate::verification::{Court, Unverifiable};
use crate::verification_document::{Writer, mode_name};

/// What changed, mode by mode; and whether all positions were compared.
pub(crate) struct ChapterComparison {
    pub(crate) modes: [Changes; 2],
    pub(crate) is_whole: bool,
}

impl ChapterComparison {
    pub(crate) fn new(
        court: &Court<'_>,
        judged: &Judged<'_>,
        hearing: Hearing<'_>,
        old: Old<'_>,
        n_games: usize,
        watch: &Watch,
    ) -> Result<ChapterComparison, Unverifiable> {
        Ok(match old {
            Old::Answers(keeper) => {
                let team = FormerTeam(judged.materials().collect());
                let hearing = Hearing {
                    team: &team,
                    claims: None,
                    conditions: None,
                    ..hearing
                };
                let inquiry = AskingScope {
                    keeper: Some(keeper),
                    ..AskingScope::default()
                };
                let old = judge_by(hearing, inquiry, watch).map_err(Unverifiable::Stopped)?;
                ChapterComparison {
                    modes: PlayMode::BOTH.map(|mode| judged.changes_since(&old, mode, n_games)),
                    is_whole: true,
                }
            }
            Old::Report(report) => ChapterComparison {
                modes: PlayMode::BOTH
                    .map(|mode| since_report(court, judged, report, mode, n_games)),
                is_whole: false,
            },
        })
    }

    pub(crate) fn document(&self, writer: &Writer<'_>) -> ComparisonDocument {
        let games = |games: &[verify::ExampleGame]| -> Vec<GameDocument> {
            games.iter().map(|game| writer.game(game)).collect()
        };
        let modes = PlayMode::BOTH.iter().zip(&self.modes);
        ComparisonDocument {
            is_whole: self.is_whole,
            modes: modes
                .map(|(mode, changes)| ChangesDocument {
                    mode: mode_name(*mode),
                    mended: changes.mended,
                    broken: self.is_whole.then_some(changes.broken),
                    mended_games: games(&changes.mended_games),
                    broken_games: games(&changes.broken_games),
                })
                .collect(),
        }
    }
}

/// Which of the failures that a report shows are mended. What is newly broken it cannot tell.
fn since_report(
    court: &Court<'_>,
    judged: &Judged<'_>,
    report: &VerificationDocument,
    mode: PlayMode,
    n_games: usize,
) -> Changes {
    let of_mode = report.modes.iter().filter(|of| of.mode == mode_name(mode));
    let shown = of_mode.flat_map(|of| {
        let groups = of.groups.iter().flatten().map(|group| &group.example);
        of.games.iter().chain(groups)
    });
    let mut mended: Vec<Small> = Vec::new();
    for game in shown {
        let read = court.chess.read_position(&game.start, &Header::default());
        if let Ok((position, _)) = read
            && judged.fails_in(mode, &position) == Some(false)
            && !mended.contains(&position)
        {
            mended.push(position);
        }
    }
    let games = mended.iter().take(n_games);
    Changes {
        mended: mended.len() as u64,
        broken: 0,
        mended_games: games
            .filter_map(|position| judged.game_of(mode, position))
            .collect(),
        broken_games: Vec::new(),
    }
}
