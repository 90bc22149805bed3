//! The header of a chapter on chess: `us K R` and `them K`, or `us any` and `them any`.

use domain::{BySide, Header, HeaderError, Man, Presence, Side};
use shakmaty::Role;

use crate::kind::{NAMES, ROLES, man_of};

/// The number of pieces of each kind that one side has, by [`Man`].
pub(crate) type PieceCounts = [u8; 6];

/// The words of a header, and their meanings.
pub(crate) const HEADER_WORDS: &[(&str, &str)] = &[
    (
        "us",
        "our pieces at the start, king first: `us K R`; or `us any`",
    ),
    (
        "them",
        "their pieces at the start, king first: `them K`; or `them any`",
    ),
];

/// What `any` stands for beside other men: every kind but the king.
pub(crate) const ANY_MAN: &[&str] = &["Q", "R", "B", "N", "P"];

/// What the header says of one side.
#[derive(Clone, Copy)]
enum SideMaterial {
    Any,
    Exactly(PieceCounts),
}

/// Reads the words of a header. No words at all mean any position.
pub(crate) fn read(words: &[&str]) -> Result<Header, HeaderError> {
    if words.is_empty() {
        return Ok(Header::default());
    }
    let mut said: BySide<Option<SideMaterial>> = BySide::default();
    let mut idx = 0;
    while idx < words.len() {
        let side = match words[idx] {
            "us" => Side::Us,
            "them" => Side::Them,
            other => {
                return Err(error(
                    idx,
                    format!("expected `us` or `them`, found `{other}`"),
                    "write us K R",
                ));
            }
        };
        if said[side].is_some() {
            let message = format!("`{}` is said twice", words[idx]);
            return Err(error(
                idx,
                message,
                "name all pieces of a side in one place",
            ));
        }
        let n_men = words[idx + 1..]
            .iter()
            .take_while(|word| !matches!(**word, "us" | "them"))
            .count();
        let end = idx + 1 + n_men;
        said[side] = Some(read_men(words, idx, end)?);
        idx = end;
    }
    let last_idx = words.len() - 1;
    match (said.us, said.them) {
        (Some(SideMaterial::Any), Some(SideMaterial::Any)) => Ok(Header::default()),
        (Some(SideMaterial::Exactly(us)), Some(SideMaterial::Exactly(them))) => Ok(Header {
            men: Some(BySide {
                us: presences(us),
                them: presences(them),
            }),
        }),
        (None, _) => Err(error(
            last_idx,
            "our pieces are missing".into(),
            "add a line such as us K R",
        )),
        (_, None) => Err(error(
            last_idx,
            "their pieces are missing".into(),
            "add a line such as them K",
        )),
        (Some(SideMaterial::Any), Some(SideMaterial::Exactly(_)))
        | (Some(SideMaterial::Exactly(_)), Some(SideMaterial::Any)) => {
            let any_idx = words
                .iter()
                .position(|word| *word == "any")
                .unwrap_or(last_idx);
            Err(error(
                any_idx,
                "`any` must stand for both sides or for neither".into(),
                "name the pieces",
            ))
        }
    }
}

/// The pieces of one side: the words after its name, up to `end`.
fn read_men(words: &[&str], side_idx: usize, end: usize) -> Result<SideMaterial, HeaderError> {
    let letters = &words[side_idx + 1..end];
    if letters == ["any"] {
        return Ok(SideMaterial::Any);
    }
    let mut counts: PieceCounts = [0; 6];
    for (idx, letter) in (side_idx + 1..).zip(letters) {
        let Some(role) = role_of(letter) else {
            return Err(error(
                idx,
                format!("unknown piece `{letter}`"),
                &help_for(letter),
            ));
        };
        let count = &mut counts[usize::from(man_of(role).0)];
        *count = count.saturating_add(1);
        if role == Role::King && *count == 2 {
            return Err(error(
                idx,
                "two kings on one side".into(),
                "a side has exactly one K",
            ));
        }
        if role == Role::Pawn && *count == 9 {
            return Err(error(
                idx,
                "more than 8 pawns on one side".into(),
                "leave out a P",
            ));
        }
        if idx - side_idx > 16 {
            return Err(error(
                idx,
                "more than 16 pieces on one side".into(),
                "leave out some pieces",
            ));
        }
    }
    if counts[0] == 0 {
        let side = words[side_idx];
        return Err(error(
            side_idx,
            format!("no king among the pieces of `{side}`"),
            &format!("write {side} K"),
        ));
    }
    Ok(SideMaterial::Exactly(counts))
}

fn role_of(letter: &str) -> Option<Role> {
    ROLES
        .into_iter()
        .find(|role| letter.len() == 1 && letter.starts_with(role.upper_char()))
}

