//! Chapters as they are read: what is written is there, in order, and fits the page.

use lang::{Form, Source};
use nasvet::picture::Style;
use nasvet::reading::{Page, Reading};
use nasvet::{Games, SHIPPED, Shelf, check_source};
use proptest::prelude::*;

const PLAIN: Style = Style {
    unicode: false,
    colour: false,
    flipped: false,
};
const FULL: Style = Style {
    unicode: true,
    colour: true,
    flipped: false,
};

/// A chapter as it is read; none if its program has faults.
fn read(name: &str, text: &str, width: usize, style: Style) -> Option<String> {
    let source = Source::from_text(name, Form::of_name(name), text).ok()?;
    let loaded = check_source(source, &Games::new(), &Shelf::shipped());
    let reading = Reading {
        source: &loaded.source,
        syntax: &loaded.syntax,
        program: loaded.program.as_ref()?,
    };
    Some(reading.render(Page { width, style }))
}

/// All that is shipped, and the README, which has a table.
fn shipped() -> Vec<(&'static str, &'static str)> {
    let shipped = SHIPPED.iter().map(|shipped| (shipped.file, shipped.text));
    shipped
        .chain([("README.md", include_str!("../../../../README.md"))])
        .collect()
}

fn without_colours(text: &str) -> String {
    anstream::adapter::strip_str(text).to_string()
}

#[test]
fn no_line_is_longer_than_the_page_unless_it_is_one_word() {
    for (name, text) in shipped() {
        for width in [40, 80, 120] {
            for style in [PLAIN, FULL] {
                let shown = read(name, text, width, style).expect(name);
                for line in without_colours(&shown).lines() {
                    let is_word = !line.trim_start().contains(' ');
                    let fits = line.chars().count() <= width;
                    assert!(fits || is_word, "{name} at {width}: {line}");
                }
            }
        }
    }
}

#[test]
fn what_is_written_in_ascii_is_shown_in_ascii() {
    let mut n_ascii = 0;
    for (name, text) in shipped() {
        let shown = read(name, text, 80, PLAIN).expect(name);
        assert!(shown.is_ascii() || !text.is_ascii(), "{name}");
        n_ascii += usize::from(text.is_ascii());
    }
    assert!(n_ascii >= 5);
}

/// The prose of a chapter, paragraph by paragraph, with links as they are shown; found without a Markdown parser.
fn paragraphs(text: &str) -> Vec<String> {
    let mut paragraphs = vec![String::new()];
    let mut is_code = false;
    for line in text.lines() {
        let is_fence = line.starts_with("```");
        if is_fence {
            is_code = !is_code;
        }
        let begins = line.is_empty() || line.starts_with(['#', '-']);
        if is_fence || begins {
            paragraphs.push(String::new());
        }
        if !is_code && !is_fence && !line.starts_with('|') {
            let paragraph = paragraphs.last_mut().expect("a paragraph");
            paragraph.push_str(line.trim_start_matches('#'));
            paragraph.push(' ');
        }
    }
    paragraphs.retain(|paragraph| !paragraph.trim().is_empty());
    paragraphs
        .iter()
        .map(|paragraph| with_links(paragraph))
        .collect()
}

/// `[king and queen](kqk.md)` is shown as `king and queen (nasvet read kqk)`.
fn with_links(paragraph: &str) -> String {
    let mut shown = String::new();
    let mut rest = paragraph;
    while let Some((before, after)) = rest.split_once("](") {
        let (address, after) = after.split_once(')').expect("the end of a link");
        let chapter = SHIPPED.iter().find(|shipped| {
            shipped
                .file
                .ends_with(&format!("/{}", address.trim_start_matches("chapters/")))
        });
        let address = chapter.map_or(address.to_owned(), |chapter| {
            format!("nasvet read {}", chapter.name)
        });
        let (before, label) = before.rsplit_once('[').expect("the beginning of a link");
        shown.push_str(&format!("{before}{label} ({address})"));
        rest = after;
    }
    words(&(shown + rest))
}

fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn all_prose_is_there_in_order() {
    for (name, text) in shipped() {
        if name.ends_with(".advice") {
            continue;
        }
        for width in [40, 80, 120] {
            let shown = words(&read(name, text, width, PLAIN).expect(name));
            let mut rest = &shown[..];
            let paragraphs = paragraphs(text);
            assert!(paragraphs.len() >= 4, "{name}");
            for paragraph in paragraphs {
                let at = rest.find(&paragraph);
                let at = at.unwrap_or_else(|| panic!("{name} at {width}: {paragraph}"));
                rest = &rest[at + paragraph.len()..];
            }
        }
    }
}

#[test]
fn code_stands_as_it_was_written() {
    for (name, text) in shipped() {
        let shown = read(name, text, 200, PLAIN).expect(name);
        let mut lines = shown.lines();
        let mut is_code = name.ends_with(".advice");
        for line in text.lines() {
            if line.starts_with("```") {
                is_code = !is_code;
            } else if is_code && !line.is_empty() {
                let found = lines.any(|shown| shown.trim_start() == line.trim_start());
                assert!(found, "{name}: {line}");
            }
        }
    }
}

#[test]
fn every_example_has_its_picture() {
    for (name, text) in shipped() {
        let n_examples = text
            .lines()
            .filter(|line| line.starts_with("example "))
            .count();
        for style in [PLAIN, FULL] {
            let shown = without_colours(&read(name, text, 80, style).expect(name));
            let is_turn = |line: &&str| {
                ["White to move", "Black to move", "It is our turn"].contains(&line.trim())
            };
            assert_eq!(shown.lines().filter(is_turn).count(), n_examples, "{name}");
        }
    }
}

const SMALL: &str = r#"# A *small* chapter

One sentence.
Another, with `code`, **strong** words
and a [link](kqk.md).

```advice
endgame "Rook"
us K R
them K

# A remark that is so long that it has to be broken.
advice mate {
  "Mate at once."
  better mate
  us     any
  within 1 move
}

table {
  otherwise mate
}

example "3k4/8/3K4/8/8/8/8/R7 w - -" fires mate and plays "Ra8"
```

## Lists

- one
- two, which is longer than a line of this page
  1. nested

> Somebody said
> this.

| man  | worth |
|:-----|------:|
| rook | 5 |
| pawn, the least of all | 1 |

```text
as it   stands
```
"#;

#[test]
fn a_small_chapter_in_ascii() {
    let expected = r#"A *small* chapter
=================

One sentence. Another, with `code`,
**strong** words and a link (nasvet read
kqk).

  endgame "Rook"
  us K R
  them K

  # A remark that is so long that it has
  # to be broken.
  advice mate {
    "Mate at once."
    better mate
    us     any
    within 1 move
  }

  table {
    otherwise mate
  }

  example "3k4/8/3K4/8/8/8/8/R7 w - -"
      fires mate and plays "Ra8"

    8 |[.] .  .  k  .  .  .  .
    7 | .  .  .  .  .  .  .  .
    6 | .  .  .  K  .  .  .  .
    5 | .  .  .  .  .  .  .  .
    4 | .  .  .  .  .  .  .  .
    3 | .  .  .  .  .  .  .  .
    2 | .  .  .  .  .  .  .  .
    1 |(R) .  .  .  .  .  .  .
      +------------------------
        a  b  c  d  e  f  g  h
        White to move

    Ra8#: the rook goes from a1 to a8
    and mates.
    The advice is `mate`: Mate at once.

Lists
-----

- one
- two, which is longer than a line of
  this page
  1. nested

> Somebody said this.

man                    | worth
-----------------------+------
rook                   |     5
pawn, the least of all |     1

  as it   stands
"#;
    assert_eq!(
        read("small.md", SMALL, 40, PLAIN).expect("a chapter"),
        expected
    );
}

