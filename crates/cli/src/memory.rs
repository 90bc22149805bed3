//! Memory that does not suffice ends the program with a message and its exit status, not with a signal.

/// From now on the program ends with the status for what could not be done where it would abort.
///
/// The standard library says how many bytes could not be had, and aborts; nothing else in this program does.
#[cfg(unix)]
pub(crate) fn end_with_a_status() -> Result<(), String> {
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    use crate::status::Status;

    let always = Arc::new(AtomicBool::new(true));
    let status = i32::from(Status::Refused.number());
    signal_hook::flag::register_conditional_shutdown(signal_hook::consts::SIGABRT, status, always)
        .map(|_| ())
        .map_err(|error| format!("cannot listen to signals: {error}"))
}

/// Elsewhere aborting is no signal.
#[cfg(not(unix))]
pub(crate) fn end_with_a_status() -> Result<(), String> {
    Ok(())
}
