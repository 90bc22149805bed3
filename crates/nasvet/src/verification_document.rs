//! What the verifier found, written out as the document that the outside world reads.

use chess::{Board, Chess, Small};
use documents::{
    ClaimDocument, FormatName, FormatVersion, GameDocument, GroupDocument, HalfPointsDocument,
    LengthsDocument, LessonDocument, LoopDocument, MissingDocument, ModeDocument, ModeName,
    MoveDocument, OutcomeName, PartialDocument, RulingDocument, SelectionDocument, Shows,
    SlipDocument, TruthDocument, UseDocument, VerificationDocument, ZoneName,
};
use domain::{Header, Notation};
use verify::{
    AskedPart, ClaimOutcome, ExampleEnd, ExampleGame, FailureGroup, Fate, Lengths, Lesson,
    LoopGroup, PlayMode, Ruling, SlipGroup, Wdl, Zone,
};

use crate::excerpt::Excerpt;
use crate::load::Loaded;
use crate::verification::Verification;

impl Verification {
    /// Everything written out.
    pub fn document(&self, chapter: &str, loaded: &Loaded) -> VerificationDocument {
        let found = self;
        let chess = Chess::<Small>::new();
        let writer = Writer::new(&chess, &found.pieces);
        let report = &found.report;
        let program = loaded.program.as_ref();
        let claims = program
            .map(|program| program.claims.as_slice())
            .unwrap_or_default();
        VerificationDocument {
            format: FormatName::default(),
            version: FormatVersion::default(),
            chapter: chapter.into(),
            title: program
                .map(|program| program.title.clone())
                .unwrap_or_default(),
            digest: found.digest.clone(),
            men: report.material.to_string(),
            positions: report.positions,
            outside: report.outside,
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
            successor_digests: found.successor_digests.clone(),
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
                        line: found
                            .lines
                            .as_ref()
                            .map(|lines| writer.game(&lines[mode.mode as usize])),
                        loops: found.loops.as_ref().map(|loops| {
                            let loops = loops[mode.mode as usize].iter();
                            loops.map(|group| writer.loop_group(group)).collect()
                        }),
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
                .map(|(claim, rulings)| {
                    let text = one_line(&loaded.source.text[claim.span.range()]);
                    writer.claim(text, rulings)
                })
                .collect(),
            examples: found.lessons.iter().map(|of| writer.lesson(of)).collect(),
            comparison: found
                .comparison
                .as_ref()
                .map(|comparison| comparison.document(&writer)),
            profile: None,
            excerpt: None,
            partial: found.cut_short.as_ref().map(|cut_short| {
                // Where everything was asked about, the report's own number will do.
                let all = AskedPart {
                    asked: report.positions,
                    of: report.positions,
                };
                let part = cut_short.part.unwrap_or(all);
                PartialDocument {
                    asked: part.asked,
                    of: part.of,
                    left_out: cut_short
                        .left_out
                        .iter()
                        .map(|what| (*what).into())
                        .collect(),
                }
            }),
        }
    }
}

impl Verification {
    /// Which positions the report is about, if not all.
    pub(crate) fn excerpt(&self, excerpt: &Excerpt<'_>) -> Option<SelectionDocument> {
        Some(SelectionDocument {
            condition: excerpt.condition.map(str::to_owned),
            seed: excerpt.sample.map(|(_, seed)| seed),
            from: excerpt.from.map(str::to_owned),
            followed: self.followed?,
        })
    }
}

