//! `nasvet ask`: a question about a problem, answered by thinking.

use std::io::{BufRead, IsTerminal};
use std::process::ExitCode;
use std::sync::Arc;

use clap::Parser;
use code::compile;
use documents::TextStyle;
use domain::Domain;
use lang::checked::Program;
use nasvet::session::Interruption;
use nasvet::{
    Ask, AskedQuestion, BadQuestion, Games, answer_document, read_position, read_question, report,
};
use reason::{Conclusion, Control, Multiplication, Reasoner, Simplification};

use super::watch::{INTERRUPTED, Outside, Watch};
use super::{Outcome, load_program, print, print_json};

/// Ask a question about a problem: the lemmas and methods of a chapter look for an answer and explain it.
#[derive(Parser)]
#[command(after_help = "Examples:
  nasvet ask and-or 'a = b and d; b = c or e; goal d e' 'can a be solved?'
  nasvet ask and-or kitchen.graph 'goal(cake) and not goal(buy)'
  nasvet ask and-or 'a = b and d; goal b' 'goal(a)' --trace
  nasvet ask and-or 'a = b and d; goal b' 'goal(a)' --step

A question is written in the words of a hypothesis of the chapter, or as a formula of hypotheses with
`not`, `and`, `or`, `=>` and `<=>`. The answer is yes, no or unknown.

Exit status: 0 for yes and no, 1 for unknown, 130 if Ctrl-C stopped it, 2 if the question could not be
understood.")]
pub(crate) struct Args {
    /// A file or the name of a shipped chapter
    chapter: String,
    /// The problem: a position, a graph, or a file that holds it
    problem: String,
    /// The question
    question: String,
    /// Print the pool and the conflict set in every cycle
    #[arg(long)]
    trace: bool,
    /// Choose what is done in every cycle: type a number of the conflict set, or nothing for the first
    #[arg(long, conflicts_with = "json")]
    step: bool,
    /// Searches may look at so many positions
    #[arg(long, default_value_t = 1_000_000, value_name = "N")]
    nodes: u64,
    /// A single search by plans may look at so many positions
    #[arg(long, default_value_t = 100_000, value_name = "N")]
    search_nodes: u64,
    /// Give up after this many cycles
    #[arg(long, default_value_t = 10_000, value_name = "N")]
    cycles: u64,
    /// Give up after this many seconds
    #[arg(long, value_name = "N")]
    seconds: Option<u64>,
    /// Keep the targets as products when they would have more lines than this; 0 delays every multiplication
    #[arg(long, default_value_t = 100, value_name = "N")]
    lines: usize,
    /// Leave out rules of simplification: 1 tautologies, 2 implied lines, 3 implied values
    #[arg(long, value_name = "RULES", value_delimiter = ',', value_parser = clap::value_parser!(u8).range(1..=3))]
    without_rules: Vec<u8>,
    /// Leave out these lemmas and methods of the chapter
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    without: Vec<String>,
    /// Think first about what has to do with what was last thought about
    #[arg(long)]
    window: bool,
    /// Print JSON, with every fact
    #[arg(long)]
    json: bool,
}

/// A file with a problem is at most this long.
const MAX_PROBLEM: u64 = 1 << 20;

pub(crate) fn run(args: &Args) -> Outcome {
    let games = Games::new();
    let loaded = load_program(&args.chapter)?;
    let Some(program) = &loaded.program else {
        return Ok(ExitCode::from(1));
    };
    if program.hypotheses.is_empty() {
        return Err(format!(
            "`{}` has no hypotheses, so there is nothing to ask; `nasvet advise` plays by it",
            args.chapter
        ));
    }
    let program = &without(program, &args.without)?;
    let problem = problem(&args.problem)?;
    let question = Question {
        args,
        program,
        problem: &problem,
    };
    games
        .ask_about(program, &problem, question)
        .unwrap_or_else(|| Err(format!("no game `{}`", program.game)))
}

/// The program with some of its lemmas and methods left out.
fn without(program: &Arc<Program>, names: &[String]) -> Result<Arc<Program>, String> {
    let mut program = Program::clone(program);
    for name in names {
        let n_methods = program.methods.len();
        program.methods.retain(|method| method.name != *name);
        if program.methods.len() == n_methods {
            let known: Vec<&str> = program.methods.iter().map(|method| &*method.name).collect();
            return Err(format!(
                "there is no lemma or method `{name}` to leave out; there are {}",
                known.join(", ")
            ));
        }
    }
    Ok(Arc::new(program))
}

/// The text of a problem, or what the file of this name holds.
fn problem(text: &str) -> Result<String, String> {
    let Ok(file) = std::fs::metadata(text) else {
        return Ok(text.to_owned());
    };
    if !file.is_file() || file.len() > MAX_PROBLEM {
        return Err(format!(
            "`{text}` is not a file of at most {MAX_PROBLEM} bytes"
        ));
    }
    std::fs::read_to_string(text).map_err(|error| format!("cannot read `{text}`: {error}"))
}

