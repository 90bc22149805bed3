//! The audit: positions are drawn, every legal move is asked about, and every answer is judged.

use nasvet::Position;
use shakmaty::{Chess, Position as _, san::SanPlus};
use testing::Numbers;

use crate::arbiter::{Arbiter, Grade, MoveGrade};
use crate::asking::{GivenAnswer, SentenceAsker};
use crate::demands::{
    check_document, is_particular, machine_talk, machine_talk_in_more, n_words, wordiness,
};
use crate::ledger::Ledger;
use crate::nim::{self, NimStage};
use crate::reader;
use crate::report::{AuditReport, ChapterTally, Fault, FaultKind};
use crate::sampling::{self, AuditedChapter};
use crate::stage::{AuditQuestion, Stage, read_move};

/// So many moves of ours are played on from each position.
const MOVES_PLAYED: usize = 3;

/// What is to be audited.
#[derive(Clone, Debug)]
pub struct AuditRequest {
    /// The chapters.
    pub chapters: Vec<AuditedChapter>,
    /// Positions of each chapter; of some there are fewer.
    pub positions: usize,
    /// Where chance begins.
    pub seed: u64,
}

/// Asks about every legal move of the positions, and judges every answer.
pub fn audit(request: &AuditRequest) -> AuditReport {
    let mut arbiter = Arbiter::new();
    let mut report = AuditReport {
        shown: 6,
        ..AuditReport::default()
    };
    for chapter in &request.chapters {
        if let Some(ending) = chapter.ending() {
            arbiter.learn(&ending);
        }
        // Each chapter has its own beginning, so that it can be asked about alone.
        let mix = |sum: u64, byte: u8| sum.wrapping_mul(31).wrapping_add(byte.into());
        let name = chapter.name.bytes().fold(0, mix);
        let mut numbers = Numbers(request.seed ^ name);
        let mut hearing = AuditHearing {
            asker: SentenceAsker::new(chapter.name, &arbiter),
            tally: ChapterTally::new(chapter.name),
        };
        for _ in 0..request.positions.div_ceil(chapter.one_in) {
            match chapter.men {
                Some((us, them)) => {
                    let position = sampling::chess_position(us, them, &mut numbers);
                    hearing.hear_chess(&arbiter, &position, &mut numbers);
                }
                None => hearing.hear_nim(&sampling::heaps(&mut numbers)),
            }
        }
        report.tallies.push(hearing.tally);
    }
    report
}

/// One chapter under audit.
struct AuditHearing {
    asker: SentenceAsker,
    tally: ChapterTally,
}

/// What an answer is held against.
struct ExpectedVerdict<'a> {
    command: String,
    /// The move that it should be about, as it is written.
    about: Option<&'a str>,
    position: Grade,
    /// Does the move change the result?
    is_blunder: bool,
    /// Reads a text into the ledger.
    read: &'a dyn Fn(&str, &mut Ledger),
    /// What is wrong with the verdict of the document.
    document: Vec<(FaultKind, String)>,
}

impl AuditHearing {
    fn hear_chess(&mut self, arbiter: &Arbiter, position: &Chess, numbers: &mut Numbers) {
        let text = sampling::written(position);
        let question = AuditQuestion::new(arbiter, position.clone());
        self.tally.positions += 1;
        let place = match self.asker.position(&text) {
            Ok(place) => place,
            Err(reason) => {
                self.fault(
                    FaultKind::NoAnswer,
                    &text,
                    reason,
                    &self.command(&text, None),
                );
                return;
            }
        };
        let advised = self.asker.advised(&place);
        let advised = advised.as_deref();
        let command = self.command(&text, None);
        self.hear_why(&question, &place, advised, None, command);
        for m in &question.moves {
            let command = self.command(&text, Some(&m.written));
            self.hear_why(&question, &place, advised, Some(m), command);
        }
        self.hear_game(arbiter, position.clone(), place, numbers);
    }

    /// One answer: to `why`, or to `why not` about a move.
    fn hear_why(
        &mut self,
        question: &AuditQuestion<'_>,
        place: &Position,
        advised: Option<&str>,
        not: Option<&MoveGrade>,
        command: String,
    ) {
        let written = not.map(|m| m.written.as_str());
        let answer = match self.asker.ask(place, written) {
            Ok(answer) => answer,
            Err(reason) => {
                self.fault(FaultKind::NoAnswer, "", reason, &command);
                return;
            }
        };
        // Where the chapter has no move, the game names one.
        let chosen = advised
            .or(answer.first_move())
            .and_then(|m| question.find(m));
        let asked = not.or(chosen);
        let stage: Stage<'_> = question.stage(asked.map(|m| m.m), advised.is_some());
        let expected = ExpectedVerdict {
            about: written.or(advised),
            position: question.graded.grade,
            is_blunder: asked.is_some_and(|m| m.graded.grade != question.graded.grade),
            read: &|text, ledger| reader::read_text(&stage, text, ledger),
            document: check_document(question, &stage, answer.verdict.as_ref()),
            command,
        };
        self.judge(&answer, &expected);
        if let Some(m) = written {
            let notices = self.asker.notices(place, m);
            self.judge_notices(notices, &expected);
        } else {
            let shown = (expected.command, answer.text());
            self.tally.answers_to_why.push(shown);
        }
    }

