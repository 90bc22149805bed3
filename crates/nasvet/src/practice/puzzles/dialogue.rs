//! Puzzles as a state machine: one line in, one reply out, and the progress that it leaves.

use combine::Motif;
use documents::{
    ColourName, Digest, PracticeChapterDocument, PracticeDocument, TaskResultName, digest_of_text,
    numbered,
};
use shakmaty::fen::Epd;
use shakmaty::{Color, EnPassantMode, Move, Position};

use super::solving::{PuzzleJudgement, SolvedPuzzle, written};
use super::suite::PuzzleCourse;
use crate::picture::{Mark, Style, draw};
use crate::practice::board::{man_name, mover, target};
use crate::practice::command::{LearnerAct, LearnerCommand, puzzle_list, without_number};
use crate::practice::dialogue::{PracticeReply, Told};
use crate::practice::judging::{GAME, Tables};
use crate::practice::layout::{PracticeSettings, Tone, plural, sentence, until};
use crate::practice::picture::show_progress;
use crate::practice::progress::{chapter_of, due_now, found, note_answer, note_day, note_result};
use crate::practice::schedule::Rating;
use crate::puzzles::{PuzzleForm, read_puzzles};
use crate::session::Host;
use crate::session::record::{MoveCount, number};

/// How practice with puzzles begins.
#[derive(Clone, Debug)]
pub struct PuzzleBeginning {
    /// What the suite is called: the name of its file.
    pub name: String,
    /// Its text.
    pub text: String,
    /// How it is written.
    pub form: PuzzleForm,
    /// The motif that alone is practised.
    pub motif: Option<String>,
    /// How large the trees for a puzzle may grow.
    pub nodes: u64,
    /// What was practised before.
    pub progress: PracticeDocument,
    /// How it is shown.
    pub settings: PracticeSettings,
}

/// Practice with the puzzles of a suite: one line in, one reply out.
///
/// ```
/// use nasvet::practice::{PracticeSettings, PuzzleBeginning, PuzzlePractice};
/// use nasvet::puzzles::PuzzleForm;
/// use nasvet::session::Rehearsal;
///
/// let beginning = PuzzleBeginning {
///     name: "mine.epd".into(),
///     text: "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm Rd8#;".into(),
///     form: PuzzleForm::Epd,
///     motif: None,
///     nodes: 2_000,
///     progress: Default::default(),
///     settings: PracticeSettings::default(),
/// };
/// let now = 1_700_000_000;
/// let (mut practice, first) = PuzzlePractice::begin(Box::new(Rehearsal::new()), beginning, now)?;
/// assert!(first.text.contains("find the best move for White"));
/// let reply = practice.line("Rd8", now + 5);
/// assert!(reply.text.contains("Motif: back-rank mate."));
/// # Ok::<(), String>(())
/// ```
pub struct PuzzlePractice {
    host: Box<dyn Host>,
    name: String,
    digest: Digest,
    course: PuzzleCourse,
    puzzle: SolvedPuzzle,
    /// A mistake that has not been taken back, with the moves that answer it.
    mistake: Option<PuzzleMistake>,
    progress: PracticeDocument,
    settings: PracticeSettings,
    is_over: bool,
    n_failures: usize,
}

struct PuzzleMistake {
    m: String,
    answer: Vec<String>,
}

impl PuzzlePractice {
    /// Begins with the puzzles of a suite, at a time in seconds since 1970, and gives the first thing that is said; or
    /// says why there is nothing to practise.
    pub fn begin(
        mut host: Box<dyn Host>,
        beginning: PuzzleBeginning,
        now: u64,
    ) -> Result<(PuzzlePractice, PracticeReply), String> {
        let PuzzleBeginning {
            name,
            text,
            form,
            motif,
            nodes,
            progress,
            settings,
        } = beginning;
        let puzzles = read_puzzles(&text, form);
        let unreadable = puzzles.iter().find_map(|puzzle| puzzle.task.as_ref().err());
        let problem = unreadable.map_or(String::new(), |unreadable| {
            format!(": {}", unreadable.problem)
        });
        let mut course = PuzzleCourse::new(puzzles, nodes);
        if course.len() == 0 {
            return Err(format!("`{name}` has no puzzles that can be read{problem}"));
        }
        course.only = motif.map(|motif| known_motif(&motif)).transpose()?;
        let known = found(&progress, &name);
        let n_due = known.map_or(0, |known| due_now(known, now).len());
        let chosen = Tables(&mut *host).searching(|_, stop| course.next(known, now, stop))?;
        let mut practice = PuzzlePractice {
            host,
            digest: digest_of_text(&text),
            name,
            course,
            puzzle: SolvedPuzzle::new(chosen),
            mistake: None,
            progress,
            settings,
            is_over: false,
            n_failures: 0,
        };
        let mut said = plural(practice.course.len() as u64, "puzzle") + ".";
        if n_due > 0 {
            let verb = if n_due == 1 { "is" } else { "are" };
            said += &format!(" {} {verb} due again.", plural(n_due as u64, "position"));
        }
        let help = " `hint` helps in steps, `again` takes a mistake back, `help` lists the rest.";
        said += practice.settings.typed(help);
        let said = practice.settings.wrapped(&said) + "\n" + &practice.announced();
        let reply = practice.reply(Ok(said), false);
        Ok((practice, reply))
    }

