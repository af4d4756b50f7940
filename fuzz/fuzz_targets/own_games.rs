//! The target for cargo-fuzz.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| beaufort_fuzz::own_games(data));
