//! The dialogue with a chess program, as a state machine: lines, thoughts and the time in, effects out.
//!
//! A move is promised within [`GRACE`] after `stop` and after the time is up, whatever the thinker does: it is asked to
//! stop, and if it does not say that it is done, the best move that it has named is played.

use std::time::Duration;

use play::{PlayRequest, PositionTable, find_move};
use shakmaty::{Color, Move, Position};

use crate::board::GameBoard;
use crate::clock::{GoLimits, MoveTime};
use crate::command::{UciCommand, read_command};
use crate::options::{LIST, OptionChange, UciOptions};
use crate::task::{ThinkTask, UciThought};
use crate::wording::{info, words};

/// What is to be done.
#[derive(Clone, Debug)]
pub enum UciEffect {
    /// This line is to be printed.
    Say(String),
    /// The thinker begins with this.
    Think(Box<ThinkTask>),
    /// The thinker is asked to stop.
    Stop,
    /// The table of positions gets this size, in mebibytes.
    Resize(usize),
    /// Another game begins.
    Forget,
    /// This chapter is to be read, or the shipped ones used if the name is empty.
    OpenChapter(String),
    /// These folders of Syzygy tables are to be opened, or none if there is no name.
    OpenSyzygy(String),
    /// The program ends.
    End,
}

/// A dialogue with a chess program.
#[derive(Debug, Default)]
pub struct UciDialogue {
    options: UciOptions,
    board: GameBoard,
    thinking: Option<RunningTask>,
    n_tasks: u64,
    debug: bool,
}

/// What is being thought about.
#[derive(Debug)]
struct RunningTask {
    id: u64,
    /// The position and the moves that may be chosen; the chess program may have set up another one by now.
    board: GameBoard,
    moves: Vec<Move>,
    since: Duration,
    /// No move may be given before `stop` or `ponderhit`.
    waits: bool,
    /// It goes on until `stop`, also after `ponderhit`.
    open: bool,
    /// How long it may take once the clock runs.
    time: Option<MoveTime>,
    /// When the thinker is asked to stop, and whether it was.
    stop_at: Option<Duration>,
    /// When a move is given without it.
    give_up_at: Option<Duration>,
    done: bool,
    best: Option<String>,
    /// The expected reply.
    ponder: Option<String>,
}

/// A thinker that was asked to stop has so long to say what it has found.
pub(crate) const GRACE: Duration = Duration::from_millis(25);

/// What the engine calls itself.
const NAME: &str = concat!("id name Nasvet ", env!("CARGO_PKG_VERSION"));

impl UciDialogue {
    /// A dialogue at its beginning.
    pub fn new() -> UciDialogue {
        UciDialogue::default()
    }

    /// When [`UciDialogue::tick`] is to be called, if nothing happens before.
    pub fn deadline(&self) -> Option<Duration> {
        let thinking = self.thinking.as_ref()?;
        thinking.give_up_at.or(thinking.stop_at)
    }

    /// Is something being thought about?
    pub fn is_thinking(&self) -> bool {
        self.thinking.is_some()
    }

    /// Does what is being thought about go on until `stop`, whatever else is said?
    pub fn is_open(&self) -> bool {
        self.thinking.as_ref().is_some_and(|thinking| thinking.open)
    }

    /// A line from the chess program.
    pub fn line(&mut self, line: &str, now: Duration) -> Vec<UciEffect> {
        let Some(command) = read_command(line) else {
            return match self.debug && !line.trim().is_empty() {
                true => say(&format!("no command in: {}", line.trim())),
                false => Vec::new(),
            };
        };
        match command {
            UciCommand::Uci => introduce(),
            UciCommand::Debug(on) => {
                self.debug = on;
                Vec::new()
            }
            UciCommand::IsReady => vec![UciEffect::Say("readyok".into())],
            UciCommand::SetOption { name, value } => self.set(&name, value.as_deref()),
            UciCommand::NewGame => match self.is_thinking() {
                true => busy("ucinewgame"),
                false => {
                    self.board = GameBoard::default();
                    vec![UciEffect::Forget]
                }
            },
            UciCommand::Position { fen, moves } => self.set_up(fen.as_deref(), &moves),
            UciCommand::Go(limits) => self.go(limits, now),
            UciCommand::Stop => self.stop(now),
            UciCommand::PonderHit => self.ponder_hit(now),
            UciCommand::Quit => vec![UciEffect::Stop, UciEffect::End],
        }
    }

