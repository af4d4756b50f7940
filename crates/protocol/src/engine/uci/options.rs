//! The options: one list, from which they are announced and checked.

use std::ops::RangeInclusive;

use beaufort_engine::tune;

use super::variants::Variants;
use crate::engine::settings::{FULL, HASH_MIB, THREAD_COUNTS, level_ids};
use crate::uci::option_line;
use beaufort_rules::vocabulary::quoted;

/// An option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum OptionName {
    /// The size of the hash table in MiB.
    Hash,
    /// The threads that search.
    Threads,
    /// The number of lines.
    MultiPv,
    /// Whether the other program may let the engine ponder.
    Ponder,
    /// Clears the hash table.
    ClearHash,
    /// The move overhead, in milliseconds.
    MoveOverhead,
    /// The level of play.
    Skill,
    /// The game.
    Variant,
    /// A file with a game of the user's own.
    GameFile,
    /// A file of weights or a net for the game.
    EvalFile,
}

/// The type of an option.
#[derive(Clone, Debug)]
enum OptionKind {
    Spin {
        default: u64,
        range: RangeInclusive<u64>,
    },
    Check {
        default: bool,
    },
    Button,
    Text,
    /// The id of a level.
    Level,
    /// The name of a game.
    Game,
}

/// The default of the move overhead, in milliseconds.
pub(super) const MOVE_OVERHEAD: u64 = 10;
/// The protocol's word for an empty text.
const EMPTY: &str = "<empty>";

const OPTIONS: &[(OptionName, &str, OptionKind)] = &[
    (OptionName::Hash, "Hash", OptionKind::Spin { default: 64, range: HASH_MIB }),
    (OptionName::Threads, "Threads", OptionKind::Spin { default: 1, range: THREAD_COUNTS }),
    (OptionName::MultiPv, "MultiPV", OptionKind::Spin { default: 1, range: 1..=500 }),
    (OptionName::Ponder, "Ponder", OptionKind::Check { default: false }),
    (OptionName::ClearHash, "Clear Hash", OptionKind::Button),
    (
        OptionName::MoveOverhead,
        "Move Overhead",
        OptionKind::Spin { default: MOVE_OVERHEAD, range: 0..=10_000 },
    ),
    (OptionName::Skill, "Skill", OptionKind::Level),
    (OptionName::Variant, "UCI_Variant", OptionKind::Game),
    (OptionName::GameFile, "GameFile", OptionKind::Text),
    (OptionName::EvalFile, "EvalFile", OptionKind::Text),
];

/// A valid value of an option.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum OptionValue {
    /// A number within the bounds.
    Number(u64),
    /// One of the known texts, or any; empty for none.
    Text(String),
    /// A flag, or the press of a button.
    Flag(bool),
}

/// Returns the option of a name, case ignored, with its value.
///
/// # Errors
/// If there is no such option, or the value is invalid.
pub(super) fn read(
    name: &str,
    value: Option<&str>,
    variants: Variants<'_>,
) -> Result<(OptionName, OptionValue), String> {
    let Some((option, name, kind)) = OPTIONS.iter().find(|(_, known, _)| known.eq_ignore_ascii_case(name))
    else {
        let known: Vec<&str> = OPTIONS.iter().map(|(_, name, _)| *name).collect();
        return Err(format!("there is no option `{}`; there are {}", quoted(name), known.join(", ")));
    };
    let text = value.unwrap_or("");
    let wrong =
        |expected: String| format!("`{}` is not a value of {name}: expected {expected}", quoted(text));
    let value = match kind {
        OptionKind::Spin { range, .. } => match text.parse() {
            Ok(number) if range.contains(&number) => OptionValue::Number(number),
            _ => return Err(wrong(format!("{} to {}", range.start(), range.end()))),
        },
        OptionKind::Check { .. } => match text {
            "true" => OptionValue::Flag(true),
            "false" => OptionValue::Flag(false),
            _ => return Err(wrong("true or false".to_owned())),
        },
        OptionKind::Button => OptionValue::Flag(true),
        OptionKind::Text => OptionValue::Text(if text == EMPTY { String::new() } else { text.to_owned() }),
        OptionKind::Level => OptionValue::Text(choice(text, &level_ids()).map_err(wrong)?),
        OptionKind::Game => OptionValue::Text(choice(text, &variants.names()).map_err(wrong)?),
    };
    Ok((*option, value))
}

/// Returns the choice that a text means, case ignored.
///
/// # Errors
/// If it is none of them; the text says what is expected.
fn choice(text: &str, choices: &[&str]) -> Result<String, String> {
    let found = choices.iter().find(|choice| choice.eq_ignore_ascii_case(text));
    found.map(|&choice| choice.to_owned()).ok_or_else(|| format!("one of {}", choices.join(", ")))
}

