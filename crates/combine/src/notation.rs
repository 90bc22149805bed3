//! Plans and moves as text: `d5 F>V*; d8d1; d1g1*`.
//!
//! Statements are written as in the paper, on one line, with `;` between them and `>` or `→` for its arrow.
//!
//! | text | statement |
//! |---|---|
//! | `d8d1` | the piece on d8 moves to d1 |
//! | `d1g1*` | the same, if it captures; the plan goes on in any case |
//! | `d5 plays` | the piece on d5 moves, no matter where |
//! | `d5 F>V*` | our piece leaves d5 and threatens or captures |
//! | `c1 ER>NER` | the enemy rook leaves c1 |
//! | `d5 V` | verify that d5 is vacant |
//! | `f8 analysis` | look for a simple combination against the piece on f8 |

mod error;

use std::fmt;
use std::str::FromStr;

use chess::{Full, View, write_san};
use shakmaty::{Color, Position, Role, Square};

use crate::board::PlanBoard;
use crate::moves::TreeMove;
use crate::plan::{CombinationPlan, PlanStatement, SquareChange, SquareState};

pub use error::{ParsePlanError, ParsePlanErrorKind};

/// Longer plans are refused.
pub const MAX_STATEMENTS: usize = 40;

impl FromStr for CombinationPlan {
    type Err = ParsePlanError;

    fn from_str(text: &str) -> Result<CombinationPlan, ParsePlanError> {
        let trimmed = text.trim_end().trim_end_matches(';');
        let mut statements = Vec::new();
        let mut start = 0;
        for part in trimmed.split(';') {
            let end = start + part.len();
            if statements.len() == MAX_STATEMENTS {
                let kind = ParsePlanErrorKind::TooLong;
                let span = start..text.len();
                return Err(ParsePlanError { kind, span });
            }
            let statement = read_statement(part.trim()).map_err(|kind| ParsePlanError {
                kind,
                span: start..end,
            })?;
            statements.push(statement);
            start = end + 1;
        }
        Ok(CombinationPlan(statements))
    }
}

/// Reads a statement without blanks around it.
fn read_statement(text: &str) -> Result<PlanStatement, ParsePlanErrorKind> {
    let wrong = || ParsePlanErrorKind::NotAStatement(text.into());
    let (body, threat) = match text.strip_suffix('*') {
        Some(body) => (body.trim_end(), true),
        None => (text, false),
    };
    let (place, rest) = match body.split_once(char::is_whitespace) {
        Some((place, rest)) => (place, rest.trim()),
        None => (body, ""),
    };
    if rest.is_empty() {
        let (from, to) = place.split_at_checked(2).ok_or_else(wrong)?;
        let from = square(from).ok_or_else(wrong)?;
        let to = square(to).ok_or_else(wrong)?;
        return match from == to {
            true => Err(ParsePlanErrorKind::NotAMove(from)),
            false => Ok(PlanStatement::Move { from, to, threat }),
        };
    }
    let square = square(place).ok_or_else(wrong)?;
    if let Some((before, after)) = rest.split_once('>').or_else(|| rest.split_once('→')) {
        let change = change(before.trim(), after.trim())
            .ok_or_else(|| ParsePlanErrorKind::NotAChange(rest.into()))?;
        return match threat && !change.may_threaten() {
            true => Err(ParsePlanErrorKind::NotOurThreat(rest.into())),
            false => Ok(PlanStatement::Modify {
                square,
                change,
                threat,
            }),
        };
    }
    match (rest, threat) {
        ("plays", false) => Ok(PlanStatement::Plays(square)),
        ("analysis", false) => Ok(PlanStatement::Analysis(square)),
        (_, true) => Err(ParsePlanErrorKind::NoThreat(rest.into())),
        (_, false) => state(rest)
            .map(|state| PlanStatement::Verify { square, state })
            .ok_or_else(wrong),
    }
}

fn square(text: &str) -> Option<Square> {
    text.to_ascii_lowercase().parse().ok()
}

