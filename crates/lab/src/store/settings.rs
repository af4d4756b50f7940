//! The settings with which games were played, and those with which more are wanted.

use serde::Serialize;
use serde_json::{Map, Value};

use super::StoreError;

/// Fails if the games in a file or folder were played with other settings; the message names those that differ.
pub(crate) fn check_settings(
    found: &impl Serialize,
    wanted: &impl Serialize,
    name: &str,
) -> Result<(), StoreError> {
    let (found, wanted) = (settings(found), settings(wanted));
    let differs = |&(setting, value): &(&String, &Value)| found.get(setting) != Some(value);
    let tell = |(setting, value): (&String, &Value)| {
        format!("{} {} instead of {}", setting.replace('_', "-"), plain(&found[setting]), plain(value))
    };
    let differences: Vec<String> = wanted.iter().filter(differs).map(tell).collect();
    if differences.is_empty() {
        return Ok(());
    }
    Err(StoreError::Settings(format!("the games in `{name}` have {}", differences.join(", "))))
}

/// Returns the settings of a plan by their names.
fn settings(plan: &impl Serialize) -> Map<String, Value> {
    match serde_json::to_value(plan) {
        Ok(Value::Object(settings)) => settings,
        _ => unreachable!("plans are structs with texts as keys"),
    }
}

/// Returns a setting as people write it.
fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}