/// Returns the line that announces each option.
pub(super) fn announcements(variants: Variants<'_>) -> Vec<String> {
    let text = |kind: &OptionKind| kind.text(variants);
    let usual = OPTIONS.iter().map(|(_, name, kind)| option_line(name, &text(kind)));
    usual.chain(tune::parameters().iter().map(|parameter| announcement(parameter))).collect()
}

/// Returns the line for a parameter of the engine, of which there are some in a build for tuning.
fn announcement(parameter: &tune::Parameter) -> String {
    let (name, default, range) = (parameter.name(), parameter.default(), parameter.range());
    option_line(name, &format!("spin default {default} min {} max {}", range.start(), range.end()))
}

/// Sets a parameter of the engine, and returns whether there is one of this name.
///
/// # Errors
/// If the value is out of range.
pub(super) fn set_parameter(name: &str, value: Option<&str>) -> Result<bool, String> {
    let Some(parameter) = tune::parameter(name) else { return Ok(false) };
    let text = value.unwrap_or_default();
    if text.parse::<i64>().is_ok_and(|value| parameter.set(value)) {
        return Ok(true);
    }
    let (name, range) = (parameter.name(), parameter.range());
    let text = quoted(text);
    Err(format!("`{text}` is not a value of {name}: expected {} to {}", range.start(), range.end()))
}

impl OptionKind {
    /// Returns the type, the default and the bounds in the protocol's words.
    fn text(&self, variants: Variants<'_>) -> String {
        match self {
            OptionKind::Spin { default, range } => {
                format!("spin default {default} min {} max {}", range.start(), range.end())
            }
            OptionKind::Check { default } => format!("check default {default}"),
            OptionKind::Button => "button".to_owned(),
            OptionKind::Text => format!("string default {EMPTY}"),
            OptionKind::Level => combo(FULL, &level_ids()),
            OptionKind::Game => combo(variants.first, &variants.names()),
        }
    }
}

fn combo(default: &str, choices: &[&str]) -> String {
    format!("combo default {default} var {}", choices.join(" var "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::uci::variants::FIRST;

    const VARIANTS: Variants<'_> = Variants { first: FIRST, own: Some("my") };

    fn read(name: &str, value: Option<&str>) -> Result<(OptionName, OptionValue), String> {
        super::read(name, value, VARIANTS)
    }

    #[test]
    fn options_are_read() {
        assert_eq!(read("hash", Some("16")), Ok((OptionName::Hash, OptionValue::Number(16))));
        assert_eq!(read("Clear Hash", None), Ok((OptionName::ClearHash, OptionValue::Flag(true))));
        for (text, name) in [("Jupiter", "jupiter"), ("chess", "chess"), ("my", "my")] {
            let value = OptionValue::Text(name.to_owned());
            assert_eq!(read("UCI_Variant", Some(text)), Ok((OptionName::Variant, value)));
        }
        assert_eq!(
            read("GameFile", Some("<empty>")),
            Ok((OptionName::GameFile, OptionValue::Text(String::new())))
        );
    }

    #[test]
    fn wrong_values_are_explained() {
        for (name, value, error) in [
            ("Hash", None, "`` is not a value of Hash: expected 1 to 65536"),
            ("Hash", Some("0"), "`0` is not a value of Hash: expected 1 to 65536"),
            ("ponder", Some("yes"), "`yes` is not a value of Ponder: expected true or false"),
            ("UCI_Variant", Some("go"), "`go` is not a value of UCI_Variant: expected one of scirocco, "),
            ("Speed", Some("9"), "there is no option `Speed`; there are Hash, Threads, "),
        ] {
            let message = read(name, value).unwrap_err();
            assert!(message.starts_with(error), "{message}");
        }
    }

    /// There are some in a build with the feature `tune` alone.
    #[test]
    fn parameters_of_the_engine_are_options() {
        let lines = announcements(VARIANTS);
        assert_eq!(lines.len(), OPTIONS.len() + tune::parameters().len());
        for parameter in tune::parameters() {
            let (name, range) = (parameter.name(), parameter.range());
            assert!(
                lines.iter().any(|line| line.starts_with(&format!("option name {name} type spin default ")))
            );
            assert_eq!(set_parameter(name, Some(&parameter.default().to_string())), Ok(true));
            let error = set_parameter(name, Some("many")).unwrap_err();
            let expected = format!("expected {} to {}", range.start(), range.end());
            assert_eq!(error, format!("`many` is not a value of {name}: {expected}"));
        }
        assert_eq!(set_parameter("Hash", Some("16")), Ok(false));
    }

    #[test]
    fn defaults_are_among_the_values() {
        assert_eq!(read("Skill", Some(FULL)).unwrap().1, OptionValue::Text(FULL.to_owned()));
        assert_eq!(read("UCI_Variant", Some(FIRST)).unwrap().1, OptionValue::Text(FIRST.to_owned()));
    }
}
