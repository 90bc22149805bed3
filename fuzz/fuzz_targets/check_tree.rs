//! Hands bytes from libFuzzer to [`nasvet_fuzz::check_tree`].

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| nasvet_fuzz::check_tree(bytes));
