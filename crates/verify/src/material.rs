//! The men on the board, such as `KRKN`, and the endings that can follow.
//!
//! Our men come first. An ending and its exchange share one table, that of the canonical one of the two: the side
//! with more men comes first, or else the side with the stronger man.

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

use chess::{ROLES, Small};
use domain::{Header, Side};
use shakmaty::Role;

/// How many men there may be besides the kings, as on a [`Small`] board.
pub(crate) const MAX_OTHERS: usize = 3;

/// The men of both sides, up to five with the kings.
///
/// Three digits of four bits, one for each man besides the kings: shakmaty's number of its kind, plus 8 if it is ours,
/// or 0. They are in falling order, so ours come first and queens before pawns, as in [`Small::others`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Material(u16);

const OURS: u16 = 8;
const DIGIT_BITS: usize = 4;

impl Material {
    /// How many different values [`Material::code`] may have.
    pub(crate) const N_CODES: usize = 1 << (MAX_OTHERS * DIGIT_BITS);

    /// Two kings alone.
    pub const KINGS: Material = Material(0);

    /// The men besides the kings, in any order; none if there are too many or a king is among them.
    pub fn new(us: &[Role], them: &[Role]) -> Option<Material> {
        let ours = us.iter().map(|role| (Side::Us, *role));
        Material::from_men(ours.chain(them.iter().map(|role| (Side::Them, *role))))
    }

    fn from_men(men: impl Iterator<Item = (Side, Role)>) -> Option<Material> {
        let mut digits = [0; MAX_OTHERS];
        for (n, (side, role)) in men.enumerate() {
            if role == Role::King {
                return None;
            }
            *digits.get_mut(n)? = digit(side, role);
        }
        digits.sort_unstable();
        let code = digits
            .iter()
            .rev()
            .fold(0, |code, digit| code << DIGIT_BITS | digit);
        Some(Material(code))
    }

    /// The men of a chapter's header; none if it does not name them or names too many.
    pub fn of_header(header: &Header) -> Option<Material> {
        let men = header.men.as_ref()?;
        let named = Side::BOTH.into_iter().flat_map(|side| {
            let kinds = ROLES.into_iter().zip(&men[side]).skip(1);
            kinds.flat_map(move |(role, presence)| (0..presence.count).map(move |_| (side, role)))
        });
        Material::from_men(named)
    }

    /// The men of a position.
    #[inline]
    pub fn of(position: &Small) -> Material {
        let mut code = 0;
        let mut shift = MAX_OTHERS * DIGIT_BITS;
        for man in position.others() {
            shift -= DIGIT_BITS;
            code |= digit(man.side, man.role) << shift;
        }
        Material(code)
    }

    /// A small number, different for each material.
    pub(crate) fn code(self) -> usize {
        usize::from(self.0)
    }

    /// The men with this code; none if no men have it.
    pub(crate) fn from_code(code: u16) -> Option<Material> {
        let mut men = Vec::new();
        for idx in 0..MAX_OTHERS {
            let digit = code >> (idx * DIGIT_BITS) & 0xf;
            if digit != 0 {
                men.push(man(digit)?);
            }
        }
        Material::from_men(men.into_iter()).filter(|material| material.0 == code)
    }

    /// The men besides the kings: ours first, queens before pawns.
    pub fn others(self) -> impl DoubleEndedIterator<Item = (Side, Role)> {
        (0..MAX_OTHERS)
            .rev()
            .map(move |idx| self.0 >> (idx * DIGIT_BITS) & 0xf)
            .filter_map(man)
    }

    /// How many men there are, including the kings.
    pub fn n_men(self) -> usize {
        2 + self.others().count()
    }

    /// Has this side a pawn?
    pub fn has_pawn(self, side: Side) -> bool {
        self.others().any(|man| man == (side, Role::Pawn))
    }

    /// Is there a pawn?
    pub fn has_pawns(self) -> bool {
        Side::BOTH.into_iter().any(|side| self.has_pawn(side))
    }

