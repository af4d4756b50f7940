//! Fuzz targets: functions that take any bytes, read them as some text of Beaufort, and panic if a law is broken.
//!
//! `cargo xtask fuzz` runs them on stable Rust with mutated seeds of the corpus; the entry points in
//! `fuzz_targets/` hand the same functions to libFuzzer. A new target is a function here, a line in [`TARGETS`],
//! a folder of seeds in `corpus/`, and an entry point.

mod mutate;

pub use mutate::input;

use beaufort_rules::record::Record;

/// A fuzz target.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// Its name, which is also its folder in `corpus/`.
    pub name: &'static str,
    /// Reads an input, and panics if a law is broken.
    pub run: fn(&[u8]),
}

/// Every target.
pub const TARGETS: &[Target] = &[Target { name: "records", run: records }];

/// Game records: what was read is written and read again without loss.
pub fn records(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let Ok(records) = Record::parse(&text) else { return };
    let written: String = records.iter().map(Record::to_string).collect();
    assert_eq!(Record::parse(&written).as_ref(), Ok(&records), "written as:\n{written}");
}
