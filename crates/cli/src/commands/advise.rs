//! `nasvet advise`: what a chapter plays in a position.

use std::io::IsTerminal;
use std::process::ExitCode;
use std::sync::Arc;

use clap::{Parser, ValueEnum};
use code::compile;
use documents::{
    AdviceDocument, AdvisedMoveDocument, ExplanationDocument, FormatName, FormatVersion, TextStyle,
    TreeDocument, TreeError, TreeQuestion, TriedName, TriedPieceDocument,
};
use domain::{Domain, Side, Stop, Stopped};
use lang::checked::{PieceId, Program};
use nasvet::session::Interruption;
use nasvet::{Advisor, Ask, Choice, Games, Mode, read_position, write_trace};
use proof::Verdict;
use search::{Advised, Engine, Options, Outcome as PieceOutcome};

use super::watch::{INTERRUPTED, Outside, Watch};
use super::{Outcome, load_program, print, print_json};

/// Play by a chapter: our move in a position, the piece of advice behind it, and its forcing tree.
#[derive(Parser)]
#[command(after_help = "Examples:
  nasvet advise kpk '5k2/8/8/8/8/2P5/8/3K4 w - -' --stats --tree
  nasvet advise kpk '5k2/8/8/8/8/2P5/8/3K4 w - -' --replies 'Ke7 Kd6'
  nasvet advise nim '2 1 1' --json
  nasvet advise krk '8/8/8/3k4/8/8/1R6/K7 w - -' --mode weak --replies 'Kd4'
  nasvet advise krk '8/8/8/3k4/8/8/1R6/K7 w - -' --why --why-not Rb5

With --replies the game goes on: after each of our moves their next reply is played. In strong mode a
strategy is followed to its end; in weak mode a new one is made for every move.")]
pub(crate) struct Args {
    /// A file or the name of a shipped chapter
    chapter: String,
    /// The position
    position: String,
    /// How long a strategy is kept
    #[arg(long, value_enum, default_value_t = ModeArg::Strong)]
    mode: ModeArg,
    /// Their replies, one after each of our moves
    #[arg(long, value_name = "MOVES", default_value = "")]
    replies: String,
    /// Print how many positions each piece looked at, by depth, counted as in the AL2 paper: nothing that was found
    /// out about a position is used again
    #[arg(long)]
    stats: bool,
    /// Print the forcing tree
    #[arg(long)]
    tree: bool,
    /// Say why, in words
    #[arg(long)]
    why: bool,
    /// Say why this move is not played instead
    #[arg(long, value_name = "MOVE")]
    why_not: Option<String>,
    /// Print what the search did, move by move
    #[arg(long)]
    trace: bool,
    /// Give up after this many positions for a piece
    #[arg(long, default_value_t = 10_000_000, value_name = "N")]
    nodes: u64,
    /// Give up after this many seconds
    #[arg(long, value_name = "N")]
    seconds: Option<u64>,
    /// Look for a tree of least depth
    #[arg(long)]
    shortest: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ModeArg {
    Strong,
    Weak,
}

impl From<ModeArg> for Mode {
    fn from(mode: ModeArg) -> Mode {
        match mode {
            ModeArg::Strong => Mode::Strong,
            ModeArg::Weak => Mode::Weak,
        }
    }
}

pub(crate) fn run(args: &Args) -> Outcome {
    let games = Games::new();
    let loaded = load_program(&args.chapter)?;
    let Some(program) = &loaded.program else {
        return Ok(ExitCode::from(1));
    };
    let mut watch = Watch::new(std::io::stderr().is_terminal(), Outside::Ends)?;
    let stop = watch.begin(args.seconds);
    let question = Question {
        args,
        program,
        stop: &stop,
        watch: &watch,
    };
    let told = games.ask_about(program, &args.position, question);
    // What has been found is shown when the line that tells of the search is gone.
    let interruption = watch.end();
    let told = told.ok_or_else(|| format!("no game `{}`", program.game))??;
    let all_well = told.show(args)?;
    Ok(ExitCode::from(match interruption {
        Interruption::User => INTERRUPTED,
        Interruption::None | Interruption::Time => u8::from(!all_well),
    }))
}

struct Question<'a> {
    args: &'a Args,
    program: &'a Arc<Program>,
    stop: &'a Stop,
    watch: &'a Watch,
}

/// What was found, and what is wrong with the rest of the question.
struct Told {
    document: AdviceDocument,
    problem: Option<String>,
}

impl Told {
    /// Shows it, and tells whether every move that was asked for is there.
    fn show(self, args: &Args) -> Result<bool, String> {
        // What was played up to a problem is worth showing, but is no document.
        if !args.json {
            print(&self.document.text(TextStyle::TERMINAL))?;
        }
        if let Some(problem) = self.problem {
            return Err(problem);
        }
        if args.json {
            print_json(&self.document)?;
        }
        Ok(self.document.ended.is_none())
    }
}

/// A game in progress, and what has been said of it.
struct Game<'a, D: Domain> {
    args: &'a Args,
    program: &'a Arc<Program>,
    domain: &'a D,
    view: D::View,
    stop: &'a Stop,
    watch: &'a Watch,
    document: AdviceDocument,
    /// Has the other move been asked about?
    asked_other: bool,
}

