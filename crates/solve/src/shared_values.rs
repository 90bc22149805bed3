//! Values of definitions that all who evaluate something over one ending share.
//!
//! A number that takes a loop over the board is asked for again and again: after each of our moves, to order them, and
//! at every node. Here it stands in a table, one entry for a position and all images in which it is proved to be the
//! same.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU16, Ordering};

use chess::{Chess, Small};
use code::machine::{Environment, NoEnvironment};
use domain::{Game as _, Side, Stopped, Symmetries};
use lang::KeptSymmetries;
use lang::checked::{DefinitionId, PieceId, Program};
use verify::{Images, Index};

/// The values of each definition, for either side.
pub struct SharedValues {
    index: Index,
    kept: Vec<Symmetries>,
    tables: Vec<OnceLock<Option<ValueTable>>>,
}

struct ValueTable {
    images: Images,
    values: Box<[AtomicU16]>,
}

/// Nothing is known yet; there is no value. Numbers follow, from the least.
const UNKNOWN: u16 = 0;
const NO_VALUE: u16 = 1;
const LEAST: i64 = 2 - (1 << 15);

impl SharedValues {
    /// A bound on the bytes for those definitions of a program whose values are shared.
    pub fn most_bytes(program: &Program, shared: &[bool], index: Index) -> u64 {
        let kept = kept(program).into_iter().zip(shared);
        let n_places = kept.map(|(kept, shared)| match shared {
            true => Images::new(&index, kept).n_places(),
            false => 0,
        });
        (n_places.sum::<usize>() * Side::BOTH.len() * size_of::<AtomicU16>()) as u64
    }

    /// Nothing is known.
    pub fn new(program: &Program, index: Index) -> SharedValues {
        SharedValues {
            index,
            kept: kept(program),
            tables: (0..program.definitions.len() * 2)
                .map(|_| OnceLock::new())
                .collect(),
        }
    }

    /// The same definitions, of which nothing is known.
    pub fn emptied(&self) -> SharedValues {
        SharedValues {
            index: self.index,
            kept: self.kept.clone(),
            tables: self.tables.iter().map(|_| OnceLock::new()).collect(),
        }
    }

    /// A raw value, or that there is none, if it was found; `number` is that of the position.
    #[inline]
    pub fn get(
        &self,
        definition: DefinitionId,
        viewer: Side,
        number: usize,
    ) -> Option<Option<u64>> {
        let table = self.tables[of_side(definition, viewer)].get()?.as_ref()?;
        let entry = &table.values[table.images.place(number)];
        match entry.load(Ordering::Relaxed) {
            UNKNOWN => None,
            NO_VALUE => Some(None),
            value => Some(Some((i64::from(value) - 2 + LEAST).cast_unsigned())),
        }
    }

    /// Takes note of a value; `grant` is asked once for the bytes of a table.
    pub fn learn(
        &self,
        definition: DefinitionId,
        viewer: Side,
        number: usize,
        value: Option<u64>,
        grant: impl FnOnce(usize) -> bool,
    ) {
        let entry = match value {
            None => NO_VALUE,
            // A number that is too large is evaluated anew.
            Some(raw) => match u16::try_from(raw.cast_signed().saturating_sub(LEAST)) {
                Ok(above) if above <= u16::MAX - 2 => above + 2,
                Ok(_) | Err(_) => return,
            },
        };
        let table = self.tables[of_side(definition, viewer)].get_or_init(|| {
            let images = Images::new(&self.index, self.kept[definition.0 as usize]);
            let n_places = images.n_places();
            grant(n_places * size_of::<AtomicU16>()).then(|| ValueTable {
                images,
                values: (0..n_places).map(|_| AtomicU16::new(UNKNOWN)).collect(),
            })
        });
        if let Some(table) = table {
            // Every thread that evaluates it finds the same.
            table.values[table.images.place(number)].store(entry, Ordering::Relaxed);
        }
    }
}

/// Evaluates with the values that are known, and takes note of others.
pub(crate) struct SharingEnvironment<'v> {
    /// None: nothing is shared in this ending.
    values: Option<&'v SharedValues>,
}

