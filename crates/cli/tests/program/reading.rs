//! `nasvet read` as a user sees it.

use crate::{nasvet, ran};

fn printed(args: &[&str], variables: &[(&str, &str)]) -> String {
    let call = variables
        .iter()
        .fold(nasvet(args), |call, (name, value)| call.env(name, value));
    let run = call.run();
    assert_eq!(run.status, Some(0), "{args:?}");
    run.out
}

#[test]
fn colours_and_figurines_follow_the_environment() {
    let krk = printed(&["read", "krk"], &[]);
    assert!(krk.contains('♖') && !krk.contains('\x1b'));
    assert!(krk.lines().all(|line| line.chars().count() <= 80));
    assert!(printed(&["read", "krk", "--ascii"], &[]).is_ascii());
    assert!(printed(&["read", "krk"], &[("LANG", "C")]).is_ascii());
    assert!(printed(&["read", "krk"], &[("TERM", "linux")]).is_ascii());
    let forced = printed(&["read", "krk", "--no-pager"], &[("CLICOLOR_FORCE", "1")]);
    assert!(forced.contains("\x1b[48;5;") || forced.contains(";48;5;"));
    let wide = printed(&["read", "krk", "--width", "120"], &[]);
    assert!(wide.lines().any(|line| line.chars().count() > 100));
}

#[test]
fn plain_files_and_libraries_are_read_too() {
    let kings = printed(&["read", "kings"], &[]);
    assert!(kings.starts_with("# What kings do to each other"));
}

#[test]
fn an_unknown_chapter_is_named_with_the_known_ones() {
    let run = ran(&["read", "nope"]);
    assert_eq!(run.status, Some(2));
    assert!(
        run.err.contains("cannot read `nope`") && run.err.contains("the shipped chapters are"),
        "{}",
        run.err
    );
    assert_eq!(ran(&["read", "krk", "--width", "5"]).status, Some(2));
}