    /// Answers one line, at a time in seconds since 1970. After the end every line is answered by the same sentence.
    pub fn line(&mut self, line: &str, now: u64) -> PracticeReply {
        if self.is_over {
            return self.reply(Err("Practice is over.\n".into()), false);
        }
        let before = self.progress.clone();
        let said = self.answer(line, now);
        let has_changed = self.progress != before;
        self.reply(said, has_changed)
    }

    /// Has the learner left?
    pub fn is_over(&self) -> bool {
        self.is_over
    }

    /// How many lines could not be carried out.
    pub fn n_failures(&self) -> usize {
        self.n_failures
    }

    /// What was practised.
    pub fn progress(&self) -> &PracticeDocument {
        &self.progress
    }

    /// What stands before a line.
    pub fn prompt(&self) -> String {
        format!("{}> ", self.name)
    }

    /// The moves that are legal now, to complete what is typed; none if no move is waited for.
    pub fn moves(&self) -> Vec<String> {
        let position = self.puzzle.position();
        match self.is_playing() {
            true => position
                .legal_moves()
                .iter()
                .map(|m| written(position, *m))
                .collect(),
            false => Vec::new(),
        }
    }

    fn reply(&mut self, said: Told, has_changed: bool) -> PracticeReply {
        let success = said.is_ok();
        self.n_failures += usize::from(!success);
        PracticeReply {
            text: said.unwrap_or_else(|problem| problem),
            success,
            progress: has_changed.then(|| self.progress.clone()),
        }
    }

    fn answer(&mut self, line: &str, now: u64) -> Told {
        let line = line.trim();
        if line.starts_with('#') {
            return Ok(String::new());
        }
        if line.is_empty() {
            return match (&self.mistake, self.puzzle.has_ended) {
                (_, true) => self.next(now),
                (Some(_), false) => self.again(),
                (None, false) => Ok(String::new()),
            };
        }
        let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let Some(command) = LearnerCommand::named(first) else {
            return self.enter(line, now);
        };
        if command.takes.is_empty() && !rest.is_empty() {
            let name = command.name;
            return Err(self.sentence(&format!("`{name}` takes nothing more; say only `{name}`")));
        }
        match command.act {
            LearnerAct::Hint => self.hint(now),
            LearnerAct::Why => self.why(rest),
            LearnerAct::Show => self.show(now),
            LearnerAct::Again => self.again(),
            LearnerAct::Next if !self.puzzle.is_known() => {
                Err(self.sentence("this puzzle is not solved; `skip` leaves it"))
            }
            LearnerAct::Next | LearnerAct::Skip => self.next(now),
            LearnerAct::Progress => Ok(show_progress(&self.progress, None, now, self.settings)),
            LearnerAct::Ideas => Ok(self.list_motifs()),
            LearnerAct::Idea => self.choose_motif(rest, now),
            LearnerAct::Chapter | LearnerAct::Chapters => {
                Err(self
                    .sentence("these are puzzles; `nasvet practise CHAPTER` practises an ending"))
            }
            LearnerAct::Board => Ok(self.board()),
            LearnerAct::Help => Ok(puzzle_list(self.settings)),
            LearnerAct::Quit => {
                self.is_over = true;
                Ok("Goodbye.\n".into())
            }
        }
    }

    /// Does the puzzle wait for a move?
    fn is_playing(&self) -> bool {
        self.mistake.is_none() && !self.puzzle.has_ended
    }

    fn not_playing(&self) -> String {
        match &self.mistake {
            Some(mistake) => self.sentence(&format!("first take {} back with `again`", mistake.m)),
            None => self.sentence("this puzzle has ended; `next` gives another"),
        }
    }

    fn read_move(&self, text: &str) -> Result<Move, String> {
        self.puzzle.read(without_number(text)).ok_or_else(|| {
            let text: String = text.chars().take(40).collect();
            self.sentence(&format!(
                "`{text}` is neither a command nor a legal move here; `help` lists the commands"
            ))
        })
    }