    /// The chess program has gone: a search with limits is brought to its end, any other is stopped.
    pub fn hung_up(&mut self, now: Duration) -> Vec<UciEffect> {
        match &self.thinking {
            None => vec![UciEffect::End],
            Some(thinking) if thinking.waits || thinking.open => self.stop(now),
            Some(_) => Vec::new(),
        }
    }

    /// The time passes.
    pub fn tick(&mut self, now: Duration) -> Vec<UciEffect> {
        let Some(thinking) = &self.thinking else {
            return Vec::new();
        };
        if thinking.give_up_at.is_some_and(|at| now >= at) {
            return self.answer();
        }
        match thinking.stop_at.is_some_and(|at| now >= at) {
            true => self.stop(now),
            false => Vec::new(),
        }
    }

    /// The thinker says something about a task; what it says about an old one comes too late.
    pub fn thought(&mut self, id: u64, thought: UciThought, now: Duration) -> Vec<UciEffect> {
        let show_wdl = self.options.show_wdl;
        let Some(thinking) = self.thinking.as_mut().filter(|thinking| thinking.id == id) else {
            return Vec::new();
        };
        match thought {
            UciThought::First(m) => {
                thinking.best = Some(m);
                thinking.ponder = None;
                Vec::new()
            }
            UciThought::Words(text) => words(&text).into_iter().map(UciEffect::Say).collect(),
            UciThought::Lines(lines) => {
                if let Some([best, rest @ ..]) = lines.first().map(|line| line.moves.as_slice()) {
                    thinking.best = Some(best.clone());
                    thinking.ponder = rest.first().cloned();
                }
                let elapsed = now.saturating_sub(thinking.since);
                let shown = lines.iter().enumerate();
                let shown = shown.map(|(idx, line)| info(line, idx + 1, elapsed, show_wdl));
                let mut effects: Vec<UciEffect> = shown.map(UciEffect::Say).collect();
                // No deeper look is begun if it would hardly be finished.
                let enough = thinking.time.filter(|_| !thinking.waits);
                let begun = thinking.stop_at.zip(thinking.time);
                let began = begun.map(|(at, time)| at.saturating_sub(time.most));
                if let (Some(time), Some(began)) = (enough, began)
                    && thinking.give_up_at.is_none()
                    && time.enough < time.most
                    && now.saturating_sub(began) >= time.enough
                {
                    effects.extend(self.stop(now));
                }
                effects
            }
            UciThought::Done => {
                thinking.done = true;
                match thinking.waits {
                    true => Vec::new(),
                    false => self.answer(),
                }
            }
        }
    }

    fn set(&mut self, name: &str, value: Option<&str>) -> Vec<UciEffect> {
        match self.options.set(name, value) {
            Ok(OptionChange::Noted) => Vec::new(),
            Ok(OptionChange::Hash(size)) => vec![UciEffect::Resize(size)],
            Ok(OptionChange::Clear) => vec![UciEffect::Forget],
            Ok(OptionChange::Syzygy(path)) => vec![UciEffect::OpenSyzygy(path)],
            Ok(OptionChange::Advice(file)) => vec![UciEffect::OpenChapter(file)],
            Err(problem) => say(&problem),
        }
    }

    fn set_up(&mut self, fen: Option<&str>, moves: &[String]) -> Vec<UciEffect> {
        match GameBoard::read(fen, moves, self.options.chess960) {
            Ok((board, problem)) => {
                self.board = board;
                problem.map(|problem| say(&problem)).unwrap_or_default()
            }
            Err(problem) => say(&format!("{problem}; the last position stays")),
        }
    }

