//! The studies of the AL3 paper at its own bound on searches: what is answered, what is proposed, and how much it took.

use std::collections::HashSet;
use std::sync::Arc;

use chess::{Chess, Small, View};
use documents::AnswerName;
use domain::{Notation, Rules, Side, Watch};
use nasvet::{Chapter, ThinkingRequest};
use proof::{NodeId, Tree};
use reason::{Conclusion, Control, ReasonedAnswer, Reasoner};
use shakmaty::Color;
use verify::{EndgameTables, Wdl};

use crate::pawns::{ask, chapter, tables};

const RETI: &str = "7K/8/k1P5/7p/8/8/8/8 w - -";
const MORAVEC: &str = "3k4/7p/8/2P5/K7/8/8/8 w - -";
const ADAMSON: &str = "8/7K/k1P5/p7/8/8/8/8 w - -";
const GRIGORIEV: &str = "8/p7/8/8/2K5/5k2/2P5/8 w - -";

/// A walk through a tree of White's, which plays us.
struct Walk<'a> {
    chess: Chess<Small>,
    tables: &'a EndgameTables,
    tree: &'a Tree<<Chess<Small> as Rules>::Move>,
    seen: HashSet<(NodeId, Small)>,
    n_moves: usize,
}

impl Walk<'_> {
    /// Each move of White's keeps the draw, and no reply is left out where the tree goes on.
    fn every_move_draws(&mut self, node: NodeId, position: &Small) {
        if !self.seen.insert((node, *position)) {
            return;
        }
        let branches = self.tree.branches(node);
        let is_ours = self.chess.turn(position) == Side::Us;
        let n_replies = self.chess.legal_moves(position).len();
        let view = View { us: Color::White };
        let here = self.chess.write_position(position, view);
        assert!(
            branches.is_empty() || branches.len() == if is_ours { 1 } else { n_replies },
            "{} of {n_replies} moves in {here}",
            branches.len()
        );
        for (m, to) in branches {
            let after = self.chess.play(position, *m);
            if is_ours {
                let outcome = self.tables.probe(&after).expect("the tables know it");
                let played = self.chess.write_move(position, view, *m);
                assert_ne!(outcome.wdl(), Wdl::Win, "{played} loses in {here}");
                self.n_moves += 1;
            }
            self.every_move_draws(*to, &after);
        }
    }
}

/// With 200 positions a search White's draw is proved, and every move of White's in the proposed tree draws.
#[test]
fn every_move_of_the_proposed_trees_draws() {
    let program = chapter();
    let tables = tables();
    let control = Control {
        max_search_nodes: 200,
        max_cycles: 10_000,
        ..Control::default()
    };
    for fen in [RETI, MORAVEC, ADAMSON] {
        let tell = |answer: &ReasonedAnswer<Chess<Small>>, _: &mut Reasoner<Chess<Small>>| {
            assert_eq!(answer.conclusion, Conclusion::Yes, "{fen}");
            let proposal = answer.proposal.as_ref().expect("there is a tree");
            assert_eq!(proposal.by, Side::Us);
            let mut walk = Walk {
                chess: Chess::new(),
                tables,
                tree: &proposal.tree,
                seen: HashSet::new(),
                n_moves: 0,
            };
            walk.every_move_draws(proposal.tree.root(), &answer.problem);
            println!(
                "{fen}: {} moves of White's, {} plies, {} cycles, {} positions",
                walk.n_moves, proposal.plies, answer.counts.cycles, answer.counts.nodes
            );
            assert!(walk.n_moves > 20, "{fen}");
        };
        let watch = Watch::nodes(100_000_000);
        ask(&program, fen, "can White draw?", control, &watch, tell);
    }
}

/// The methods that the paper does not have: what is known at a glance, plans that are made before all others, and the
/// search for a win by any moves.
const OURS: [&str; 8] = [
    "glance",
    "expand",
    "search_win",
    "ways_to_win",
    "ways_to_hold",
    "more_ways_to_win",
    "more_ways_to_hold",
    "modplan",
];

