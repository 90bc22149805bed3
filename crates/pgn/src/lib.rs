//! Games as other chess programs keep them: annotated by chapters and plans, and chapters as studies.
//!
//! [`Annotator::annotate`] takes the bytes of a PGN file and gives them back with comments, glyphs and variations put in
//! between. What was there stays as it was, byte for byte: the [`scan`] of a text finds where moves stand, and nothing is
//! read into another form and written again. [`study`] makes a PGN file of a chapter.

mod scan;
mod marks;
mod line;
mod remark;
mod ending;
mod annotate;
mod study;

pub use annotate::{AnnotateRequest, AnnotatedText, Annotator};
pub use ending::GameEnding;
pub use scan::{ScannedGame, ScannedMove, scan};
pub use study::study;
