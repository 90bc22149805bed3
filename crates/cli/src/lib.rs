//! The program `nasvet`: reads its arguments, asks the library, prints, and sets the exit status.

mod status;
mod screen;
pub mod files;
mod memory;
mod panics;
mod commands;
mod style;
pub mod table_cache;
pub mod kept_files;
mod answers_file;
mod patterns_file;
mod progress_file;
pub mod background_tables;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use kept_files::KeptFiles;
use lang::find_steering;
use status::Status;
use table_cache::TableCache;

/// Chess knowledge as a readable chapter: check it, ask it, play by it, prove it.
#[derive(Parser)]
#[command(
    name = "nasvet",
    version,
    about,
    propagate_version = true,
    after_help = after_help()
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
    Keeps(commands::keeps::KeepsArgs),
    Lowers(commands::lowers::LowersArgs),
    Export(commands::export::ExportArgs),
    Import(commands::import::ImportArgs),
    Chapters(commands::chapters::ChaptersArgs),
    Read(commands::read::ReadArgs),
    Practise(commands::practise::PractiseArgs),
    Play(commands::play::PlayArgs),
    Advise(commands::advise::AdviseArgs),
    Ask(commands::ask::AskArgs),
    Survey(commands::survey::SurveyArgs),
    Test(commands::test::TestArgs),
    Tables(commands::tables::TablesArgs),
    Tree(commands::tree::TreeArgs),
    Verify(commands::verify::VerifyArgs),
    Watch(commands::watching::WatchArgs),
    Combine(commands::combine::CombineArgs),
    Solve(commands::solve::SolveArgs),
    Learn(commands::learn::LearnArgs),
    Annotate(commands::annotate::AnnotateArgs),
    Batch(commands::batch::BatchArgs),
    Uci(commands::uci::UciArgs),
    Serve(commands::serve::ServeArgs),
    Lsp(commands::lsp::LspArgs),
}

fn after_help() -> String {
    let table = Status::TABLE;
    format!("Without a command, practice begins at once.\n\n{table}")
}

/// Runs the program.
pub fn main() -> ExitCode {
    panics::keep_their_status();
    let ready = memory::end_with_a_status().and_then(|()| check_arguments(std::env::args_os()));
    if let Err(problem) = ready {
        return ended(Err(problem.into()));
    }
    let command = Cli::parse().command;
    if let Some(kept) = KeptFiles::sets(&TableCache::of_user()) {
        nasvet::keep_on(Box::new(kept));
    }
    let Some(command) = command else {
        return ended(commands::practise::run_at_once());
    };
    let status = match command {
        Subcommands::Check(args) => commands::check::run(&args),
        Subcommands::Fmt(args) => commands::fmt::run(&args),
        Subcommands::Words(args) => commands::words::run(&args),
        Subcommands::Eval(args) => commands::eval::run(&args),
        Subcommands::Keeps(args) => commands::keeps::run(&args),
        Subcommands::Lowers(args) => commands::lowers::run(&args),
        Subcommands::Export(args) => commands::export::run(&args),
        Subcommands::Import(args) => commands::import::run(&args),
        Subcommands::Chapters(args) => commands::chapters::run(&args),
        Subcommands::Read(args) => commands::read::run(&args),
        Subcommands::Practise(args) => commands::practise::run(&args),
        Subcommands::Play(args) => commands::play::run(&args),
        Subcommands::Advise(args) => commands::advise::run(&args),
        Subcommands::Ask(args) => commands::ask::run(&args),
        Subcommands::Survey(args) => commands::survey::run(&args),
        Subcommands::Test(args) => commands::test::run(&args),
        Subcommands::Tables(args) => commands::tables::run(&args),
        Subcommands::Tree(args) => commands::tree::run(&args),
        Subcommands::Verify(args) => commands::verify::run(&args),
        Subcommands::Watch(args) => commands::watching::run(&args),
        Subcommands::Combine(args) => commands::combine::run(&args),
        Subcommands::Solve(args) => commands::solve::run(&args),
        Subcommands::Learn(args) => commands::learn::run(&args),
        Subcommands::Annotate(args) => commands::annotate::run(&args),
        Subcommands::Batch(args) => commands::batch::run(&args),
        Subcommands::Uci(args) => commands::uci::run(&args),
        Subcommands::Serve(args) => commands::serve::run(&args),
        Subcommands::Lsp(args) => commands::lsp::run(&args),
    };
    ended(status)
}

/// Refuses arguments that would steer the terminal when they are named in a message.
fn check_arguments(arguments: impl Iterator<Item = OsString>) -> Result<(), String> {
    for argument in arguments.skip(1) {
        let argument = argument.to_string_lossy();
        if let Some((_, found)) = find_steering(&argument) {
            return Err(format!(
                "the argument `{argument}` has the character U+{:04X}, which would steer a terminal",
                u32::from(found)
            ));
        }
    }
    Ok(())
}

fn ended(outcome: commands::Outcome) -> ExitCode {
    let status = outcome.unwrap_or_else(|problem| {
        screen::tell_problem(&problem.message);
        problem.status
    });
    status.into()
}
