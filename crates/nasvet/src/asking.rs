//! Questions to a chapter's reasoner: asked in words, thought about in cycles, answered as a document.

use std::fmt;
use std::sync::Arc;

use code::compile;
use documents::{
    AnswerDocument, CounselDocument, DiagnosticsDocument, FileDocument, FormatName, FormatVersion,
    TextStyle, read_position,
};
use domain::{Domain, TextError, Watch};
use lang::checked::Program;
use reason::{Control, Multiplication, Reasoner, Simplification};

use crate::about::outside;
use crate::answer::{AskedQuestion, answer_document};
use crate::chapter::Chapter;
use crate::counsel::{Counsellor, read_counsel};
use crate::games::{Ask, Games};
use crate::questions::{BadQuestion, read_question};

/// How a question is thought about.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ThinkingRequest {
    /// Lemmas and methods of the chapter that are left out.
    pub without: Vec<String>,
    /// Rules of simplification that are left out: 1 tautologies, 2 implied lines, 3 implied values.
    pub without_rules: Vec<u8>,
    /// Targets stay products where they would have more lines than this; 0 delays every multiplication.
    pub max_lines: usize,
    /// Think first about what has to do with what was last thought about.
    pub window: bool,
    /// The most cycles.
    pub max_cycles: u64,
    /// The most positions of one search by plans. All searches together share the positions of the watch.
    pub max_search_nodes: u64,
}

impl Default for ThinkingRequest {
    /// The strategy that the AL3 paper recommends.
    fn default() -> ThinkingRequest {
        let control = Control::default();
        ThinkingRequest {
            without: Vec::new(),
            without_rules: Vec::new(),
            max_lines: 100,
            window: control.window,
            max_cycles: control.max_cycles,
            max_search_nodes: control.max_search_nodes,
        }
    }
}

/// Why a question cannot be thought about.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum AskError {
    /// The chapter has no hypotheses.
    NothingToAsk,
    /// There is no lemma or method of this name to leave out; these there are.
    NoMethod(String, Vec<String>),
    /// The problem cannot be read.
    BadProblem(TextError),
    /// The move that the question is about cannot be read, or is not legal.
    BadMove(TextError),
    /// The chapter is not about this problem; why, in a sentence.
    Outside(String),
    /// The question cannot be understood: what is wrong with it as a formula, and the questions that would be.
    BadQuestion(DiagnosticsDocument, Vec<String>),
}

impl fmt::Display for AskError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AskError::NothingToAsk => {
                f.write_str("the chapter has no hypotheses, so there is nothing to ask")
            }
            AskError::NoMethod(name, known) => write!(
                f,
                "there is no lemma or method `{name}` to leave out; there are {}",
                known.join(", ")
            ),
            AskError::BadProblem(error) | AskError::BadMove(error) => write!(f, "{error}"),
            AskError::Outside(why) => f.write_str(why),
            AskError::BadQuestion(findings, known) => write!(
                f,
                "{}The chapter understands: {}",
                findings.text(TextStyle::PLAIN),
                known.join("; ")
            ),
        }
    }
}

impl std::error::Error for AskError {}

impl Chapter {
    /// The answer to a question about a problem: `can White win?`, `goal(a) and not goal(b)`.
    ///
    /// ```
    /// use nasvet::{Chapter, ThinkingRequest, Watch};
    ///
    /// let chapter = Chapter::shipped("and-or").expect("a shipped chapter");
    /// let graph = "a = b and d; b = c or e; goal d e";
    /// let answer = chapter.ask(graph, "can a be solved?", &ThinkingRequest::default(), &Watch::new())?;
    /// assert_eq!(answer.answer, nasvet::AnswerName::Yes);
    /// # Ok::<(), nasvet::AskError>(())
    /// ```
    pub fn ask(
        &self,
        problem: &str,
        question: &str,
        request: &ThinkingRequest,
        watch: &Watch,
    ) -> Result<AnswerDocument, AskError> {
        Ok(self.think(problem, question, request, watch)?.answer())
    }

