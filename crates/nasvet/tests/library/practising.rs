//! Practice keeps its promises: judgements are those of the tables, nothing gives the solution away, shuffling is
//! noticed, and what was missed comes again later and later.

use nasvet::documents::{PracticeDocument, StageName, TaskResultName};
use nasvet::practice::{
    Practice, PracticeBeginning, PracticeReply, PracticeSettings, PuzzleBeginning, PuzzlePractice,
    complete,
};
use nasvet::puzzles::PuzzleForm;
use nasvet::session::Rehearsal;
use nasvet::{BuiltTables, Chapter, Referee, Stop, Worth};
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use testing::config;

const NOW: u64 = 1_700_000_000;
const DAY: u64 = 86_400;

/// Black's king in the middle, mate in 14.
const ROOK: &str = "8/8/8/3k4/8/8/1R6/K7 w - -";

/// Only straight back holds.
const PAWN: &str = "8/4k3/4P3/3K4/8/8/8/8 b - -";

fn begun(chapter: &str, position: Option<&str>, seed: u64) -> (Practice, PracticeReply) {
    let beginning = PracticeBeginning {
        position: position.map(String::from),
        seed,
        ..PracticeBeginning::of(chapter)
    };
    let begun = Practice::begin(Box::new(Rehearsal::new()), beginning, NOW);
    begun.expect("there is something to practise")
}

/// What the moves of a position are worth, by tables of our own.
struct Truth(Referee);

impl Truth {
    fn new() -> Truth {
        Truth(Referee::new(Box::new(BuiltTables), 3))
    }

    fn worths(&mut self, position: &str) -> Vec<Worth> {
        let worths = self.0.worths("chess", position, &Stop::new());
        worths.expect("there are tables for three men")
    }

    /// A move that gives the result away, if there is one.
    fn mistake(&mut self, position: &str) -> Option<String> {
        let worths = self.worths(position);
        let best = worths.first()?.outcome.wdl();
        let mut bad = worths.iter().filter(|worth| worth.outcome.wdl() < best);
        bad.next().map(|worth| worth.m.clone())
    }

    /// The best move.
    fn best(&mut self, position: &str) -> String {
        self.worths(position)[0].m.clone()
    }
}

/// The words of a text that may be moves.
fn words(text: &str) -> Vec<&str> {
    let is_part = |ch: char| ch.is_ascii_alphanumeric() || "=+#".contains(ch);
    text.split(|ch| !is_part(ch)).collect()
}

#[test]
fn a_task_is_played_to_mate_and_every_distance_is_exact() {
    let (mut practice, first) = begun("krk", Some(ROOK), 1);
    assert!(first.text.contains("White to move and win."));
    let mut truth = Truth::new();
    for _ in 0..40 {
        let before = truth.worths(&practice.moment().position)[0].outcome;
        let m = truth.best(&practice.moment().position);
        let reply = practice.line(&m, NOW);
        assert!(reply.success, "{}", reply.text);
        let left = before.plies().expect("won").div_ceil(2) - 1;
        if left == 0 {
            assert!(reply.text.contains("Checkmate. Solved without help."));
            let progress = reply.progress.expect("a task has ended");
            let idea = &progress.chapters[0].ideas[0];
            assert_eq!(idea.recent, [TaskResultName::Solved]);
            return;
        }
        let said = match left {
            1 => "nothing is faster: mate in one more move.".to_owned(),
            _ => format!("nothing is faster: mate in {left} more moves."),
        };
        assert!(words_of(&reply.text).contains(&said), "{}", reply.text);
        // The defence resists as long as it can.
        let after = truth.worths(&practice.moment().position)[0].outcome;
        assert_eq!(after.plies().expect("won").div_ceil(2), left);
    }
    panic!("no mate in forty moves");
}

/// A text on one line.
fn words_of(text: &str) -> String {
    text.split_whitespace().collect::<Vec<&str>>().join(" ")
}