#[test]
fn unicode_and_colours_are_told_apart() {
    let unicode = Style {
        unicode: true,
        ..PLAIN
    };
    let shown = read("small.md", SMALL, 60, unicode).expect("a chapter");
    for line in [
        "═════════════════",
        "• one",
        "│ Somebody said this.",
        "rook                   │     5",
        "        8 │[·] ·  ·  ♚  ·  ·  ·  ·",
    ] {
        assert!(shown.lines().any(|shown| shown == line), "{line}");
    }
    let colours = read("small.md", SMALL, 60, FULL).expect("a chapter");
    for part in [
        "\x1b[35mendgame\x1b[0m \x1b[32m\"Rook\"\x1b[0m",
        "\x1b[35madvice\x1b[0m \x1b[36mmate\x1b[0m {",
        "\x1b[35mwithin\x1b[0m \x1b[94m1\x1b[0m \x1b[35mmove\x1b[0m",
        "\x1b[2;3m# A remark that",
        "with \x1b[36mcode\x1b[0m, \x1b[1mstrong\x1b[0m words",
    ] {
        assert!(colours.contains(part), "{part}");
    }
}

#[test]
fn moves_are_said_in_words() {
    let check = |header: &str, position: &str, plays: &str, expected: &str| {
        let text = format!("{header}\nexample \"{position}\" plays \"{plays}\"\n");
        let shown = read("t.advice", &text, 100, PLAIN).unwrap_or_else(|| panic!("{text}"));
        assert!(shown.contains(expected), "{shown}");
    };
    let advice =
        "advice a {\n  better mate\n  us any\n  within 1 move\n}\ntable {\n  otherwise a\n}";
    let any = format!("endgame \"t\"\nus any\nthem any\n{advice}");
    for (position, plays, expected) in [
        (
            "4k3/8/8/8/8/8/8/4K2R w K -",
            "O-O",
            "O-O: the king castles, from e1 to g1.",
        ),
        (
            "8/1P6/k7/8/K7/8/8/8 w - -",
            "b8=R",
            "b8=R: the pawn goes from b7 to b8 and becomes a rook.",
        ),
        (
            "4k3/8/8/8/3pP3/8/8/4K3 b - e3",
            "dxe3",
            "dxe3: the pawn takes, from d4 to e3.",
        ),
        (
            "4k3/8/8/8/8/8/8/R3K3 w - -",
            "Ra8",
            "Ra8+: the rook goes from a1 to a8 with check.",
        ),
    ] {
        check(&any, position, plays, expected);
    }
    let nim = format!("nim \"t\"\n{}", advice.replace("mate", "no_moves"));
    check(
        &nim,
        "2 4",
        "4-3",
        "4-3: take 1 match from heap 2 and leave 3.",
    );
    check(
        &nim,
        "2 4",
        "2-0",
        "2-0: take 2 matches from heap 1 and leave none.",
    );
}

#[test]
fn strangers_cannot_steer_the_terminal_or_fill_it() {
    let text = SMALL.replace("One sentence.", "One \x1b]0;title\x07 sentence \u{9b}2J.");
    // Such a text is no source, so nobody is shown it.
    assert_eq!(read("small.md", &text, 80, FULL), None);
    let deep = format!("{} {}\n\n{SMALL}", ">".repeat(2_000), "a ".repeat(50_000));
    let shown = read("deep.md", &deep, 40, PLAIN).expect("a chapter");
    assert!(shown.len() < 20 * deep.len());
}

proptest! {
    #![proptest_config(testing::config(256))]

    #[test]
    fn any_prose_can_be_read(
        prose in "([#>*_`|~<\\[\\]()!.:0-9 a-f\\n-]|\\PC){0,200}",
        width in 20usize..100,
        unicode in any::<bool>(),
    ) {
        let style = Style { unicode, ..PLAIN };
        let text = format!("{prose}\n\n{SMALL}");
        if let Some(shown) = read("any.md", &text, width, style) {
            prop_assert!(shown.chars().all(|ch| ch == '\n' || !ch.is_control()));
            prop_assert!(shown.lines().all(|line| line == line.trim_end_matches(' ')));
        }
    }
}