    /// The same, cycle by cycle.
    pub fn think(
        &self,
        problem: &str,
        question: &str,
        request: &ThinkingRequest,
        watch: &Watch,
    ) -> Result<Thinking, AskError> {
        if self.program.hypotheses.is_empty() {
            return Err(AskError::NothingToAsk);
        }
        let program = without(&self.program, &request.without)?;
        let posed = Posed {
            chapter: &self.name,
            program: &program,
            problem,
            question,
            request,
            watch,
        };
        let thinking = Games::shared().ask(&program.game, posed);
        thinking.expect("a checked program is about a known game")
    }

    /// What to do: `what should White do?`, `which moves win?`, `why does Kh2 lose?`. None if the question is another
    /// one, or the chapter cannot say who wins.
    ///
    /// ```
    /// use nasvet::{Chapter, ThinkingRequest, Watch};
    ///
    /// let chapter = Chapter::shipped("kpkp").expect("a shipped chapter");
    /// let (problem, question) = ("8/8/8/P7/4K3/2k4p/8/8 w - -", "what should White do?");
    /// let counsel = chapter.counsel(problem, question, &ThinkingRequest::default(), &Watch::new())?;
    /// let counsel = counsel.expect("it is a question about what to do");
    /// assert_eq!(counsel.says, "White should play Kf3, which wins.");
    /// # Ok::<(), nasvet::AskError>(())
    /// ```
    pub fn counsel(
        &self,
        problem: &str,
        question: &str,
        request: &ThinkingRequest,
        watch: &Watch,
    ) -> Result<Option<CounselDocument>, AskError> {
        let program = without(&self.program, &request.without)?;
        let sought = Sought(Posed {
            chapter: &self.name,
            program: &program,
            problem,
            question,
            request,
            watch,
        });
        let counsel = Games::shared().ask(&program.game, sought);
        counsel.expect("a checked program is about a known game")
    }
}

/// A question that is being thought about. In every cycle one of the methods that apply is carried out.
pub struct Thinking(Box<dyn AnyThinking>);

impl Thinking {
    /// Hypotheses, facts, plans and targets, as the paper prints them.
    pub fn pool(&self) -> String {
        self.0.pool()
    }

    /// The methods that apply now, as the paper prints them, and how many there are. With none it has come to its end.
    pub fn choices(&mut self) -> (usize, String) {
        self.0.choices()
    }

    /// Carries out one of the choices, by its index, and says what it did.
    ///
    /// # Panics
    ///
    /// If there are not so many choices.
    pub fn choose(&mut self, choice: usize) -> String {
        self.0.choose(choice)
    }

    /// The searches so far, one on a line.
    pub fn searches(&self) -> String {
        self.0.searches()
    }

    /// Thinks to the end.
    pub fn answer(&mut self) -> AnswerDocument {
        self.0.answer()
    }
}

impl fmt::Debug for Thinking {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Thinking").finish_non_exhaustive()
    }
}

/// Thinking whose game is forgotten.
trait AnyThinking: Send {
    fn pool(&self) -> String;
    fn choices(&mut self) -> (usize, String);
    fn choose(&mut self, choice: usize) -> String;
    fn searches(&self) -> String;
    fn answer(&mut self) -> AnswerDocument;
}

/// Thinking about a problem of one game.
struct ThinkingOf<D: Domain> {
    reasoner: Reasoner<D>,
    chapter: String,
    program: Arc<Program>,
    problem: String,
    question: String,
}

impl<D: Domain> AnyThinking for ThinkingOf<D> {
    fn pool(&self) -> String {
        self.reasoner.show_pool()
    }

    fn choices(&mut self) -> (usize, String) {
        let conflict_set = self.reasoner.conflict_set();
        let shown = match conflict_set.is_empty() {
            true => String::new(),
            false => self.reasoner.show_conflict_set(&conflict_set),
        };
        (conflict_set.len(), shown)
    }

    fn choose(&mut self, choice: usize) -> String {
        let conflict_set = self.reasoner.conflict_set();
        let executed = self.reasoner.execute(conflict_set[choice]);
        self.reasoner.show_executed(&executed)
    }

    fn searches(&self) -> String {
        self.reasoner.show_searches()
    }

