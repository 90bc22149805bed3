//! How a value was computed: every part of an expression with its value, as a tree.

use domain::{Type, Value};

use crate::checked::{Expr, ExprKind};
use crate::span::Span;

/// A part of an expression, with its value and those of its parts.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Trace {
    /// The place of the part, in the question, the program or one of its libraries.
    pub span: Span,
    /// Its type.
    pub ty: Type,
    /// Its value, if it has one.
    pub value: Option<Value>,
    /// The parts that were evaluated, in order; plain numbers and names of values are left out.
    pub parts: Vec<Trace>,
    /// How many parts were left out because there were too many; counted at the whole expression.
    pub left_out: usize,
}

/// At most this many parts are recorded.
const MAX_PARTS: usize = 5_000;

/// Records parts while they are evaluated.
#[derive(Default)]
pub(super) struct Recorder {
    open: Vec<(Trace, bool)>,
    finished: Option<Trace>,
    n_parts: usize,
    n_left_out: usize,
}

impl Recorder {
    /// Starts a part.
    pub(super) fn open(&mut self, expr: &Expr) {
        let plain = matches!(
            expr.kind,
            ExprKind::Number(_) | ExprKind::Truth(_) | ExprKind::Side(_) | ExprKind::Constant(_)
        );
        let part = Trace {
            span: expr.span,
            ty: expr.ty,
            value: None,
            parts: Vec::new(),
            left_out: 0,
        };
        self.open.push((part, plain));
    }

    /// Ends the part that was started last.
    pub(super) fn close(&mut self, value: Option<Value>) {
        let Some((mut part, plain)) = self.open.pop() else {
            return;
        };
        part.value = value;
        match self.open.last_mut() {
            None => self.finished = Some(part),
            Some((parent, _)) => {
                if !plain && self.n_parts < MAX_PARTS {
                    self.n_parts += 1;
                    parent.parts.push(part);
                } else if !plain {
                    self.n_left_out += 1;
                }
            }
        }
    }

    /// The whole tree.
    pub(super) fn finish(self) -> Trace {
        let mut whole = self
            .finished
            .expect("the whole expression was opened and closed");
        whole.left_out = self.n_left_out;
        whole
    }
}
