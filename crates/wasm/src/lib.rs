//! A desk in the browser: three functions around [`engine::Desk`], for a worker that writes a request into memory and
//! reads the answer there.
//!
//! `request(n)` makes room for a request of so many bytes and says where. `answer()` answers it and says how long the
//! answer is; its address is `answer_at()`. A refusal begins with `!`, an answer with `=`. Long work tells the page how
//! far it is through `page.progress`. There is no unsafe block: only names that the linker must keep.

use std::cell::RefCell;

use engine::{Desk, Progress, Watch};

#[cfg(target_arch = "wasm32")]
#[link(wasm_import_module = "page")]
unsafe extern "C" {
    /// Hears how far the work is: what is done, as text in memory, and how much of how much; 0 if nobody knows.
    safe fn progress(what: *const u8, length: usize, done: f64, of: f64);
}

/// Elsewhere nobody listens.
#[cfg(not(target_arch = "wasm32"))]
fn progress(_what: *const u8, _length: usize, _done: f64, _of: f64) {}

thread_local! {
    static DESK: RefCell<Desk> = RefCell::new(Desk::new());
    static REQUEST: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static ANSWER: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Makes room for a request of so many bytes, and says where.
#[unsafe(no_mangle)]
pub extern "C" fn request(length: usize) -> *mut u8 {
    REQUEST.with_borrow_mut(|request| {
        *request = vec![0; length];
        request.as_mut_ptr()
    })
}

/// Answers the request, and says how long the answer is.
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> usize {
    let request = REQUEST.with_borrow_mut(std::mem::take);
    let request = String::from_utf8_lossy(&request);
    let watch = Watch::new().with_listener(|told: &Progress| {
        let of = told.of.unwrap_or(0);
        progress(
            told.what.as_ptr(),
            told.what.len(),
            told.done as f64,
            of as f64,
        );
    });
    let answer = DESK.with_borrow_mut(|desk| match desk.answer(&request, &watch) {
        Ok(answer) => format!("={answer}"),
        Err(refused) => format!("!{}", refused.json()),
    });
    ANSWER.with_borrow_mut(|kept| {
        *kept = answer;
        kept.len()
    })
}

/// Where the answer is.
#[unsafe(no_mangle)]
pub extern "C" fn answer_at() -> *const u8 {
    ANSWER.with_borrow(|answer| answer.as_ptr())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_are_answered_or_refused() {
        let ask = |text: &str| {
            REQUEST.with_borrow_mut(|request| *request = text.into());
            let length = answer();
            let answer = ANSWER.with_borrow(String::clone);
            assert_eq!(answer.len(), length);
            answer
        };
        assert!(ask("{\"ask\": \"contents\"}").starts_with("={\"chapters\":"));
        assert!(ask("what?").starts_with("!{\"error\":"));
    }
}