    fn answer(&mut self) -> AnswerDocument {
        let asked = AskedQuestion {
            chapter: &self.chapter,
            program: &self.program,
            problem: &self.problem,
            question: &self.question,
        };
        answer_document(&self.reasoner.answer(), asked)
    }
}

/// The question, until it is known which game it is about.
struct Posed<'a> {
    chapter: &'a str,
    program: &'a Arc<Program>,
    problem: &'a str,
    question: &'a str,
    request: &'a ThinkingRequest,
    watch: &'a Watch,
}

impl Posed<'_> {
    /// The problem, if the chapter is about it.
    fn place<D: Domain>(&self, domain: &D) -> Result<(D::Position, D::View), AskError> {
        let problem = read_position(domain, self.program, self.problem);
        let (position, view) = problem.map_err(AskError::BadProblem)?;
        match outside(domain, self.program, &position, view) {
            Some(why) => Err(AskError::Outside(why)),
            None => Ok((position, view)),
        }
    }
}

/// A question that may be about what to do.
struct Sought<'a>(Posed<'a>);

impl Ask for Sought<'_> {
    type Answer = Result<Option<CounselDocument>, AskError>;

    fn ask<D: Domain>(self, domain: &D) -> Self::Answer {
        let Sought(posed) = self;
        let (position, view) = posed.place(domain)?;
        let counsel = read_counsel(domain, posed.program, (&position, view), posed.question);
        let Some(counsel) = counsel.map_err(AskError::BadMove)? else {
            return Ok(None);
        };
        let asked = AskedQuestion {
            chapter: posed.chapter,
            program: posed.program,
            problem: posed.problem,
            question: posed.question,
        };
        let program = compile(domain, posed.program);
        let counsellor = Counsellor::new(&program, view, control(posed.request), posed.watch);
        Ok(Some(counsellor.answer(&position, &counsel, asked)))
    }
}

impl Ask for Posed<'_> {
    type Answer = Result<Thinking, AskError>;

    fn ask<D: Domain>(self, domain: &D) -> Self::Answer {
        let (position, view) = self.place(domain)?;
        let question = read_question(domain, self.program, (&position, view), self.question)
            .map_err(|bad| misunderstood(&bad))?;
        let reasoner = Reasoner::new(
            &compile(domain, self.program),
            (position, view),
            &question,
            control(self.request),
            self.watch,
        );
        Ok(Thinking(Box::new(ThinkingOf {
            reasoner,
            chapter: self.chapter.into(),
            program: Arc::clone(self.program),
            problem: self.problem.into(),
            question: self.question.into(),
        })))
    }
}

fn misunderstood(bad: &BadQuestion) -> AskError {
    let nowhere = lang::Source::without_program("question", "");
    let source = bad.source.as_ref().unwrap_or(&nowhere);
    let findings = DiagnosticsDocument {
        format: FormatName::default(),
        version: FormatVersion::default(),
        files: vec![FileDocument::new(
            source,
            &[],
            None,
            &bad.diagnostics,
            false,
        )],
    };
    AskError::BadQuestion(findings, bad.known.clone())
}

fn control(request: &ThinkingRequest) -> Control {
    let has_rule = |number: u8| !request.without_rules.contains(&number);
    Control {
        rules: Simplification {
            tautologies: has_rule(1),
            implied: has_rule(2),
            values: has_rule(3),
        },
        multiplication: match request.max_lines {
            0 => Multiplication::Delayed,
            max_lines => Multiplication::Immediate(max_lines),
        },
        window: request.window,
        max_cycles: request.max_cycles,
        max_search_nodes: request.max_search_nodes,
        ..Control::default()
    }
}

/// The program with some of its lemmas and methods left out.
fn without(program: &Arc<Program>, names: &[String]) -> Result<Arc<Program>, AskError> {
    let mut program = Arc::clone(program);
    for name in names {
        let methods = &mut Arc::make_mut(&mut program).methods;
        let n_methods = methods.len();
        methods.retain(|method| method.name != *name);
        if methods.len() == n_methods {
            let known = methods.iter().map(|method| method.name.clone());
            return Err(AskError::NoMethod(name.clone(), known.collect()));
        }
    }
    Ok(program)
}
