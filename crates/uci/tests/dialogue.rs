//! Dialogues with a chess program, held in the library, and what must be true of every one of them.

use std::collections::VecDeque;
use std::time::Duration;

use nasvet::{BuiltTables, Players, Stop};
use nasvet_uci::{ThinkTask, Thinker, UciDialogue, UciEffect, UciThought};
use testing::{Case, CaseBlock, CasePage, check_cases};

/// A dialogue whose thinker is asked at once, and whose clock is moved by hand.
struct Rehearsal {
    dialogue: UciDialogue,
    thinker: Thinker,
    now: Duration,
    /// What an open search says when it is stopped.
    waiting: Option<u64>,
    said: Vec<String>,
    is_over: bool,
}

impl Rehearsal {
    fn new() -> Rehearsal {
        Rehearsal {
            dialogue: UciDialogue::new(),
            thinker: Thinker::new(Players::new(|| Box::new(BuiltTables)), 1),
            now: Duration::ZERO,
            waiting: None,
            said: Vec::new(),
            is_over: false,
        }
    }

    /// What is said after a line, or after some time; nothing once the program has ended.
    fn line(&mut self, line: &str) -> Vec<String> {
        if self.is_over {
            return Vec::new();
        }
        let millis = line
            .strip_prefix('(')
            .and_then(|rest| rest.strip_suffix(" ms)"))
            .and_then(|millis| millis.parse().ok());
        let effects = match millis {
            Some(millis) => {
                self.now += Duration::from_millis(millis);
                self.dialogue.tick(self.now)
            }
            None => self.dialogue.line(line, self.now),
        };
        self.carry_out(effects);
        std::mem::take(&mut self.said)
    }

    fn carry_out(&mut self, effects: Vec<UciEffect>) {
        // Who stops on the way out is not waited for.
        self.is_over = effects.iter().any(|e| matches!(e, UciEffect::End));
        let mut effects = VecDeque::from(effects);
        while let Some(effect) = effects.pop_front() {
            match effect {
                UciEffect::Say(line) => self.said.push(line),
                UciEffect::Think(task) => effects.extend(self.think(&task)),
                UciEffect::Stop => {
                    if let Some(id) = self.waiting.take_if(|_| !self.is_over) {
                        effects.extend(self.dialogue.thought(id, UciThought::Done, self.now));
                    }
                }
                UciEffect::Resize(size) => self.thinker.resize(size),
                UciEffect::Forget => self.thinker.forget(),
                UciEffect::OpenChapter(_) | UciEffect::OpenSyzygy(_) => {}
                UciEffect::End => return,
            }
        }
    }

    /// Thinks; a search without a limit goes as far as the third depth.
    fn think(&mut self, task: &ThinkTask) -> Vec<UciEffect> {
        let stop = Stop::new();
        let (mut thoughts, mut n_lines) = (Vec::new(), 0);
        self.thinker.think(task, &stop, &mut |thought| {
            n_lines += usize::from(matches!(thought, UciThought::Lines(_)));
            if n_lines == 3 && task.is_open() {
                stop.raise();
            }
            thoughts.push(thought);
        });
        if stop.is_raised() {
            thoughts.pop();
            self.waiting = Some(task.id);
        }
        let said = thoughts.into_iter();
        said.flat_map(|thought| self.dialogue.thought(task.id, thought, self.now))
            .collect()
    }
}

/// Writes what the engine says into a block of lines.
fn answer(_: &Case<'_>, block: &CaseBlock) -> Option<String> {
    if block.kind() != "uci" {
        return None;
    }
    let mut rehearsal = Rehearsal::new();
    let mut text = String::new();
    for line in block.text.lines().filter(|line| line.starts_with('>')) {
        text += &format!("{line}\n");
        let line = line.trim_start_matches('>').trim();
        for said in rehearsal.line(line) {
            text += &format!("{said}\n");
        }
    }
    Some(text)
}

#[test]
fn every_dialogue_is_held_as_it_is_written() {
    let pages = CasePage::all_in("cases/uci");
    assert!(check_cases(&pages, &[&answer]) >= 6);
    let said = pages.iter().flat_map(|page| page.text.lines());
    assert!(said.filter(|line| line.starts_with('>')).count() >= 60);
}

