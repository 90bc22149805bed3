//! The fast part of the language: checked programs as register code, and the machine that runs it.
//!
//! It gives the same answers as [`lang::reference`], which is the definition. Nothing that judges an answer uses it.

pub mod compiled;
mod compiler;
pub mod machine;

pub use compiler::{
    compile, compile_definition, compile_piece, compile_to_share, compile_truths,
    shared_definitions,
};
