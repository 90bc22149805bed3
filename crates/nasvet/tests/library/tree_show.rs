//! The tree of AL2's Fig. 3: accepted by the checker, printed as in the paper, and kept by a document.

use std::sync::Arc;

use chess::{Chess, Small};
use domain::{Notation, Rules, Side};
use lang::Form;
use lang::checked::Program;
use lang::reference::{Budget, Evaluator};
use nasvet::{TreeDocument, TreeQuestion};
use proof::{
    Condition, Finding, NodeId, Subject, Tree, TreeBuilder, Verdict, check, check_verdict, show,
};
use testing::program;

use crate::figures::{FIGURE_2, FIGURE_3};

type Move = <Chess<Small> as Rules>::Move;
type View = <Chess<Small> as Notation>::View;

const CHAPTER: &str = r#"
endgame "King and pawn against king, as in AL2"
us K P
them K

let king  = our.king
let pawn  = our.pawn
let enemy = their.king

def their_opposition =
  us_to_move and file(king) = file(enemy) and rank_distance(king, enemy) mod 2 = 0

advice bring_king_in_front_of_pawn {
  better   us_to_move and rank(king) > rank(pawn) and file_distance(king, pawn) <= 1
  holding  exists(pawn) and not their_opposition
  us       king walks to b5 within 4 moves
  them     king walks to c5 within 4 moves
  within   6 plies
}

advice to_and_fro {
  better  mate
  us      king moves that to in {c2, d1}
  them    king moves that to in {e8, f8}
}
"#;

/// A line of play and what may come after it.
struct Written(&'static str, Vec<Written>);

fn ends(moves: &'static str) -> Vec<Written> {
    moves.split(' ').map(|m| Written(m, Vec::new())).collect()
}

fn figure_3() -> Vec<Written> {
    vec![Written(
        "Kc2",
        vec![
            Written(
                "Ke7",
                vec![Written(
                    "Kb3",
                    vec![
                        Written("Kd6", vec![Written("Kb4", ends("Kc6 Kd5"))]),
                        Written("Ke6", vec![Written("Kc4", ends("Kd6"))]),
                        Written("Kd7", vec![Written("Kb4", ends("Kd6 Kc6"))]),
                    ],
                )],
            ),
            Written(
                "Kf7",
                vec![Written(
                    "Kd3",
                    vec![
                        Written("Ke7", vec![Written("Kc4", ends("Kd6"))]),
                        Written("Ke6", vec![Written("Kc4", ends("Kd6"))]),
                    ],
                )],
            ),
            Written(
                "Ke8",
                vec![Written(
                    "Kb3",
                    vec![
                        Written("Ke7", vec![Written("Kc4", ends("Kd6"))]),
                        Written("Kd7", vec![Written("Kb4", ends("Kd6 Kc6"))]),
                    ],
                )],
            ),
        ],
    )]
}

/// The chapter, the game and Fig. 2.
struct Setting {
    program: Arc<Program>,
    chess: Chess<Small>,
    root: Small,
    view: View,
}

impl Setting {
    fn new() -> Setting {
        let program = program(Form::Plain, CHAPTER);
        let chess = Chess::new();
        let (root, view) = chess
            .read_position(FIGURE_2, &program.header)
            .expect("a position of the chapter");
        Setting {
            program,
            chess,
            root,
            view,
        }
    }

    fn tree(&self, written: &[Written]) -> Tree<Move> {
        let mut builder = TreeBuilder::default();
        let root = self.add(&mut builder, &self.root, written);
        builder.tree(root)
    }

    fn add(
        &self,
        builder: &mut TreeBuilder<Move>,
        position: &Small,
        written: &[Written],
    ) -> NodeId {
        let mut branches = Vec::new();
        for Written(text, below) in written {
            let m = self
                .chess
                .read_move(position, self.view, text)
                .expect("a legal move");
            branches.push((m, self.add(builder, &self.chess.play(position, m), below)));
        }
        builder.node(branches)
    }

    fn one_line(&self, line: &'static str) -> Tree<Move> {
        let mut written = Vec::new();
        for m in line.split(' ').rev() {
            written = vec![Written(m, written)];
        }
        self.tree(&written)
    }

    fn question(&self, piece: &str) -> Subject<'_, Chess<Small>> {
        let piece = self
            .program
            .piece_named(piece)
            .expect("a piece of the chapter");
        Subject {
            domain: &self.chess,
            program: &self.program,
            piece,
            us: Side::Us,
            root: &self.root,
        }
    }
}