    fn enter(&mut self, text: &str, now: u64) -> Told {
        if !self.is_playing() {
            return Err(self.not_playing());
        }
        let m = self.read_move(text)?;
        let san = written(self.puzzle.position(), m);
        let label = self.label();
        let line = |settings: PracticeSettings, m: &str, said: &str, tone: Tone| {
            settings.move_line(&label, m, said, Some(tone))
        };
        match self.puzzle.judge(m) {
            PuzzleJudgement::Right => {
                self.puzzle.play(m);
                let reply = self.puzzle.reply().map(str::to_owned);
                let mut said = line(self.settings, &san, "Right.", Tone::Good);
                match reply.and_then(|reply| self.puzzle.read(&reply)) {
                    Some(reply) => {
                        let label = self.label();
                        let san = written(self.puzzle.position(), reply);
                        self.puzzle.play(reply);
                        said += &self.settings.move_line(&label, &san, "", None);
                        Ok(said + &self.board())
                    }
                    None => Ok(said + &self.board() + &self.finish(now)),
                }
            }
            PuzzleJudgement::Mates => {
                self.puzzle.play(m);
                let said = line(self.settings, &san, "", Tone::Good);
                Ok(said + &self.board() + &self.finish(now))
            }
            PuzzleJudgement::WinsAsMuch => {
                let expected = self.puzzle.expected().unwrap_or_default();
                let said = format!("This wins as much. The puzzle is about {expected}.");
                self.puzzle.play(m);
                let said = line(self.settings, &san, &said, Tone::Good);
                Ok(said + &self.board() + &self.finish(now))
            }
            PuzzleJudgement::Refuted(answer) => {
                let said = self.refused(&answer);
                Ok(line(self.settings, &format!("{san}?"), &said, Tone::Bad)
                    + &self.err_on(san, answer, now))
            }
            PuzzleJudgement::Open => {
                let said = "This is not the move, as far as can be seen.";
                Ok(line(self.settings, &format!("{san}?"), said, Tone::Bad)
                    + &self.err_on(san, Vec::new(), now))
            }
        }
    }

    /// What is said of a move that does not win as much. Nothing of the solution is given away.
    fn refused(&self, answer: &[String]) -> String {
        let aim = match self.puzzle.chosen.solution.goal.as_str() {
            "mate" => "does not force mate",
            _ => "does not win enough",
        };
        match answer.get(1) {
            Some(reply) => format!("This {aim}: {reply} is an answer."),
            None => format!("This {aim}."),
        }
    }

    fn err_on(&mut self, m: String, answer: Vec<String>, now: u64) -> String {
        let again = self.note_missed(now);
        let commands = format!("`again` takes {m} back, `skip` goes on.");
        let commands = self.settings.typed(&commands);
        self.mistake = Some(PuzzleMistake { m, answer });
        self.settings.wrapped(&format!("{commands}{again}"))
    }

    /// The puzzle was missed: it comes again. Says when, the first time.
    fn note_missed(&mut self, now: u64) -> String {
        if self.puzzle.is_missed {
            return String::new();
        }
        self.puzzle.is_missed = true;
        let (text, motif) = (self.puzzle.chosen.text.clone(), self.motif());
        let known = self.own_progress();
        let due = note_answer(known, &text, motif.as_deref(), Rating::Again, now);
        format!(
            " This puzzle comes again {}.",
            until(due.saturating_sub(now))
        )
    }

    fn own_progress(&mut self) -> &mut PracticeChapterDocument {
        chapter_of(&mut self.progress, &self.name, &self.digest)
    }

    /// What the puzzle is counted under: the motif that is practised, or its first.
    fn motif(&self) -> Option<String> {
        let motifs = &self.puzzle.chosen.solution.motifs;
        let only = self.course.only.as_ref();
        let chosen = only.filter(|only| motifs.contains(only));
        chosen.or(motifs.first()).cloned()
    }

