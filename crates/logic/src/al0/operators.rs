//! The operators of Prolog and of AL0, and those that a file declares.

use super::term::{Term, TermKind};

/// How an operator takes its arguments.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fixity {
    /// Before one argument of less priority (`fx`), or of the same too (`fy`).
    Prefix { same: bool },
    /// Between two; the left or the right one may have the same priority.
    Infix { left: bool, right: bool },
}

/// A name as an operator.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Operator {
    name: String,
    priority: u32,
    fixity: Fixity,
}

/// All operators of a file.
#[derive(Clone, Debug)]
pub(crate) struct Operators(Vec<Operator>);

/// A file declares at most so many.
const MAX_DECLARED: usize = 64;

const XFX: Fixity = Fixity::Infix {
    left: false,
    right: false,
};
const XFY: Fixity = Fixity::Infix {
    left: false,
    right: true,
};
const YFX: Fixity = Fixity::Infix {
    left: true,
    right: false,
};
const FX: Fixity = Fixity::Prefix { same: false };
const FY: Fixity = Fixity::Prefix { same: true };

/// Priority, type, and the names. `then` is read as the course declares it, since that accepts more.
const TABLE: &[(u32, Fixity, &[&str])] = &[
    (1200, XFX, &[":-", "-->"]),
    (1200, FX, &[":-", "?-"]),
    (1100, XFY, &[";"]),
    (1050, XFY, &["->"]),
    (1000, XFY, &[","]),
    (900, FY, &["\\+"]),
    (
        700,
        XFX,
        &[
            "=", "\\=", "==", "\\==", "is", "<", ">", "=<", ">=", "=:=", "=\\=", "=..",
        ],
    ),
    (500, YFX, &["+", "-"]),
    (400, YFX, &["*", "/", "//", "mod", "rem"]),
    (220, XFY, &[".."]),
    (200, XFY, &["::", ":"]),
    (200, FY, &["-", "+"]),
    (190, XFY, &["then"]),
    (185, FX, &["if"]),
    (180, XFY, &["or"]),
    (160, XFY, &["and"]),
    (140, FX, &["not"]),
];

impl Operators {
    pub(crate) fn new() -> Operators {
        let table = TABLE.iter().flat_map(|(priority, fixity, names)| {
            names.iter().map(|name| Operator {
                name: (*name).to_owned(),
                priority: *priority,
                fixity: *fixity,
            })
        });
        Operators(table.collect())
    }

    /// The priority before one argument, and the highest that the argument may have.
    pub(crate) fn prefix(&self, name: &str) -> Option<(u32, u32)> {
        let mut operators = self.0.iter().rev().filter(|operator| operator.name == name);
        operators.find_map(|operator| match operator.fixity {
            Fixity::Prefix { same } => {
                Some((operator.priority, operator.priority - u32::from(!same)))
            }
            Fixity::Infix { .. } => None,
        })
    }

    /// The priority between two arguments, and the highest that each of them may have.
    pub(crate) fn infix(&self, name: &str) -> Option<(u32, u32, u32)> {
        let mut operators = self.0.iter().rev().filter(|operator| operator.name == name);
        operators.find_map(|operator| match operator.fixity {
            Fixity::Prefix { .. } => None,
            Fixity::Infix { left, right } => {
                let priority = operator.priority;
                let most = |same: bool| priority - u32::from(!same);
                Some((priority, most(left), most(right)))
            }
        })
    }

    /// Is this a name with which a file declares operators, and are they known now?
    pub(crate) fn declare(&mut self, directive: &Term) {
        let Some((functor, [priority, fixity, names])) = directive.compound() else {
            return;
        };
        let fixity = match fixity.atom() {
            Some("xfx") => XFX,
            Some("xfy") => XFY,
            Some("yfx") => YFX,
            Some("fx") => FX,
            Some("fy") => FY,
            _ => return,
        };
        let TermKind::Number(priority @ 1..=1200) = priority.kind else {
            return;
        };
        let names = if let TermKind::List(names, None) = &names.kind {
            names.as_slice()
        } else {
            std::slice::from_ref(names)
        };
        if functor.name != "op" {
            return;
        }
        for name in names.iter().filter_map(Term::atom) {
            // A chain of `then` is read in either dialect.
            if self.0.len() < TABLE.len() + 40 + MAX_DECLARED && name != "then" {
                self.0.push(Operator {
                    name: name.to_owned(),
                    priority: priority as u32,
                    fixity,
                });
            }
        }
    }
}