struct Question<'a> {
    args: &'a Args,
    program: &'a Arc<Program>,
    problem: &'a str,
}

impl Ask for Question<'_> {
    type Answer = Outcome;

    fn ask<D: Domain>(self, domain: &D) -> Outcome {
        let Question {
            args,
            program,
            problem,
        } = self;
        let (position, view) = read_position(domain, program, problem)
            .map_err(|error| format!("the problem `{problem}`: {error}"))?;
        let question = match read_question(domain, program, (&position, view), &args.question) {
            Ok(question) => question,
            Err(bad) => return misunderstood(&bad),
        };
        let compiled = compile(domain, program);
        // Where the cycles are shown, a line that says that it thinks would be in the way.
        let tells = std::io::stderr().is_terminal() && !args.trace && !args.step;
        let mut watch = Watch::new(tells, Outside::Ends)?;
        let stop = watch.begin(args.seconds);
        let budget = domain::Watch::nodes(args.nodes).with_stop(&stop);
        let problem = (position, view);
        let mut reasoner = Reasoner::new(&compiled, problem, &question, control(args), &budget);
        let trace = cycles(args, &mut reasoner)?;
        let answer = reasoner.answer();
        let interruption = watch.end();
        let asked = AskedQuestion {
            chapter: &args.chapter,
            problem: self.problem,
            question: &args.question,
        };
        let mut document = answer_document(&answer, asked);
        document.trace = trace;
        match args.json {
            true => print_json(&document)?,
            false => print(&document.text(TextStyle::TERMINAL))?,
        }
        Ok(match answer.conclusion {
            Conclusion::Yes | Conclusion::No => ExitCode::SUCCESS,
            Conclusion::Unknown(_) if interruption == Interruption::User => {
                ExitCode::from(INTERRUPTED)
            }
            Conclusion::Unknown(_) => ExitCode::from(1),
        })
    }
}

fn control(args: &Args) -> Control {
    let multiplication = match args.lines {
        0 => Multiplication::Delayed,
        max_lines => Multiplication::Immediate(max_lines),
    };
    let has_rule = |number: u8| !args.without_rules.contains(&number);
    Control {
        rules: Simplification {
            tautologies: has_rule(1),
            implied: has_rule(2),
            values: has_rule(3),
        },
        multiplication,
        window: args.window,
        max_cycles: args.cycles,
        max_search_nodes: args.search_nodes,
        ..Control::default()
    }
}

/// Makes the cycles that are shown or chosen. Gives their trace if it is to be part of a document.
fn cycles<D: Domain>(args: &Args, reasoner: &mut Reasoner<D>) -> Result<Option<String>, String> {
    if !args.trace && !args.step {
        return Ok(None);
    }
    let mut document = String::new();
    let mut show = |text: &str| {
        if args.json {
            document += text;
            Ok(())
        } else {
            print(text)
        }
    };
    let mut chooses = args.step;
    loop {
        show(&format!("{}\n", reasoner.show_pool()))?;
        let conflict_set = reasoner.conflict_set();
        if conflict_set.is_empty() {
            let searches = reasoner.show_searches();
            if !searches.is_empty() {
                show(&format!("Searches\n{searches}\n"))?;
            }
            return Ok(args.json.then_some(document));
        }
        show(&reasoner.show_conflict_set(&conflict_set))?;
        let mut chosen = 0;
        if chooses {
            match which(conflict_set.len())? {
                Some(choice) => chosen = choice,
                // Whoever has no more to say leaves the rest to the reasoner.
                None => chooses = false,
            }
        }
        let executed = reasoner.execute(conflict_set[chosen]);
        show(&format!("{}\n", reasoner.show_executed(&executed)))?;
    }
}

/// Asks which of so many; nothing at the end of the input.
fn which(n: usize) -> Result<Option<usize>, String> {
    loop {
        print("Which? ")?;
        let mut line = String::new();
        let read = std::io::stdin().lock().read_line(&mut line);
        let n_read = read.map_err(|error| format!("cannot read an answer: {error}"))?;
        let answer = line.trim().trim_end_matches('.');
        match answer.parse::<usize>() {
            _ if n_read == 0 => {
                print("\n")?;
                return Ok(None);
            }
            Ok(number) if (1..=n).contains(&number) => return Ok(Some(number - 1)),
            Err(_) if answer.is_empty() => return Ok(Some(0)),
            Ok(_) | Err(_) => print(&format!("Type a number from 1 to {n}.\n"))?,
        }
    }
}

/// Shows where a question goes wrong, and which ones the chapter understands.
fn misunderstood(bad: &BadQuestion) -> Outcome {
    for diagnostic in &bad.diagnostics {
        match &bad.source {
            Some(source) => anstream::eprintln!("{}\n", report::show(source, &[], diagnostic)),
            None => anstream::eprintln!("{}\n", diagnostic.message),
        }
    }
    if !bad.known.is_empty() {
        anstream::eprintln!("The chapter understands: {}", bad.known.join("; "));
    }
    Ok(ExitCode::from(2))
}
