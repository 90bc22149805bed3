//! Where the time of a chapter goes: by piece of advice and by definition, over positions drawn evenly.
//!
//! Each piece is searched by itself, without what was found out elsewhere, so that the figures compare pieces and not the
//! order in which they are asked. The clock is the caller's.

use std::sync::Arc;
use std::time::Duration;

use boards::quiet;
use chess::{Chess, Small};
use code::{compile, compile_truths};
use documents::{DefinitionTimeDocument, PieceTimeDocument, ProfileDocument};
use domain::{Side, Stopped, Watch};
use lang::checked::{Advice, Expr, PieceId, Program, Reads};
use search::{Options, PieceOutcome};
use solve::solvable;
use verify::Material;

use crate::chapter::Chapter;
use crate::excerpt::Excerpt;
use crate::verification::{Court, Questions, Unverifiable, judged_material};

/// A piece may look at so many positions for one answer.
const MAX_NODES: u64 = 10_000_000;

impl Chapter {
    /// Times the pieces and the definitions of a chapter in so many positions. The clock says how much time has passed.
    pub fn profile(
        &self,
        (n_positions, seed): (usize, u64),
        clock: &dyn Fn() -> Duration,
        watch: &Watch,
    ) -> Result<ProfileDocument, Unverifiable> {
        let chess = Chess::<Small>::new();
        judged_material(&self.program)?;
        let questions = Questions {
            nodes: None,
            room: 0,
            spare: None,
            games: 0,
            group: false,
        };
        let court = Court::new(&chess, &self.program, &[], questions)?;
        let excerpt = Excerpt {
            sample: Some((n_positions, seed)),
            ..Excerpt::default()
        };
        let positions = excerpt.starts(&court, watch)?;
        let watch = quiet(watch).with_nodes(MAX_NODES);
        let pieces = pieces(&chess, &self.program, &positions, clock, &watch);
        let definitions = definitions(&chess, &self.program, &positions, clock, &watch);
        Ok(ProfileDocument {
            positions: positions.len() as u64,
            pieces: pieces.map_err(Unverifiable::Stopped)?,
            definitions: definitions.map_err(Unverifiable::Stopped)?,
        })
    }
}

/// The time of each piece in the positions in which it is tried, the longest first.
fn pieces(
    chess: &Chess<Small>,
    program: &Arc<Program>,
    positions: &[Small],
    clock: &dyn Fn() -> Duration,
    watch: &Watch,
) -> Result<Vec<PieceTimeDocument>, Stopped> {
    let compiled = compile(chess, program);
    let options = Options {
        cache: true,
        shortest_first: false,
    };
    let mut engine = boards::engine(&compiled, options);
    let material = Material::of_header(&program.header);
    let solved = material.map_or_else(Vec::new, |men| solvable(chess, program, men));
    let mut found: Vec<PieceTimeDocument> = (0..)
        .map(PieceId)
        .zip(&program.pieces)
        .map(|(id, piece)| PieceTimeDocument {
            piece: piece.name.clone(),
            tried: 0,
            positions: 0,
            microseconds: 0,
            not_remembered: match solved.contains(&id) {
                true => Vec::new(),
                false => why_not_remembered(piece),
            },
        })
        .collect();
    let mut times = vec![Duration::ZERO; found.len()];
    for position in positions {
        watch.check()?;
        let advised = engine.advise(position, watch);
        for tried in &advised.tried {
            if tried.outcome == PieceOutcome::Guarded {
                continue;
            }
            let begun = clock();
            let searched = engine.decide(tried.piece, position, watch);
            let idx = tried.piece.0 as usize;
            times[idx] += clock().saturating_sub(begun);
            found[idx].tried += 1;
            found[idx].positions += searched.statistics.nodes() + searched.nested_nodes;
        }
    }
    for (of, time) in found.iter_mut().zip(times) {
        of.microseconds = time.as_micros() as u64;
    }
    found.sort_by_key(|of| std::cmp::Reverse(of.microseconds));
    Ok(found)
}

/// Why the verdicts of a piece in one position say nothing about another search, in words; none if they do.
fn why_not_remembered(piece: &Advice) -> Vec<String> {
    let Reads {
        before,
        root,
        depth,
        the_move: _,
    } = piece.reads;
    let has_bound = [Side::Us, Side::Them]
        .iter()
        .all(|side| piece.depth.map(|depth| depth.plies(*side)).is_some());
    let reasons = [
        (root, "it looks at the root"),
        (before, "it looks at the position before our move"),
        (depth, "it looks at the depth"),
        (!has_bound, "it has no bound"),
    ];
    let reasons = reasons.iter().filter(|(is_so, _)| *is_so);
    reasons.map(|(_, reason)| (*reason).to_owned()).collect()
}

/// The time of each definition without parameters, the longest first.
fn definitions(
    chess: &Chess<Small>,
    program: &Arc<Program>,
    positions: &[Small],
    clock: &dyn Fn() -> Duration,
    watch: &Watch,
) -> Result<Vec<DefinitionTimeDocument>, Stopped> {
    let plain = program.definitions.iter().filter(|definition| {
        let Reads {
            before,
            root,
            depth,
            the_move,
        } = definition.reads;
        definition.parameters.is_empty() && !(before || root || depth || the_move)
    });
    let plain: Vec<_> = plain.collect();
    let bodies: Vec<&Expr> = plain.iter().map(|definition| &definition.body).collect();
    let compiled = compile_truths(chess, program, &bodies);
    let mut engine = boards::remembering_engine(&compiled, None);
    let mut found = Vec::new();
    for (idx, definition) in plain.iter().enumerate() {
        let begun = clock();
        for position in positions {
            watch.check()?;
            engine.is_true(idx, position, watch)?;
        }
        let time = clock().saturating_sub(begun);
        found.push(DefinitionTimeDocument {
            definition: definition.name.clone(),
            nanoseconds: (time.as_nanos() / (positions.len().max(1) as u128)) as u64,
        });
    }
    found.sort_by_key(|of| std::cmp::Reverse(of.nanoseconds));
    Ok(found)
}
