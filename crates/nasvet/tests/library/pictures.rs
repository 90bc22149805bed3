//! Pictures, drawn by hand and compared line by line; and that no text is too strange to be looked at.

use nasvet::picture::{Mark, Style, draw};
use proptest::prelude::*;

const PLAIN: Style = Style {
    unicode: false,
    colour: false,
    flipped: false,
};
const UNICODE: Style = Style {
    unicode: true,
    ..PLAIN
};

fn marks(marks: &[(&str, Mark)]) -> Vec<(String, Mark)> {
    marks
        .iter()
        .map(|(place, mark)| ((*place).to_owned(), *mark))
        .collect()
}

fn check(game: &str, position: &str, marked: &[(&str, Mark)], style: Style, expected: &str) {
    let found = draw(game, position, &marks(marked), style).expect("a position");
    // The picture begins on the line after the opening quotation mark.
    assert_eq!(found, expected.strip_prefix('\n').expect("a line end"));
}

#[test]
fn the_box_of_the_rook_in_ascii() {
    check(
        "chess",
        "8/8/8/3k4/8/8/1R6/K7 w - -",
        &[],
        PLAIN,
        "
8 | .  .  .  .  .  .  .  .
7 | .  .  .  .  .  .  .  .
6 | .  .  .  .  .  .  .  .
5 | .  .  .  k  .  .  .  .
4 | .  .  .  .  .  .  .  .
3 | .  .  .  .  .  .  .  .
2 | .  R  .  .  .  .  .  .
1 | K  .  .  .  .  .  .  .
  +------------------------
    a  b  c  d  e  f  g  h
    White to move
",
    );
}

#[test]
fn the_initial_position_in_figurines() {
    check(
        "chess",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        &[],
        UNICODE,
        "
8 │ ♜  ♞  ♝  ♛  ♚  ♝  ♞  ♜
7 │ ♟  ♟  ♟  ♟  ♟  ♟  ♟  ♟
6 │ ·  ·  ·  ·  ·  ·  ·  ·
5 │ ·  ·  ·  ·  ·  ·  ·  ·
4 │ ·  ·  ·  ·  ·  ·  ·  ·
3 │ ·  ·  ·  ·  ·  ·  ·  ·
2 │ ♙  ♙  ♙  ♙  ♙  ♙  ♙  ♙
1 │ ♖  ♘  ♗  ♕  ♔  ♗  ♘  ♖
  └────────────────────────
    a  b  c  d  e  f  g  h
    White to move
",
    );
}

#[test]
fn black_sees_the_board_from_the_other_side() {
    let style = Style {
        flipped: true,
        ..PLAIN
    };
    check(
        "chess",
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
        &[("e2", Mark::From), ("e4", Mark::To), ("a8", Mark::Named)],
        style,
        "
1 | R  N  B  K  Q  B  N  R
2 | P  P  P (.) P  P  P  P
3 | .  .  .  .  .  .  .  .
4 | .  .  . [P] .  .  .  .
5 | .  .  .  .  .  .  .  .
6 | .  .  .  .  .  .  .  .
7 | p  p  p  p  p  p  p  p
8 | r  n  b  k  q  b  n <r>
  +------------------------
    h  g  f  e  d  c  b  a
    Black to move
",
    );
}

#[test]
fn marks_show_without_colours() {
    check(
        "chess",
        "R2k4/8/3K4/8/8/8/8/8 b - -",
        &[
            ("a1", Mark::From),
            ("a8", Mark::To),
            ("d8", Mark::Named),
            ("d1", Mark::Named),
            ("d1", Mark::From),
            ("i9", Mark::To),
        ],
        UNICODE,
        "
8 │[♖] ·  · <♚> ·  ·  ·  ·
7 │ ·  ·  ·  ·  ·  ·  ·  ·
6 │ ·  ·  ·  ♔  ·  ·  ·  ·
5 │ ·  ·  ·  ·  ·  ·  ·  ·
4 │ ·  ·  ·  ·  ·  ·  ·  ·
3 │ ·  ·  ·  ·  ·  ·  ·  ·
2 │ ·  ·  ·  ·  ·  ·  ·  ·
1 │(·) ·  · (·) ·  ·  ·  ·
  └────────────────────────
    a  b  c  d  e  f  g  h
    Black to move
",
    );
}

#[test]
fn an_epd_with_operations_is_a_position() {
    let with = draw("chess", "8/8/8/3k4/8/8/1R6/K7 w - - bm Rb4;", &[], PLAIN);
    let without = draw("chess", "8/8/8/3k4/8/8/1R6/K7 w", &[], PLAIN);
    assert!(with.is_some());
    assert_eq!(with, without);
}