    /// Plays on by the chapter against chance: in the middle of a plan `why` speaks of the rest of it.
    fn hear_game(
        &mut self,
        arbiter: &Arbiter,
        mut position: Chess,
        mut place: Position,
        numbers: &mut Numbers,
    ) {
        let begin = sampling::written(&position);
        let n_men = position.board().occupied().count();
        let mut played = Vec::new();
        for _ in 0..MOVES_PLAYED {
            let Some(m) = self.asker.advised(&place) else {
                return;
            };
            let Some(ours) = read_move(&position, &m) else {
                self.fault(FaultKind::NoAnswer, &m, "it is not legal".into(), &begin);
                return;
            };
            position.play_unchecked(ours);
            let replies = position.legal_moves();
            if replies.is_empty() {
                return;
            }
            let reply = *numbers.pick(&replies);
            let written = SanPlus::from_move(position.clone(), reply).to_string();
            position.play_unchecked(reply);
            let next = place.play(&m).and_then(|place| place.play(&written));
            let Ok(next) = next else {
                self.fault(
                    FaultKind::NoAnswer,
                    &written,
                    "it is not played".into(),
                    &begin,
                );
                return;
            };
            place = next;
            played.extend([m, written]);
            let same_men = ours.promotion().is_none()
                && reply.promotion().is_none()
                && position.board().occupied().count() == n_men;
            if !same_men || position.legal_moves().is_empty() {
                return;
            }
            let question = AuditQuestion::new(arbiter, position.clone());
            let advised = self.asker.advised(&place);
            let command = self.command(&begin, None);
            let command = format!("{command} # in play, after {}", played.join(" "));
            self.hear_why(&question, &place, advised.as_deref(), None, command);
        }
    }

    fn hear_nim(&mut self, heaps: &[u32]) {
        let text = heaps
            .iter()
            .map(u32::to_string)
            .collect::<Vec<_>>()
            .join(" ");
        self.tally.positions += 1;
        let place = match self.asker.position(&text) {
            Ok(place) => place,
            Err(reason) => {
                self.fault(
                    FaultKind::NoAnswer,
                    &text,
                    reason,
                    &self.command(&text, None),
                );
                return;
            }
        };
        let moves = nim::moves(heaps);
        let advised = self.asker.advised(&place);
        let chosen = moves
            .iter()
            .find(|(written, _)| Some(written) == advised.as_ref());
        let mut asked: Vec<(Option<&str>, Option<&Vec<u32>>)> = vec![(None, chosen.map(|m| &m.1))];
        asked.extend(
            moves
                .iter()
                .map(|(written, after)| (Some(written.as_str()), Some(after))),
        );
        for (not, after) in asked {
            let command = self.command(&text, not);
            let answer = match self.asker.ask(&place, not) {
                Ok(answer) => answer,
                Err(reason) => {
                    self.fault(FaultKind::NoAnswer, "", reason, &command);
                    continue;
                }
            };
            let named = answer.first_move();
            let named = moves.iter().find(|(m, _)| Some(m.as_str()) == named);
            let after = after.or(named.map(|(_, after)| after));
            let stage = NimStage {
                before: heaps.to_vec(),
                after: after.unwrap_or(&heaps.to_vec()).clone(),
                is_advised: advised.is_some(),
            };
            let had = nim::grade(heaps);
            let keeps =
                |after: &Vec<u32>| (nim::grade(after) == Grade::Loss) == (had == Grade::Win);
            let expected = ExpectedVerdict {
                about: not.or(advised.as_deref()),
                position: had,
                is_blunder: after.is_some_and(|after| !keeps(after)),
                read: &|text, ledger| nim::read_text(&stage, text, ledger),
                document: nim::check_document(&stage, answer.verdict.as_ref()),
                command,
            };
            self.judge(&answer, &expected);
            if let Some(m) = &not {
                let notices = self.asker.notices(&place, m);
                self.judge_notices(notices, &expected);
            } else {
                let shown = (expected.command, answer.text());
                self.tally.answers_to_why.push(shown);
            }
        }
    }

