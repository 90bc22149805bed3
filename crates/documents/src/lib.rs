//! Everything that leaves Nasvet as JSON: documents with a format, a version and a text.
//!
//! A document is plain data that the engines' owners fill; what people read is made from the document and from nothing
//! else. Trees can be read back and replayed, and so be judged by somebody who did not make them.

mod opening;
mod style;
mod explanation;
mod tree;
mod verification;

pub use explanation::{About, ExplanationDocument, SentenceDocument};
pub use opening::{Format, FormatName, FormatVersion, Opening};
pub use style::Style;
pub use tree::{Asked, MAX_BYTES, Replayed, TreeDocument, TreeError};
pub use verification::{
    ClaimDocument, Draw, GameDocument, GroupDocument, HalfPointsDocument, LengthsDocument,
    ModeDocument, MoveDocument, ZoneName, ModeName, Shows, SlipDocument, TruthDocument, UseDocument,
    VerificationDocument,
};
