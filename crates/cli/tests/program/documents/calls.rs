//! Calls of the program that print documents: every command with `--json`, with all its flags and kinds of answers.

use std::sync::LazyLock;

use serde_json::{Value, json};
use testing::{Run, Scratch, root, words};

use crate::{nasvet, scratch};

/// One call on a line, without its `--json`; what follows `<` is typed. The files are those of [`prepare`].
const CALLS: &str = "
advise nim '2 1 1'
advise nim '1 1' --why
advise nim '2 1 1' --tree --shortest --seconds 60
advise nim '7 5 4 1' --trace
advise krk '8/8/8/3k4/8/8/1R6/K7 w - -' --nodes 1
advise kpk '5k2/8/8/8/8/2P5/8/3K4 w - -' --tree --stats --replies 'Ke7 Kd6' --mode strong
advise krk '8/8/8/3k4/8/8/1R6/K7 w - -' --tree --mode weak --replies 'Kd4'
advise krk '8/8/8/3k4/8/8/1R6/K7 b - -' --replies 'Kd4'
advise krk '8/8/8/3k4/8/8/1R6/K7 b - -'
advise krk '8/8/8/3k4/8/8/1R6/K7 w - -' --why --why-not Rb5
advise krk '8/8/8/3k4/8/8/1R6/K7 w - -' --why --why-not Rb5 --more
advise rook.md '8/8/8/3k4/8/8/1R6/K7 w - -' --piece wander --why --why-not Ka2
ask and-or 'a = b and d; goal b' 'can a be solved?' --trace --window --lines 0 --without-rules 1,2
ask and-or 'a = b and d; goal b' 'goal(a)' --cycles 1 --seconds 60
ask and-or 'a = b and d; goal b' 'goal(a)' --without goaltest
ask kpkp '7K/8/k1P5/7p/8/8/8/8 w - -' 'can White draw?' --nodes 100000 --search-nodes 1000
ask kpkp '8/8/1PK5/8/8/8/5k1p/8 b - -' 'can Black win?'
ask kpkp '8/8/8/P7/4K3/2k4p/8/8 w - -' 'which moves win?'
ask kpkp '8/8/8/P7/4K3/2k4p/8/8 w - -' 'why does a6 lose?'
ask rook.md '8/8/8/3k4/8/8/1R6/K7 w - -' 'can Black win?'
check good.advice bad.advice double.advice
check importing.advice
check latin.advice
check - < bad.advice
check warned.advice --strict
check krk
import step.pl
import slip.pl --dialect course
batch one.epd --ask why --form epd --threads 1
batch one.epd --ask advise --shard 1/1 --nodes 100000
batch one.epd --ask table
batch one.epd --ask combine --goal mate
batch - --chapter and-or --ask ask --question 'can a be solved?' < graph.txt
batch nonsense.jsonl
chapters
combine '3r2k1/p4ppp/1q6/2rn4/8/2N1P3/P1R1QPPP/2R3K1 b - -' --goal 30 --tree --trace --plan 'd5 F>V*; d8d1; d1g1*'
combine '3r2k1/p4ppp/1q6/2rn4/8/2N1P3/P1R1QPPP/2R3K1 b - -' --goal 30 --plan h1h2 --nodes 1 --seconds 60
combine '6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - -' --paper --stats
combine '6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - -' --patterns patterns.txt
combine 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -' --values 1000:95:45:30:30:10 --goal mate
eval 'distance(our.king, their.king) > 3' '8/8/8/3k4/8/8/1R6/K7 w - -'
eval 'our.queen' '8/8/8/3k4/8/8/1R6/K7 w - -'
eval '{a1, h8} union {e4}' '8/8/8/3k4/8/8/1R6/K7 w - -' --no-trace
eval 'room' '8/8/8/3k4/8/8/1R6/K7 w - -' --chapter krk-van-emden --steps 100000
eval 'digital_sum' '2 1 1' --game nim --along '2→1'
eval 'room' '8/8/8/3k4/8/8/1R6/K7 w - -' --chapter krk-van-emden --along 'Rb4 Kc5 Rd4' --board
keeps krk 'adjacent(our.king, our.rook)'
lowers krk 'distance(our.king, their.king)'
fmt untidy.advice --check
fmt untidy.advice
fmt untidy.advice broken.advice latin.advice
fmt - < untidy-too.advice
practise --progress --now 1700000000
solve mate.epd --form epd --goal best --nodes 2000 --shard 1/1 --threads 1 --html solved.html
learn mate.epd --patterns learned.txt --form epd --nodes 2000 --shard 1/1 --threads 1
learn --list patterns.txt --on mate.epd
learn --list patterns.txt
solve mate.epd --paper --output solved.jsonl
solve mate.epd --patterns patterns.txt
survey rook.md --sample 20 --seed 7 --threads 1 --keep kept.survey --search-nodes 100 --cycles 10 --examples 3
survey rook.md --sample 20 --where 'distance(our.king, their.king) > 4'
tables
tables KQK --conversion
tables KRK --probe '8/8/8/3k4/8/8/1R6/K7 w - -'
tables --probe '8/8/8/3k4/8/8/1R6/K7 b - -' --no-cache
test rook.md good.advice --nodes 1000
test nim
tree check advice.json
tree check tree.json --chapter nim
tree check combination.json
tree check old-tree.json
tree check flawed-tree.json
tree check tree.json --steps 1
tree check - --chapter rook.md < moves-before.json
verify rook.md --group --games 1 --boards --html report.html
verify rook.md --memory 4000 --nodes 100
verify rook.md --syzygy SYZYGY
verify rook.md --certificate rook.cert
verify rook.md --out rook.answers
verify merge rook.answers
verify rook.md --diff rook.answers --examples 3
verify rook.md --diff report.json
verify rook.md --profile --sample 20
verify rook.md --sample 3 --seed 7 --where 'distance(our.king, their.king) > 4'
verify rook.md --from '8/8/8/3k4/8/8/1R6/K7 w - -'
words
words distance
words --game nim
";