    fn judge(&mut self, answer: &GivenAnswer, expected: &ExpectedVerdict<'_>) {
        let command = &expected.command;
        self.tally.answers += 1;
        self.tally.sentences += answer.sentences.len();
        self.tally.words.push(n_words(&answer.text()));
        if answer.time > self.tally.slowest.0 {
            self.tally.slowest = (answer.time, command.clone());
        }
        let mut whole = Ledger::default();
        let mut has_reason = false;
        for (idx, (_, text)) in answer.sentences.iter().enumerate() {
            let mut ledger = Ledger::default();
            (expected.read)(text, &mut ledger);
            if idx == 0 && !(ledger.has_verdict && begins_well(text, expected)) {
                self.fault(FaultKind::NoVerdict, text, String::new(), command);
            }
            // A consequence is a reason, and so are mate and stalemate themselves.
            let is_reason = idx > 0 || text.ends_with("mate.") || ledger.has_consequence;
            has_reason |= is_reason && is_particular(text);
            self.judge_ledger(text, &ledger, command);
            whole.claims += ledger.claims;
            whole.has_consequence |= ledger.has_consequence;
        }
        for text in &answer.more {
            let mut ledger = Ledger::default();
            (expected.read)(text, &mut ledger);
            self.judge_ledger(text, &ledger, &format!("{command} --more"));
            whole.claims += ledger.claims;
        }
        self.tally.sentences += answer.more.len();
        self.tally.claims += whole.claims;
        let all = answer.text();
        if answer.sentences.is_empty() {
            self.fault(
                FaultKind::NoVerdict,
                "",
                "no sentence at all".into(),
                command,
            );
        }
        if !has_reason {
            self.fault(FaultKind::NoReason, &all, String::new(), command);
        }
        if expected.is_blunder {
            self.tally.blunders += 1;
            if !whole.has_consequence {
                self.fault(FaultKind::NoConsequence, &all, String::new(), command);
            }
        }
        if let Some(reason) = wordiness(answer) {
            self.fault(FaultKind::Wordy, &all, reason, command);
        }
        let main = answer.sentences.iter().map(|(_, text)| text);
        let talk = main.map(|text| (text, machine_talk(text)));
        let more = answer.more.iter();
        let talk = talk.chain(more.map(|text| (text, machine_talk_in_more(text))));
        for (text, found) in talk {
            if let Some(found) = found {
                self.fault(
                    FaultKind::MachineTalk,
                    text,
                    format!("says “{found}”"),
                    command,
                );
            }
        }
        for (kind, reason) in &expected.document {
            self.fault(*kind, &all, reason.clone(), command);
        }
    }

    /// What practice tells of a move.
    fn judge_notices(
        &mut self,
        notices: Result<Vec<String>, String>,
        expected: &ExpectedVerdict<'_>,
    ) {
        let command = format!("{} (a notice of practice)", expected.command);
        let notices = match notices {
            Ok(notices) => notices,
            Err(reason) => {
                self.fault(FaultKind::NoAnswer, "", reason, &command);
                return;
            }
        };
        for text in notices {
            let mut ledger = Ledger::default();
            (expected.read)(&text, &mut ledger);
            self.tally.sentences += 1;
            self.tally.claims += ledger.claims;
            self.judge_ledger(&text, &ledger, &command);
            if let Some(found) = machine_talk(&text) {
                self.fault(
                    FaultKind::MachineTalk,
                    &text,
                    format!("says “{found}”"),
                    &command,
                );
            }
        }
    }

    fn judge_ledger(&mut self, text: &str, ledger: &Ledger, command: &str) {
        for reason in &ledger.falsehoods {
            self.fault(FaultKind::False, text, reason.clone(), command);
        }
        for unread in &ledger.unread {
            self.fault(FaultKind::Unread, unread, String::new(), command);
        }
    }

    fn fault(&mut self, kind: FaultKind, words: &str, reason: String, command: &str) {
        self.tally.faults.push(Fault {
            kind,
            words: words.into(),
            reason,
            command: command.into(),
        });
    }

    /// What to type to see the same answer.
    fn command(&self, position: &str, not: Option<&str>) -> String {
        let chapter = &self.tally.chapter;
        let question = not.map_or("--why".into(), |m| format!("--why-not {m}"));
        format!("nasvet advise {chapter} '{position}' {question}")
    }
}

/// The first sentence is about the move, and calls a lost or drawn position so.
fn begins_well(text: &str, expected: &ExpectedVerdict<'_>) -> bool {
    let is_about = expected.about.is_none_or(|m| {
        let bare = m.trim_end_matches(['+', '#']);
        text.contains(bare) || text.contains("every move")
    });
    let is_called = match expected.position {
        Grade::Win => true,
        Grade::Draw => text.contains("draw") || text.contains(" loses"),
        Grade::Loss => text.starts_with("The position is lost"),
    };
    is_about && is_called
}
