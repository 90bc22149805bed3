//! Nasvet: write chess knowledge as a readable chapter; play by it, explain it, prove it.
//!
//! The library API: the games there are, the knowledge that is shipped, and loading a source into a checked
//! program. The program `nasvet` is a thin skin over it.

mod games;
mod advisor;
mod questions;
mod answer;
mod evidence;
mod knowledge;
mod load;
mod combination_document;
mod combination;
mod position;
mod chapter;
mod player;
mod evaluation;
mod examples;
mod advising;
mod asking;
mod referee;
mod remembered;
mod survey;
mod verification;
mod verification_document;
pub mod report;
pub mod picture;
pub mod reading;
pub mod session;

pub use self::games::{Ask, Games, game_names};
pub use advising::{AdviceEnd, AdviceRequest, GivenAdvice};
pub use advisor::{Advisor, Choice, Mode};
pub use answer::{AskedQuestion, answer_document};
pub use asking::{AskError, Thinking, ThinkingRequest};
pub use chapter::{Chapter, Faulty, PieceInfo};
pub use combination::{BadCombinationRequest, CombinationRequest, find_combination};
pub use documents::{
    AnswerName, ClaimDocument, ExplanationDocument, GameDocument, Replayed, SentenceDocument,
    TreeDocument, TreeError, TreeQuestion, VerificationDocument, read_position,
};
pub use domain::{Progress, Stop, Stopped, TextError, Watch};
pub use evaluation::EvaluationError;
pub use evidence::{statistics, write_trace};
pub use knowledge::{Kind, SHIPPED, Shelf, Shipped};
pub use lang::{NoLibrary, World, WorldError};
pub use load::{Loaded, check_bytes, check_source};
pub use player::{Advice, NoAdvice, Player, WhyError};
pub use position::{MAX_MOVES, Move, Position};
pub use questions::{BadQuestion, read_question};
pub use referee::{BuiltTables, Referee, TableStore, Worth};
pub use survey::{Sample, Survey};
pub use verification::{Questions, Unverifiable, Verification, judged_material, verify_program};
