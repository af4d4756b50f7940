//! The TypeScript types of phrases, which serde makes of those of the rules.

use std::collections::BTreeMap;

use serde::Serialize;
use ts_rs::TS;

/// A phrase for people, to be shown in the language of the page: a text, or a template with a `{name}` for each argument.
#[derive(Serialize, TS)]
#[serde(untagged)]
#[ts(rename = "Phrase")]
#[expect(dead_code, reason = "only the type is used")]
pub(crate) enum PhraseText {
    /// A text without arguments.
    Plain(String),
    /// A template with its arguments.
    Filled {
        /// The template.
        text: String,
        /// The arguments by their names.
        args: BTreeMap<String, ArgumentText>,
    },
}

/// An argument of a phrase: a number, a number in hundredths, several arguments, or a text or phrase.
#[derive(Serialize, TS)]
#[serde(untagged)]
#[ts(rename = "Argument")]
#[expect(dead_code, reason = "only the type is used")]
pub(crate) enum ArgumentText {
    /// A whole number.
    Number(i32),
    /// A number with two decimals.
    Hundredths {
        /// The number in hundredths.
        hundredths: i32,
    },
    /// Several arguments, with commas between them.
    List(Vec<ArgumentText>),
    /// A text or a phrase.
    Phrase(PhraseText),
}