fn role(text: &str) -> Option<Role> {
    let mut chars = text.chars();
    let role = chars
        .next()
        .filter(char::is_ascii_uppercase)
        .and_then(Role::from_char);
    role.filter(|_| chars.next().is_none())
}

fn state(text: &str) -> Option<SquareState> {
    match text {
        "V" => Some(SquareState::Vacant),
        "NV" => Some(SquareState::Occupied),
        "NF" => Some(SquareState::NoFriend),
        "E" => Some(SquareState::Enemy),
        _ => {
            // `EN` is the enemy knight, `ENR` an enemy piece other than a rook.
            let not = text
                .strip_prefix("NE")
                .and_then(role)
                .map(SquareState::NoSuchEnemy);
            let such = text
                .strip_prefix('E')
                .and_then(role)
                .map(SquareState::SuchEnemy);
            let other = text
                .strip_prefix("EN")
                .and_then(role)
                .map(SquareState::OtherEnemy);
            not.or(such).or(other)
        }
    }
}

fn change(before: &str, after: &str) -> Option<SquareChange> {
    let after = state(after)?;
    match (before, after) {
        ("F", SquareState::Vacant) => Some(SquareChange::FriendToVacant),
        ("F", SquareState::NoFriend) => Some(SquareChange::FriendAway),
        ("E", SquareState::Vacant) => Some(SquareChange::EnemyToVacant),
        ("V", SquareState::Occupied) => Some(SquareChange::VacantToOccupied),
        ("NE", SquareState::Enemy) => Some(SquareChange::EnemyComes),
        _ => match (state(before)?, after) {
            (SquareState::SuchEnemy(one), SquareState::NoSuchEnemy(other)) if one == other => {
                Some(SquareChange::PieceAway(one))
            }
            (SquareState::SuchEnemy(one), SquareState::OtherEnemy(other)) if one == other => {
                Some(SquareChange::PieceReplaced(one))
            }
            (SquareState::NoSuchEnemy(one), SquareState::SuchEnemy(other)) if one == other => {
                Some(SquareChange::PieceComes(one))
            }
            _ => None,
        },
    }
}

impl fmt::Display for CombinationPlan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (idx, statement) in self.0.iter().enumerate() {
            let gap = if idx == 0 { "" } else { "; " };
            write!(f, "{gap}{statement}")?;
        }
        Ok(())
    }
}

impl fmt::Display for PlanStatement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let star = |threat: bool| if threat { "*" } else { "" };
        match *self {
            PlanStatement::Move { from, to, threat } => write!(f, "{from}{to}{}", star(threat)),
            PlanStatement::Plays(square) => write!(f, "{square} plays"),
            PlanStatement::Modify {
                square,
                change,
                threat,
            } => write!(f, "{square} {change}{}", star(threat)),
            PlanStatement::Verify { square, state } => write!(f, "{square} {state}"),
            PlanStatement::Analysis(square) => write!(f, "{square} analysis"),
        }
    }
}

impl fmt::Display for SquareChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SquareChange::FriendToVacant | SquareChange::FriendAway => f.write_str("F")?,
            SquareChange::EnemyToVacant => f.write_str("E")?,
            SquareChange::VacantToOccupied => f.write_str("V")?,
            SquareChange::EnemyComes => f.write_str("NE")?,
            SquareChange::PieceAway(role) | SquareChange::PieceReplaced(role) => {
                write!(f, "E{}", role.upper_char())?
            }
            SquareChange::PieceComes(role) => write!(f, "NE{}", role.upper_char())?,
        }
        write!(f, ">{}", self.wanted())
    }
}

impl fmt::Display for SquareState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SquareState::Vacant => f.write_str("V"),
            SquareState::Occupied => f.write_str("NV"),
            SquareState::NoFriend => f.write_str("NF"),
            SquareState::Enemy => f.write_str("E"),
            SquareState::SuchEnemy(role) => write!(f, "E{}", role.upper_char()),
            SquareState::NoSuchEnemy(role) => write!(f, "NE{}", role.upper_char()),
            SquareState::OtherEnemy(role) => write!(f, "EN{}", role.upper_char()),
        }
    }
}

