//! `nasvet tables`: builds, lists and asks endgame tables.

use std::process::ExitCode;

use chess::{Chess, Small};
use clap::Parser;
use domain::{Header, Notation, Rules, Side};
use nasvet::TableCache;
use verify::{EndgameTable, EndgameTables, GameValue, Holds, Material};

use super::long_run::LongRun;
use super::{Outcome, print};

/// Build, list and ask endgame tables of up to four men (five without pawns).
#[derive(Parser)]
#[command(after_help = "Examples:
  nasvet tables KRKN KPKP            build the tables, or read them if they are kept
  nasvet tables                      list what is kept
  nasvet tables --probe '8/8/8/3k4/8/8/1R6/K7 w - -'

Tables are kept in the folder NASVET_CACHE, or nasvet in your cache folder. A damaged file is built anew.")]
pub(crate) struct Args {
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
}

pub(crate) fn run(args: &Args) -> Outcome {
    let cache = match args.no_cache {
        true => TableCache::none(),
        false => TableCache::of_user(),
    };
    if args.endings.is_empty() && args.probe.is_none() {
        return list(&cache);
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
        let table = tables.get(material).map(EndgameTable::material);
        let name = table.map_or_else(|| material.to_string(), |table| table.to_string());
        print(&format!(
            "{name}: {} built, {} read\n{}",
            report.built.len(),
            report.read.len(),
            longest(&tables, material, args.conversion)
        ))?;
    }
    match &args.probe {
        Some(position) => probe(&run, &cache, &mut tables, position, holds),
        None => Ok(ExitCode::SUCCESS),
    }
}

fn list(cache: &TableCache) -> Outcome {
    let kept = cache.kept();
    let folder = cache.folder().map(|folder| folder.display().to_string());
    let folder = folder.unwrap_or_else(|| "nowhere".into());
    print(&match kept.len() {
        0 => format!("No tables are kept in {folder}.\n"),
        n => format!("{n} tables are kept in {folder}:\n"),
    })?;
    for (name, bytes) in kept {
        print(&format!("{name:<8} {:>8} KiB\n", bytes.div_ceil(1024)))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The longest win of each side.
fn longest(tables: &EndgameTables, material: Material, conversion: bool) -> String {
    let index = verify::Index::new(material);
    let mut longest = [[None; 2]; 2];
    for (_, position) in index.positions(0..index.n_numbers()) {
        let us_to_move = chess::Board::turn(&position) == Side::Us;
        let outcomes = [tables.probe(&position), tables.probe_conversion(&position)];
        for (metric, outcome) in outcomes.into_iter().enumerate() {
            let (wins, plies) = match outcome {
                Some(GameValue::Win(plies)) => (us_to_move, plies),
                Some(GameValue::Loss(plies)) => (!us_to_move, plies),
                Some(GameValue::Draw) | None => continue,
            };
            let most = &mut longest[usize::from(!wins)][metric];
            *most = Some(most.map_or(plies, |most: u16| most.max(plies)));
        }
    }
    let mut text = String::new();
    for (side, [mate, converted]) in ["we", "they"].into_iter().zip(longest) {
        if let Some(plies) = mate {
            let moves = match plies.div_ceil(2) {
                1 => "1 move".to_string(),
                moves => format!("{moves} moves"),
            };
            text += &format!("  {side} win in at most {moves}");
            if let (Some(plies), true) = (converted, conversion) {
                text += &format!(
                    ", with a capture, promotion or mate in {}",
                    plies.div_ceil(2)
                );
            }
            text += "\n";
        }
    }
    text
}

fn probe(
    run: &LongRun,
    cache: &TableCache,
    tables: &mut EndgameTables,
    text: &str,
    holds: Holds,
) -> Outcome {
    let chess = Chess::<Small>::new();
    let (position, view) = chess
        .read_position(text, &Header::default())
        .map_err(|error| format!("the position `{text}`: {error}"))?;
    let material = Material::of(&position);
    if material != Material::KINGS {
        run.tables(cache, tables, material, holds)?;
    }
    let say = |outcome: Option<GameValue>| match outcome {
        None => "not known".to_string(),
        Some(GameValue::Draw) => "draw".into(),
        Some(GameValue::Win(plies)) => format!("win, mate in {}", plies.div_ceil(2)),
        Some(GameValue::Loss(0)) => "mated".into(),
        Some(GameValue::Loss(plies)) => format!("loss, mated in {}", plies.div_ceil(2)),
    };
    print(&format!("{}\n", say(tables.probe(&position))))?;
    let mut moves: Vec<(GameValue, String)> = chess
        .legal_moves(&position)
        .into_iter()
        .filter_map(|m| {
            let outcome = tables.probe(&chess.play(&position, m))?.of_move_here();
            Some((outcome, chess.write_move(&position, view, m)))
        })
        .collect();
    moves.sort_by_key(|(outcome, _)| std::cmp::Reverse(*outcome));
    for (outcome, m) in moves {
        print(&format!("  {m:<7} {}\n", say(Some(outcome))))?;
    }
    Ok(ExitCode::SUCCESS)
}
