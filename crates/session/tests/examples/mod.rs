//! The examples of docs/protocol.md.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde_json::Value;

/// Returns a file of the repository.
pub(crate) fn page(name: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(name)).unwrap()
}

/// Returns an example of each command, by its type: there is one of every variant of `Command`, as the test `protocol` sees to it.
pub(crate) fn commands() -> BTreeMap<String, Value> {
    let page = page("docs/protocol.md");
    let examples = page.split("```json request\n").skip(1).map(|rest| rest.split("```").next().unwrap());
    let read = |text: &str| {
        let request: Value = serde_json::from_str(text).unwrap();
        let command = request["command"].clone();
        (command["type"].as_str().unwrap().to_owned(), command)
    };
    examples.map(read).collect()
}