fn help_for(letter: &str) -> String {
    let capital = letter.to_uppercase();
    if letter == "any" {
        "`any` stands beside other pieces in the header of a table only".into()
    } else if letter.len() > 1
        && letter.len() <= 16
        && capital.chars().all(|ch| "KQRBNP".contains(ch))
    {
        let apart: Vec<String> = capital.chars().map(String::from).collect();
        format!("write the letters apart: {}", apart.join(" "))
    } else if role_of(&capital).is_some() {
        format!("write {capital}")
    } else {
        "pieces are K Q R B N P".into()
    }
}

fn error(word_idx: usize, message: String, help: &str) -> HeaderError {
    HeaderError {
        word_idx,
        message,
        help: Some(help.into()),
    }
}

/// A side with a pawn may get more pieces of every kind except kings and pawns.
fn presences(counts: PieceCounts) -> Vec<Presence> {
    let pawn = usize::from(man_of(Role::Pawn).0);
    counts
        .into_iter()
        .enumerate()
        .map(|(man, count)| Presence {
            count,
            may_appear: counts[pawn] > 0 && man != 0 && man != pawn,
        })
        .collect()
}

/// The pieces that a header names, if it names any.
pub(crate) fn counts(header: &Header) -> Option<BySide<PieceCounts>> {
    let men = header.men.as_ref()?;
    Some(BySide::from_fn(|side| {
        std::array::from_fn(|man| men[side][man].count)
    }))
}

/// Pieces in words: `king, rook and two pawns`.
pub(crate) fn in_words(counts: PieceCounts) -> String {
    let mut parts: Vec<String> = (0..6u8)
        .map(Man)
        .filter_map(|man| {
            let name = NAMES[usize::from(man.0)];
            match counts[usize::from(man.0)] {
                0 => None,
                1 => Some(name.into()),
                2 => Some(format!("two {name}s")),
                3 => Some(format!("three {name}s")),
                n => Some(format!("{n} {name}s")),
            }
        })
        .collect();
    match parts.pop() {
        None => "nothing".into(),
        Some(last) if parts.is_empty() => last,
        Some(last) => format!("{} and {last}", parts.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: Result<&str, (usize, &str)>) {
        let words: Vec<&str> = text.split_whitespace().collect();
        let found = read(&words).map(|header| match counts(&header) {
            None => "any".into(),
            Some(men) => format!("{} against {}", in_words(men.us), in_words(men.them)),
        });
        let expected = expected.map(String::from);
        match (found, expected) {
            (Ok(found), Ok(expected)) => assert_eq!(found, expected, "{text}"),
            (Err(found), Err((word_idx, message))) => {
                assert_eq!(
                    (found.word_idx, found.message.as_str()),
                    (word_idx, message),
                    "{text}"
                );
            }
            (found, expected) => panic!("{text}: expected {expected:?}, found {found:?}"),
        }
    }

    #[test]
    fn a_header_names_the_men_of_both_sides() {
        check("us K R them K", Ok("king and rook against king"));
        check(
            "them K N us R K",
            Ok("king and rook against king and knight"),
        );
        check(
            "us K P P them K Q R B",
            Ok("king and two pawns against king, queen, rook and bishop"),
        );
        check("us any them any", Ok("any"));
        check("", Ok("any"));
    }

    #[test]
    fn a_bad_header_is_refused_at_its_word() {
        check("K R", Err((0, "expected `us` or `them`, found `K`")));
        check("us K X them K", Err((2, "unknown piece `X`")));
        check("us K k them K", Err((2, "unknown piece `k`")));
        check("us KR them K", Err((1, "unknown piece `KR`")));
        check("us R them K", Err((0, "no king among the pieces of `us`")));
        check("us K them", Err((2, "no king among the pieces of `them`")));
        check("us K K them K", Err((2, "two kings on one side")));
        check("us K R", Err((2, "their pieces are missing")));
        check("them K", Err((1, "our pieces are missing")));
        check("us K us K them K", Err((2, "`us` is said twice")));
        check(
            "us any them K",
            Err((1, "`any` must stand for both sides or for neither")),
        );
        check(
            "us K P P P P P P P P P them K",
            Err((10, "more than 8 pawns on one side")),
        );
        check(
            "them K us K Q Q Q Q Q Q Q Q Q Q Q Q Q Q Q Q",
            Err((19, "more than 16 pieces on one side")),
        );
    }

    #[test]
    fn run_together_letters_are_mended() {
        let error = read(&["us", "KR", "them", "K"]).expect_err("KR is not a piece");
        assert_eq!(error.help.as_deref(), Some("write the letters apart: K R"));
    }

    #[test]
    fn a_pawn_may_become_anything_but_a_king() {
        let header = read(&["us", "K", "P", "them", "K"]).expect("a good header");
        let appears: Vec<bool> = (0..6)
            .map(|man| header.may_have(Side::Us, Man(man)))
            .collect();
        assert_eq!(appears, [true; 6]);
        assert!(!header.may_have(Side::Them, man_of(Role::Queen)));
        assert!(header.starts_with_one(Side::Us, man_of(Role::Pawn)));
    }
}