    fn go(&mut self, limits: GoLimits, now: Duration) -> Vec<UciEffect> {
        if self.is_thinking() {
            return busy("go");
        }
        let legal = self.board.position.legal_moves();
        let asked: Vec<_> = limits
            .moves
            .iter()
            .filter_map(|m| self.board.read_move(m))
            .collect();
        let moves: Vec<_> = match asked.is_empty() {
            true => legal.into_iter().collect(),
            false => asked,
        };
        if moves.is_empty() {
            let score = match self.board.position.is_check() {
                true => "mate 0",
                false => "cp 0",
            };
            return vec![
                UciEffect::Say(format!("info depth 0 score {score}")),
                UciEffect::Say("bestmove (none)".into()),
            ];
        }
        let side = match self.board.position.turn() {
            Color::White => 0,
            Color::Black => 1,
        };
        self.n_tasks += 1;
        let waits = limits.ponder || limits.is_open();
        let time = limits.time(side, self.options.overhead);
        self.thinking = Some(RunningTask {
            id: self.n_tasks,
            board: self.board.clone(),
            moves: moves.clone(),
            since: now,
            waits,
            open: limits.infinite,
            time,
            stop_at: time.filter(|_| !waits).map(|time| now + time.most),
            give_up_at: None,
            done: false,
            best: None,
            ponder: None,
        });
        vec![UciEffect::Think(Box::new(ThinkTask {
            id: self.n_tasks,
            board: self.board.clone(),
            moves,
            limits,
            options: self.options.clone(),
        }))]
    }

    fn stop(&mut self, now: Duration) -> Vec<UciEffect> {
        let Some(thinking) = &mut self.thinking else {
            return Vec::new();
        };
        thinking.waits = false;
        if thinking.done {
            return self.answer();
        }
        // Who asks twice does not get more time.
        thinking.give_up_at.get_or_insert(now + GRACE);
        vec![UciEffect::Stop]
    }

    fn ponder_hit(&mut self, now: Duration) -> Vec<UciEffect> {
        let Some(thinking) = &mut self.thinking else {
            return Vec::new();
        };
        if thinking.open {
            return Vec::new();
        }
        thinking.waits = false;
        thinking.stop_at = thinking.time.map(|time| now + time.most);
        match thinking.done {
            true => self.answer(),
            false => Vec::new(),
        }
    }

    /// The best move that is known.
    fn answer(&mut self) -> Vec<UciEffect> {
        let Some(thinking) = self.thinking.take() else {
            return Vec::new();
        };
        let at_once = || at_once(&thinking.board, &thinking.moves);
        let best = thinking.best.clone().or_else(at_once);
        let best = best.unwrap_or_else(|| "(none)".into());
        let ponder = thinking.ponder.map(|m| format!(" ponder {m}"));
        let ponder = ponder.unwrap_or_default();
        vec![
            UciEffect::Stop,
            UciEffect::Say(format!("bestmove {best}{ponder}")),
        ]
    }
}

/// A move where the thinker has not even begun: it is still busy with what came before.
fn at_once(board: &GameBoard, moves: &[Move]) -> Option<String> {
    let request = PlayRequest {
        max_depth: 1,
        moves: moves.to_vec(),
        ..PlayRequest::new(board.position.clone())
    };
    let table = PositionTable::new(1);
    let found = find_move(&request, &table, &nasvet::Watch::new(), &mut |_| ())?;
    Some(board.write(found.lines[0].moves[0]))
}

fn introduce() -> Vec<UciEffect> {
    let lines = [NAME, "id author the authors of Nasvet"]
        .into_iter()
        .chain(LIST)
        .chain(["uciok"]);
    lines.map(|line| UciEffect::Say(line.into())).collect()
}

fn say(text: &str) -> Vec<UciEffect> {
    words(text).into_iter().map(UciEffect::Say).collect()
}

fn busy(command: &str) -> Vec<UciEffect> {
    say(&format!("still thinking: send stop before {command}"))
}
