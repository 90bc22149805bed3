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
    command: Option<Subcommands>,
}

#[derive(Subcommand)]
enum Subcommands {
    Check(commands::check::CheckArgs),
    Fmt(commands::fmt::FmtArgs),
    Words(commands::words::WordsArgs),
    Eval(commands::eval::EvalArgs),
    Export(commands::export::ExportArgs),
    Chapters(commands::chapters::ChaptersArgs),
    Read(commands::read::ReadArgs),
    Play(commands::play::PlayArgs),
    Advise(commands::advise::AdviseArgs),
    Ask(commands::ask::AskArgs),
    Survey(commands::survey::SurveyArgs),
    Test(commands::test::TestArgs),
    Tables(commands::tables::TablesArgs),
    Tree(commands::tree::TreeArgs),
    Verify(commands::verify::VerifyArgs),
    Combine(commands::combine::CombineArgs),
}

/// Runs the program.
pub fn main() -> ExitCode {
    let Some(command) = Cli::parse().command else {
        return ended(commands::play::run_at_once());
    };
    let status = match command {
        Subcommands::Check(args) => commands::check::run(&args),
        Subcommands::Fmt(args) => commands::fmt::run(&args),
        Subcommands::Words(args) => commands::words::run(&args),
        Subcommands::Eval(args) => commands::eval::run(&args),
        Subcommands::Export(args) => commands::export::run(&args),
        Subcommands::Chapters(args) => commands::chapters::run(&args),
        Subcommands::Read(args) => commands::read::run(&args),
        Subcommands::Play(args) => commands::play::run(&args),
        Subcommands::Advise(args) => commands::advise::run(&args),
        Subcommands::Ask(args) => commands::ask::run(&args),
        Subcommands::Survey(args) => commands::survey::run(&args),
        Subcommands::Test(args) => commands::test::run(&args),
        Subcommands::Tables(args) => commands::tables::run(&args),
        Subcommands::Tree(args) => commands::tree::run(&args),
        Subcommands::Verify(args) => commands::verify::run(&args),
        Subcommands::Combine(args) => commands::combine::run(&args),
    };
    ended(status)
}

fn ended(status: commands::Outcome) -> ExitCode {
    status.unwrap_or_else(|problem| {
        anstream::eprintln!("nasvet: {problem}");
        ExitCode::from(2)
    })
}
