//! A player is asked about many positions of an ending, one by one or word by word, and what it says becomes a parcel.
//!
//! Whoever knows an ending as sets can tell for most positions of a word together what is played. Then nothing is left to
//! be done for each of them but to write it down.

use std::ops::Range;

use chess::Small;
use domain::{Side, Stopped};
use proof::Tree;

use super::TeamAsker;
use super::promises::{Promises, TargetsOfTakers};
use crate::judge::graph::Ends;
use crate::judge::parcel::Parcel;
use crate::judge::plans::PlanInspector;
use crate::judge::survey::{Root, RootMove};
use crate::judge::{Decision, PlannedMove, TeamPlayer, WordDecisions};
use crate::material::Material;
use crate::ranked::bits_of;
use crate::sets::{MovesOf, Terrain};

/// What is asked and said about positions of one ending, in the order of their numbers.
pub(super) struct Consultation<'c> {
    asker: &'c TeamAsker<'c>,
    ending: u8,
    player: Box<dyn TeamPlayer + 'c>,
    inspector: PlanInspector<'c>,
    parcel: Parcel,
}

impl TeamAsker<'_> {
    /// Asks about all positions of an ending with numbers in a range of whole words, where the ending is known as sets.
    pub(super) fn consult_words(
        &self,
        ending: u8,
        numbers: &Range<usize>,
        (terrain, place): (&Terrain, usize),
    ) -> Result<Parcel, Stopped> {
        let index = &self.places.endings[usize::from(ending)];
        let legal = terrain.legal(place, Side::Us);
        let after = terrain.all(Side::Them);
        let with_moves = terrain.words_before(place, Side::Us, MovesOf::ANY, &after);
        let mut consultation = Consultation::new(self, ending, index.material());
        let inspector = &consultation.inspector;
        let targets =
            self.taken[place].get_or_init(|| TargetsOfTakers::new(terrain, place, inspector));
        let mut promises = Promises::new(terrain, place, targets);
        for at in numbers.start / 64..numbers.end / 64 {
            self.watch.check()?;
            // Sets have equal men in either order, roots in one.
            let roots = legal.word(at) & index.sorted_lanes(at);
            if roots == 0 {
                continue;
            }
            let with_moves = with_moves(at);
            let told = consultation.player.decide_word(at, roots);
            for lane in bits_of(roots) {
                let number = at << 6 | lane;
                let has_moves = with_moves >> lane & 1 == 1;
                if !consultation.note_told(number, has_moves, &told, &mut promises)? {
                    consultation.ask(number, &index.known_position(number), has_moves)?;
                }
            }
        }
        consultation.finish()
    }
}

impl<'c> Consultation<'c> {
    pub(super) fn new(
        asker: &'c TeamAsker<'c>,
        ending: u8,
        material: Material,
    ) -> Consultation<'c> {
        let inspector = PlanInspector::new(&asker.hearing, asker.watch);
        Consultation {
            asker,
            ending,
            player: asker.hearing.team.player(material, asker.watch),
            inspector,
            parcel: Parcel::default(),
        }
    }

    /// Asks about a position.
    pub(super) fn ask(
        &mut self,
        number: usize,
        position: &Small,
        has_moves: bool,
    ) -> Result<(), Stopped> {
        self.asker.watch.check()?;
        let decision = self.player.decide(position);
        let played = if has_moves {
            if let Decision::Plays(plan) = &decision {
                let (root, found) = (self.next_root(), &mut self.parcel.plans);
                self.inspector.inspect(root, position, &plan.tree, found)?;
            }
            self.play(position, decision)
        } else {
            self.over(number, matches!(decision, Decision::Outside))
        };
        self.push(number, played);
        Ok(())
    }

    /// Writes down what was told of a number with those of its word; false if nothing was.
    fn note_told(
        &mut self,
        number: usize,
        has_moves: bool,
        told: &WordDecisions,
        promises: &mut Promises<'_>,
    ) -> Result<bool, Stopped> {
        let lane = number % 64;
        let is_in = |word: u64| word >> lane & 1 == 1;
        let (is_outside, is_silent) = (is_in(told.outside), is_in(told.silent));
        if !is_outside && !is_silent && !is_in(told.plays) {
            return Ok(false);
        }
        let played = match (has_moves, is_outside, is_silent) {
            (false, _, _) => self.over(number, is_outside),
            (true, true, _) => RootMove::Outside,
            (true, _, true) => RootMove::Silent,
            (true, false, false) => self.plan_of_move(number, told.moves[lane], promises)?,
        };
        self.push(number, played);
        Ok(true)
    }

    /// A plan that is but a move. Somebody looks at it only where it may break a promise.
    fn plan_of_move(
        &mut self,
        number: usize,
        plan: PlannedMove,
        promises: &mut Promises<'_>,
    ) -> Result<RootMove, Stopped> {
        let PlannedMove { rule, piece, m } = plan;
        let index = &self.asker.places.endings[usize::from(self.ending)];
        if promises.may_break(index, number, m) {
            let position = index.known_position(number);
            let (root, found) = (self.next_root(), &mut self.parcel.plans);
            self.inspector
                .inspect(root, &position, &Tree::of_move(m), found)?;
        } else {
            self.inspector.pass(&mut self.parcel.plans);
        }
        Ok(RootMove::Move { rule, piece, m })
    }

    /// Whoever comes here has lost or drawn; a claim begins here only if the advice is about it.
    fn over(&mut self, number: usize, is_outside: bool) -> RootMove {
        if is_outside {
            self.parcel.over_outside.push(self.next_root());
        }
        let index = &self.asker.places.endings[usize::from(self.ending)];
        match index.known_position(number).in_check() {
            true => RootMove::Mated,
            false => RootMove::Stalemated,
        }
    }

    /// The move of a decision for the next root. A tree longer than a move is kept.
    fn play(&mut self, position: &Small, answer: Decision) -> RootMove {
        let plan = match answer {
            Decision::Silent => return RootMove::Silent,
            Decision::Outside => return RootMove::Outside,
            Decision::Stopped => return RootMove::Stopped,
            Decision::Plays(plan) => plan,
        };
        if plan.tree.depth() > 1 {
            let ends = Ends::after_plan(position, &plan.tree);
            let place = |position: &Small| self.asker.places.of(position);
            let (root, truth) = (self.next_root(), self.asker.hearing.truth);
            self.parcel.far.add(root, &ends, &place, truth);
        }
        RootMove::Move {
            rule: plan.rule,
            piece: plan.piece,
            m: plan.tree.first_move().expect("the tree begins with a move"),
        }
    }

    fn next_root(&self) -> u32 {
        self.parcel.roots.len() as u32
    }

    fn push(&mut self, number: usize, played: RootMove) {
        self.parcel.roots.push(Root {
            ending: self.ending,
            number: number as u32,
            played,
        });
    }

    /// All that was said.
    pub(super) fn finish(self) -> Result<Parcel, Stopped> {
        // A decision that was cut short is none.
        self.asker.watch.check()?;
        self.asker.with_room(self.parcel)
    }
}
