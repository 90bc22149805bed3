//! Nasvet: write chess knowledge as a readable chapter; play by it, explain it, prove it.
//!
//! ```
//! use nasvet::{Chapter, Player, Watch};
//!
//! let chapter = Chapter::shipped("krk").expect("a shipped chapter");
//! let position = chapter.position("8/8/8/3k4/8/8/1R6/K7 w - -")?;
//! let mut player = Player::new(&chapter);
//! let advice = player.advise(&position, &Watch::new());
//! println!("{}", advice.m.expect("the rook always has a move"));
//! println!("{}", player.why(&position, &Watch::new())?.text());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | to | use |
//! |---|---|
//! | read a chapter from a text | [`Chapter::from_text`], and a [`World`] that finds what it imports |
//! | get a move, and why or why not | [`Player`], or [`Chapter::advise`] for a whole line as one document |
//! | ask a question, and watch it being thought about | [`Chapter::ask`], [`Chapter::think`] |
//! | ask what to do, which moves win, and why a move loses | [`Chapter::counsel`] |
//! | evaluate an expression, try the examples | [`Chapter::evaluate`], [`Chapter::try_examples`] |
//! | prove a chapter over all positions | [`Chapter::verify`] |
//! | proofs that others can check | [`Chapter::certify_by`] |
//! | read a table of advice in Prolog | [`import_al0`] |
//! | find a combination | [`find_combination`] |
//! | hold a dialogue line by line | [`session::Session`] |
//! | let somebody practise | [`practice::Practice`] |
//! | ask about many positions | [`batch::BatchWorker`] |
//! | solve puzzles, and compare with their solutions | [`puzzles::Puzzle`] |
//! | learn from combinations | [`patterns::Patterns`] |
//! | help somebody who writes a chapter: findings, names, completion | [`Analysis`] |
//! | stop long work, limit it, hear how far it is | [`Watch`], [`Stop`] |
//!
//! Everything is owned: a chapter can be shared between threads, players and sessions can be sent to others. What is
//! found comes back as a document of [`documents`], from which text and JSON are made. No file is read, nothing is
//! printed and no clock is looked at: these are the affair of the one who asks.

mod games;
mod about;
mod advisor;
mod verdict;
mod explaining;
mod questions;
mod answer;
mod counsel;
mod evidence;
mod exploring;
mod knowledge;
mod load;
mod importing;
mod combination_document;
mod combination;
mod advice;
mod seam;
mod position;
mod chapter;
mod player;
mod evaluation;
mod examples;
mod advising;
mod asking;
mod referee;
mod players;
mod excerpt;
mod finishing;
mod verification;
mod comparison;
mod profile;
mod sharing;
mod verification_document;
mod certificates;
pub mod analysis;
#[doc(hidden)]
pub mod report;
pub mod picture;
pub mod reading;
pub mod session;
pub mod practice;
pub mod batch;
pub mod puzzles;
pub mod patterns;

pub use documents;

pub use self::games::game_names;
pub use advice::{Advice, Move, NoAdvice, Notice, NoticeKind, PieceInfo, WhyError};
pub use advising::{AdviceEnd, AdviceRequest, GivenAdvice};
pub use advisor::Mode;
pub use analysis::Analysis;
pub use asking::{AskError, Thinking, ThinkingRequest};
pub use boards::SpareMemory;
pub use boards::{SetStore, keep_on};
pub use certificates::{CertifiedClaim, Uncertified};
pub use chapter::{Chapter, Faulty};
pub use combination::{
    BadCombinationRequest, CombinationRequest, check_combination, find_combination,
};
pub use documents::AnswerName;
pub use documents::OutcomeName;
pub use domain::{Progress, Stop, Stopped, TextError, Watch};
pub use evaluation::EvaluationError;
pub use excerpt::Excerpt;
pub use exploring::ExploreError;
pub use finishing::{Asking, CutShort, Old};
pub use importing::import_al0;
pub use knowledge::{Kind, SHIPPED, Shelf, Shipped};
pub use lang::{NoLibrary, World, WorldError};
pub use load::{Loaded, check_bytes};
pub use player::Player;
pub use players::Players;
pub use position::Position;
pub use referee::{BuiltTables, Offered, Referee, TableStore, Worth};
pub use seam::MAX_MOVES;
pub use verdict::{MoveVerdict, Outlook, Sight, Upshot};
pub use verification::{BytesToVerify, Questions, Unverifiable};

// What the tests, benches and the program of this workspace need of the inside; no part of the API.
#[doc(hidden)]
pub use self::games::{Ask, Games};
#[doc(hidden)]
pub use advisor::{Advisor, Choice, WhyNot};
#[doc(hidden)]
pub use answer::{AskedQuestion, answer_document};
#[doc(hidden)]
pub use boards::{Sample, Survey};
#[doc(hidden)]
pub use documents::{
    ClaimDocument, Evidence, ExplanationDocument, GameDocument, Replayed, SentenceDocument,
    TextStyle, TreeCheckDocument, TreeDocument, TreeError, TreeQuestion, VerificationDocument,
    read_position,
};
#[doc(hidden)]
pub use evidence::{statistics, write_trace};
#[doc(hidden)]
pub use load::check_source;
#[doc(hidden)]
pub use questions::{BadQuestion, read_question};
#[doc(hidden)]
pub use verification::{
    Verification, judged_material, verify_alone, verify_program, won_positions,
};