#[test]
fn a_mistake_is_punished_taken_back_and_comes_again() {
    let (mut practice, _) = begun("kpk-defence", Some(PAWN), 1);
    let reply = practice.line("Kd8", NOW);
    let said = words_of(&reply.text);
    assert!(said.contains("Kd8? Kd8 loses: "), "{said}");
    assert!(
        said.contains("This position comes again in 1 minute."),
        "{said}"
    );
    assert!(!words(&reply.text).contains(&"Ke8"), "{said}");
    let progress = reply.progress.expect("it was missed");
    let repeat = &progress.chapters[0].repeats[0];
    assert_eq!((repeat.position.as_str(), repeat.due), (PAWN, NOW + 60));
    // No move is heard before the mistake is taken back, and nothing is noted twice.
    assert!(!practice.line("Ke8", NOW).success);
    assert!(practice.line("why", NOW).success);
    let again = practice.line("again", NOW);
    assert!(again.success && again.progress.is_none());
    assert_eq!(practice.moment().position, PAWN);
    let reply = practice.line("Kf8", NOW);
    assert!(
        reply.progress.is_none(),
        "a position is missed once in a task"
    );
    practice.line("again", NOW);
    let reply = practice.line("Ke8", NOW);
    let said = words_of(&reply.text);
    assert!(said.contains("Ke8 holds, and nothing else did"), "{said}");
}

#[test]
fn what_was_missed_comes_later_and_later() {
    let mut truth = Truth::new();
    let (mut practice, _) = begun("kpk-defence", Some(PAWN), 1);
    practice.line("Kd8", NOW);
    let mut progress = practice.progress().clone();
    let mut waits = Vec::new();
    for _ in 0..4 {
        let now = progress.chapters[0].repeats[0].due;
        let beginning = PracticeBeginning {
            progress: progress.clone(),
            ..PracticeBeginning::of("kpk-defence")
        };
        let host = Box::new(Rehearsal::new());
        let (mut practice, first) = Practice::begin(host, beginning, now).expect("it is due");
        assert!(
            first
                .text
                .contains("1 position is due again: kpk-defence 1.")
        );
        assert!(first.text.contains("hold for 3 moves"), "{}", first.text);
        assert_eq!(practice.moment().position, PAWN);
        while !practice.moment().moves.is_empty() {
            let m = truth.best(&practice.moment().position);
            practice.line(&m, now);
        }
        progress = practice.progress().clone();
        let repeat = &progress.chapters[0].repeats[0];
        assert_eq!(repeat.seen, now);
        waits.push(repeat.due - now);
    }
    assert_eq!(waits[0], 600);
    assert!(waits[1] >= DAY, "{waits:?}");
    assert!(waits.is_sorted_by(|a, b| a < b), "{waits:?}");
    assert_eq!(progress.chapters[0].repeats[0].stage, StageName::Review);
}

#[test]
fn a_repeated_position_is_noticed_and_the_third_is_a_draw() {
    // Black can only go from a8 to a7 and back.
    let (mut practice, _) = begun("krk", Some("k7/8/1RK5/8/8/8/8/8 w - -"), 1);
    let mut said = |m: &str| words_of(&practice.line(m, NOW).text);
    assert!(!said("Kc5").contains("nothing is gained"));
    assert!(said("Kc6").contains("on the board at the beginning: nothing is gained."));
    said("Kc5");
    let last = said("Kc6");
    let draw =
        "The same position for the third time: a draw. The win has slipped away. Not solved.";
    assert!(last.contains(draw), "{last}");
    assert!(last.contains("comes again in 1 minute"), "{last}");
}

