//! What the tests of all crates share; no part of anything that is shipped.
//!
//! How much time a test may take ([`is_deep`]), numbers that are the same in every run ([`Numbers`]), properties
//! ([`config`]), files ([`root`], [`Scratch`]), programs that are started ([`Call`]), and cases with their one runner
//! ([`check_cases`]). With the feature `advice`, programs from their text; with the feature `chapters`, what is shipped,
//! and the positions of an ending by number.

mod deep;
mod numbers;
mod property;
mod files;
mod call;
mod cases;
#[cfg(feature = "advice")]
mod advice;
#[cfg(feature = "chapters")]
mod chapters;
#[cfg(feature = "chapters")]
mod ending;

#[cfg(feature = "advice")]
pub use advice::program_about;
pub use call::{Call, Run};
pub use cases::{
    Case, CaseBlock, CasePage, CaseSection, Console, ConsoleCommand, Voice, check_cases, commands,
    words,
};
#[cfg(feature = "chapters")]
pub use chapters::{chapter, chapters_about, checked, program, world_of};
pub use deep::{is_deep, is_update};
#[cfg(feature = "chapters")]
pub use ending::Ending;
pub use files::{Scratch, root};
pub use numbers::Numbers;
pub use property::config;
