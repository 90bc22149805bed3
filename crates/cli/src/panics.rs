//! A panic ends the program with a message and Rust's own exit status, also where panics do not unwind.

/// From now on a panic ends with status 101, where it would abort and so look like memory that does not suffice.
#[cfg(panic = "abort")]
pub(crate) fn keep_their_status() {
    let tell = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |panic| {
        tell(panic);
        std::process::exit(101);
    }));
}

/// A panic that unwinds has its status already.
#[cfg(not(panic = "abort"))]
pub(crate) fn keep_their_status() {}