impl Ask for Question<'_> {
    type Answer = Result<Told, String>;

    fn ask<D: Domain>(self, domain: &D) -> Result<Told, String> {
        let Question {
            args,
            program,
            stop,
            watch,
        } = self;
        let (position, view) = read_position(domain, program, &args.position)
            .map_err(|error| format!("the position `{}`: {error}", args.position))?;
        let compiled = compile(domain, program);
        let options = Options {
            cache: !args.stats && !args.trace,
            shortest_first: args.shortest,
        };
        let mut engine = Engine::new(&compiled, options);
        if args.trace {
            engine.start_trace();
        }
        let advisor = Advisor::new(engine, args.mode.into());
        let mut game = Game {
            args,
            program,
            domain,
            view,
            stop,
            watch,
            document: AdviceDocument {
                format: FormatName::default(),
                version: FormatVersion::default(),
                chapter: args.chapter.clone(),
                counted: args.stats,
                first_reply: None,
                moves: Vec::new(),
                ended: None,
            },
            asked_other: false,
        };
        let ended = game.play(advisor, position);
        let mut document = game.document;
        let problem = match ended {
            Ok(ended) => {
                document.ended = ended;
                None
            }
            Err(problem) => Some(problem),
        };
        Ok(Told { document, problem })
    }
}

impl<'a, D: Domain> Game<'a, D> {
    /// Plays until the replies are used up; gives the reason if there is no move before.
    fn play(
        &mut self,
        mut advisor: Advisor<D>,
        mut position: D::Position,
    ) -> Result<Option<String>, String> {
        let replies = self.args.replies.clone();
        let mut replies = replies.split_whitespace();
        if self.domain.turn(&position) == Side::Them {
            match replies.next() {
                Some(reply) => position = self.their_move(&position, reply, &mut advisor)?,
                None => return self.them_to_move(&mut advisor, &position).map(Some),
            }
        }
        loop {
            let choice = advisor.choose(&position, &self.limits());
            let trace = self.args.trace.then(|| {
                let trace = advisor.engine().take_trace();
                write_trace(self.domain, &position, self.view, &trace)
            });
            let choice = match choice {
                Ok(choice) => choice,
                Err(advised) => {
                    self.tell(&position, None, Some(&advised), trace);
                    self.explain_nothing(&mut advisor, &position)?;
                    return Ok(Some(self.no_advice(&position, &advised)));
                }
            };
            self.tell(&position, Some(&choice), choice.advised.as_ref(), trace);
            self.explain(&mut advisor, &position, &choice)?;
            position = self.domain.play(&position, choice.m);
            let Some(reply) = replies.next() else {
                return Ok(None);
            };
            position = self.their_move(&position, reply, &mut advisor)?;
        }
    }

    /// What a search may look at, and who may call it off.
    fn limits(&self) -> domain::Watch {
        domain::Watch::nodes(self.args.nodes).with_stop(self.stop)
    }

    fn their_move(
        &mut self,
        position: &D::Position,
        reply: &str,
        advisor: &mut Advisor<D>,
    ) -> Result<D::Position, String> {
        let m = self
            .domain
            .read_move(position, self.view, reply)
            .map_err(|error| format!("their reply `{reply}`: {error}"))?;
        let written = self.domain.write_move(position, self.view, m);
        match self.document.moves.last_mut() {
            Some(last) => last.reply = Some(written),
            None => self.document.first_reply = Some(written),
        }
        advisor.reply(m);
        Ok(self.domain.play(position, m))
    }

    /// With them to move there is nothing to play, but the tables can be consulted.
    fn them_to_move(
        &mut self,
        advisor: &mut Advisor<D>,
        position: &D::Position,
    ) -> Result<String, String> {
        let advised = advisor.engine().advise(position, &self.limits());
        self.tell(position, None, Some(&advised), None);
        let them = self.domain.write_side(Side::Them, self.view);
        Ok(match &advised.chosen {
            Some((piece, _)) => {
                let piece = &self.program.piece(*piece).name;
                format!(
                    "It is {them} to move; whatever they play, `{piece}` works. Give their move with --replies."
                )
            }
            None => format!("It is {them} to move. Give their move with --replies."),
        })
    }

    fn no_advice(&self, position: &D::Position, advised: &Advised<D::Move>) -> String {
        if let Some(stopped) = advised.stopped {
            return match (stopped, self.watch.interruption()) {
                (Stopped::Asked, Interruption::User) => "Unknown: stopped on request.".into(),
                (Stopped::Asked, Interruption::None | Interruption::Time) => {
                    "Unknown: the time is up; allow more with --seconds.".into()
                }
                (
                    Stopped::Nodes(_)
                    | Stopped::Steps(_)
                    | Stopped::Plies(_)
                    | Stopped::Cycles(_)
                    | Stopped::Memory(_),
                    _,
                ) => {
                    format!("Unknown: {stopped}; allow more with --nodes.")
                }
            };
        }
        if !self.domain.has_moves(position) {
            return "The game is over: there is no legal move.".into();
        }
        match (advised.table, advised.rule) {
            (None, _) => "No table of the chapter is for these men.".into(),
            (Some(_), None) => "No rule of the table applies.".into(),
            (Some(_), Some(_)) => "No piece of advice can be satisfied.".into(),
        }
    }

