//! Hands bytes from libFuzzer to [`nasvet_fuzz::patterns`].

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| nasvet_fuzz::patterns(bytes));
