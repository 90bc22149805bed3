//! The advice language.