#[test]
fn heaps_are_rows_of_matches() {
    check(
        "nim",
        "1 0 7 4",
        &[("3", Mark::From), ("heap 4", Mark::Named)],
        PLAIN,
        "
 1: |  1
 2: 0
(3) ||||| ||  7
<4> ||||  4
 It is our turn
",
    );
    check(
        "nim",
        "nim 12 2 them to move",
        &[("2", Mark::To)],
        UNICODE,
        "
 1: ╿╿╿╿╿ ╿╿╿╿╿ ╿╿  12
[2] ╿╿  2
 It is their turn
",
    );
}

#[test]
fn large_heaps_and_many_heaps_are_shortened() {
    check(
        "nim",
        "20 21 18446744073709551615",
        &[],
        PLAIN,
        "
 1: ||||| ||||| ||||| |||||  20
 2: ||||| ||||| ||||| ||||| ...  21
 3: ||||| ||||| ||||| ||||| ...  18446744073709551615
 It is our turn
",
    );
    check(
        "nim",
        "1 1 1 1 1 1 1 1 1 1 1 3",
        &[("12", Mark::To)],
        PLAIN,
        "
  1: |  1
  2: |  1
  3: |  1
  4: |  1
  5: |  1
  6: |  1
  7: |  1
  8: |  1
[12] |||  3
 and 3 more heaps
 It is our turn
",
    );
}

#[test]
fn what_is_no_position_has_no_picture() {
    for (game, position) in [
        ("chess", "1 2 4"),
        ("chess", ""),
        ("chess", "8/8/8/8/8/8/8/8 w - -"),
        ("nim", "8/8/8/3k4/8/8/1R6/K7 w - -"),
        ("nim", ""),
        ("go", "1 2 4"),
    ] {
        assert_eq!(draw(game, position, &[], PLAIN), None, "{game} {position}");
    }
}

/// The text as a terminal shows it, without the escape sequences.
fn without_colours(text: &str) -> String {
    anstream::adapter::strip_str(text).to_string()
}

#[test]
fn colours_change_the_dress_and_not_the_men() {
    let position = "r3k2r/pppq1ppp/2npbn2/4p3/4P3/2NPBN2/PPPQ1PPP/R3K2R w KQkq - 0 9";
    let marked = marks(&[("e5", Mark::Named), ("e1", Mark::From)]);
    let colour = Style {
        colour: true,
        ..PLAIN
    };
    let men = |text: &str| -> String {
        let is_man = |ch: &char| "KQRBNPkqrbnp".contains(*ch);
        let ranks = text.lines().take(8);
        ranks.flat_map(str::chars).filter(is_man).collect()
    };
    let plain = draw("chess", position, &marked, PLAIN).unwrap();
    let coloured = draw("chess", position, &marked, colour).unwrap();
    assert!(coloured.contains("\x1b["));
    assert_eq!(men(&without_colours(&coloured)), men(&plain));
    let unmarked = draw("chess", position, &[], colour).unwrap();
    assert_ne!(coloured, unmarked);
    assert_eq!(without_colours(&coloured), without_colours(&unmarked));
}

fn any_style() -> impl Strategy<Value = Style> {
    any::<(bool, bool, bool)>().prop_map(|(unicode, colour, flipped)| Style {
        unicode,
        colour,
        flipped,
    })
}

fn any_marks() -> impl Strategy<Value = Vec<(String, Mark)>> {
    let place = prop_oneof![
        "[a-i][0-9]",
        "(heap )?[0-9]{1,3}",
        "\\PC{0,8}",
        Just("99999999999999999999".to_owned())
    ];
    let mark = prop_oneof![Just(Mark::From), Just(Mark::To), Just(Mark::Named)];
    proptest::collection::vec((place, mark), 0..6)
}

/// Texts of all sorts, among them many that are nearly positions.
fn any_position() -> impl Strategy<Value = String> {
    prop_oneof![
        "\\PC{0,60}",
        "[KQRBNPkqrbnp1-8/]{0,40} [wb] [KQkq-]{1,3} [a-h-][36]?",
        "[0-9 ,]{0,60}( (us|them) to move)?",
        "(8/){3}[1-4]k[1-4]/8/1R6/8/K7 [wb] - -( 0 [0-9]{1,3})?",
    ]
}

proptest! {
    #![proptest_config(testing::config(256))]

    #[test]
    fn any_text_has_a_picture_that_fits_or_none(
        game in prop_oneof![Just("chess"), Just("nim"), Just("")],
        position in any_position(),
        marked in any_marks(),
        style in any_style(),
    ) {
        if let Some(picture) = draw(game, &position, &marked, style) {
            let shown = without_colours(&picture);
            prop_assert!(shown.lines().count() <= 11);
            prop_assert!(shown.lines().all(|line| line.chars().count() <= 60));
            prop_assert!(picture.ends_with('\n'));
            prop_assert_eq!(picture.contains('\x1b') && !style.colour, false);
            prop_assert!(style.unicode || shown.is_ascii());
        }
    }
}