#[test]
fn a_win_that_comes_no_nearer_is_noticed_within_three_moves() {
    let mut truth = Truth::new();
    let (mut practice, _) = begun("krk", Some(ROOK), 1);
    let mut distances = Vec::new();
    for n in 1..=12 {
        let worths = truth.worths(&practice.moment().position);
        distances.push(worths[0].outcome.plies().expect("won").div_ceil(2));
        // The slowest move that keeps the win.
        let mut keeping = worths
            .iter()
            .filter(|worth| worth.outcome.wdl() == worths[0].outcome.wdl());
        let slowest = keeping.next_back().expect("one keeps the win").m.clone();
        let said = words_of(&practice.line(&slowest, NOW).text);
        let noticed =
            said.contains("nothing is gained") || said.contains("Three moves, and no progress");
        if noticed {
            assert!(n <= 3, "noticed only after {n} moves: {distances:?}");
            return;
        }
    }
    panic!("never noticed: {distances:?}");
}

#[test]
fn hints_come_in_steps_and_the_last_counts_as_missed() {
    let (mut practice, _) = begun("krk", Some("8/8/8/8/8/2k5/8/K6R w - -"), 1);
    let mut hint = || {
        let reply = practice.line("hint", NOW);
        assert!(reply.success);
        (words_of(&reply.text), reply.progress.is_some())
    };
    assert_eq!(hint(), ("The idea: Make the box smaller.".into(), false));
    assert_eq!(hint(), ("Move the rook.".into(), false));
    assert_eq!(hint(), ("It goes to b1.".into(), false));
    let said = "The move is Rb1. This position comes again in 1 minute.";
    assert_eq!(hint(), (said.into(), true));
    assert_eq!(hint(), ("The move is Rb1.".into(), false));
}

#[test]
fn nothing_gives_the_solution_away_before_it_is_asked_for() {
    let mut truth = Truth::new();
    for chapter in ["kqk", "krk", "kpk", "kpk-defence"] {
        for seed in 1..=8 {
            let (mut practice, first) = begun(chapter, None, seed);
            let mut said = first.text;
            // Past the examples, to what chance draws.
            for _ in 0..seed {
                said = practice.line("skip", NOW).text;
            }
            let position = practice.moment().position;
            let worths = truth.worths(&position);
            let best = worths[0].outcome.wdl();
            let good = |m: &str| {
                let mut keeping = worths.iter().filter(|worth| worth.outcome.wdl() == best);
                keeping.any(|worth| worth.m == m)
            };
            for line in ["help", "ideas", "progress", "chapters", "board"] {
                said += &practice.line(line, NOW).text;
            }
            let told: Vec<&str> = words(&said).into_iter().filter(|m| good(m)).collect();
            // Help shows how a move is written, whatever the position.
            assert!(
                told.iter().all(|m| *m == "Kd4"),
                "{chapter} {seed}: {told:?}"
            );
            let Some(mistake) = truth.mistake(&position) else {
                continue;
            };
            let said = practice.line(&mistake, NOW).text;
            let after = Chapter::shipped(chapter).expect("it is shipped");
            let after = after.position(&position).expect("a position");
            let after = after.play(&mistake).expect("a legal move");
            let theirs: Vec<String> = after.moves().into_iter().map(|m| m.text).collect();
            let told = words(&said).into_iter().filter(|m| good(m));
            let told: Vec<&str> = told
                .filter(|m| !theirs.iter().any(|theirs| theirs == m))
                .collect();
            assert!(told.is_empty(), "{chapter} {seed}: {told:?} in {said}");
        }
    }
}

#[test]
fn ideas_can_be_practised_one_by_one() {
    for chapter in ["krk", "kpk-defence"] {
        let (mut practice, _) = begun(chapter, None, 3);
        let ideas = practice.line("ideas", NOW).text;
        let names: Vec<&str> = ideas
            .lines()
            .filter_map(|line| line.split_once(". ").map(|(_, name)| name))
            .collect();
        assert!(names.len() > 2, "{ideas}");
        // The last of the defence is for positions that are lost, which are no tasks.
        for (idx, name) in names.iter().enumerate().take(3) {
            let reply = practice.line(&format!("idea {}", idx + 1), NOW);
            assert!(reply.success, "{chapter}, {name}: {}", reply.text);
            practice.line("show", NOW);
        }
    }
}

