//! The search for forcing trees.