impl SharedValues {
    /// Whoever evaluates in the positions of an ending.
    pub(crate) fn environment(&self, index: &Index) -> SharingEnvironment<'_> {
        SharingEnvironment {
            values: (self.index == *index).then_some(self),
        }
    }
}

impl Environment<Chess<Small>> for SharingEnvironment<'_> {
    fn can(&mut self, piece: PieceId, viewer: Side, position: &Small) -> Result<bool, Stopped> {
        Environment::<Chess<Small>>::can(&mut NoEnvironment, piece, viewer, position)
    }

    fn steps(&mut self, _: u64) -> Result<(), Stopped> {
        Ok(())
    }

    fn found(
        &self,
        definition: DefinitionId,
        viewer: Side,
        position: &Small,
    ) -> Option<Option<u64>> {
        let values = self.values?;
        values.get(definition, viewer, values.index.of(position)?)
    }

    fn share(
        &mut self,
        definition: DefinitionId,
        viewer: Side,
        position: &Small,
        value: Option<u64>,
    ) {
        if let Some(values) = self.values
            && let Some(number) = values.index.of(position)
        {
            values.learn(definition, viewer, number, value, |_| true);
        }
    }
}

/// The symmetries that each definition is proved to keep.
fn kept(program: &Program) -> Vec<Symmetries> {
    let chess = Chess::<Small>::new();
    let mut finder = KeptSymmetries::new(chess.vocabulary(), program);
    let definitions = program.definitions.iter();
    let kept = definitions.map(|definition| finder.of(&definition.body));
    kept.collect()
}

/// An index for a definition and whoever looks.
fn of_side(definition: DefinitionId, viewer: Side) -> usize {
    definition.0 as usize * 2 + usize::from(viewer == Side::Them)
}

#[cfg(test)]
mod tests {
    use domain::Value;
    use lang::reference::{Budget, Evaluator, Scene};

    use super::*;

    const CHAPTER: &str = r#"
endgame "King and rook against king"
us K R
them K
let room    = count(those s in board without our.attacks : distance(s, their.king) < 4)
let corner  = rank(our.king) - 2 * file(their.king)
let missing = distance(our.rook, our.king) - 5
let large   = 70000 * distance(our.king, their.king) - 69000
let so      = distance(our.king, their.king) > 3

advice mate {
  "Mate."
  better  mate
  within  1 move
}

table {
  otherwise mate
}
"#;

    /// What is found for one position is right for every position that shares its place.
    #[test]
    fn a_shared_value_is_that_of_the_definition() {
        let chess = Chess::<Small>::new();
        let program = testing::program_about(&[&chess], lang::Form::Plain, CHAPTER);
        let index = Index::new("KRK".parse().expect("men"));
        let values = SharedValues::new(&program, index);
        let (mut n_found, mut n_missing) = (0, 0);
        for (id, definition) in program.definitions.iter().enumerate() {
            let id = DefinitionId(id as u32);
            for viewer in Side::BOTH {
                let of_position = |position: &Small| {
                    let mut evaluator = Evaluator::new(&chess, &program, Budget::steps(u64::MAX));
                    let scene = Scene {
                        viewer,
                        ..Scene::of(position)
                    };
                    let value = evaluator.value(&definition.body, scene).expect("no limit");
                    value.as_ref().map(Value::to_raw)
                };
                let positions = |step| index.positions(0..index.n_numbers()).step_by(step);
                for (number, position) in positions(41) {
                    values.learn(id, viewer, number, of_position(&position), |_| true);
                }
                for (number, position) in positions(37) {
                    if let Some(found) = values.get(id, viewer, number) {
                        assert_eq!(
                            found,
                            of_position(&position),
                            "{} {position:?}",
                            definition.name
                        );
                        n_found += 1;
                        n_missing += usize::from(found.is_none());
                    }
                }
            }
        }
        assert!(n_found > 5_000, "{n_found}");
        assert!(n_missing > 100, "{n_missing}");
    }
}
