//! `nasvet ask`: a question about a problem, answered by thinking.

use std::io::IsTerminal;

use clap::Parser;
use documents::{AnswerName, TextStyle};
use lang::{BYTE_ORDER_MARK, find_steering};
use nasvet::session::Interruption;
use nasvet::{AskError, Thinking, ThinkingRequest};

use super::watch::{Lookout, Outside};
use super::{Outcome, load_chapter, print, print_findings, print_json};
use crate::files::{read_file, read_line};
use crate::screen::tell;
use crate::status::Status;

/// Ask a question about a problem: the lemmas and methods of a chapter look for an answer and explain it.
#[derive(Parser)]
#[command(after_help = "Examples:
  nasvet ask and-or 'a = b and d; b = c or e; goal d e' 'can a be solved?'
  nasvet ask and-or kitchen.graph 'goal(cake) and not goal(buy)'
  nasvet ask and-or 'a = b and d; goal b' 'goal(a)' --trace
  nasvet ask and-or 'a = b and d; goal b' 'goal(a)' --step
  nasvet ask kpkp '8/8/8/P7/4K3/2k4p/8/8 w - -' 'what should White do?'
  nasvet ask kpkp '8/8/8/P7/4K3/2k4p/8/8 w - -' 'why does a6 lose?'

A question is written in the words of a hypothesis of the chapter, or as a formula of hypotheses with \
`not`, `and`, `or`, `=>` and `<=>`. The answer is yes, no or unknown. A chapter that can say who wins also answers \
`what should White do?`, `which moves win?` and `why does Kh2 lose?`, with `draw` and `lose` or `win` alike.

Exit status: 0 for yes and for what to do, 1 for no, 3 for unknown, 130 if Ctrl-C stopped it, 2 if the question could not be \
understood.")]
pub(crate) struct AskArgs {
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
    /// Give up after this many seconds, at least 1
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
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
    /// Print the facts that the answer rests on and the whole tree, too
    #[arg(long, conflicts_with = "json")]
    more: bool,
    /// Print JSON, with every fact
    #[arg(long)]
    json: bool,
}

/// A file with a problem is at most this long.
const MAX_PROBLEM: u64 = 1 << 20;

pub(crate) fn run(args: &AskArgs) -> Outcome {
    let chapter = load_chapter(&args.chapter)?;
    let problem = problem(&args.problem)?;
    let request = ThinkingRequest {
        without: args.without.clone(),
        without_rules: args.without_rules.clone(),
        max_lines: args.lines,
        window: args.window,
        max_cycles: args.cycles,
        max_search_nodes: args.search_nodes,
    };
    // Where the cycles are shown, a line that says that it thinks would be in the way.
    let tells = std::io::stderr().is_terminal() && !args.trace && !args.step;
    let mut watch = Lookout::new(tells, Outside::Ends)?;
    let stop = watch.begin(args.seconds);
    let budget = nasvet::Watch::nodes(args.nodes).with_stop(&stop);
    if !args.trace && !args.step {
        match chapter.counsel(&problem, &args.question, &request, &budget) {
            Ok(Some(document)) => {
                let interruption = watch.end();
                match args.json {
                    true => print_json(&document)?,
                    false => print(&document.text())?,
                }
                return Ok(match (document.result, interruption) {
                    (Some(_), _) => Status::Done,
                    (None, Interruption::User) => Status::Interrupted,
                    (None, Interruption::None | Interruption::Time) => Status::Unknown,
                });
            }
            Ok(None) => {}
            Err(error) => {
                watch.end();
                return refused(args, &problem, &error);
            }
        }
    }
    let mut thinking = match chapter.think(&problem, &args.question, &request, &budget) {
        Ok(thinking) => thinking,
        Err(error) => {
            watch.end();
            return refused(args, &problem, &error);
        }
    };
    let trace = cycles(args, &mut thinking)?;
    let mut document = thinking.answer();
    let interruption = watch.end();
    document.trace = trace;
    match args.json {
        true => print_json(&document)?,
        false if args.more => print(&document.full_text(TextStyle::TERMINAL))?,
        false => print(&document.text(TextStyle::TERMINAL))?,
    }
    Ok(match (document.answer, interruption) {
        (AnswerName::Yes, _) => Status::Done,
        (AnswerName::No, _) => Status::No,
        (AnswerName::Unknown, Interruption::User) => Status::Interrupted,
        (AnswerName::Unknown, Interruption::None | Interruption::Time) => Status::Unknown,
    })
}

/// Says why there is nothing to think about.
fn refused(args: &AskArgs, problem: &str, error: &AskError) -> Outcome {
    match error {
        AskError::NothingToAsk => Err(format!(
            "`{}` has no hypotheses, so there is nothing to ask; `nasvet advise` plays by it",
            args.chapter
        )
        .into()),
        AskError::BadProblem(error) => Err(format!("the problem `{problem}`: {error}").into()),
        AskError::BadQuestion(findings, known) => {
            print_findings(findings);
            if !known.is_empty() {
                tell(&format!("The chapter understands: {}", known.join("; ")));
            }
            Ok(Status::Refused)
        }
        AskError::NoMethod(..) | _ => Err(error.to_string().into()),
    }
}

/// The text of a problem, or what the file of this name holds.
fn problem(text: &str) -> Result<String, String> {
    if !std::path::Path::new(text).exists() {
        return Ok(text.to_owned());
    }
    let bytes = read_file(text, MAX_PROBLEM)?;
    let problem = String::from_utf8(bytes).map_err(|_| format!("`{text}` is not in UTF-8"))?;
    match find_steering(&problem) {
        None => Ok(problem.trim_start_matches(BYTE_ORDER_MARK).to_owned()),
        Some((_, found)) => Err(format!(
            "`{text}` has the character U+{:04X}, which would steer a terminal",
            u32::from(found)
        )),
    }
}

/// Makes the cycles that are shown or chosen. Gives their trace if it is to be part of a document.
fn cycles(args: &AskArgs, thinking: &mut Thinking) -> Result<Option<String>, String> {
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
        show(&format!("{}\n", thinking.pool()))?;
        let (n_choices, choices) = thinking.choices();
        if n_choices == 0 {
            let searches = thinking.searches();
            if !searches.is_empty() {
                show(&format!("Searches\n{searches}\n"))?;
            }
            return Ok(args.json.then_some(document));
        }
        show(&choices)?;
        let mut chosen = 0;
        if chooses {
            match which(n_choices)? {
                Some(choice) => chosen = choice,
                // At the end of the input the rest is left to the reasoner.
                None => chooses = false,
            }
        }
        show(&format!("{}\n", thinking.choose(chosen)))?;
    }
}

/// Asks which of so many; nothing at the end of the input.
fn which(n: usize) -> Result<Option<usize>, String> {
    loop {
        print("Which? ")?;
        let Some(line) = read_line()? else {
            print("\n")?;
            return Ok(None);
        };
        let answer = line.trim().trim_end_matches('.');
        match answer.parse::<usize>() {
            Ok(number) if (1..=n).contains(&number) => return Ok(Some(number - 1)),
            Err(_) if answer.is_empty() => return Ok(Some(0)),
            Ok(_) | Err(_) => print(&format!("Type a number from 1 to {n}.\n"))?,
        }
    }
}
