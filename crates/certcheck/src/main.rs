//! `certcheck FILE`: says whether a certificate of Nasvet is a proof, and of what.

#![allow(clippy::print_stderr, reason = "it is a program")]

use std::io::Write;
use std::process::ExitCode;

const USAGE: &str = "certcheck checks certificates, which `nasvet verify --certificate` writes.

Usage: certcheck [--digest HEX] FILE

  --digest HEX   the certificates must be about the chapter with this digest

The exit status is 0 if every certificate in the file is accepted, 1 if one is
rejected, and 2 if the file cannot be read.";

fn main() -> ExitCode {
    let args = std::env::args_os().skip(1);
    let args: Vec<String> = args.map(|arg| arg.to_string_lossy().into_owned()).collect();
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    let answer = match words[..] {
        ["--help" | "-h"] => Ok((format!("{USAGE}\n"), 0)),
        ["--digest", digest, file] | [file, "--digest", digest] => check(file, Some(digest)),
        [file] if !file.starts_with('-') => check(file, None),
        _ => Err(USAGE.into()),
    };
    let (text, status) = answer.unwrap_or_else(|problem: String| {
        eprintln!("{problem}");
        (String::new(), 2)
    });
    // Whoever has closed the pipe still gets the status.
    let _ = std::io::stdout().write_all(text.as_bytes());
    ExitCode::from(status)
}

/// What is said about the certificates of a file, and the exit status; an error if it cannot be read.
fn check(file: &str, digest: Option<&str>) -> Result<(String, u8), String> {
    let ruled = read(file).and_then(|bytes| certcheck::check_file(&bytes, digest));
    let ruled =
        ruled.map_err(|problem| format!("certcheck: {}: {problem}", file.escape_debug()))?;
    let texts = ruled.iter().map(|ruled| match ruled {
        Ok(proved) => proved.clone(),
        Err(fault) => format!("rejected: {fault}\n"),
    });
    Ok((texts.collect(), u8::from(ruled.iter().any(Result::is_err))))
}

fn read(file: &str) -> Result<Vec<u8>, String> {
    let found = std::fs::metadata(file).map_err(|error| error.to_string())?;
    if !found.is_file() || found.len() > 1 << 30 {
        return Err("it is not a plain file, or too long".into());
    }
    std::fs::read(file).map_err(|error| error.to_string())
}
