//! Files of the largest size that do their worst: each is refused or checked in no time.
//!
//! They are checked in a thread with a stack of 2 MiB, so a recursion without bound would be seen.

use std::fmt::Write;
use std::time::{Duration, Instant};

use lang::{Form, MAX_SOURCE, Source};
use nasvet::{Games, Shelf, check_source, report};

use crate::alone;

/// Every one of them takes well under a second; a slow machine is allowed three.
const LIMIT: Duration = Duration::from_secs(3);

/// The stack of a thread, where nothing else is said.
const STACK: usize = 2 * 1024 * 1024;

const TITLE: &str = "endgame \"Hostile\"\nus K R\nthem K\n";

const PLAN: &str = "endgame \"Hostile\"\nus K P\nthem K\nplan push { better them_to_move }\nhypothesis suc(p: plan)\n";

#[test]
fn no_file_takes_long_or_exhausts_the_stack() {
    let _alone = alone();
    let check = || {
        let mut slowest = (Duration::ZERO, "");
        for (name, form, text) in hostile_files() {
            assert!(
                text.len() <= MAX_SOURCE && text.len() > MAX_SOURCE / 2,
                "{name}: {} bytes",
                text.len()
            );
            let start = Instant::now();
            check(form, &text);
            let taken = start.elapsed();
            eprintln!("{:>5} ms  {name}", taken.as_millis());
            slowest = slowest.max((taken, name));
        }
        eprintln!("{:>5} ms at most, for {}", slowest.0.as_millis(), slowest.1);
        assert!(slowest.0 < LIMIT, "{} took {:?}", slowest.1, slowest.0);
    };
    let thread = std::thread::Builder::new()
        .stack_size(STACK)
        .spawn(check)
        .expect("a thread");
    thread.join().expect("no file makes the checker panic");
}

/// Checks a text, formats it, and shows what was found, as the commands do.
fn check(form: Form, text: &str) {
    let Ok(source) = Source::from_text("hostile", form, text) else {
        return;
    };
    let _ = lang::format(&source);
    let loaded = check_source(source, &Games::new(), &Shelf::shipped());
    for diagnostic in &loaded.diagnostics {
        let _ = report::show(&loaded.source, &loaded.libraries, diagnostic);
    }
}

/// Lines up to the largest size.
fn full(start: &str, line: impl Fn(usize) -> String) -> String {
    full_with_end(start, line, "")
}

fn full_with_end(start: &str, line: impl Fn(usize) -> String, end: &str) -> String {
    let mut text = start.to_owned();
    for idx in 0.. {
        let line = line(idx);
        if text.len() + line.len() + end.len() > MAX_SOURCE {
            break;
        }
        text += &line;
    }
    text + end
}

