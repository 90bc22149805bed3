//! The reasoner against brute force, on Nim and graphs.

mod common;

mod cform;
mod targets;
mod graphs;
mod referees;
mod settling;
mod ends;
mod plans;
mod plan_bounds;
mod owned;