    /// Notes what was found.
    fn tell(
        &mut self,
        position: &D::Position,
        choice: Option<&Choice<D>>,
        advised: Option<&Advised<D::Move>>,
        trace: Option<String>,
    ) {
        let m = choice.map(|choice| self.domain.write_move(position, self.view, choice.m));
        let piece = choice.map(|choice| self.program.piece(choice.piece));
        let chosen = advised.and_then(|advised| advised.chosen.as_ref());
        let tree = chosen
            .filter(|_| self.args.tree)
            .map(|(piece, tree)| self.tree(position, *piece, tree));
        let (tree, no_tree) = match tree {
            Some(Ok(tree)) => (Some(tree), None),
            Some(Err(problem)) => (None, Some(problem.to_string())),
            None => (None, None),
        };
        self.document.moves.push(AdvisedMoveDocument {
            position: self.domain.write_position(position, self.view),
            m,
            piece: piece.map(|piece| piece.name.clone()),
            says: piece.and_then(|piece| piece.doc.clone()),
            followed: choice.is_some_and(|choice| choice.advised.is_none()),
            rule: advised
                .and_then(|advised| advised.rule)
                .map(|rule| rule + 1),
            tried: advised
                .map(|advised| self.tried(advised))
                .unwrap_or_default(),
            tree,
            no_tree,
            trace,
            why: None,
            why_not: None,
            reply: None,
        });
    }

    /// Says why our move is played, and why another one is not, as far as that is asked.
    fn explain(
        &mut self,
        advisor: &mut Advisor<D>,
        position: &D::Position,
        choice: &Choice<D>,
    ) -> Result<(), String> {
        let (view, limits) = (self.view, self.limits());
        if self.args.why {
            let why = advisor
                .why(position, view, choice, &limits)
                .map_err(|stopped| format!("no explanation: {stopped}"))?;
            let document = ExplanationDocument::new(self.domain, position, view, &why);
            if let Some(last) = self.document.moves.last_mut() {
                last.why = Some(document);
            }
        }
        self.explain_other(advisor, position)
    }

    /// Says why there is no move, if that is asked.
    fn explain_nothing(
        &mut self,
        advisor: &mut Advisor<D>,
        position: &D::Position,
    ) -> Result<(), String> {
        let (view, limits) = (self.view, self.limits());
        // A search that was stopped has said so already.
        if self.args.why
            && let Ok(why) = advisor.why_nothing(position, view, &limits)
        {
            let document = ExplanationDocument::new(self.domain, position, view, &why);
            if let Some(last) = self.document.moves.last_mut() {
                last.why = Some(document);
            }
        }
        self.explain_other(advisor, position)
    }

    /// Says why the move in question is not played. It is asked about the first position only.
    fn explain_other(
        &mut self,
        advisor: &mut Advisor<D>,
        position: &D::Position,
    ) -> Result<(), String> {
        let Some(text) = self.args.why_not.as_ref().filter(|_| !self.asked_other) else {
            return Ok(());
        };
        self.asked_other = true;
        let (view, limits) = (self.view, self.limits());
        let m = self
            .domain
            .read_move(position, view, text)
            .map_err(|error| format!("the move `{text}`: {error}"))?;
        let why_not = advisor
            .why_not(position, view, m, &limits)
            .map_err(|stopped| format!("no explanation: {stopped}"))?;
        let document = ExplanationDocument::new(self.domain, position, view, &why_not);
        if let Some(last) = self.document.moves.last_mut() {
            last.why_not = Some(document);
        }
        Ok(())
    }

    fn tree(
        &self,
        position: &D::Position,
        piece: PieceId,
        tree: &proof::Tree<D::Move>,
    ) -> Result<TreeDocument, TreeError> {
        let asked = TreeQuestion {
            chapter: &self.args.chapter,
            program: self.program,
            piece,
            verdict: Verdict::Satisfied,
        };
        TreeDocument::new(self.domain, asked, position, self.view, tree)
    }

    fn tried(&self, advised: &Advised<D::Move>) -> Vec<TriedPieceDocument> {
        let tried = advised.tried.iter().map(|tried| TriedPieceDocument {
            piece: self.program.piece(tried.piece).name.clone(),
            number: tried.piece.0 as usize + 1,
            outcome: match tried.outcome {
                PieceOutcome::Guarded => TriedName::Guarded,
                PieceOutcome::AlreadyReached => TriedName::AlreadyReached,
                PieceOutcome::Satisfied => TriedName::Satisfied,
                PieceOutcome::Refuted => TriedName::Refuted,
                PieceOutcome::Cut => TriedName::Cut,
                PieceOutcome::Unknown(_) => TriedName::Unknown,
            },
            nodes: tried.statistics.nodes() + tried.nested_nodes,
            by_depth: tried.statistics.by_depth().to_vec(),
        });
        tried.collect()
    }
}
