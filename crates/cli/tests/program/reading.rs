//! `nasvet read` as a user sees it.

use std::process::{Command, Output};

fn nasvet(arguments: &[&str], variables: &[(&str, &str)]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_nasvet"));
    for name in [
        "NO_COLOR",
        "CLICOLOR",
        "CLICOLOR_FORCE",
        "LC_ALL",
        "LC_CTYPE",
        "TERM",
    ] {
        command.env_remove(name);
    }
    let variables = variables.iter().copied();
    command
        .env("LANG", "C.UTF-8")
        // Whatever is piped is not paged.
        .env("PAGER", "no-such-pager")
        .envs(variables)
        .args(arguments)
        .output()
        .expect("the program runs")
}

fn printed(arguments: &[&str], variables: &[(&str, &str)]) -> String {
    let output = nasvet(arguments, variables);
    assert!(output.status.success(), "{arguments:?}");
    String::from_utf8(output.stdout).expect("UTF-8")
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
    let output = nasvet(&["read", "nope"], &[]);
    assert_eq!(output.status.code(), Some(2));
    let error = String::from_utf8(output.stderr).expect("UTF-8");
    assert!(
        error.contains("cannot read `nope`") && error.contains("the shipped chapters are"),
        "{error}"
    );
    assert_eq!(
        nasvet(&["read", "krk", "--width", "5"], &[]).status.code(),
        Some(2)
    );
}