    fn finish(&mut self, now: u64) -> String {
        self.puzzle.has_ended = true;
        let result = match (self.puzzle.is_missed, self.puzzle.is_helped) {
            (true, _) => TaskResultName::Failed,
            (false, true) => TaskResultName::Helped,
            (false, false) => TaskResultName::Solved,
        };
        let (text, motif) = (self.puzzle.chosen.text.clone(), self.motif());
        let was_repeat = self.puzzle.chosen.is_repeat && !self.puzzle.is_missed;
        let rating = match result {
            TaskResultName::Helped => Rating::Hard,
            TaskResultName::Solved | TaskResultName::Failed => Rating::Good,
        };
        let known = self.own_progress();
        if let Some(motif) = &motif {
            note_result(known, motif, result);
        }
        if !known.examples.contains(&text) {
            known.examples.push(text.clone());
        }
        let due = was_repeat.then(|| note_answer(known, &text, motif.as_deref(), rating, now));
        note_day(&mut self.progress, now, result);
        let (judged, tone) = match result {
            TaskResultName::Solved => ("Solved without help.", Tone::Good),
            TaskResultName::Helped => ("Solved with help.", Tone::Good),
            TaskResultName::Failed => ("Solved, but not at the first try.", Tone::Slow),
        };
        let motifs = &self.puzzle.chosen.solution.motifs;
        let mut said = judged.to_owned();
        match &motifs[..] {
            [] => {}
            [one] => said += &format!(" Motif: {one}."),
            several => said += &format!(" Motifs: {}.", several.join(", ")),
        }
        if let Some(due) = due {
            said += &format!(
                " This puzzle comes again {}.",
                until(due.saturating_sub(now))
            );
        }
        let said = self.settings.wrapped(&said);
        let said = self.settings.toned(said.trim_end(), Some(tone));
        let commands = "`why` tells the idea, `next` gives another puzzle.\n";
        format!("{said}\n{}", self.settings.typed(commands))
    }

    fn again(&mut self) -> Told {
        match self.mistake.take() {
            Some(mistake) => {
                let said = format!("{} is taken back.", mistake.m);
                Ok(self.settings.wrapped(&said) + &self.board())
            }
            None => Err(self.sentence("there is no mistake to take back")),
        }
    }

    fn hint(&mut self, now: u64) -> Told {
        if !self.is_playing() {
            return Err(self.not_playing());
        }
        let solution = &self.puzzle.chosen.solution;
        let expected = self.puzzle.expected().unwrap_or_default().to_owned();
        let hint = match (self.puzzle.hints, &solution.motifs[..]) {
            (0, []) => match solution.goal.as_str() {
                "mate" => "It is mate.".to_owned(),
                "draw" => "It is a draw.".to_owned(),
                _ => "It wins material.".to_owned(),
            },
            (0, [one]) => format!("The motif: {one}."),
            (0, several) => format!("The motifs: {}.", several.join(", ")),
            (1, _) => format!("Move the {}.", man_name(mover(&expected))),
            (2, _) => match target(&expected) {
                Some(square) => format!("It goes to {square}."),
                None => format!("The move is {expected}."),
            },
            (_, _) => format!("The move is {expected}."),
        };
        self.puzzle.is_helped = true;
        self.puzzle.hints += 1;
        let again = match self.puzzle.hints {
            4 => self.note_missed(now),
            _ => String::new(),
        };
        Ok(self.settings.wrapped(&(hint + &again)))
    }

    fn show(&mut self, now: u64) -> Told {
        if !self.is_playing() {
            return Err(self.not_playing());
        }
        let again = self.note_missed(now);
        self.puzzle.is_helped = true;
        self.puzzle.is_shown = true;
        let commands = "`next` gives another puzzle.";
        let commands = self.settings.typed(commands);
        Ok(self.solution() + &self.settings.wrapped(&format!("{commands}{again}")))
    }

    /// The line of the solution, and how it is found.
    fn solution(&self) -> String {
        let solution = &self.puzzle.chosen.solution;
        let mut said = self
            .settings
            .wrapped(&numbered(solution.side, &solution.line));
        for sentence in &solution.story {
            said += &self.settings.wrapped(&sentence.text);
        }
        said
    }

    fn why(&mut self, rest: &str) -> Told {
        if let Some(text) = rest.strip_prefix("not ") {
            return self.why_not(text.trim());
        }
        if !rest.is_empty() {
            return Err(self.sentence("say `why`, or `why not` and a move"));
        }
        if let Some(mistake) = &self.mistake {
            let side = match self.puzzle.position().turn() {
                Color::White => ColourName::White,
                Color::Black => ColourName::Black,
            };
            return Ok(self.settings.wrapped(&match &mistake.answer[..] {
                [] | [_] => "No answer was found, but no proof either.".into(),
                answer => format!(
                    "{} After it the search finds nothing that wins enough.",
                    numbered(side, answer)
                ),
            }));
        }
        match self.puzzle.is_known() {
            true => Ok(self.solution()),
            false => Err(self.sentence(
                "the puzzle is not solved yet; `hint` helps, and `why not Qh5` says what a move would do",
            )),
        }
    }