#[test]
fn the_tree_of_figure_3_is_a_forcing_tree() {
    let setting = Setting::new();
    let question = setting.question("bring_king_in_front_of_pawn");
    let tree = setting.tree(&figure_3());
    assert_eq!(tree.size(), 1 + 3 + 3 + 7 + 7 + 10);
    assert_eq!(
        check(question, &tree, Budget::steps(1_000_000)),
        Finding::Sound
    );
    // The natural move of Fig. 2 fails.
    let Finding::Flawed(flaw) = check(
        question,
        &setting.one_line("Kd2 Ke7"),
        Budget::steps(1_000_000),
    ) else {
        panic!("Kd2 is no solution")
    };
    let words = flaw.in_words(&setting.chess, &setting.root, setting.view);
    assert_eq!(words, "after Kd2: Kf7 is permitted, but missing");
}

#[test]
fn the_tree_is_printed_as_in_figure_3() {
    let setting = Setting::new();
    let tree = setting.tree(&figure_3());
    let shown = |max_lines| {
        show(
            &setting.chess,
            &setting.root,
            setting.view,
            &tree,
            max_lines,
        )
    };
    assert_eq!(shown(100), FIGURE_3);
    let start: String = FIGURE_3
        .lines()
        .take(4)
        .map(|line| format!("{line}\n"))
        .collect();
    assert_eq!(shown(4), format!("{start}… and 6 more lines\n"));
}

#[test]
fn the_tree_survives_its_document() {
    let setting = Setting::new();
    let Setting {
        program,
        chess,
        root,
        view,
    } = &setting;
    let tree = setting.tree(&figure_3());
    let piece = "bring_king_in_front_of_pawn";
    let asked = TreeQuestion {
        chapter: "kpk",
        program,
        piece: program.piece_named(piece).expect("it has this piece"),
        verdict: Verdict::Satisfied,
    };
    let json = TreeDocument::new(chess, asked, root, *view, &tree)
        .and_then(|d| d.to_json())
        .unwrap();
    let document = TreeDocument::from_json(json.as_bytes()).unwrap();
    assert_eq!(
        (&document.position[..], &document.piece[..]),
        (FIGURE_2, piece)
    );
    let replayed = document.replay(chess, program).unwrap();
    assert_eq!(
        (replayed.position, replayed.view, replayed.tree),
        (*root, *view, tree)
    );
}

#[test]
fn a_line_that_comes_back_to_itself_is_a_failure() {
    let setting = Setting::new();
    let question = setting.question("to_and_fro");
    let found = |verdict, line| {
        check_verdict(
            question,
            verdict,
            &setting.one_line(line),
            Budget::steps(100_000),
        )
    };
    let condition = |verdict, line| match found(verdict, line) {
        Finding::Flawed(flaw) => (flaw.path.len(), flaw.condition),
        Finding::Sound | Finding::Unknown(_) => panic!("{line} has a flaw"),
    };
    let circle = "Kc2 Ke8 Kd1 Kf8";
    assert_eq!(found(Verdict::Refuted, circle), Finding::Sound);
    assert_eq!(
        condition(Verdict::Satisfied, circle),
        (4, Condition::Repeats)
    );
    let longer = "Kc2 Ke8 Kd1 Kf8 Kc2";
    assert_eq!(
        condition(Verdict::Refuted, longer),
        (4, Condition::GoesOnPastRepetition)
    );
    assert_eq!(
        condition(Verdict::Cut, "Kc2 Ke8 Kd1"),
        (3, Condition::EndsWithoutFailure)
    );
    let mut evaluator = Evaluator::new(&setting.chess, &setting.program, Budget::steps(100_000));
    assert_eq!(
        evaluator.verdict(question.piece, &setting.root, Side::Us),
        Ok(Verdict::Refuted)
    );
}
