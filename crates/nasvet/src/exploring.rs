//! Thoughts tried over all positions of an ending, before a piece is written: can this be kept, does that number fall?

use std::sync::Arc;

use boards::TriedThought;
use chess::{Chess, Small};
use documents::{FormatName, FormatVersion, KeepsDocument, LowersDocument};
use domain::{Game as _, Stopped, Type, Watch};
use lang::checked::{
    Advice, Constraint, ConstraintKind, Endless, Expr, ExprKind, PieceId, Program, Reads,
};
use lang::{Builtin, Diagnostics, Form, Source, Span, check_expression};
use solve::{Solution, Which, solve};
use verify::{BuildError, EndgameTables, Material};

use crate::EvaluationError;
use crate::chapter::Chapter;
use crate::evaluation::bad;
use crate::referee::TableStore;
use crate::verification::{Unverifiable, judged_material};

/// Why a thought cannot be tried.
#[derive(Clone, PartialEq, Debug)]
pub enum ExploreError {
    /// The expression makes no sense.
    BadExpression(documents::DiagnosticsDocument),
    /// It is of another type than a truth, or a number.
    WrongType {
        /// What it must be.
        expected: &'static str,
        /// What it is.
        found: String,
    },
    /// Its value depends on the line that leads to a position.
    LooksBack,
    /// The chapter is about no ending that has tables.
    Unverifiable(Unverifiable),
    /// Pawns of both sides, or five men: too many positions for sets.
    TooLarge(Material),
    /// It was stopped.
    Stopped(Stopped),
}

impl std::fmt::Display for ExploreError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            ExploreError::BadExpression(findings) => {
                f.write_str(&findings.text(documents::TextStyle::PLAIN))
            }
            ExploreError::WrongType { expected, found } => {
                write!(f, "the expression must be {expected}, and it is {found}")
            }
            ExploreError::LooksBack => f.write_str(
                "the expression must be about one position: leave out `before`, `root`, `depth` and the move",
            ),
            ExploreError::Unverifiable(problem) => problem.fmt(f),
            ExploreError::TooLarge(material) => write!(
                f,
                "{material} has too many positions: there may be four men, and not pawns of both sides"
            ),
            ExploreError::Stopped(stopped) => stopped.fmt(f),
        }
    }
}

impl std::error::Error for ExploreError {}

impl Chapter {
    /// From how many positions of the chapter's ending a truth can be kept after each of our moves, for ever, and how
    /// soon such a state can be forced.
    pub fn keeps(
        &self,
        expression: &str,
        store: &mut dyn TableStore,
        watch: &Watch,
    ) -> Result<KeepsDocument, ExploreError> {
        let (material, expr) = self.thought(expression, Type::Truth, "true or false")?;
        let mut tables = EndgameTables::new();
        let provided = store.provide(&mut tables, material, watch);
        provided.map_err(|error| match error {
            BuildError::Stopped(stopped) => ExploreError::Stopped(stopped),
            BuildError::TooLarge(_) => ExploreError::TooLarge(material),
        })?;
        let ours = truth(ExprKind::Builtin(Builtin::UsToMove, Vec::new()));
        let keep = Advice {
            holding_goal: truth(ExprKind::Or(vec![ours.clone(), expr])),
            ..piece(Endless::ForEver)
        };
        let keep_id = PieceId(self.program.pieces.len() as u32);
        let reach = Advice {
            better_goal: truth(ExprKind::And(vec![ours, truth(ExprKind::Can(keep_id))])),
            ..piece(Endless::HoweverLong)
        };
        let reach_id = PieceId(keep_id.0 + 1);
        let solution = self.solution(material, vec![keep, reach], watch)?;
        let thought = TriedThought {
            program: &self.program,
            material,
            solution: &solution,
        };
        let counted = thought.kept((keep_id, reach_id), &tables, watch);
        let counted = counted.map_err(ExploreError::Stopped)?;
        Ok(KeepsDocument {
            format: FormatName::default(),
            version: FormatVersion::default(),
            ending: material.to_string(),
            expression: expression.to_owned(),
            not_lost: counted.not_lost,
            within: counted.within(),
            never: counted.never,
            examples: counted.examples,
        })
    }