/// Every `go` gets one `bestmove`, and none comes unasked.
#[test]
fn there_is_one_move_for_each_go() {
    for page in CasePage::all_in("cases/uci") {
        for block in page.sections.iter().flat_map(|section| &section.blocks) {
            let mut rehearsal = Rehearsal::new();
            let (mut n_asked, mut n_given) = (0, 0);
            for line in block.text.lines().filter(|line| line.starts_with('>')) {
                let line = line.trim_start_matches('>').trim();
                let said = rehearsal.line(line);
                let refused = said.iter().any(|said| said.contains("still thinking"));
                n_asked += usize::from(line.starts_with("go") && !refused);
                n_given += said
                    .iter()
                    .filter(|said| said.starts_with("bestmove"))
                    .count();
                assert!(n_given <= n_asked, "{line}");
                assert!(said.iter().all(|said| !said.contains('\n')), "{line}");
            }
            let is_open = rehearsal.dialogue.is_thinking();
            assert_eq!(
                n_given + usize::from(is_open),
                n_asked,
                "line {}",
                block.line
            );
        }
    }
}

/// Whatever the thinker does, a move comes soon after `stop`.
#[test]
fn a_silent_thinker_does_not_keep_anybody_waiting() {
    let mut dialogue = UciDialogue::new();
    let at = Duration::from_millis;
    let said = |effects: Vec<UciEffect>| -> Vec<String> {
        let lines = effects.into_iter().filter_map(|effect| match effect {
            UciEffect::Say(line) => Some(line),
            UciEffect::Think(_)
            | UciEffect::Stop
            | UciEffect::Resize(_)
            | UciEffect::Forget
            | UciEffect::OpenChapter(_)
            | UciEffect::OpenSyzygy(_)
            | UciEffect::End => None,
        });
        lines.collect()
    };
    dialogue.line("position startpos", at(0));
    dialogue.line("go infinite", at(0));
    assert_eq!(dialogue.deadline(), None);
    assert_eq!(said(dialogue.line("stop", at(1000))), Vec::<String>::new());
    let deadline = dialogue.deadline().expect("a move is due");
    assert!(deadline <= at(1050));
    let moves = said(dialogue.tick(deadline));
    assert!(moves[0].starts_with("bestmove "), "{moves:?}");
    // What comes later is about an old task.
    let late = dialogue.thought(1, UciThought::First("a2a3".into()), at(2000));
    assert!(late.is_empty());

    // Another position does not change what was asked.
    dialogue.line("go infinite searchmoves h2h4", at(2500));
    dialogue.line("position startpos moves e2e4", at(2600));
    dialogue.line("stop", at(2700));
    assert_eq!(said(dialogue.tick(at(2800))), ["bestmove h2h4"]);
    assert!(said(dialogue.line("stop", at(3000))).is_empty());

    // The same where the clock has run.
    dialogue.line("go movetime 100", at(4000));
    let due = dialogue.deadline().expect("a clock runs");
    assert!(due <= at(4100));
    assert!(said(dialogue.tick(due)).is_empty());
    dialogue.thought(3, UciThought::First("a7a6".into()), due);
    let deadline = dialogue.deadline().expect("a move is due");
    assert_eq!(said(dialogue.tick(deadline)), ["bestmove a7a6"]);
}

/// Text of every kind is survived.
#[test]
fn nonsense_is_survived() {
    let mut dialogue = UciDialogue::new();
    let words = [
        "uci",
        "go",
        "position",
        "fen",
        "startpos",
        "moves",
        "setoption",
        "name",
        "value",
        "e2e4",
        "-",
        "999999999999",
        "8/8",
        "ponder",
        "wtime",
        "\u{0}",
        "Hash",
        "é",
        "stop",
        "isready",
    ];
    let mut seed = 1_u64;
    for _ in 0..20_000 {
        let mut line = String::new();
        for _ in 0..6 {
            // A linear congruential generator: the same words each time.
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            line += words[(seed >> 33) as usize % words.len()];
            line.push(' ');
        }
        for effect in dialogue.line(&line, Duration::ZERO) {
            if let UciEffect::Think(task) = effect {
                dialogue.thought(task.id, UciThought::Done, Duration::ZERO);
            }
        }
        dialogue.line("stop", Duration::ZERO);
    }
}