/// Flags that ask for something else than a document, and are refused beside `--json`.
pub(super) const OTHERWISE: &[(&str, &str)] = &[
    ("batch", "batch one.epd --output answers.jsonl"),
    ("ask", "ask and-or 'a = b; goal b' 'goal(a)' --step"),
    ("ask", "ask and-or 'a = b; goal b' 'goal(a)' --more"),
    (
        "practise",
        "practise --progress --motif fork --nodes 1 --seed 1 --ascii --no-colour --strict",
    ),
    ("verify", "verify krk --shard 1/4 --out krk-1.answers"),
    ("words", "words --markdown"),
];

/// A little chapter about every kind of answer: what it plays loses the rook, and what it knows is little.
pub(super) const ROOK: &str = r#"endgame "A rook that wanders"
us K R
them K

advice wander {
  "Move the rook."
  better   them_to_move
  us       rook moves
  within   1 move
}

table {
  otherwise wander
}

example "8/8/8/3k4/8/8/1R6/K7 w - -" fires wander
example "8/8/8/8/8/K7/1R6/k7 w - -" plays "Ka4"

claim never loses the rook
claim wins from every position

hypothesis can_win(x: side) asks "can {x} win?" means "{x} can win" else "{x} cannot win"
hypothesis can_draw(x: side) asks "can {x} draw?" means "{x} can draw" else "{x} cannot draw"

lemma bare_king {
  "A king alone cannot win."
  given  can_win(x)
  fact   not can_win(x) when x = their because "a king alone cannot win"
}

lemma rash {
  "This is wrong: the rook wins."
  given  can_draw(x)
  fact   can_draw(x) when x = their
}
"#;

const UNTIDY: &str = "nim   \"Nim\"\n\n\n\ndef   even=digital_sum=0   # balanced\n";

/// What was printed, and by which call.
pub(super) struct Printed {
    pub(super) line: &'static str,
    pub(super) text: String,
    pub(super) document: Value,
}

impl Printed {
    /// The command: `tree check`.
    pub(super) fn command(&self) -> String {
        let n_words = if self.line.starts_with("tree ") { 2 } else { 1 };
        let words: Vec<&str> = self.line.split(' ').take(n_words).collect();
        words.join(" ")
    }
}

/// Every call, made once.
pub(super) static PRINTED: LazyLock<Vec<Printed>> = LazyLock::new(|| {
    let folder = scratch("documents");
    prepare(&folder);
    let lines = CALLS.lines().filter(|line| !line.is_empty());
    lines.map(|line| printed(&folder, line)).collect()
});

