//! The checker of trees: good ones are accepted, and of bad ones it says what is wrong.

#[path = "trees/check.rs"]
mod check;
#[path = "trees/damage.rs"]
mod damage;
#[path = "trees/nim.rs"]
mod nim;
