//! Chapters before the judge, each answering for its own men by an engine.

use std::sync::Arc;

use chess::{Chess, Small};
use code::{compile, compile_to_share, compiled};
use domain::{Stopped, Watch};
use lang::checked::{PieceId, Program};
use proof::Tree;
use search::{Answer, Engine, Options, PieceOutcome};
use solve::TableChoice;
use verify::{
    Decision, Index, Judged, Material, PlannedMove, PlannedTree, Team, TeamPlayer, Terrain,
    WordDecisions,
};

use crate::conditions::quiet;
use crate::foresight;
use crate::remembered::{Purse, Recollection, Remembered, SpareMemory};

/// The chapters that answer, each for its own men.
pub struct Staff {
    members: Vec<Member>,
    nodes: Option<u64>,
    spare: Option<SpareMemory>,
}

/// Bounds on the bytes for what is found out about endings.
#[derive(Clone, Copy, Default, Debug)]
pub struct BytesToRemember {
    /// While it is found out for all positions at once.
    pub solving: u64,
    /// What is kept of that.
    pub solved: u64,
    /// What is remembered while positions are asked about, only to be faster.
    pub remembered: u64,
}

struct Member {
    program: Arc<compiled::Program<Chess<Small>>>,
    /// The men of its tables, with what was found out about all positions.
    covers: Vec<(Material, Arc<Recollection>)>,
    first_piece: u16,
    /// The number of the first rule of each table.
    first_rules: Vec<u16>,
}

impl Member {
    fn remembered(&self, material: Material) -> Option<&Arc<Recollection>> {
        let mut covers = self.covers.iter();
        covers.find_map(|(men, remembered)| (*men == material).then_some(remembered))
    }
}

impl Staff {
    /// Chapters with their names; the first who has a table for some men answers for them. A limit of positions is for
    /// each piece; with one, nothing is remembered. Without spare memory, as much is remembered as is useful.
    pub fn new(
        chess: &Chess<Small>,
        programs: &[(Option<&str>, &Arc<Program>)],
        nodes: Option<u64>,
        spare: Option<SpareMemory>,
    ) -> Staff {
        let (mut n_pieces, mut n_all_rules) = (0, 0);
        let members = programs.iter().map(|(_, program)| {
            let first_piece = n_pieces;
            n_pieces += program.pieces.len() as u16;
            let first_rules = program.tables.iter().map(|table| {
                let first = n_all_rules;
                n_all_rules += table.rules.len() as u16;
                first
            });
            let first_rules = first_rules.collect();
            let tables = program.tables.iter();
            Member {
                covers: tables
                    .filter_map(|table| Material::of_header(&table.header))
                    .map(|men| {
                        let remembered = Remembered::new(program, Index::new(men));
                        (men, Arc::new(Recollection::new(remembered)))
                    })
                    .collect(),
                program: match nodes {
                    None => compile_to_share(chess, program),
                    Some(_) => compile(chess, program),
                },
                first_piece,
                first_rules,
            }
        });
        Staff {
            members: members.collect(),
            nodes,
            spare,
        }
        .emptied(spare.map(|spare| spare.asking))
    }

    fn emptied(self, spare: Option<usize>) -> Staff {
        self.forget_all(spare);
        self
    }

    /// Forgets what is remembered; all endings together take so many bytes from now on, or as many as is useful.
    fn forget_all(&self, spare: Option<usize>) {
        let purse = spare.map(Purse::new);
        let covers = self.members.iter().flat_map(|member| &member.covers);
        covers.for_each(|(_, remembered)| remembered.forget(purse.as_ref()));
    }

    /// Finds out beforehand what can be found out for all positions of these endings at once.
    pub fn solve(
        &self,
        chess: &Chess<Small>,
        programs: &[(Option<&str>, &Arc<Program>)],
        endings: &[Material],
        watch: &Watch,
    ) -> Result<(), Stopped> {
        for ending in endings {
            let members = self.members.iter().zip(programs);
            let mut remembered = members
                .filter_map(|(member, (_, program))| Some((member.remembered(*ending)?, program)));
            if let Some((remembered, program)) = remembered.next() {
                remembered.solve(chess, program, watch)?;
            }
        }
        Ok(())
    }

    /// Who answers for these men: the first who has a table for them.
    fn member(&self, material: Material) -> Option<(&Member, &Arc<Recollection>)> {
        self.members
            .iter()
            .find_map(|member| Some((member, member.remembered(material)?)))
    }

    /// Is anything remembered from one position to the next?
    pub fn remembers(&self) -> bool {
        self.nodes.is_none()
    }

    /// Bounds on the bytes for what is found out about these endings.
    pub fn bytes_to_remember(
        &self,
        programs: &[(Option<&str>, &Arc<Program>)],
        endings: &[Material],
    ) -> BytesToRemember {
        let mut bytes = BytesToRemember::default();
        if !self.remembers() {
            return bytes;
        }
        for ending in endings {
            let members = self.members.iter().zip(programs);
            let mut members = members.filter(|(member, _)| member.remembered(*ending).is_some());
            let Some((member, (_, program))) = members.next() else {
                continue;
            };
            let shared = &member.program.shared;
            let to_solve = Remembered::bytes_to_solve(program, *ending);
            // They are solved one after the other.
            bytes.solving = bytes.solving.max(bytes.solved + to_solve.solving);
            bytes.solved += to_solve.solved;
            bytes.remembered += Remembered::most_bytes(program, shared, Index::new(*ending));
        }
        bytes
    }

    /// What is remembered about these men; nothing if every position is counted as in play.
    pub fn remembered(&self, material: Material) -> Option<Arc<Recollection>> {
        let (_, remembered) = self.member(material)?;
        self.remembers().then(|| Arc::clone(remembered))
    }

