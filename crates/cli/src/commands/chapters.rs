//! `nasvet chapters`: the knowledge in the binary.

use clap::Parser;
use documents::{
    ChapterDocument, ChapterKind, ChaptersDocument, FormatName, FormatVersion, digest_of_chapter,
};
use nasvet::{Games, Kind, SHIPPED, Shelf, check_source};

use super::{Outcome, print, print_json};
use crate::status::Status;

/// List the shipped chapters and libraries.
#[derive(Parser)]
#[command(after_help = "Examples:
  nasvet chapters
  nasvet check krk-van-emden    use a chapter by its name")]
pub(crate) struct ChaptersArgs {
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &ChaptersArgs) -> Outcome {
    let games = Games::new();
    let mut chapters = Vec::new();
    for shipped in SHIPPED {
        let program = check_source(shipped.source(), &games, &Shelf::shipped()).program;
        let program =
            program.ok_or_else(|| format!("the shipped chapter `{}` has faults", shipped.name))?;
        let vocabulary = games.named(&program.game).map(|game| game.vocabulary());
        let digest = vocabulary.map(|vocabulary| digest_of_chapter(vocabulary, &program));
        chapters.push(ChapterDocument {
            name: shipped.name.into(),
            kind: match shipped.kind {
                Kind::Chapter => ChapterKind::Chapter,
                Kind::Library => ChapterKind::Library,
            },
            title: program.title.clone(),
            game: program.game.clone(),
            digest: digest.filter(|_| shipped.kind == Kind::Chapter),
            pieces: program.pieces.len(),
        });
    }
    let document = ChaptersDocument {
        format: FormatName::default(),
        version: FormatVersion::default(),
        chapters,
    };
    match args.json {
        true => print_json(&document)?,
        false => print(&document.text())?,
    }
    Ok(Status::Done)
}
