//! Hands bytes from libFuzzer to [`nasvet_fuzz::import_al0_files`].

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| nasvet_fuzz::import_al0_files(bytes));