    /// From which values a number can be forced lower by the time it is our move again, never growing meanwhile.
    pub fn lowers(&self, expression: &str, watch: &Watch) -> Result<LowersDocument, ExploreError> {
        let (material, expr) = self.thought(expression, Type::Number, "a number")?;
        let chess = Chess::<Small>::new();
        let word = |name: &str| {
            let mut words = chess.vocabulary().words_named(name);
            words
                .next()
                .map(|word| truth(ExprKind::Word(word, Vec::new())))
        };
        let [mate, stalemate] = ["mate", "stalemate"].map(word);
        let lower = Advice {
            better_goal: mate.expect("chess knows mate"),
            holding_goal: truth(ExprKind::Not(Box::new(
                stalemate.expect("chess knows stalemate"),
            ))),
            ..piece(Endless::MakeSmaller(expr.clone()))
        };
        let id = PieceId(self.program.pieces.len() as u32);
        let solution = self.solution(material, vec![lower], watch)?;
        let thought = TriedThought {
            program: &self.program,
            material,
            solution: &solution,
        };
        let values = thought.lowered(id, &expr, watch);
        let values = values.map_err(ExploreError::Stopped)?;
        Ok(LowersDocument {
            format: FormatName::default(),
            version: FormatVersion::default(),
            ending: material.to_string(),
            expression: expression.to_owned(),
            positions: values.iter().map(|value| value.positions).sum(),
            lowered: values.iter().map(|value| value.lowered).sum(),
            values,
        })
    }

    /// The men of the chapter, and an expression about one position of theirs.
    fn thought(
        &self,
        expression: &str,
        ty: Type,
        expected: &'static str,
    ) -> Result<(Material, Expr), ExploreError> {
        let material = judged_material(&self.program).map_err(ExploreError::Unverifiable)?;
        let chess = Chess::<Small>::new();
        let name = "expression";
        let refused = |error: EvaluationError| match error {
            EvaluationError::BadExpression(findings) => ExploreError::BadExpression(findings),
            EvaluationError::Stopped(stopped) => ExploreError::Stopped(stopped),
            EvaluationError::BadPosition(_) => ExploreError::LooksBack,
        };
        let source = Source::from_text(name, Form::Plain, expression)
            .map_err(|found| refused(bad(&Source::without_program(name, expression), &[found])))?;
        let mut diagnostics = Diagnostics::default();
        let expr = check_expression(&source, &self.program, &chess, &mut diagnostics);
        let expr = expr.ok_or_else(|| refused(bad(&source, &diagnostics.into_vec())))?;
        if expr.ty != ty {
            let found = chess.vocabulary().type_name(expr.ty);
            return Err(ExploreError::WrongType { expected, found });
        }
        if looks_back(&self.program, &expr) {
            return Err(ExploreError::LooksBack);
        }
        Ok((material, expr))
    }

    /// The chapter with some more pieces, solved for all positions.
    fn solution(
        &self,
        material: Material,
        pieces: Vec<Advice>,
        watch: &Watch,
    ) -> Result<Solution, ExploreError> {
        if material.n_men() > 4 {
            return Err(ExploreError::TooLarge(material));
        }
        let mut program = Program::clone(&self.program);
        program.pieces.extend(pieces);
        let program = Arc::new(program);
        let solution = solve(
            &Chess::new(),
            &program,
            material,
            Which::Endless,
            usize::MAX,
            watch,
        );
        let solution = solution.map_err(ExploreError::Stopped)?;
        solution.ok_or(ExploreError::TooLarge(material))
    }
}

/// Does an expression look at anything but its position?
fn looks_back(program: &Program, expr: &Expr) -> bool {
    let looks = |reads: Reads| reads.before || reads.root || reads.depth || reads.the_move;
    let is_elsewhere = matches!(
        expr.kind,
        ExprKind::At(..) | ExprKind::MoveWord(..) | ExprKind::Builtin(Builtin::Depth, _)
    );
    if let ExprKind::Call(id, _) = &expr.kind
        && looks(program.definition(*id).reads)
    {
        return true;
    }
    let mut parts = expr.parts().into_iter();
    is_elsewhere || parts.any(|part| looks_back(program, part))
}

fn truth(kind: ExprKind) -> Expr {
    Expr {
        span: Span::default(),
        ty: Type::Truth,
        kind,
    }
}

/// A piece with no goals yet.
fn piece(endless: Endless) -> Advice {
    let any = || Constraint {
        span: Span::default(),
        kind: ConstraintKind::Any,
    };
    Advice {
        name: String::new(),
        span: Span::default(),
        doc: None,
        better_goal: truth(ExprKind::Truth(false)),
        holding_goal: truth(ExprKind::Truth(true)),
        us: any(),
        them: any(),
        depth: None,
        endless: Some(endless),
        convention: lang::checked::Convention::default(),
        because: None,
        teaches: Vec::new(),
        reads: Reads::default(),
    }
}
