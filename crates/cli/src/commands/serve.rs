//! `nasvet serve`: the textbook as a page, answered by this program.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;

use clap::Parser;
use domain::Stop;
use engine::Desk;
use serve::{Limits, ServeOptions, WebPage, serve};

use super::{Outcome, print};
use crate::background_tables::BackgroundTables;
use crate::status::{CommandProblem, Status};
use crate::table_cache::TableCache;

/// Open the textbook as a page in the browser, answered by this program
#[derive(Parser)]
#[command(after_help = "Examples:
  nasvet serve                              then open the address that it prints
  nasvet serve --listen 0.0.0.0:8080        for a classroom

Only this machine can open the page unless --listen names an address of the network.
Endgame tables are kept as by `nasvet tables`. Ctrl-C ends it.")]
pub(crate) struct ServeArgs {
    /// Where to listen
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:8190")]
    listen: SocketAddr,
    /// Serve the page of this folder, made by `cargo xtask site`; otherwise the one inside this program, or the folder
    /// `page` beside it
    #[arg(long, value_name = "FOLDER")]
    page: Option<PathBuf>,
}

pub(crate) fn run(args: &ServeArgs) -> Outcome {
    let page = match &args.page {
        Some(folder) => WebPage::from_folder(folder)?,
        None => match WebPage::built_in() {
            Some(page) => page,
            None => beside_program()?,
        },
    };
    let stop = Stop::new();
    let raised = stop.clone();
    ctrlc::set_handler(move || raised.raise())
        .map_err(|error| format!("cannot listen to Ctrl-C: {error}"))?;
    let desk = || {
        let verdicts = BackgroundTables::new(TableCache::of_user());
        Desk::with_stores(Box::new(verdicts), Box::new(TableCache::of_user()))
    };
    let options = ServeOptions {
        listen: args.listen,
        page,
        limits: Limits::default(),
        desk: Arc::new(desk),
        stop,
    };
    let mut told = Ok(());
    let listens = |address: SocketAddr| {
        told = print(&format!(
            "The book is open at http://{address}/ (Ctrl-C closes it)\n"
        ));
    };
    serve(options, listens).map_err(CommandProblem::from)?;
    told?;
    Ok(Status::Done)
}

/// The page in the folder `page` beside the program, where `cargo xtask web` puts it.
fn beside_program() -> Result<WebPage, String> {
    let program = std::env::current_exe().ok();
    let folder = program.and_then(|program| Some(program.parent()?.join("page")));
    match folder.filter(|folder| folder.is_dir()) {
        Some(folder) => WebPage::from_folder(&folder),
        None => Err(
            "the page has not been built yet; in the project's folder `cargo xtask web` builds and opens it, \
             and `--page FOLDER` serves one that `cargo xtask site` wrote"
                .into(),
        ),
    }
}
