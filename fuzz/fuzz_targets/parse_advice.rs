//! Hands bytes from libFuzzer to [`nasvet_fuzz::parse_advice`].

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| nasvet_fuzz::parse_advice(bytes));
