//! A chess program that says anything: every `go` gets one legal move, in time, and none comes unasked.
//!
//! Each line of the input is a line of the protocol; a line such as `(40)` lets so many milliseconds pass. The thinker is
//! told to stop before it begins, so that it says what it knows at once.

use std::collections::VecDeque;
use std::time::Duration;

use nasvet::{Offered, Players, Stop, TableStore, Watch};
use uci::{Thinker, UciCommand, UciDialogue, UciEffect, read_command};
use verify::{BuildError, EndgameTables, Material};

/// More lines than this are not said.
const MAX_LINES: usize = 60;

/// The protocol promises a move so soon after `stop`, and after the time is up.
const SOON: Duration = Duration::from_millis(50);

/// Holds a dialogue.
pub fn uci(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let mut game = Guarded::new();
    for line in text.lines().take(MAX_LINES) {
        // The program hands on no characters that steer.
        game.line(&line.replace(char::is_control, " "));
        if game.is_over {
            return;
        }
    }
    game.line("stop");
    game.wait();
    assert!(!game.dialogue.is_thinking(), "a move comes after stop");
    assert_eq!(game.n_asked, game.n_given);
}

/// A dialogue whose promises are checked at every line.
struct Guarded {
    dialogue: UciDialogue,
    thinker: Thinker,
    now: Duration,
    /// What was said until the last `go`, without what asks for moves.
    before: Vec<String>,
    asked_in: Vec<String>,
    /// May a move be given?
    is_due: bool,
    n_asked: usize,
    n_given: usize,
    is_over: bool,
}

impl Guarded {
    fn new() -> Guarded {
        Guarded {
            dialogue: UciDialogue::new(),
            thinker: Thinker::new(Players::new(|| Box::new(NoTables)), 1),
            now: Duration::ZERO,
            before: Vec::new(),
            asked_in: Vec::new(),
            is_due: false,
            n_asked: 0,
            n_given: 0,
            is_over: false,
        }
    }

    fn line(&mut self, line: &str) {
        let millis = line
            .strip_prefix('(')
            .and_then(|rest| rest.strip_suffix(')'));
        if let Some(millis) = millis.and_then(|millis| millis.parse::<u16>().ok()) {
            self.now += Duration::from_millis(millis.into());
            let effects = self.dialogue.tick(self.now);
            self.carry_out(effects);
            return;
        }
        let command = read_command(line);
        match &command {
            Some(UciCommand::Go(limits)) if !self.dialogue.is_thinking() => {
                self.n_asked += 1;
                self.is_due = !limits.ponder && !limits.is_open();
                self.asked_in.clone_from(&self.before);
            }
            Some(UciCommand::Stop) => self.is_due = true,
            Some(UciCommand::PonderHit) => self.is_due |= !self.dialogue.is_open(),
            Some(UciCommand::Position { .. } | UciCommand::SetOption { .. }) => {
                self.before.push(line.to_owned());
            }
            // The first position is set up again, unless something is being thought about.
            Some(UciCommand::NewGame) if !self.dialogue.is_thinking() => {
                self.before.push(line.to_owned());
            }
            _ => {}
        }
        let said = self.n_given;
        let effects = self.dialogue.line(line, self.now);
        let is_ready = effects.iter().any(|effect| says(effect, "readyok"));
        assert_eq!(is_ready, command == Some(UciCommand::IsReady), "{line}");
        self.carry_out(effects);
        if command == Some(UciCommand::Stop) && self.n_given == said && self.dialogue.is_thinking()
        {
            let deadline = self.dialogue.deadline().expect("a move is due");
            assert!(deadline <= self.now + SOON, "{line}");
        }
    }

    /// Lets the time pass until nothing is due any more.
    fn wait(&mut self) {
        for _ in 0..4 {
            let Some(deadline) = self.dialogue.deadline() else {
                return;
            };
            self.now = self.now.max(deadline);
            let effects = self.dialogue.tick(self.now);
            self.carry_out(effects);
        }
    }

    fn carry_out(&mut self, effects: Vec<UciEffect>) {
        let mut effects = VecDeque::from(effects);
        while let Some(effect) = effects.pop_front() {
            match effect {
                UciEffect::Say(line) => self.said(&line),
                UciEffect::Think(task) => {
                    let stop = Stop::new();
                    stop.raise();
                    let (dialogue, now) = (&mut self.dialogue, self.now);
                    let mut said = Vec::new();
                    self.thinker.think(&task, &stop, &mut |thought| {
                        said.extend(dialogue.thought(task.id, thought, now));
                    });
                    effects.extend(said);
                }
                UciEffect::End => self.is_over = true,
                // A large table takes time and proves nothing.
                UciEffect::Resize(_) | UciEffect::Stop => {}
                UciEffect::OpenChapter(_) | UciEffect::OpenSyzygy(_) => {}
                UciEffect::Forget => self.thinker.forget(),
            }
        }
    }

    fn said(&mut self, line: &str) {
        assert!(!line.contains(['\n', '\r']), "one line at a time: {line:?}");
        let word = line.split(' ').next().unwrap_or_default();
        let known = ["id", "option", "uciok", "readyok", "info", "bestmove"];
        assert!(known.contains(&word), "{line}");
        let Some(given) = line.strip_prefix("bestmove ") else {
            return;
        };
        self.n_given += 1;
        assert!(self.n_given <= self.n_asked, "nobody asked for {line}");
        let m = given.split(' ').next().unwrap_or_default();
        // Where the game is over there is nothing to wait for.
        assert!(self.is_due || m == "(none)", "{line} came too early");
        assert_eq!(chosen_alone(&self.asked_in, m), m, "the move is legal");
    }
}

/// The move that another dialogue gives in the same position if it may give no other.
fn chosen_alone(before: &[String], m: &str) -> String {
    let mut dialogue = UciDialogue::new();
    let now = Duration::ZERO;
    for line in before {
        dialogue.line(line, now);
    }
    let mut effects = dialogue.line(&format!("go infinite searchmoves {m}"), now);
    effects.extend(dialogue.line("stop", now));
    effects.extend(dialogue.tick(now + SOON));
    let given = effects.into_iter().find_map(|effect| match effect {
        UciEffect::Say(line) => {
            let given = line.strip_prefix("bestmove ")?;
            Some(given.split(' ').next().unwrap_or_default().to_owned())
        }
        _ => None,
    });
    given.expect("every `go` is answered")
}

fn says(effect: &UciEffect, text: &str) -> bool {
    matches!(effect, UciEffect::Say(line) if line == text)
}

/// Tables that are never ready: they would take longer than everything else.
pub(crate) struct NoTables;

impl TableStore for NoTables {
    fn provide(
        &mut self,
        _tables: &mut EndgameTables,
        material: Material,
        _watch: &Watch,
    ) -> Result<(), BuildError> {
        Err(BuildError::TooLarge(material))
    }

    fn offer(
        &mut self,
        _tables: &mut EndgameTables,
        _material: Material,
        _watch: &Watch,
    ) -> Result<Offered, BuildError> {
        Ok(Offered::NotYet { percent: 0 })
    }
}
