//! `cargo xtask msrv`: the oldest Rust that we name is the one that we need.

use std::process::Command;

use crate::command::output;
use crate::failure::Failure;
use crate::metadata::Metadata;
use crate::project::{read, root};
use crate::steps::Steps;

pub(crate) fn run(args: &[String]) -> Result<(), Failure> {
    let mut steps = Steps::from_args("msrv", args)?;
    steps.step("oldest Rust", check)?;
    steps.finish()
}

/// All packages name the same Rust, none that they use asks for a newer one, and the README and the guide name it too.
pub(crate) fn check() -> Result<(), String> {
    let metadata = Metadata::read()?;
    let stated = stated()?;
    for package in metadata.members() {
        if package.rust_version.as_deref() != Some(&stated) {
            let name = &package.name;
            return Err(format!(
                "`{name}` does not say `rust-version.workspace = true`"
            ));
        }
    }
    let ours = number(&stated)?;
    for package in metadata.others() {
        let Some(theirs) = &package.rust_version else {
            continue;
        };
        if number(theirs)? > ours {
            return Err(format!(
                "`{} {}` asks for Rust {theirs}, and Cargo.toml promises {stated}",
                package.name, package.version
            ));
        }
    }
    let guide = read(&root().join("CONTRIBUTING.md"))?;
    if !guide.contains(&format!("Rust {stated} or newer")) {
        return Err(format!(
            "CONTRIBUTING.md does not say `Rust {stated} or newer`"
        ));
    }
    let in_use = output(Command::new("rustc").arg("--version"))?;
    eprintln!("{}", told(&in_use, &stated)?);
    Ok(())
}

/// Whether the promise is put to the test by this very run.
fn told(in_use: &str, stated: &str) -> Result<String, String> {
    let version = in_use.split_whitespace().nth(1).unwrap_or_default();
    let (found, promised) = (number(version)?, number(stated)?);
    if found[..2] == promised[..2] {
        Ok(format!("Rust {stated} is in use: this check is the test"))
    } else {
        Ok(format!(
            "Rust {version} is in use; run this check with {stated} to test the promise"
        ))
    }
}

/// The `rust-version` of the workspace.
fn stated() -> Result<String, String> {
    let manifest = read(&root().join("Cargo.toml"))?;
    let line = manifest
        .lines()
        .find_map(|line| line.strip_prefix("rust-version = "));
    let stated = line.map(|text| text.trim_matches('"').to_owned());
    stated.ok_or_else(|| "Cargo.toml has no line `rust-version = …`".into())
}

/// `1.95` as numbers.
fn number(text: &str) -> Result<[u32; 3], String> {
    let problem = || format!("`{text}` is no version");
    let mut numbers = [0; 3];
    for (number, part) in numbers.iter_mut().zip(text.split(['.', '-'])) {
        *number = part.parse().map_err(|_| problem())?;
    }
    match text.is_empty() {
        true => Err(problem()),
        false => Ok(numbers),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_compared_as_numbers() {
        assert_eq!(number("1.95"), Ok([1, 95, 0]));
        assert!(number("1.100.1") > number("1.95"));
        assert!(number("1.9") < number("1.85.0"));
        assert!(number("").is_err() && number("new").is_err());
    }

    #[test]
    fn the_version_in_use_is_told() {
        let told = |version| told(version, "1.95").expect("a version");
        assert!(told("rustc 1.95.0 (59807616e 2026-04-14)").ends_with("this check is the test"));
        assert!(told("rustc 1.96.1").starts_with("Rust 1.96.1 is in use"));
    }
}