/// Fig. 10: with the paper's methods and 100 positions a search the pool comes to hold all fifteen hypotheses of the
/// figure about the study by Réti, with the figure's truths.
#[test]
fn the_pool_of_fig_10() {
    let mut program = chapter();
    let is_theirs = |name: &str| !OURS.contains(&name);
    let methods = &mut Arc::make_mut(&mut program).methods;
    methods.retain(|method| is_theirs(&method.name));
    let control = Control {
        max_search_nodes: 100,
        max_cycles: 60,
        ..Control::default()
    };
    // The figure's names of plans: p:1 to p:6 are Black's push, White's king to the pawn, White's run, Black's king to
    // the pawn, Black's run, and White's king in the way of Black's.
    let figure = [
        ("can_draw(White)", None),
        ("can_win(Black)", None),
        ("suc(p:2)", None),
        ("ref(p:3,p:2)", Some(false)),
        ("ref(p:5,p:2)", Some(true)),
        ("suc(p:5)", None),
        ("ref(p:6,p:5)", None),
        ("ref(p:7,p:5)", None),
        ("suc(p:2 mod p:6)", None),
        ("suc(p:6)", None),
        ("ref(p:5,p:2 mod p:6)", Some(false)),
        ("ref(p:8,p:6)", None),
        ("ref(p:5 mod p:8,p:2 mod p:6)", None),
        ("ref(p:3,p:2 mod p:6)", Some(false)),
        ("ref(p:8,p:2 mod p:6)", None),
    ];
    ask(
        &program,
        RETI,
        "can White draw?",
        control,
        &Watch::nodes(1_000_000),
        |answer, reasoner| {
            let pool = reasoner.show_pool();
            for plan in [
                "2 plan(p:2,Black,push)",
                "3 plan(p:3,White,stop)",
                "5 plan(p:5,White,run)",
                "6 plan(p:6,Black,stop)",
                "7 plan(p:7,Black,run)",
                "8 plan(p:8,White,bar(",
            ] {
                assert!(pool.contains(plan), "{plan} in\n{pool}");
            }
            for (written, truth) in figure {
                let found = reasoner
                    .pool()
                    .entries()
                    .find(|(_, entry)| reasoner.write_entry(entry) == written);
                let id = found.unwrap_or_else(|| panic!("{written} in\n{pool}")).0;
                let hypothesis = reasoner.pool().hypothesis(id).expect("it is a hypothesis");
                if truth.is_some() {
                    assert_eq!(reasoner.known(hypothesis), truth, "{written}");
                }
            }
            let searches = reasoner.show_searches();
            println!("{searches}");
            // The figure's h:4. How many the others take is in the book.
            let search = "p:2 against p:5 fails: 3 positions";
            assert!(searches.contains(search), "{search} in\n{searches}");
            // Nothing is proved; what is proposed begins as in the paper.
            assert!(matches!(answer.conclusion, Conclusion::Unknown(_)));
            let first = answer.first_move(Side::Us).expect("it is our tree");
            let view = View { us: Color::White };
            assert_eq!(
                answer.domain.write_move(&answer.problem, view, first),
                "Kg7"
            );
        },
    );
}

/// Grigoriev's study, in which the paper's program failed: Kd4 is found, and shown to win, with no more positions a search
/// than the paper allows.
#[test]
fn grigorievs_study_is_won() {
    let program = chapter();
    let control = Control {
        max_search_nodes: 200,
        ..Control::default()
    };
    ask(
        &program,
        GRIGORIEV,
        "can White win?",
        control,
        &Watch::nodes(1_000_000),
        |answer, _| {
            assert_eq!(answer.conclusion, Conclusion::Yes);
            let first = answer.first_move(Side::Us).expect("it is our tree");
            let view = View { us: Color::White };
            assert_eq!(
                answer.domain.write_move(&answer.problem, view, first),
                "Kd4"
            );
        },
    );
}

/// With the usual limits the first move is told with the reasons that the paper gives: Réti's king goes for both pawns
/// at once; Grigoriev's opens the path of the pawn, bars the other king, and can still reach a1.
#[test]
fn the_first_move_has_the_papers_reasons() {
    let chapter = Chapter::shipped("kpkp").expect("a shipped chapter");
    let both_pawns = [
        "bring the king to the pawn on c6",
        "bring the king before the pawn on h5",
    ];
    let three_reasons = [
        "step out of the pawn's way",
        "keep the king on f3 away",
        "guard a1, where the other pawn queens",
    ];
    for (fen, question, first, reasons) in [
        (RETI, "can White draw?", "Kg7", &both_pawns[..]),
        (GRIGORIEV, "can White win?", "Kd4", &three_reasons[..]),
    ] {
        let answer = chapter.ask(fen, question, &ThinkingRequest::default(), &Watch::new());
        let answer = answer.expect("the question is understood");
        assert_eq!(answer.answer, AnswerName::Yes, "{fen}");
        let idea = answer.idea.expect("it is told as a plan");
        let told = &idea.lines[0].moves[0];
        assert_eq!(told.text, first);
        let aim = told.aim.as_deref().unwrap_or_default();
        for reason in reasons {
            assert!(aim.contains(reason), "{reason} in {aim}");
        }
    }
}