fn printed(folder: &Scratch, line: &'static str) -> Printed {
    let (command, input) = match line.split_once(" < ") {
        Some((command, file)) => {
            let input = std::fs::read_to_string(folder.path().join(file));
            (command, input.expect("a file to type"))
        }
        None => (line, String::new()),
    };
    let run = call(folder, &format!("{command} --json"), &input);
    // Yes, no or not known; any other status means that there is no document.
    assert!(matches!(run.status, Some(0 | 1 | 3)), "{line}: {run:?}");
    Printed {
        line,
        document: run.json(),
        text: run.out,
    }
}

/// Runs a command in a folder, with tables that are kept there.
pub(super) fn call(folder: &Scratch, command: &str, input: &str) -> Run {
    let syzygy = root().join("suites/tables/syzygy");
    let command = command.replace("SYZYGY", syzygy.to_str().expect("a path of letters"));
    let args = words(&command);
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let call = nasvet(&args).inside(folder.path()).input(input);
    let call = call.env("NASVET_DATA", folder.path());
    call.env("NASVET_CACHE", folder.path().join("cache")).run()
}

/// Writes the files that the calls speak of.
fn prepare(folder: &Scratch) {
    // Something that was solved, something that was shown, and a mistake.
    let practise = "practise krk '3k4/8/3K4/8/8/8/8/R7 w - -' --now 1699999000";
    call(folder, practise, "Ra8\nnext\nshow\nquit\n");
    let practise = "practise krk '8/8/8/8/8/2k5/8/K6R w - -' --now 1699999500";
    call(folder, practise, "Rh2\nquit\n");
    for (name, text) in [
        ("good.advice", "nim \"Nim\"\n\ndef even = digital_sum = 0\n"),
        (
            "bad.advice",
            "nim \"Nim\"\n\ndef even = digital_sun = 0\ndef odd = not evn\n",
        ),
        (
            "double.advice",
            "nim \"Nim\"\n\ndef even = true\ndef even = false\n",
        ),
        ("importing.advice", "nim \"Nim\"\nimport library\n"),
        (
            "library.advice",
            "nim \"Library\"\ndef even = digital_sun = 0\n",
        ),
        (
            "warned.advice",
            "nim \"Nim\"\nadvice now {\n  better  true\n}\n",
        ),
        ("broken.advice", "nim \"Nim\"\n\ndef   even = (1\n"),
        (
            "step.pl",
            "always :: if true then [step].\nadvice(step, themtomove : true : (depth = 0) and legal : nomove).\n",
        ),
        (
            "slip.pl",
            "always : if tru then [step].\nadvice(step, themtomove : true : (depth = 0) and legl : nomove).\n",
        ),
        ("one.epd", "8/8/8/3k4/8/8/1R6/K7 w - - id \"krk 1\";\n"),
        (
            "mate.epd",
            "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm Rd8#; id \"back rank\";\n",
        ),
        (
            "patterns.txt",
            "pattern back_rank {\n  ours R rook\n  theirs k king\n  empty s\n  if R can go to s\n\
             if R from s attacks k\n  if R on s leaves their king no square\n\
             try R goes to s\n  try R threatens k\n}\n",
        ),
        ("graph.txt", "a = b and d; goal b\n"),
        ("nonsense.jsonl", "[1]\n"),
        ("untidy.advice", UNTIDY),
        ("untidy-too.advice", UNTIDY),
        ("rook.md", &format!("# A rook\n\n```advice\n{ROOK}```\n")),
        // The same advice in a chapter that claims more.
        (
            "before.advice",
            &format!("{ROOK}\nclaim keeps every draw\n"),
        ),
    ] {
        folder.file(name, text);
    }
    let command = "advise before.advice '8/8/8/3k4/8/8/1R6/K7 w - -' --tree --json";
    folder.file("moves-before.json", call(folder, command, "").out);
    let report = call(folder, "verify rook.md --games 1 --json", "");
    folder.file("report.json", report.out);
    folder.file("latin.advice", b"nim \"Nim\"\n# \xe4\n");
    let combination = "combine '6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - -' --tree --json";
    folder.file("combination.json", call(folder, combination, "").out);
    let advice = call(folder, "advise nim '2 1 1' --tree --json", "").json();
    let mut tree = advice["moves"][0]["tree"].clone();
    folder.file("advice.json", advice.to_string());
    folder.file("tree.json", tree.to_string());
    let mut flawed = tree.clone();
    flawed["tree"] = json!([[]]);
    folder.file("flawed-tree.json", flawed.to_string());
    tree["version"] = json!(1);
    tree.as_object_mut().expect("an object").remove("digest");
    folder.file("old-tree.json", tree.to_string());
}