    /// What a move would do, without naming any other.
    fn why_not(&mut self, text: &str) -> Told {
        if !self.is_playing() {
            return Err(self.not_playing());
        }
        let m = self.read_move(text)?;
        let san = written(self.puzzle.position(), m);
        let said = match self.puzzle.judge(m) {
            PuzzleJudgement::Right | PuzzleJudgement::Mates | PuzzleJudgement::WinsAsMuch => {
                format!("{san} is good.")
            }
            PuzzleJudgement::Refuted(answer) => format!("{san}: {}", self.refused(&answer)),
            PuzzleJudgement::Open => format!("{san} is not the move, as far as can be seen."),
        };
        self.puzzle.is_helped = true;
        Ok(self.settings.wrapped(&said))
    }

    fn next(&mut self, now: u64) -> Told {
        self.course.left.push(self.puzzle.chosen.text.clone());
        let known = found(&self.progress, &self.name);
        let course = &mut self.course;
        let chosen = Tables(&mut *self.host).searching(|_, stop| course.next(known, now, stop));
        match chosen {
            Ok(chosen) => {
                self.puzzle = SolvedPuzzle::new(chosen);
                self.mistake = None;
                Ok(self.announced())
            }
            Err(problem) => Err(self.sentence(&problem)),
        }
    }

    fn list_motifs(&self) -> String {
        let mut said = String::new();
        for (idx, motif) in Motif::ALL.into_iter().enumerate() {
            let mark = match self.course.only.as_deref() == Some(motif.name()) {
                true => "  (this one)",
                false => "",
            };
            said += &format!("{:>3}. {motif}{mark}\n", idx + 1);
        }
        said + "`idea N` practises one of them, `idea all` all.\n"
    }

    fn choose_motif(&mut self, rest: &str, now: u64) -> Told {
        let only = match rest {
            "all" => None,
            _ => {
                let n: Option<usize> = rest.parse().ok();
                let numbered = n.and_then(|n| Motif::ALL.get(n.checked_sub(1)?));
                let name = numbered.map_or(rest, |motif| motif.name());
                let known = known_motif(name).map_err(|_| {
                    let n = Motif::ALL.len();
                    self.sentence(&format!(
                        "say `idea` and a number from 1 to {n}, or `idea all`"
                    ))
                })?;
                Some(known)
            }
        };
        let before = std::mem::replace(&mut self.course.only, only);
        let said = self.next(now);
        if said.is_err() {
            self.course.only = before;
        }
        said
    }

    /// The puzzle as it is set. Its motif is not named.
    fn announced(&self) -> String {
        let side = side_name(self.puzzle.side());
        let number = self.puzzle.chosen.number;
        let again = match self.puzzle.chosen.is_repeat {
            true => " once more, since you missed it before",
            false => "",
        };
        let task = format!("Puzzle {number}{again}: find the best move for {side}.");
        self.settings.wrapped(&task) + &self.board()
    }

    /// The label of the next move: `3.`, `3…`.
    fn label(&self) -> String {
        let first = MoveCount {
            number: 1,
            second: self.puzzle.side() == Color::Black,
        };
        number(first, self.puzzle.moves.len())
    }

    /// The board from the learner's side, with the last move marked.
    fn board(&self) -> String {
        if self.settings.is_page {
            return String::new();
        }
        let n_moves = self.puzzle.moves.len();
        let last = n_moves.checked_sub(1).and_then(|idx| {
            let before = &self.puzzle.positions[idx];
            crate::puzzles::read_move(before, &self.puzzle.moves[idx])
        });
        let mut marks = Vec::new();
        if let Some(m) = last {
            marks.extend(m.from().map(|from| (from.to_string(), Mark::From)));
            marks.push((m.to().to_string(), Mark::To));
        }
        let style = Style {
            flipped: self.puzzle.side() == Color::Black,
            ..self.settings.style
        };
        let text = Epd::from_position(self.puzzle.position(), EnPassantMode::Legal).to_string();
        draw(GAME, &text, &marks, style).unwrap_or_default()
    }

    fn sentence(&self, message: &str) -> String {
        sentence(message, self.settings)
    }
}

fn side_name(side: Color) -> &'static str {
    match side {
        Color::White => "White",
        Color::Black => "Black",
    }
}

/// The motif of this name.
fn known_motif(name: &str) -> Result<String, String> {
    let mut all = Motif::ALL.into_iter().map(Motif::name);
    let known = all.find(|known| known.eq_ignore_ascii_case(name));
    known.map(str::to_owned).ok_or_else(|| {
        let names: Vec<&str> = Motif::ALL.into_iter().map(Motif::name).collect();
        format!("there is no motif `{name}`; there are {}", names.join(", "))
    })
}