/// What a kind of piece is called.
pub(crate) fn role_name(role: Role) -> &'static str {
    match role {
        Role::King => "king",
        Role::Queen => "queen",
        Role::Rook => "rook",
        Role::Bishop => "bishop",
        Role::Knight => "knight",
        Role::Pawn => "pawn",
    }
}

/// A move of the tree in standard notation where it is legal, otherwise as a pair of squares.
///
/// A pass is `--`, an open move `Nd5 plays`.
pub(crate) fn move_text(before: &PlanBoard, m: TreeMove) -> String {
    let (from, to, promotion) = match m {
        TreeMove::Null => return "--".into(),
        TreeMove::Open(from) => {
            let letter = before
                .pieces
                .role_at(from)
                .filter(|role| *role != Role::Pawn);
            let letter = letter.map_or(String::new(), |role| role.upper_char().to_string());
            return format!("{letter}{from} plays");
        }
        TreeMove::Step {
            from,
            to,
            promotion,
        } => (from, to, promotion),
        TreeMove::Castle { king, rook } => (king, rook, None),
    };
    let legal = before.to_chess().and_then(|chess| {
        let mut moves = chess.legal_moves().into_iter();
        let m =
            moves.find(|m| m.from() == Some(from) && m.to() == to && m.promotion() == promotion)?;
        let view = View { us: Color::White };
        Some(write_san(&Full::new(chess, Color::White), view, m))
    });
    legal.unwrap_or_else(|| format!("{from}{to}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: Result<&str, &str>) {
        let found = text
            .parse::<CombinationPlan>()
            .map(|plan| plan.to_string())
            .map_err(|error| error.to_string());
        assert_eq!(
            found,
            expected.map(String::from).map_err(String::from),
            "{text}"
        );
    }

    #[test]
    fn plans_of_the_paper_are_read_and_printed() {
        let p17 = "g3 E>V; g6 F>V*; f6g6; g6g4*; g4 V; g6g1*";
        check(p17, Ok(p17));
        check(
            "f8 NEK→EK; d4e6; e6f8 *; e6c7*",
            Ok("f8 NEK>EK; d4e6; e6f8*; e6c7*"),
        );
        check(" D5 F > V * ;D8d1; d1g1*;", Ok("d5 F>V*; d8d1; d1g1*"));
        check("g5 EN>NEN; g5 EN; g5 ENN", Ok("g5 EN>NEN; g5 EN; g5 ENN"));
        check("h2 plays; f8 analysis", Ok("h2 plays; f8 analysis"));
    }

    #[test]
    fn what_is_no_plan_is_refused() {
        let statement = "expected a statement such as `d8d1`, `d1g1*`, `d5 F>V*`, `d5 V`, `d5 plays` or `d5 analysis`, found";
        check("", Err(&format!("{statement} ``")));
        check("d8d9", Err(&format!("{statement} `d8d9`")));
        check("d8d1; ; d1g1", Err(&format!("{statement} ``")));
        check("é8d1", Err(&format!("{statement} `é8d1`")));
        check("d8d8", Err("a piece on d8 cannot move to d8"));
        check(
            "d5 EQ>NER",
            Err(
                "expected F>V, F>NF, E>V, V>NV, NE>E, or with a kind of piece such as EQ>NEQ, EQ>ENQ or NEK>EK, found `EQ>NER`",
            ),
        );
        check(
            "f7 E>V*",
            Err("`E>V` takes no asterisk: only our own pieces make threats"),
        );
        check(
            "f7 V*",
            Err("`V` takes no asterisk: only moves and modifications do"),
        );
        assert!("a1a2;".repeat(50).parse::<CombinationPlan>().is_err());
    }

    #[test]
    fn an_error_knows_its_statement() {
        let text = "d8d1; d8d9 ; d1g1";
        let error = text
            .parse::<CombinationPlan>()
            .expect_err("d9 is no square");
        assert_eq!(&text[error.span], " d8d9 ");
    }
}