#[test]
fn who_skips_meets_other_ideas() {
    let (mut practice, _) = begun("krk", None, 5);
    let mut hints = Vec::new();
    for _ in 0..9 {
        practice.line("skip", NOW);
        hints.push(practice.line("hint", NOW).text);
    }
    // After the four examples come five positions by chance, for three ideas in turn.
    let mut drawn = hints.split_off(4);
    drawn.sort_unstable();
    drawn.dedup();
    assert!(drawn.len() >= 3, "{drawn:?}");
}

#[test]
fn every_line_fits_the_window() {
    for width in [80, 120] {
        let beginning = PracticeBeginning {
            chapter: None,
            settings: PracticeSettings {
                width,
                ..PracticeSettings::default()
            },
            ..PracticeBeginning::of("krk")
        };
        let host = Box::new(Rehearsal::new());
        let (mut practice, first) = Practice::begin(host, beginning, NOW).expect("it begins");
        let mut said = first.text;
        for line in [
            "help",
            "hint",
            "ideas",
            "progress",
            "why",
            "why not Kb1",
            "show",
            "Kb1",
            "again",
            "skip",
            "Rook",
            "chapters",
            "chapter kpk-defence",
            "progress",
        ] {
            said += &practice.line(line, NOW).text;
        }
        for line in said.lines() {
            assert!(line.chars().count() < width, "{line}");
        }
    }
}

/// Lines of all kinds: commands, moves, rubbish.
fn line() -> impl Strategy<Value = String> {
    let (_, commands) = complete("", &[], &[]);
    let command = prop::sample::select(commands);
    let word = prop::sample::select(vec![
        "1", "2", "99", "all", "not Kd4", "not", "krk", "kpk", "nim", "Ke1", "b8=Q", "#", "",
        "\u{0}", "♔",
    ]);
    prop_oneof![
        3 => command.clone(),
        2 => (command, word).prop_map(|(command, word)| format!("{command} {word}")),
        6 => ("[Kk]", "[a-h]", "[1-8]").prop_map(|(king, file, rank)| format!("{king}{file}{rank}")),
        3 => ("[RQ]", "[a-h]", "[1-8]").prop_map(|(man, file, rank)| format!("{man}{file}{rank}")),
        1 => "\\PC{0,12}",
    ]
}

#[test]
fn no_line_breaks_practice() {
    let mut runner = TestRunner::new(Config {
        source_file: Some(file!()),
        ..config(60)
    });
    let chapters = prop::sample::select(vec!["krk", "kpk", "kqk", "kpk-defence"]);
    let lines = prop::collection::vec(line(), 1..40);
    let strategy = (chapters, any::<u64>(), lines);
    let outcome = runner.run(&strategy, |(chapter, seed, lines)| {
        let (mut practice, _) = begun(chapter, None, seed);
        let mut known: PracticeDocument = practice.progress().clone();
        for (line, now) in lines.iter().zip((NOW..).step_by(40)) {
            let reply = practice.line(line, now);
            if let Some(progress) = reply.progress {
                assert!(reply.success, "what fails changes nothing: `{line}`");
                known = progress;
            }
            assert_eq!(*practice.progress(), known, "every change is handed out");
            assert!(reply.text.is_empty() || reply.text.ends_with('\n'));
            let json = serde_json::to_string(&known).expect("it can be written");
            let read: PracticeDocument = serde_json::from_str(&json).expect("and read");
            assert_eq!(read, known);
        }
        Ok(())
    });
    if let Err(failure) = outcome {
        panic!("{failure}");
    }
}

fn puzzles(text: &str, progress: PracticeDocument) -> PuzzlePractice {
    let beginning = PuzzleBeginning {
        name: "mine.epd".into(),
        text: text.into(),
        form: PuzzleForm::Epd,
        motif: None,
        nodes: 20_000,
        progress,
        settings: PracticeSettings::default(),
    };
    let begun = PuzzlePractice::begin(Box::new(Rehearsal::new()), beginning, NOW);
    begun.expect("there is a puzzle").0
}

