//! The answers of a chapter, so that they can be kept, shared out over several machines, and brought together again.

use std::fmt::Write as _;
use std::sync::Arc;

use chess::{Chess, Small};
use documents::digest_of_chapter;
use domain::{Game as _, Watch};
use lang::checked::Program;
use verify::{
    AnswerKeeper, Bounds, FormerTeam, Hearing, Material, Share, Truth, ask_share, judged_endings,
    missing_parcels,
};

use crate::chapter::Chapter;
use crate::finishing::Asking;
use crate::verification::{
    Court, Questions, Unverifiable, claimed_materials, judged_material, n_rules, successors,
};

impl Chapter {
    /// What the answers of this chapter depend on, as lines of text: answers with equal headings belong together. The
    /// first line is the chapter's name; `truth` says where true results come from.
    pub fn answers_heading(
        &self,
        questions: Questions,
        truth: &str,
    ) -> Result<String, Unverifiable> {
        let chess = Chess::<Small>::new();
        let material = judged_material(&self.program)?;
        let library = successors(material);
        let covered = self.covered(&library);
        let digest = |program| digest_of_chapter(chess.vocabulary(), program);
        let mut heading = format!(
            "chapter {}\nprogram {}\ndigest {}\nnodes {}\ntruth {truth}\n",
            self.name,
            env!("CARGO_PKG_VERSION"),
            digest(&self.program),
            questions
                .nodes
                .map_or("all".to_owned(), |nodes| nodes.to_string())
        );
        for men in judged_endings(material, &claimed_materials(&self.program), &covered) {
            // Nothing can go wrong in writing to a text.
            let _ = writeln!(heading, "men {men}");
        }
        for (name, program) in &library {
            let _ = writeln!(heading, "after it {name} {}", digest(program));
        }
        Ok(heading)
    }

    /// What answers may speak of.
    pub fn answers_bounds(&self) -> Result<Bounds, Unverifiable> {
        let library = successors(judged_material(&self.program)?);
        let programs = || {
            library
                .iter()
                .map(|(_, program)| program)
                .chain([&self.program])
        };
        let pieces: usize = programs().map(|program| program.pieces.len()).sum();
        Ok(Bounds {
            rules: programs().map(|program| n_rules(program)).sum::<usize>() as u16,
            pieces: pieces as u16,
            claims: self.program.claims.len(),
        })
    }

    /// Asks about a share of the positions, and has the answers kept.
    pub fn ask_share(
        &self,
        truth: &dyn Truth,
        questions: Questions,
        keeper: &dyn AnswerKeeper,
        share: Share,
        watch: &Watch,
    ) -> Result<(), Unverifiable> {
        let chess = Chess::<Small>::new();
        let library = successors(judged_material(&self.program)?);
        let court = Court::new(&chess, &self.program, &library, questions)?;
        court.solve(&Asking::default(), watch)?;
        let hearing = court.hearing(truth, questions);
        ask_share(hearing, keeper, share, watch).map_err(Unverifiable::Stopped)
    }

    /// How many parcels of answers are not kept, and how many there are in all.
    pub fn missing_answers(
        &self,
        truth: &dyn Truth,
        questions: Questions,
        keeper: &dyn AnswerKeeper,
    ) -> Result<(usize, usize), Unverifiable> {
        let material = judged_material(&self.program)?;
        let covered = self.covered(&successors(material));
        let hearing = Hearing {
            material,
            others: &claimed_materials(&self.program),
            team: &covered,
            truth,
            claims: None,
            conditions: None,
            room: questions.room,
            room_for_replies: None,
            terrain: None,
        };
        Ok(missing_parcels(&hearing, keeper))
    }

    /// The endings for which the chapter or one of those that go on has a table.
    fn covered(&self, library: &[(&'static str, Arc<Program>)]) -> FormerTeam {
        let programs = library.iter().map(|(_, program)| program);
        let tables = programs.chain([&self.program]).flat_map(|of| &of.tables);
        let covered = tables.filter_map(|table| Material::of_header(&table.header));
        FormerTeam(covered.collect())
    }
}