    /// An ending as sets, if it was solved as such.
    pub fn terrain(&self, material: Material) -> Option<&Terrain> {
        let (_, remembered) = self.member(material)?;
        remembered.terrain()
    }

    /// The names of all pieces, by number; those of other chapters with the chapter's name before them.
    pub fn pieces(&self, programs: &[(Option<&str>, &Arc<Program>)]) -> Vec<String> {
        let pieces = programs.iter().flat_map(|(chapter, program)| {
            program.pieces.iter().map(move |piece| match chapter {
                Some(chapter) => format!("{chapter}: {}", piece.name),
                None => piece.name.clone(),
            })
        });
        pieces.collect()
    }

    /// The names of all rules, by number.
    pub fn rules(&self, programs: &[(Option<&str>, &Arc<Program>)]) -> Vec<String> {
        let mut rules = Vec::new();
        for (chapter, program) in programs {
            for (table_idx, table) in program.tables.iter().enumerate() {
                for rule_idx in 0..table.rules.len() {
                    let chapter = chapter.map(|name| format!("{name}: ")).unwrap_or_default();
                    let rule = rule_idx + 1;
                    rules.push(match program.tables.len() {
                        1 => format!("{chapter}rule {rule}"),
                        _ => format!("{chapter}table {}, rule {rule}", table_idx + 1),
                    });
                }
            }
        }
        rules
    }

    /// The chapters that went on where the men changed, with the men.
    pub fn successors(
        &self,
        programs: &[(Option<&str>, &Arc<Program>)],
        judged: &Judged<'_>,
    ) -> Vec<(String, Material)> {
        let materials = judged.materials().skip(1);
        let named = materials.filter_map(|material| {
            let idx = self
                .members
                .iter()
                .position(|member| member.remembered(material).is_some())?;
            Some((programs[idx].0?.to_string(), material))
        });
        named.collect()
    }
}

impl Team for Staff {
    fn covers(&self, material: Material) -> bool {
        self.member(material).is_some()
    }

    fn player(&self, material: Material, watch: &Watch) -> Box<dyn TeamPlayer + '_> {
        let (member, remembered) = self
            .member(material)
            .expect("only men that are covered are asked about");
        let options = Options {
            cache: true,
            shortest_first: false,
        };
        Box::new(Clerk {
            engine: match self.nodes {
                None => {
                    let memory: Arc<Remembered> = remembered.now();
                    let foresight: Arc<Remembered> = Arc::clone(&memory);
                    Engine::with_memory(&member.program, options, memory).with_foresight(foresight)
                }
                Some(_) => foresight::engine(&member.program, options),
            },
            member,
            known: self.remembers().then(|| remembered.now()),
            watch: quiet(watch).with_nodes(self.nodes.unwrap_or(u64::MAX)),
        })
    }

    fn forget(&self) {
        self.forget_all(self.spare.map(|spare| spare.judging));
    }
}

/// Answers by one chapter.
struct Clerk<'a> {
    engine: Engine<Chess<Small>>,
    member: &'a Member,
    /// What is known of all positions, if anything is remembered.
    known: Option<Arc<Remembered>>,
    watch: Watch,
}

impl TeamPlayer for Clerk<'_> {
    fn decide_word(&mut self, word: usize, among: u64) -> WordDecisions {
        let mut told = WordDecisions::none();
        let known = self.known.as_ref();
        if let Some(choices) = known.and_then(|known| known.choices_of_word(word, among)) {
            told.silent = choices.silent;
            told.outside = choices.outside;
            told.plays = choices.plays;
            for (lane, planned) in told.moves.iter_mut().enumerate() {
                if let Some(((table, rule), piece, m)) = choices.played(lane) {
                    *planned = PlannedMove {
                        rule: self.member.first_rules[table] + rule as u16,
                        piece: self.member.first_piece + piece.0 as u16,
                        m,
                    };
                }
            }
        }
        told
    }

    fn decide(&mut self, position: &Small) -> Decision {
        let known = self.known.as_ref();
        let plays = |(table, rule): (usize, usize), piece: PieceId, tree| {
            Decision::Plays(PlannedTree {
                rule: self.member.first_rules[table] + rule as u16,
                piece: self.member.first_piece + piece.0 as u16,
                tree,
            })
        };
        match known.map_or(TableChoice::Ask, |known| known.choice(position)) {
            TableChoice::Plays { rule, piece, m } => {
                return plays(rule, piece, Tree::of_move(m));
            }
            TableChoice::Follows { rule, piece } => {
                return match self.engine.prove(piece, position, &self.watch).answer {
                    Answer::Satisfied(tree) => plays(rule, piece, tree),
                    Answer::Unknown(_) => Decision::Stopped,
                    Answer::Refuted | Answer::Cut => {
                        unreachable!(
                            "where sets say that a piece succeeds, a search finds its tree"
                        )
                    }
                };
            }
            TableChoice::Silent => return Decision::Silent,
            TableChoice::Outside => return Decision::Outside,
            TableChoice::Ask => {}
        }
        let advised = self.engine.advise(position, &self.watch);
        match (advised.chosen, advised.table, advised.rule) {
            (Some((piece, tree)), Some(table), Some(rule)) => plays((table, rule), piece, tree),
            (_, _, _) if advised.is_outside => Decision::Outside,
            (_, _, _) => {
                let is_stopped = advised.stopped.is_some()
                    || advised
                        .tried
                        .iter()
                        .any(|tried| matches!(tried.outcome, PieceOutcome::Unknown(_)));
                match is_stopped {
                    true => Decision::Stopped,
                    false => Decision::Silent,
                }
            }
        }
    }
}
