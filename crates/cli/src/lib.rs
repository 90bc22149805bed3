//! The program `nasvet`: reads its arguments, asks the library, prints, and sets the exit status.
//!
//! Exit status: 0, all is well; 1, the advice has faults, an example fails, there is no advice or no answer, a tree is not sound, or
//! a file is not laid out (`fmt --check`);
//! 2, the question itself could not be understood or a file could not be read.

mod commands;
pub mod files;
mod style;
pub mod table_cache;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Chess knowledge as a readable chapter: check it, ask it, play by it, prove it.
#[derive(Parser)]
#[command(
    name = "nasvet",
    version,
    about,
    propagate_version = true,
    after_help = "Without a command, a game of king and rook against king begins at once."
)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    Check(commands::check::Args),
    Fmt(commands::fmt::Args),
    Words(commands::words::Args),
    Eval(commands::eval::Args),
    Export(commands::export::Args),
    Chapters(commands::chapters::Args),
    Read(commands::read::Args),
    Play(commands::play::Args),
    Advise(commands::advise::Args),
    Ask(commands::ask::Args),
    Survey(commands::survey::Args),
    Test(commands::test::Args),
    Tables(commands::tables::Args),
    Tree(commands::tree::Args),
    Verify(commands::verify::Args),
    Combine(commands::combine::Args),
}

/// Runs the program.
pub fn main() -> ExitCode {
    let Some(command) = Cli::parse().command else {
        return ended(commands::play::run_at_once());
    };
    let status = match command {
        Command::Check(args) => commands::check::run(&args),
        Command::Fmt(args) => commands::fmt::run(&args),
        Command::Words(args) => commands::words::run(&args),
        Command::Eval(args) => commands::eval::run(&args),
        Command::Export(args) => commands::export::run(&args),
        Command::Chapters(args) => commands::chapters::run(&args),
        Command::Read(args) => commands::read::run(&args),
        Command::Play(args) => commands::play::run(&args),
        Command::Advise(args) => commands::advise::run(&args),
        Command::Ask(args) => commands::ask::run(&args),
        Command::Survey(args) => commands::survey::run(&args),
        Command::Test(args) => commands::test::run(&args),
        Command::Tables(args) => commands::tables::run(&args),
        Command::Tree(args) => commands::tree::run(&args),
        Command::Verify(args) => commands::verify::run(&args),
        Command::Combine(args) => commands::combine::run(&args),
    };
    ended(status)
}

fn ended(status: commands::Outcome) -> ExitCode {
    status.unwrap_or_else(|problem| {
        anstream::eprintln!("nasvet: {problem}");
        ExitCode::from(2)
    })
}
