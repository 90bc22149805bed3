//! The checker of trees: good ones are accepted, and of bad ones it says what is wrong.

mod check;
mod damage;
mod nim;