/// Smothered mate: the queen draws the rook to g8. And a fork.
const PUZZLES: &str = "\
5r1k/6pp/7N/8/8/8/1Q3PPP/6K1 w - - bm Qb8; id \"cannot be explained\";
5r1k/q3b1pn/7N/p1p1P3/2Q5/P5B1/1P4PP/3r1R1K w - - bm Qg8+;
4k3/8/8/3q4/8/2N5/8/4K2R w K - bm Nxd5;
";

#[test]
fn a_puzzle_is_solved_to_the_end_of_its_line() {
    let mut practice = puzzles(PUZZLES, PracticeDocument::default());
    let first = practice.line("Qg8+", NOW);
    assert!(first.text.contains("Right.") && first.text.contains("Rxg8"));
    assert!(first.progress.is_none());
    let last = practice.line("Nf7", NOW);
    assert!(last.text.contains("Solved without help."), "{}", last.text);
    let progress = last.progress.expect("it has ended");
    assert_eq!(progress.chapters[0].chapter, "mine.epd");
    assert_eq!(progress.chapters[0].examples.len(), 1);
    assert!(
        practice
            .line("why", NOW)
            .text
            .contains("1.Qg8+ Rxg8 2.Nf7#")
    );
    // The next one, and no third: the first of the file is not what the program finds.
    assert!(practice.line("", NOW).text.contains("Puzzle 3"));
    assert!(practice.line("Nxd5", NOW).text.contains("Solved"));
}

#[test]
fn a_puzzle_that_was_missed_comes_again() {
    let mut practice = puzzles(PUZZLES, PracticeDocument::default());
    let missed = practice.line("Qc3", NOW);
    assert!(
        missed.success && missed.text.contains("Qc3?"),
        "{}",
        missed.text
    );
    assert!(missed.text.contains("comes again in 1 minute"));
    // Nothing of the solution is given away.
    assert!(!missed.text.contains("Qg8"));
    assert!(!practice.line("Qg8+", NOW).success);
    assert!(practice.line("again", NOW).success);
    practice.line("Qg8+", NOW);
    let last = practice.line("Nf7#", NOW);
    assert!(last.text.contains("not at the first try"));
    let progress = last.progress.expect("it has ended");
    let mut later = puzzles(PUZZLES, progress);
    let again = later.line("skip", NOW + 3_600);
    assert!(again.text.contains("Puzzle 2 once more"), "{}", again.text);
}

#[test]
fn hints_about_a_puzzle_come_in_steps() {
    let mut practice = puzzles(PUZZLES, PracticeDocument::default());
    let mut hint = || practice.line("hint", NOW).text;
    assert!(hint().starts_with("The motif"));
    assert_eq!(hint(), "Move the queen.\n");
    assert_eq!(hint(), "It goes to g8.\n");
    assert!(hint().starts_with("The move is Qg8+."));
}

#[test]
fn who_has_seen_the_solution_may_go_on() {
    let mut practice = puzzles(PUZZLES, PracticeDocument::default());
    assert!(!practice.line("next", NOW).success);
    assert!(!practice.line("why", NOW).success);
    let shown = practice.line("show", NOW).text;
    assert!(shown.contains("1.Qg8+ Rxg8 2.Nf7#"), "{shown}");
    assert!(practice.line("why", NOW).success);
    assert!(practice.line("next", NOW).text.contains("Puzzle 3"));
}

#[test]
fn puzzles_can_be_chosen_by_motif() {
    let mut practice = puzzles(PUZZLES, PracticeDocument::default());
    let listed = practice.line("ideas", NOW).text;
    assert!(listed.contains("6. deflection"), "{listed}");
    // The only puzzle about it is on the board already.
    let none = practice.line("idea 6", NOW);
    assert!(
        !none.success
            && none
                .text
                .contains("No puzzle that is left is about deflection."),
        "{}",
        none.text
    );
    assert!(!practice.line("idea 99", NOW).success);
    assert!(!practice.line("chapter krk", NOW).success);
}
