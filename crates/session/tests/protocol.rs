//! The examples of docs/protocol.md are what the types say, and there is one for each command and each event.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use beaufort_session::command::Request;
use beaufort_session::event::Message;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

fn examples(kind: &str) -> Vec<String> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/protocol.md");
    let page = fs::read_to_string(file).unwrap();
    let fence = format!("```json {kind}\n");
    page.split(fence.as_str()).skip(1).map(|rest| rest.split("```").next().unwrap().to_owned()).collect()
}

/// Reads each example, and returns the types of what is in this field.
fn check<T: DeserializeOwned + Serialize>(kind: &str, field: &str) -> BTreeSet<String> {
    let read = |text: String| {
        let value: T = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}"));
        // An example survives a round trip: it has no unknown fields.
        let expected: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(serde_json::to_value(&value).unwrap(), expected, "{text}");
        expected[field]["type"].as_str().unwrap().to_owned()
    };
    examples(kind).into_iter().map(read).collect()
}

/// Returns the types that a union of the TypeScript file has.
fn types(union: &str) -> BTreeSet<String> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/protocol/protocol.ts");
    let text = fs::read_to_string(file).unwrap();
    let start = text.find(&format!("export type {union} = ")).unwrap();
    let declaration = &text[start..start + text[start..].find(";\n\n").unwrap()];
    declaration
        .split("{ \"type\": \"")
        .skip(1)
        .map(|rest| rest.split('"').next().unwrap().to_owned())
        .collect()
}

#[test]
fn every_command_has_an_example_that_can_be_read() {
    assert_eq!(check::<Request>("request", "command"), types("Command"));
}

#[test]
fn every_event_has_an_example_that_can_be_read() {
    assert_eq!(check::<Message>("message", "event"), types("Event"));
}