/// Writes positions, moves and pieces.
pub(crate) struct Writer<'a> {
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

    fn claim(&self, claim: String, rulings: &[Ruling]) -> ClaimDocument {
        let worst = rulings.iter().max_by_key(|ruling| outcome(ruling.outcome));
        let broken = rulings.iter().find_map(|ruling| ruling.game.as_ref());
        ClaimDocument {
            claim,
            outcome: worst.map_or(OutcomeName::NotKnown, |worst| outcome(worst.outcome)),
            positions: worst.map_or(0, |worst| worst.positions),
            modes: rulings.iter().map(ruling_document).collect(),
            game: broken.map(|game| self.game(game)),
        }
    }

    fn group(&self, group: &FailureGroup) -> GroupDocument {
        let pattern = group.pattern;
        let example = self.game(&group.example);
        GroupDocument {
            shows: example.shows,
            piece: pattern.piece.map(|piece| self.piece(piece)),
            our_king: zone(pattern.our_king),
            their_king: zone(pattern.their_king),
            distance: pattern.distance,
            positions: group.positions,
            example,
        }
    }

    fn loop_group(&self, group: &LoopGroup) -> LoopDocument {
        LoopDocument {
            pieces: group
                .pieces
                .iter()
                .map(|piece| self.piece(*piece))
                .collect(),
            positions: group.positions,
            loops: group.loops,
            largest: group.largest,
            example: self.game(&group.example),
        }
    }

    fn lesson(&self, lesson: &Lesson) -> LessonDocument {
        let m = |m| self.chess.write_move(&lesson.position, self.view, m);
        LessonDocument {
            position: self.position(&lesson.position),
            plays: m(lesson.best),
            played: lesson.played.map(|(played, _)| m(played)),
            piece: lesson.played.map(|(_, piece)| self.piece(piece)),
            mode: mode_name(lesson.mode),
            shows: match lesson.fate {
                Fate::Won => Shows::Win,
                Fate::Lost => Shows::Loss,
                Fate::Silent => Shows::NoAdvice,
                Fate::Stopped => Shows::Unknown,
                Fate::Drawn => Shows::Draw,
                Fate::Circle => Shows::Circle,
            },
        }
    }

    fn slip(&self, group: &SlipGroup) -> SlipDocument {
        let pattern = group.pattern;
        SlipDocument {
            piece: self.piece(pattern.piece),
            king: zone(pattern.king),
            farthest: pattern.farthest.map(|(of, distance)| (zone(of), distance)),
            positions: group.positions,
            example: self.position(&group.example),
        }
    }

    pub(crate) fn game(&self, game: &ExampleGame) -> GameDocument {
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
            ExampleEnd::Won => (Shows::Win, None),
            ExampleEnd::Lost => (Shows::Loss, None),
            ExampleEnd::Silent => (Shows::NoAdvice, None),
            ExampleEnd::Outside => (Shows::Outside, None),
            ExampleEnd::Breaks => (Shows::Breach, None),
            ExampleEnd::Stopped => (Shows::Unknown, None),
            ExampleEnd::Drawn => (Shows::Draw, None),
            ExampleEnd::Repeats(after) => (Shows::Circle, Some(after)),
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

fn outcome(outcome: ClaimOutcome) -> OutcomeName {
    match outcome {
        ClaimOutcome::Holds => OutcomeName::Holds,
        ClaimOutcome::NotKnown => OutcomeName::NotKnown,
        ClaimOutcome::Broken => OutcomeName::Broken,
    }
}

fn ruling_document(ruling: &Ruling) -> RulingDocument {
    RulingDocument {
        mode: mode_name(ruling.mode),
        outcome: outcome(ruling.outcome),
        broken: ruling.broken,
        missing: MissingDocument {
            answers: ruling.missing.answers,
            advice: ruling.missing.advice,
            lengths: ruling.missing.lengths,
            results: ruling.missing.results,
        },
        counted: ruling.counted,
    }
}

/// Where a man stands.
fn zone(zone: Zone) -> ZoneName {
    match zone {
        Zone::Corner => ZoneName::Corner,
        Zone::Edge => ZoneName::Edge,
        Zone::Inside => ZoneName::Inside,
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
        // Where some lengths are not known, neither are these.
        longest: lengths.longest().filter(|_| lengths.unknown == 0),
        mean: (games > 0 && lengths.unknown == 0).then(|| {
            let mean = lengths.sum() as f64 / games as f64;
            (mean * 100.0).round() / 100.0
        }),
        histogram: lengths.histogram.clone(),
        unknown: lengths.unknown,
    }
}

pub(crate) fn mode_name(mode: PlayMode) -> ModeName {
    match mode {
        PlayMode::Strong => ModeName::Strong,
        PlayMode::Weak => ModeName::Weak,
    }
}

pub(crate) fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
