//! Everything that is printed as JSON: each document follows its schema in `docs/schemas`, is read back as it was written,
//! and says which advice it speaks of. A command with `--json`, or a flag of one, that nobody calls here fails a test.

mod calls;
mod changes;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::sync::LazyLock;

use documents::{FORMATS, ListedFormat};
use jsonschema::Validator;
use serde_json::Value;
use testing::{root, words};

use calls::{OTHERWISE, PRINTED, ROOK, call};

use crate::{ran, scratch};

/// A schema as it is written, and one that refuses every field it does not list.
struct Schemas {
    schema: Value,
    open: Validator,
    strict: Validator,
}

/// The schemas in `docs/schemas`, by format.
static SCHEMAS: LazyLock<BTreeMap<String, Schemas>> = LazyLock::new(|| {
    let folder = fs::read_dir(root().join("docs/schemas")).expect("the folder is there");
    let files = folder.map(|entry| entry.expect("a file").path());
    files
        .map(|path| {
            let name = path.file_stem().and_then(|name| name.to_str());
            let name = name.expect("a name of letters").to_owned();
            let text = fs::read_to_string(&path).expect("a schema is UTF-8");
            let schema: Value = serde_json::from_str(&text).expect("a schema is JSON");
            (name, Schemas::new(schema))
        })
        .collect()
});

impl Schemas {
    fn new(schema: Value) -> Schemas {
        assert!(jsonschema::meta::is_valid(&schema), "no schema: {schema}");
        let mut strict = schema.clone();
        close(&mut strict);
        let validator = |schema| jsonschema::validator_for(schema).expect("a schema");
        Schemas {
            open: validator(&schema),
            strict: validator(&strict),
            schema,
        }
    }

    fn of(document: &Value) -> &'static Schemas {
        let name = document["format"].as_str().unwrap_or_default();
        let found = SCHEMAS.get(name);
        found.unwrap_or_else(|| panic!("the format `{name}` has no schema"))
    }
}

