//! `certcheck FILE`: says whether a certificate of Nasvet is a proof, and of what.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "it is a program")]

use std::io::Write;
use std::process::ExitCode;

const USAGE: &str = "certcheck checks certificates, which `nasvet verify --certificate` writes.

Usage: certcheck [--digest HEX] FILE

  --digest HEX   the certificates must be about the chapter with this digest

The exit status is 0 if every certificate in the file is accepted, 1 if one is
rejected, and 2 if the file cannot be read.";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args_os()
        .skip(1)
        .map(|arg| arg.to_string_lossy().into_owned())
        .collect();
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    let (digest, file) = match words[..] {
        ["--help" | "-h"] => {
            println!("{USAGE}");
            return ExitCode::SUCCESS;
        }
        ["--digest", digest, file] | [file, "--digest", digest] => (Some(digest), file),
        [file] if !file.starts_with('-') => (None, file),
        _ => {
            eprintln!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    let ruled = match read(file).and_then(|bytes| certcheck::check_file(&bytes, digest)) {
        Ok(ruled) => ruled,
        Err(problem) => {
            eprintln!("certcheck: {}: {problem}", file.escape_debug());
            return ExitCode::from(2);
        }
    };
    for ruled in &ruled {
        let text = match ruled {
            Ok(proved) => proved.clone(),
            Err(fault) => format!("rejected: {fault}\n"),
        };
        // Whoever has closed the pipe still gets the status.
        let _ = std::io::stdout().write_all(text.as_bytes());
    }
    ExitCode::from(u8::from(ruled.iter().any(Result::is_err)))
}

fn read(file: &str) -> Result<Vec<u8>, String> {
    let found = std::fs::metadata(file).map_err(|error| error.to_string())?;
    if !found.is_file() || found.len() > 1 << 30 {
        return Err("it is not a plain file, or too long".into());
    }
    std::fs::read(file).map_err(|error| error.to_string())
}
