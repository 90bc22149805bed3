//! What is asked of the tests by the environment.

use std::env::var_os;

/// Is there time for everything? `cargo xtask check --deep` says so with `NASVET_DEEP=1`.
pub fn is_deep() -> bool {
    var_os("NASVET_DEEP").is_some()
}

/// Are expected answers written instead of compared? `cargo xtask update` says so with `NASVET_UPDATE=1`.
pub fn is_update() -> bool {
    var_os("NASVET_UPDATE").is_some()
}
