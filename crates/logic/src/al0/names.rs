//! Names of an AL0 file in our language: the same where that can be, and never two for one.

use std::collections::{BTreeMap, BTreeSet};

use lang::is_reserved;

/// The names that have been given, of one kind.
#[derive(Debug, Default)]
pub(crate) struct GivenNames {
    given: BTreeMap<String, String>,
    taken: BTreeSet<String>,
}

impl GivenNames {
    /// Names that nobody else may get.
    pub(crate) fn taking(taken: impl IntoIterator<Item = &'static str>) -> GivenNames {
        GivenNames {
            given: BTreeMap::new(),
            taken: taken.into_iter().map(str::to_owned).collect(),
        }
    }

    /// The name in our language for a name of the file; the same one each time.
    pub(crate) fn of(&mut self, name: &str) -> String {
        if let Some(given) = self.given.get(name) {
            return given.clone();
        }
        let given = self.fresh(name);
        self.given.insert(name.to_owned(), given.clone());
        given
    }

    /// A name like this one that nobody has.
    pub(crate) fn fresh(&mut self, name: &str) -> String {
        let mut ours: String = name
            .chars()
            .take(MAX_NAME)
            .map(|c| if c.is_ascii_alphanumeric() { c } else { '_' })
            .collect();
        let begins_well = ours.starts_with(|c: char| c.is_ascii_alphabetic());
        if !begins_well {
            ours.insert_str(0, "al0_");
        }
        while is_reserved(&ours) || is_square(&ours) || self.taken.contains(&ours) {
            ours.push('_');
        }
        self.taken.insert(ours.clone());
        ours
    }
}

/// Longer names are cut off.
const MAX_NAME: usize = 60;

/// Names of squares mean the squares.
fn is_square(name: &str) -> bool {
    matches!(name.as_bytes(), [b'a'..=b'h', b'1'..=b'8'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stay_what_they_are_if_they_can() {
        let mut names = GivenNames::taking(["room"]);
        let mut check = |name: &str, expected: &str| assert_eq!(names.of(name), expected);
        check("rooklost", "rooklost");
        check("room", "room_");
        check("then", "then_");
        check("e4", "e4_");
        check("a b", "a_b");
        check("a-b", "a_b_");
        check("a b", "a_b");
        check("++", "al0___");
    }
}