/// Lets every object of a schema have the fields that are listed, and no others.
fn close(schema: &mut Value) {
    match schema {
        Value::Object(fields) => {
            fields.values_mut().for_each(close);
            if fields.get("properties").is_some_and(Value::is_object) && fields.contains_key("type")
            {
                fields.insert("additionalProperties".into(), false.into());
            }
        }
        Value::Array(items) => items.iter_mut().for_each(close),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}

/// A document and those that are part of it.
fn with_inner(document: &Value) -> Vec<&Value> {
    let inner: Vec<&Value> = match document {
        Value::Object(fields) => fields.values().flat_map(with_inner).collect(),
        Value::Array(items) => items.iter().flat_map(with_inner).collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => Vec::new(),
    };
    let is_document = document["format"].is_string();
    is_document
        .then_some(document)
        .into_iter()
        .chain(inner)
        .collect()
}

#[test]
fn every_document_follows_its_schema() {
    for printed in &*PRINTED {
        for document in with_inner(&printed.document) {
            let schemas = Schemas::of(document);
            for validator in [&schemas.open, &schemas.strict] {
                let problems = validator.iter_errors(document);
                let problems = problems.map(|error| format!("{}: {error}", error.instance_path()));
                let problems: Vec<String> = problems.collect();
                assert!(
                    problems.is_empty(),
                    "{}\n{}",
                    printed.line,
                    problems.join("\n")
                );
            }
        }
    }
}

#[test]
fn every_document_is_read_back_as_it_was_written() {
    for printed in &*PRINTED {
        let name = printed.document["format"].as_str().unwrap_or_default();
        let format = ListedFormat::named(name);
        let format = format.unwrap_or_else(|| panic!("`{name}` is not listed: {}", printed.line));
        let again = format.rewrite(&printed.text);
        let again = again.unwrap_or_else(|error| panic!("{}: {error}", printed.line));
        assert!(again == printed.document, "{}\n{again:#}", printed.line);
    }
}

#[test]
fn every_format_is_listed_printed_and_has_a_schema() {
    let listed: BTreeSet<&str> = FORMATS.iter().map(|format| format.name).collect();
    let printed = PRINTED
        .iter()
        .flat_map(|printed| with_inner(&printed.document));
    let printed: BTreeSet<&str> = printed
        .filter_map(|document| document["format"].as_str())
        .collect();
    assert_eq!(printed, listed);
    let described: BTreeSet<&str> = SCHEMAS.keys().map(String::as_str).collect();
    assert_eq!(described, listed);
    for format in FORMATS {
        let ListedFormat { name, version, .. } = format;
        let schema = &SCHEMAS[*name].schema;
        assert_eq!(schema["properties"]["format"]["const"], *name);
        assert_eq!(schema["properties"]["version"]["const"], *version);
        assert_eq!(schema["$id"], format!("urn:nasvet:schema:{name}:{version}"));
    }
}

/// That the examples on the page are what is printed, the runner of all pages says.
#[test]
fn the_book_has_an_example_of_every_format() {
    let page = fs::read_to_string(root().join("book/documents.md")).expect("the page is there");
    for ListedFormat { name, version, .. } in FORMATS {
        let title = format!("\n## `{name}`\n");
        let (_, section) = page.split_once(&title).expect("a section of its own");
        let section = section.split("\n## ").next().unwrap_or_default();
        let schema = format!("Version {version}, [schema](../docs/schemas/{name}.json).");
        assert!(section.contains(&schema), "no `{schema}` under `{name}`");
        let lines: Vec<&str> = section.lines().map(str::trim).collect();
        let opening = [
            format!("\"format\": \"{name}\","),
            format!("\"version\": {version},"),
        ];
        assert!(
            lines.windows(2).any(|pair| pair == opening),
            "no example of `{name}`"
        );
        assert!(lines.contains(&"```console"), "no command under `{name}`");
    }
}

/// The commands with all their flags, as the program itself lists them.
fn commands() -> BTreeMap<String, BTreeSet<String>> {
    let mut all = BTreeMap::new();
    let mut waiting: Vec<Vec<String>> = vec![Vec::new()];
    while let Some(command) = waiting.pop() {
        let mut args: Vec<&str> = command.iter().map(String::as_str).collect();
        args.push("--help");
        let help = ran(&args).out;
        let mut part = "";
        let mut flags = BTreeSet::new();
        for line in help.lines() {
            let indent = line.len() - line.trim_start().len();
            let word = line.split_whitespace().next().unwrap_or_default();
            match (part, indent) {
                (_, 0) => part = line,
                ("Commands:", 2) if word != "help" => {
                    waiting.push([&*command, &[word.to_owned()]].concat());
                }
                // Flags with a short name are those for help and version, and the file of `export`.
                ("Options:", 6) => {
                    flags.insert(word.to_owned());
                }
                (_, _) => {}
            }
        }
        all.insert(command.join(" "), flags);
    }
    all
}

#[test]
fn every_command_and_flag_that_goes_with_json_is_called() {
    let mut n_commands = 0;
    for (command, flags) in commands() {
        if !flags.contains("--json") {
            continue;
        }
        n_commands += 1;
        let calls = PRINTED
            .iter()
            .filter(|printed| printed.command() == command);
        let calls: Vec<&str> = calls.map(|printed| printed.line).collect();
        assert!(!calls.is_empty(), "nobody calls `{command} --json`");
        let otherwise: Vec<&str> = OTHERWISE
            .iter()
            .filter(|(of, _)| *of == command)
            .flat_map(|(_, line)| line.split(' '))
            .collect();
        for flag in flags.iter().filter(|flag| *flag != "--json") {
            let has = |line: &&str| line.split(' ').any(|word| word == flag);
            assert!(
                calls.iter().any(has) || otherwise.contains(&flag.as_str()),
                "nobody calls `{command} --json {flag}`"
            );
        }
    }
    // As many as there were when this was written; more may come.
    assert!(n_commands >= 13, "only {n_commands} commands have `--json`");
}

#[test]
fn what_asks_for_no_document_is_refused_beside_json() {
    for (_, line) in OTHERWISE {
        let args = words(&format!("{line} --json"));
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        let run = ran(&args);
        assert_eq!(run.status, Some(2), "{line}: {run:?}");
        assert!(run.err.contains("cannot be used with"), "{}", run.err);
    }
}

/// The digest that the list of chapters shows for a shipped one.
fn shipped_digest(name: &str) -> Value {
    let list = PRINTED.iter().find(|printed| printed.line == "chapters");
    let list = &list.expect("the list is printed").document["chapters"];
    let chapters = list.as_array().expect("a list").iter();
    let mut named = chapters.filter(|chapter| chapter["name"] == name);
    named.next().expect("a shipped chapter")["digest"].clone()
}

/// Formats that speak of no advice: of texts, words, positions and tables.
const WITHOUT_ADVICE: [&str; 12] = [
    "nasvet-combination",
    "nasvet-diagnostics",
    "nasvet-evaluation",
    "nasvet-import",
    "nasvet-keeps",
    "nasvet-layout",
    "nasvet-lowers",
    "nasvet-patterns",
    "nasvet-puzzle",
    "nasvet-solving",
    "nasvet-tables",
    "nasvet-words",
];

#[test]
fn what_speaks_of_advice_says_which() {
    let is_digest = |value: &Value| value.as_str().is_some_and(|text| text.len() == 64);
    for printed in &*PRINTED {
        for document in with_inner(&printed.document) {
            let name = document["format"].as_str().unwrap_or_default();
            let digests: Vec<&Value> = match name {
                "nasvet-chapters" => {
                    let chapters = document["chapters"].as_array().expect("a list").iter();
                    let advising = chapters.filter(|chapter| chapter["kind"] == "chapter");
                    advising.map(|chapter| &chapter["digest"]).collect()
                }
                "nasvet-practice" => {
                    let chapters = document["chapters"].as_array().expect("a list").iter();
                    chapters.map(|chapter| &chapter["digest"]).collect()
                }
                "nasvet-examples" => {
                    let pairs = document["digests"].as_array().expect("a list").iter();
                    pairs.map(|pair| &pair[1]).collect()
                }
                // Not every question of a batch is one to a chapter.
                "nasvet-batch" if document["chapter"].is_null() => continue,
                // A combination rests on no chapter.
                "nasvet-tree-check" if printed.line.contains("combination.json") => continue,
                _ if WITHOUT_ADVICE.contains(&name) => continue,
                _ => vec![&document["digest"]],
            };
            assert!(!digests.is_empty(), "{}", printed.line);
            for digest in digests {
                assert!(is_digest(digest), "{name}: {}", printed.line);
            }
        }
        // All that is said about a shipped chapter has the digest of the list, unless a part of it was left out.
        let chapter = printed.document["chapter"].as_str().unwrap_or_default();
        if ["nim", "krk", "kpk", "kpkp", "and-or"].contains(&chapter) {
            let is_whole = !printed.line.contains("--without ");
            let is_listed = printed.document["digest"] == shipped_digest(chapter);
            assert_eq!(is_listed, is_whole, "{}", printed.line);
        }
    }
}

#[test]
fn the_digest_changes_with_the_meaning_and_with_nothing_else() {
    let folder = scratch("documents-digest");
    let digests = |chapter: &str| {
        folder.file("rook.advice", chapter);
        let lines = [
            (
                "advise rook.advice '8/8/8/3k4/8/8/1R6/K7 w - -' --why --json",
                "/digest",
            ),
            (
                "advise rook.advice '8/8/8/3k4/8/8/1R6/K7 w - -' --why --json",
                "/moves/0/why/digest",
            ),
            (
                "ask rook.advice '8/8/8/3k4/8/8/1R6/K7 w - -' 'can Black win?' --json",
                "/digest",
            ),
            ("test rook.advice --json", "/digests/0/1"),
            ("survey rook.advice --sample 1 --json", "/digest"),
            ("verify rook.advice --json", "/digest"),
        ];
        let digests = lines.map(|(line, place)| {
            let run = call(&folder, line, "");
            let digest = run.json().pointer(place).cloned();
            digest.unwrap_or_else(|| panic!("{line}: no {place} in {}", run.out))
        });
        let [first, rest @ ..] = digests;
        assert!(
            rest.iter().all(|digest| *digest == first),
            "{first}, {rest:?}"
        );
        first
    };
    let now = digests(ROOK);
    let prose = ROOK
        .replace("Move the rook.", "Go on.")
        .replace("us K R", "# Men\nus K R");
    assert_eq!(digests(&prose), now);
    for (from, to) in [
        ("rook moves", "king moves"),
        ("never loses the rook", "keeps every draw"),
    ] {
        assert_ne!(digests(&ROOK.replace(from, to)), now, "{to}");
    }
}
