//! An auditor of explanations: it asks `why` and `why not` as a user does, and judges every sentence.
//!
//! It shares nothing with what makes the sentences. Positions and moves are shakmaty's, results and distances to mate
//! come from endgame tables, and the rest is plain geometry of its own. The English is read by templates
//! (`words/`); a sentence that fits none of them is a fault, since nobody has judged it.
//!
//! # What the words mean
//!
//! | words | meaning here |
//! |---|---|
//! | distance, *n* moves away, nearer | steps of a king |
//! | near | at most two king steps |
//! | far | at least four king steps |
//! | next to, beside, guards (a king) | on a neighbouring square |
//! | the line next to | the neighbouring file or rank |
//! | between the kings (a rook or queen) | its file or rank is strictly between theirs |
//! | the box | the squares of the rectangle that the lines of rook or queen leave the king; none on a line with her |
//! | cut off | there is a box, and our king is outside of it |
//! | few | at most three |
//! | can be taken | by a legal move |
//! | attacked | by a man, whether or not the capture is legal |
//! | opposition | kings on a line with one, three or five squares between; the side not to move has it |
//! | the square of the pawn | king steps to the queening square are at most the moves of the pawn |
//! | key squares | the textbook's: three squares two ranks ahead, from the fifth rank on the three before the pawn too; on the seventh the queening square and those that touch it; b7 and b8 for an a-pawn |
//! | dominated (a knight) | every jump leads to a square that is attacked |
//! | pinned | moving away would leave the own king in check |
//! | mate in *n* | *n* moves of the winner with best play, the next one included |
//! | lost, drawn, won | by the tables, without the fifty-move rule |

mod template;
mod geometry;
mod arbiter;
mod stage;
mod ledger;
mod words;
mod reader;
mod nim;
mod asking;
mod sampling;
mod demands;
mod report;
mod audit;

pub use arbiter::{Arbiter, Grade, Graded};
pub use asking::{GivenAnswer, SentenceAsker};
pub use audit::{AuditRequest, audit};
pub use report::{AuditReport, ChapterTally, Fault, FaultKind};
pub use sampling::{AUDITED, AuditedChapter};