/// The name, the form and the text of each file.
fn hostile_files() -> Vec<(&'static str, Form, String)> {
    let plain = |name, text| (name, Form::Plain, text);
    let chapter = |name, text| (name, Form::Chapter, text);
    let many_lines = |line: &str| full(TITLE, |_| format!("{line}\n"));
    let expression = |part: &str, end: &str| {
        full_with_end(
            &format!("{TITLE}def f = 1"),
            |_| part.to_owned(),
            &format!("{end}\n"),
        )
    };
    let in_piece = |start: &str, part: &str, end: &str| {
        full_with_end(
            &format!("{TITLE}advice a {{\n  {start}"),
            |_| part.to_owned(),
            end,
        )
    };
    let joined_plans = |part: &str, end: &str| {
        full_with_end(
            &format!("{PLAN}method m {{\n  given suc(p)\n  propose suc("),
            |_| part.to_owned(),
            &format!("{end})\n}}\n"),
        )
    };
    let piece = |idx: usize| format!("advice p{idx} {{ better them_to_move }}\n");
    vec![
        // Each second definition wants another name, and all the near ones are taken.
        plain(
            "names given twice, and the names like them",
            full(TITLE, |n| match n % 2 {
                0 => format!("let f_{} = 1\n", n / 2 + 2),
                _ => "let f = 1\n".into(),
            }),
        ),
        plain(
            "broken and sound statements by turns",
            full(TITLE, |n| match n % 2 {
                0 => format!("let a{n} = 1\n"),
                _ => "let = 1\n".into(),
            }),
        ),
        plain("one definition that rests on all the broken ones", {
            let broken = full_with_end(
                TITLE,
                |n| format!("let a{n} = ?\n"),
                &" ".repeat(MAX_SOURCE / 2),
            );
            let n_broken = broken.matches("let").count();
            let sum: Vec<String> = (0..n_broken).map(|n| format!("a{n}")).collect();
            format!(
                "{}def sum = {}\n",
                broken.trim_end_matches(' '),
                sum.join("+\n")
            )
        }),
        plain("plans joined", joined_plans("p or ", "p")),
        plain("plans modified", joined_plans("p mod ", "p")),
        plain(
            "plans joined in cases",
            joined_plans("if true then p or p or p else (", "p"),
        ),
        plain(
            "a pattern of plans",
            full_with_end(
                &format!("{PLAN}method m {{\n  given suc(a"),
                |n| format!(" or p{n}"),
                ")\n  fact suc(a)\n}\n",
            ),
        ),
        plain(
            "patterns in patterns",
            full(&format!("{PLAN}method m {{\n  given suc("), |n| {
                format!("p{n} mod (")
            }),
        ),
        plain(
            "many plans",
            full(TITLE, |n| format!("plan p{n} {{ better them_to_move }}\n")),
        ),
        plain(
            "subproblems",
            full_with_end(
                &format!("{PLAN}method m {{\n  given suc(p)\n"),
                |_| "  solve suc(p mod our.push) => suc(p)\n".into(),
                "}\n",
            ),
        ),
        plain("parentheses that open", expression(" + (1", "")),
        plain("a sum", expression(" + 1", "")),
        plain("a conjunction", expression(" < 2 and 1", " < 2")),
        plain("minus signs", expression(" - -1", "")),
        plain(
            "negations",
            full(&format!("{TITLE}def f = "), |_| "not ".into()),
        ),
        plain("properties", expression(".a", "")),
        plain(
            "times",
            full(&format!("{TITLE}def f = "), |_| "before.".into()),
        ),
        plain(
            "frames",
            full(&format!("{TITLE}def f = "), |_| "for them (".into()),
        ),
        plain(
            "else-if",
            full_with_end(
                &format!("{TITLE}def f = "),
                |n| format!("if depth = {n} then 1 else "),
                "2",
            ),
        ),
        plain(
            "ifs in ifs",
            full(&format!("{TITLE}def f = "), |_| "if true then if ".into()),
        ),
        plain(
            "quantifiers in quantifiers",
            full(&format!("{TITLE}def f = "), |_| "some s in board : ".into()),
        ),
        plain("90 quantifiers", {
            let nest = "some s in board : ".repeat(90);
            full(TITLE, |n| format!("def f{n} = {nest}s = a1\n"))
        }),
        plain(
            "a set",
            full_with_end(&format!("{TITLE}def f = {{a1"), |_| ", a1".into(), "}\n"),
        ),
        plain(
            "arguments",
            full_with_end(&format!("{TITLE}def f = max(1"), |_| ", 1".into(), ")\n"),
        ),
        plain(
            "parameters",
            full_with_end(&format!("{TITLE}def f(a"), |n| format!(", p{n}"), ") = 1\n"),
        ),
        plain(
            "parameters of one name",
            full_with_end(&format!("{TITLE}def f(a"), |_| ", a".into(), ") = 1\n"),
        ),
        plain(
            "unions",
            full_with_end(
                &format!("{TITLE}def f = board"),
                |_| " union board".into(),
                "\n",
            ),
        ),
        plain(
            "definitions in a row",
            full(&format!("{TITLE}def f0 = 1\n"), |n| {
                format!("def f{} = f{n}\n", n + 1)
            }),
        ),
        plain(
            "definitions in a row backwards",
            full(TITLE, |n| format!("def f{n} = f{}\n", n + 1)),
        ),
        plain("definitions that double", {
            full(&format!("{TITLE}def f0 = 1\n"), |n| {
                format!("def f{} = f{n} + f{n}\n", n + 1)
            })
        }),
        plain("definitions in a circle", {
            full_with_end(
                TITLE,
                |n| format!("def f{n} = f{}\n", n + 1),
                "def f11000 = f0\n",
            )
        }),
        plain(
            "definitions that call themselves",
            full(TITLE, |n| format!("def f{n} = f{n}\n")),
        ),
        plain("definitions in pairs of circles", {
            full(TITLE, |n| {
                format!("def f{n} = f{} + f{}\n", n ^ 1, (n / 2) * 7 % 9_000)
            })
        }),
        plain("definitions of one name", many_lines("def f = 1")),
        plain("one definition that calls all", {
            let calls = (0..12_000)
                .map(|n| format!("f{n}"))
                .collect::<Vec<_>>()
                .join(" + ");
            let mut text = format!("{TITLE}def g = max({calls}, 1)\n");
            for n in 0..8_000 {
                let _ = writeln!(text, "def f{n} = {n}");
            }
            text
        }),
        plain(
            "unknown names",
            full(TITLE, |n| format!("def f{n} = unknown_{n}\n")),
        ),
        plain(
            "unknown names in one line",
            full(&format!("{TITLE}def f = 1"), |n| format!(" + unknown_{n}")),
        ),
        plain("unknown names of great length", {
            let long = "x".repeat(2_000);
            full(TITLE, |n| format!("def {long}{n} = {long}_{n}\n"))
        }),
        plain(
            "unknown properties",
            full(TITLE, |n| format!("def f{n} = our.unknown_{n}\n")),
        ),
        plain(
            "wrong types",
            full(TITLE, |n| format!("def f{n} = 1 + board\n")),
        ),
        plain(
            "warnings",
            full(TITLE, |n| format!("def f{n} = not (before.depth < 1)\n")),
        ),
        plain("pieces", full(TITLE, piece)),
        plain(
            "pieces that nobody lists",
            full_with_end(TITLE, piece, "table { otherwise p0 }\n"),
        ),
        plain("pieces that ask in a row", {
            full(
                &format!("{TITLE}advice p0 {{ better them_to_move }}\n"),
                |n| format!("advice p{} {{ better can p{n} }}\n", n + 1),
            )
        }),
        plain(
            "pieces that ask in a circle",
            full(TITLE, |n| {
                format!("advice p{n} {{ better can p{} }}\n", n + 1)
            }),
        ),
        plain("pieces that share a constraint", {
            let long = "any that check, then ".repeat(2_000);
            full(&format!("{TITLE}moves m = {long}any\n"), |n| {
                format!("advice p{n} {{ better us_to_move us m }}\n")
            })
        }),
        plain("pieces that share a row of constraints", {
            let mut text = format!("{TITLE}moves m0 = any\n");
            for n in 0..3_000 {
                let _ = writeln!(text, "moves m{} = m{n} when check then m{n}", n + 1);
            }
            full(&text, |n| {
                format!("advice p{n} {{ better us_to_move us m3000 }}\n")
            })
        }),
        plain("unknown fields", in_piece("", "foo\n", "}")),
        plain("goals", in_piece("", "better true\n", "}")),
        plain("rules", {
            full_with_end(
                &format!("{TITLE}{}table {{\n", piece(0)),
                |n| format!("if depth = {n} then p0\n"),
                "}\n",
            )
        }),
        plain("rules of one condition", {
            full_with_end(
                &format!("{TITLE}{}table {{\n", piece(0)),
                |_| "if edge(our.king) then p0\n".into(),
                "}\n",
            )
        }),
        plain("rules that differ at the end", {
            let long = "edge(our.king) and ".repeat(50);
            let rule = |n| format!("if {long}file(our.king) = {n} then p0\n");
            full_with_end(&format!("{TITLE}{}table {{\n", piece(0)), rule, "}\n")
        }),
        plain("a list of pieces", {
            full_with_end(
                &format!("{TITLE}{}table {{\notherwise p0", piece(0)),
                |_| ", p0".into(),
                "}\n",
            )
        }),
        plain(
            "tables",
            full(&format!("{TITLE}{}", piece(0)), |_| {
                "table for us K Q them K { otherwise p0 }\n".into()
            }),
        ),
        plain("tables of different men and examples", {
            let mut text = format!("{TITLE}{}", piece(0));
            for n in 0..32 {
                let knights = " N".repeat(n % 9);
                let _ = writeln!(
                    text,
                    "table for us K Q{knights} them K{} {{ otherwise p0 }}",
                    " B".repeat(n / 9)
                );
            }
            full(&text, |_| {
                "example \"8/8/8/3k4/8/8/1Q6/KNN5 w - -\" fires p0\n".into()
            })
        }),
        plain("tables and examples", {
            let mut text = format!("{TITLE}{}", piece(0));
            for _ in 0..3_000 {
                text += "table for us K Q them K { otherwise p0 }\n";
            }
            full(&text, |_| {
                "example \"8/8/8/3k4/8/8/1B6/K7 w - -\" fires p0\n".into()
            })
        }),
        plain(
            "examples",
            full(&format!("{TITLE}{}", piece(0)), |_| {
                "example \"4k3/8/8/8/8/8/8/R3K3 w\" plays \"Ra8\"\n".into()
            }),
        ),
        plain("claims", many_lines("claim never (no_moves)")),
        plain("imports", many_lines("import kings")),
        plain(
            "unknown libraries",
            full(TITLE, |n| format!("import x{n}\n")),
        ),
        plain("a header", full(TITLE.trim_end(), |_| " K".into())),
        plain("headers", many_lines("us K R")),
        plain(
            "constraints in a row",
            full_with_end(
                &format!("{TITLE}moves m = any"),
                |_| " then any".into(),
                "\n",
            ),
        ),
        plain(
            "narrowed constraints",
            full_with_end(
                &format!("{TITLE}moves m = any"),
                |_| " that check".into(),
                "\n",
            ),
        ),
        plain(
            "directions",
            full_with_end(
                &format!("{TITLE}moves m = any going north"),
                |_| ", north".into(),
                "\n",
            ),
        ),
        plain(
            "unknown directions",
            full(&format!("{TITLE}moves m = any going x"), |n| {
                format!(", x{n}")
            }),
        ),
        plain(
            "a template of values",
            in_piece("better us_to_move because \"", "{1}", "\" }\n"),
        ),
        plain(
            "a template of braces",
            in_piece("better us_to_move because \"", "{", "\" }\n"),
        ),
        plain(
            "a template of plain text",
            in_piece("better us_to_move because \"", "text ", "\" }\n"),
        ),
        plain(
            "templates",
            full(TITLE, |n| {
                format!("def f{n} = true means \"{{f{n}}} and {{1}}\"\n")
            }),
        ),
        plain(
            "a text that is never closed",
            full(&format!("{TITLE}def f = \""), |_| "text ".into()),
        ),
        plain("texts that are never closed", many_lines("\"")),
        plain(
            "backslashes",
            full(&format!("{TITLE}example \""), |_| "\\".into()),
        ),
        plain(
            "one name",
            full(&format!("{TITLE}def f = "), |_| "x".into()),
        ),
        plain(
            "one number",
            full(&format!("{TITLE}def f = "), |_| "9".into()),
        ),
        plain("comments", many_lines("# nothing")),
        plain(
            "comments and statements",
            full(TITLE, |n| format!("# nothing\ndef f{n} = 1 # more\n")),
        ),
        plain("one comment", full(&format!("{TITLE}#"), |_| "#".into())),
        plain("blank lines", full(TITLE, |_| "\n".into())),
        plain("closing braces", full(TITLE, |_| "}\n".into())),
        plain("unexpected characters", full(TITLE, |_| "$".into())),
        plain(
            "unexpected characters on lines",
            full(TITLE, |_| "é∈\n".into()),
        ),
        plain("words", full(TITLE, |_| "word ".into())),
        plain("titles", full("", |_| "endgame \"x\"\n".into())),
        chapter(
            "fences",
            full("", |n| format!("```advice\ndef f{n} = 1\n```\n")),
        ),
        chapter("fences that stay open", full("", |_| "```advice\n".into())),
        chapter(
            "fences of other kinds",
            full("", |_| "~~~text\nx\n~~~\n".into()),
        ),
        chapter("quotations in quotations", full("", |_| "> ".into())),
        chapter("lists in lists", full("", |_| "- ".into())),
        chapter("brackets", full("", |_| "[".into())),
        chapter("emphasis", full("", |_| "*a **b ".into())),
        chapter("links", full("", |n| format!("[a{n}]: b\n"))),
        chapter(
            "a fence in a list",
            full("- ```advice\n", |_| "  def f = 1\n".into()),
        ),
    ]
}