    /// The same ending with the sides exchanged.
    pub fn exchanged(self) -> Material {
        Material::from_men(self.others().map(|(side, role)| (!side, role)))
            .expect("an exchange keeps the number of men")
    }

    /// Is this the orientation that has a table?
    pub fn is_canonical(self) -> bool {
        let strength = |material: Material| {
            let ours = material.others().filter(|(side, _)| *side == Side::Us);
            let roles: Vec<Role> = ours.map(|(_, role)| role).collect();
            (roles.len(), roles)
        };
        strength(self) >= strength(self.exchanged())
    }

    /// The orientation that has a table.
    pub fn canonical(self) -> Material {
        if self.is_canonical() {
            self
        } else {
            self.exchanged()
        }
    }

    /// The endings after one capture or promotion, each canonical and once.
    pub fn conversions(self) -> Vec<Material> {
        let men: Vec<_> = self.others().collect();
        let without = |men: &[(Side, Role)], idx: usize| [&men[..idx], &men[idx + 1..]].concat();
        let mut found: Vec<_> = (0..men.len()).map(|idx| without(&men, idx)).collect();
        let is_pawn = |idx: &usize| men[*idx].1 == Role::Pawn;
        for pawn in (0..men.len()).filter(is_pawn) {
            for role in [Role::Queen, Role::Rook, Role::Bishop, Role::Knight] {
                let mut promoted = men.clone();
                promoted[pawn].1 = role;
                // It may capture as it promotes.
                let victims = (0..men.len()).filter(|idx| men[*idx].0 != men[pawn].0);
                found.extend(victims.map(|victim| without(&promoted, victim)));
                found.push(promoted);
            }
        }
        let materials: BTreeSet<Material> = found
            .into_iter()
            .filter_map(|men| Material::from_men(men.into_iter()))
            .map(Material::canonical)
            .collect();
        materials.into_iter().collect()
    }

    /// The endings after a capture, a promotion, or both at once, with the sides as they are.
    pub(crate) fn followers(self) -> Vec<Material> {
        let men: Vec<(Side, Role)> = self.others().collect();
        let mut promoted = vec![men.clone()];
        for (idx, (side, role)) in men.iter().enumerate() {
            if *role == Role::Pawn {
                for new in [Role::Queen, Role::Rook, Role::Bishop, Role::Knight] {
                    let mut men = men.clone();
                    men[idx] = (*side, new);
                    promoted.push(men);
                }
            }
        }
        let captured = promoted.clone().into_iter().flat_map(|men| {
            (0..men.len()).map(move |idx| {
                let mut men = men.clone();
                men.remove(idx);
                men
            })
        });
        let all: Vec<_> = captured.chain(promoted).collect();
        all.into_iter()
            .filter_map(|men| Material::from_men(men.into_iter()))
            .filter(|next| *next != self)
            .collect()
    }

    /// The endings whose tables this one needs, each after what it needs; this one is last.
    ///
    /// All are canonical. Two kings alone have no table.
    pub fn needed(self) -> Vec<Material> {
        fn add(material: Material, order: &mut Vec<Material>) {
            if material == Material::KINGS || order.contains(&material) {
                return;
            }
            for smaller in material.conversions() {
                add(smaller, order);
            }
            order.push(material);
        }
        let mut order = Vec::new();
        add(self.canonical(), &mut order);
        order
    }

    /// Every canonical ending with this many men, including the kings.
    pub fn all_with(n_men: usize) -> Vec<Material> {
        (0..Material::N_CODES as u16)
            .filter_map(Material::from_code)
            .filter(|material| material.n_men() == n_men && material.is_canonical())
            .collect()
    }
}

#[inline]
fn digit(side: Side, role: Role) -> u16 {
    let side = match side {
        Side::Us => OURS,
        Side::Them => 0,
    };
    side | role as u16
}

fn man(digit: u16) -> Option<(Side, Role)> {
    let side = if digit & OURS == 0 {
        Side::Them
    } else {
        Side::Us
    };
    let role = match digit & 7 {
        1 => Role::Pawn,
        2 => Role::Knight,
        3 => Role::Bishop,
        4 => Role::Rook,
        5 => Role::Queen,
        _ => return None,
    };
    Some((side, role))
}

impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for side in Side::BOTH {
            write!(f, "K")?;
            for (_, role) in self.others().filter(|(owner, _)| *owner == side) {
                write!(f, "{}", role.upper_char())?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Material({self})")
    }
}

/// The text does not name an ending.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseMaterialError;

impl fmt::Display for ParseMaterialError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "expected the men of both sides, each from its king, up to five in all, such as KRKN"
        )
    }
}

impl std::error::Error for ParseMaterialError {}

impl FromStr for Material {
    type Err = ParseMaterialError;

    fn from_str(text: &str) -> Result<Material, ParseMaterialError> {
        let sides = text.strip_prefix('K').and_then(|rest| rest.split_once('K'));
        let (us, them) = sides.ok_or(ParseMaterialError)?;
        let roles = |men: &str| {
            men.chars()
                .map(|c| Role::from_char(c).filter(|role| role.upper_char() == c))
                .collect::<Option<Vec<_>>>()
                .ok_or(ParseMaterialError)
        };
        Material::new(&roles(us)?, &roles(them)?).ok_or(ParseMaterialError)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn material(text: &str) -> Material {
        text.parse().unwrap()
    }

    fn names(materials: Vec<Material>) -> String {
        let mut names: Vec<String> = materials.iter().map(Material::to_string).collect();
        names.sort();
        names.join(" ")
    }

    #[test]
    fn text_and_back() {
        for text in ["KK", "KRK", "KKP", "KRKN", "KQRBK", "KPKPP"] {
            assert_eq!(material(text).to_string(), text);
        }
        assert_eq!(material("KPRK"), material("KRPK"));
        for text in [
            "", "K", "KR", "krk", "KRKNK", "KXK", "KRvKN", "KQRBKN", "RKK",
        ] {
            assert_eq!(text.parse::<Material>(), Err(ParseMaterialError), "{text}");
        }
    }

    #[test]
    fn there_are_five_endings_of_three_men_and_thirty_of_four() {
        assert_eq!(Material::all_with(2), [Material::KINGS]);
        assert_eq!(names(Material::all_with(3)), "KBK KNK KPK KQK KRK");
        assert_eq!(
            names(Material::all_with(4)),
            "KBBK KBKB KBKN KBKP KBNK KBPK KNKN KNKP KNNK KNPK KPKP KPPK KQBK KQKB KQKN KQKP \
             KQKQ KQKR KQNK KQPK KQQK KQRK KRBK KRKB KRKN KRKP KRKR KRNK KRPK KRRK"
        );
    }

    #[test]
    fn the_stronger_side_comes_first() {
        for (text, canonical) in [
            ("KKP", "KPK"),
            ("KNKR", "KRKN"),
            ("KQKPP", "KPPKQ"),
            ("KRKR", "KRKR"),
        ] {
            assert_eq!(material(text).canonical(), material(canonical));
            assert!(material(canonical).is_canonical());
        }
    }

    #[test]
    fn captures_and_promotions_make_other_endings() {
        let check = |text: &str, expected: &str| {
            assert_eq!(names(material(text).conversions()), expected, "{text}");
        };
        check("KRK", "KK");
        check("KRKN", "KNK KRK");
        check("KPK", "KBK KK KNK KQK KRK");
        // A pawn that promotes may capture a man of theirs, never its own.
        check("KRKP", "KBK KNK KPK KQK KQKR KRK KRKB KRKN KRKR");
        check("KPPK", "KBPK KNPK KPK KQPK KRPK");
    }

    #[test]
    fn what_is_needed_comes_first() {
        let order = material("KPKP").needed();
        assert_eq!(order.last(), Some(&material("KPKP")));
        for (idx, material) in order.iter().enumerate() {
            for smaller in material.conversions() {
                assert!(smaller == Material::KINGS || order[..idx].contains(&smaller));
            }
        }
    }
}
