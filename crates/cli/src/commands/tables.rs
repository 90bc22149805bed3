//! `nasvet tables`: builds, lists and asks endgame tables.

use chess::{Chess, Small};
use clap::Parser;
use documents::{
    EndingDocument, KeptTablesDocument, LongestDocument, ProbeDocument, ProbedMoveDocument,
    ResultName, TablesDocument, WorthDocument,
};
use domain::{Header, Notation, Rules, Side};
use verify::{EndgameTables, GameValue, Holds, Material};

use super::long_run::LongRun;
use super::{Outcome, print, print_json};
use crate::status::{CommandProblem, Status};
use crate::table_cache::TableCache;

/// Build, list and ask endgame tables of up to four men (five without pawns).
#[derive(Parser)]
#[command(after_help = "Examples:
  nasvet tables KRKN KPKP            build the tables, or read them if they are kept
  nasvet tables                      list what is kept
  nasvet tables --probe '8/8/8/3k4/8/8/1R6/K7 w - -'

Tables are kept in the folder NASVET_CACHE, or nasvet in your cache folder. A damaged file is built anew.")]
pub(crate) struct TablesArgs {
    /// The endings, ours first: KRKN
    #[arg(value_name = "MEN")]
    endings: Vec<String>,
    /// Find the distance to the next capture, promotion or mate too
    #[arg(long)]
    conversion: bool,
    /// Tell what a position is worth, and each move in it
    #[arg(long, value_name = "POSITION")]
    probe: Option<String>,
    /// Keep nothing, and use nothing that was kept
    #[arg(long)]
    no_cache: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &TablesArgs) -> Outcome {
    let cache = match args.no_cache {
        true => TableCache::none(),
        false => TableCache::of_user(),
    };
    let mut document = TablesDocument::default();
    if args.endings.is_empty() && args.probe.is_none() {
        document.kept = Some(kept(&cache));
        match args.json {
            true => print_json(&document)?,
            false => print(&document.text())?,
        }
        return Ok(Status::Done);
    }
    let holds = match args.conversion {
        true => Holds::MateAndConversion,
        false => Holds::Mate,
    };
    let run = LongRun::begin()?;
    let mut tables = EndgameTables::new();
    for ending in &args.endings {
        let material: Material = ending
            .to_uppercase()
            .parse()
            .map_err(|error| format!("the men `{ending}`: {error}"))?;
        let report = run.tables(&cache, &mut tables, material, holds)?;
        let [ours, theirs] = longest(&tables, material, args.conversion);
        let ending = EndingDocument {
            men: material.to_string(),
            built: report.built.len(),
            read: report.read.len(),
            ours,
            theirs,
        };
        // Tables take time, so each is told of at once.
        if !args.json {
            print(&ending.text())?;
        }
        document.endings.push(ending);
    }
    if let Some(position) = &args.probe {
        let probe = probe(&run, &cache, &mut tables, position, holds)?;
        if !args.json {
            print(&probe.text())?;
        }
        document.probe = Some(probe);
    }
    if args.json {
        print_json(&document)?;
    }
    Ok(Status::Done)
}

fn kept(cache: &TableCache) -> KeptTablesDocument {
    KeptTablesDocument {
        folder: cache.folder().map(|folder| folder.display().to_string()),
        tables: cache.kept(),
    }
}

/// The longest win of each side, ours first.
fn longest(
    tables: &EndgameTables,
    material: Material,
    conversion: bool,
) -> [Option<LongestDocument>; 2] {
    let Some(table) = tables.get(material) else {
        return [None, None];
    };
    // The table has its own first side.
    let sides = match table.material() == material {
        true => Side::BOTH,
        false => [Side::Them, Side::Us],
    };
    sides.map(|winner| {
        let (mate, _) = table.longest_mate(winner)?;
        let converted = table.longest_conversion(winner);
        Some(LongestDocument {
            mate: mate.div_ceil(2),
            conversion: converted
                .filter(|_| conversion)
                .map(|(plies, _)| plies.div_ceil(2)),
        })
    })
}

fn probe(
    run: &LongRun,
    cache: &TableCache,
    tables: &mut EndgameTables,
    text: &str,
    holds: Holds,
) -> Result<ProbeDocument, CommandProblem> {
    let chess = Chess::<Small>::new();
    let (position, view) = chess
        .read_position(text, &Header::default())
        .map_err(|error| format!("the position `{text}`: {error}"))?;
    let material = Material::of(&position);
    if material != Material::KINGS {
        run.tables(cache, tables, material, holds)?;
    }
    let mut moves: Vec<(GameValue, String)> = chess
        .legal_moves(&position)
        .into_iter()
        .filter_map(|m| {
            let outcome = tables.probe(&chess.play(&position, m))?.of_move_here();
            Some((outcome, chess.write_move(&position, view, m)))
        })
        .collect();
    moves.sort_by_key(|(outcome, _)| std::cmp::Reverse(*outcome));
    let moves = moves.into_iter().map(|(outcome, m)| ProbedMoveDocument {
        m,
        worth: worth(outcome),
    });
    Ok(ProbeDocument {
        position: chess.write_position(&position, view),
        worth: tables.probe(&position).map(worth),
        moves: moves.collect(),
    })
}

fn worth(value: GameValue) -> WorthDocument {
    let (result, plies) = match value {
        GameValue::Win(plies) => (ResultName::Win, Some(plies)),
        GameValue::Draw => (ResultName::Draw, None),
        GameValue::Loss(plies) => (ResultName::Loss, Some(plies)),
    };
    WorthDocument { result, plies }
}
