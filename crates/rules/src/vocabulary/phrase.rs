//! Phrases for users that can be shown in any language: an English template with named arguments.
//!
//! The template is the key of the translations (`docs/languages.md`). [`phrase!`](crate::phrase) makes a phrase from a literal,
//! so that a tool finds every template in the source.

use std::borrow::Cow;
use std::fmt;

#[cfg(feature = "serde")]
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
#[cfg(feature = "serde")]
use serde::ser::{Serialize, Serializer};

/// A phrase for users: a template with `{name}` in place of each argument. Its `Display` is English.
///
/// # Examples
/// ```
/// use beaufort_rules::phrase;
///
/// let piece = phrase!("the {piece} on {square}", piece = "Rook", square = "b10");
/// let phrase = phrase!("takes {victims}", victims = piece);
/// assert_eq!(phrase.to_string(), "takes the Rook on b10");
/// ```
///
/// Each placeholder has an argument, and each argument a placeholder:
/// ```compile_fail
/// beaufort_rules::phrase!("takes {victims}", victim = "the Rook");
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(untagged))]
pub enum Phrase {
    /// A text without arguments: a template, or data such as a name or a turn.
    Plain(Cow<'static, str>),
    /// A template with arguments.
    Filled {
        /// The template.
        text: Cow<'static, str>,
        /// The arguments.
        args: Arguments,
    },
}

/// The arguments of a template, by name. They are few: a sorted list takes less memory and code than a map.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Arguments(Vec<(Cow<'static, str>, Argument)>);

/// An argument of a phrase.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(untagged))]
pub enum Argument {
    /// A whole number.
    Number(i64),
    /// A number with two decimals.
    Hundredths {
        /// The number in hundredths.
        hundredths: i64,
    },
    /// Several arguments, separated by commas.
    List(Vec<Argument>),
    /// A text or a phrase.
    Phrase(Phrase),
}

impl Phrase {
    /// Returns a phrase with a verbatim text: data, or output of another program. English texts belong here only if they are
    /// never translated; all others are made by [`phrase!`](crate::phrase).
    pub fn verbatim(text: impl Into<Cow<'static, str>>) -> Phrase {
        Phrase::Plain(text.into())
    }

    /// Returns a template whose arguments are still to be [`set`](Phrase::set).
    pub fn template(text: impl Into<Cow<'static, str>>) -> Phrase {
        Phrase::Filled { text: text.into(), args: Arguments::default() }
    }

    /// Sets an argument of a template. A verbatim text has none.
    #[inline(never)]
    pub fn set(&mut self, name: &'static str, argument: impl Into<Argument>) {
        if let Phrase::Filled { args, .. } = self {
            args.insert(name.into(), argument.into());
        }
    }

    /// Shortens all texts in the phrase by `shorten`, except for its templates, and each list to at most `max_items`, with `...` in
    /// place of the others.
    #[must_use]
    pub fn shortened(
        self,
        max_items: usize,
        shorten: &dyn Fn(Cow<'static, str>) -> Cow<'static, str>,
    ) -> Phrase {
        match self {
            Phrase::Plain(text) => Phrase::Plain(shorten(text)),
            Phrase::Filled { text, args } => {
                let args =
                    args.0.into_iter().map(|(name, argument)| (name, argument.shortened(max_items, shorten)));
                Phrase::Filled { text, args: Arguments(args.collect()) }
            }
        }
    }
}

impl Arguments {
    fn find(&self, name: &str) -> Result<usize, usize> {
        self.0.binary_search_by(|(other, _)| (**other).cmp(name))
    }

    fn get(&self, name: &str) -> Option<&Argument> {
        self.find(name).ok().map(|at| &self.0[at].1)
    }

    fn insert(&mut self, name: Cow<'static, str>, argument: Argument) {
        match self.find(&name) {
            Ok(at) => self.0[at].1 = argument,
            Err(at) => self.0.insert(at, (name, argument)),
        }
    }
}

#[cfg(feature = "serde")]
impl Serialize for Arguments {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, argument)| (name, argument)))
    }
}

#[cfg(feature = "serde")]
impl<'de> Deserialize<'de> for Arguments {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Arguments, D::Error> {
        struct Entries;
        impl<'de> Visitor<'de> for Entries {
            type Value = Arguments;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a map of arguments")
            }

            fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Arguments, M::Error> {
                let mut args = Arguments::default();
                while let Some((name, argument)) = map.next_entry()? {
                    args.insert(Cow::Owned(name), argument);
                }
                Ok(args)
            }
        }
        deserializer.deserialize_map(Entries)
    }
}

impl Argument {
    fn shortened(
        self,
        max_items: usize,
        shorten: &dyn Fn(Cow<'static, str>) -> Cow<'static, str>,
    ) -> Argument {
        match self {
            Argument::Number(_) | Argument::Hundredths { .. } => self,
            Argument::List(list) => {
                let rest = (list.len() > max_items).then(|| "...".into());
                let items = list.into_iter().take(max_items).map(|item| item.shortened(max_items, shorten));
                Argument::List(items.chain(rest).collect())
            }
            Argument::Phrase(phrase) => Argument::Phrase(phrase.shortened(max_items, shorten)),
        }
    }
}

impl fmt::Display for Phrase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (mut rest, args) = match self {
            Phrase::Plain(text) => return f.write_str(text),
            Phrase::Filled { text, args } => (&**text, args),
        };
        while let Some((before, after)) = rest.split_once('{') {
            f.write_str(before)?;
            let placeholder = after.split_once('}').and_then(|(name, after)| Some((args.get(name)?, after)));
            rest = match placeholder {
                Some((argument, after)) => {
                    argument.fmt(f)?;
                    after
                }
                None => {
                    f.write_str("{")?;
                    after
                }
            };
        }
        f.write_str(rest)
    }
}

impl fmt::Display for Argument {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Argument::Number(number) => number.fmt(f),
            Argument::Hundredths { hundredths } => write!(f, "{:.2}", *hundredths as f64 / 100.0),
            Argument::List(list) => list.iter().enumerate().try_for_each(|(index, argument)| {
                f.write_str(if index == 0 { "" } else { ", " })?;
                argument.fmt(f)
            }),
            Argument::Phrase(phrase) => phrase.fmt(f),
        }
    }
}

impl PartialEq<str> for Phrase {
    /// Compares the English text.
    fn eq(&self, other: &str) -> bool {
        self.to_string().as_str() == other
    }
}

impl PartialEq<&str> for Phrase {
    /// Compares the English text.
    fn eq(&self, other: &&str) -> bool {
        self == *other
    }
}

impl From<Phrase> for Argument {
    fn from(phrase: Phrase) -> Argument {
        Argument::Phrase(phrase)
    }
}

impl From<&str> for Argument {
    fn from(text: &str) -> Argument {
        Phrase::verbatim(text.to_owned()).into()
    }
}

impl From<String> for Argument {
    fn from(text: String) -> Argument {
        Phrase::verbatim(text).into()
    }
}

impl From<&String> for Argument {
    fn from(text: &String) -> Argument {
        text.as_str().into()
    }
}

impl From<char> for Argument {
    fn from(text: char) -> Argument {
        text.to_string().into()
    }
}

impl<T: Into<Argument>> From<Vec<T>> for Argument {
    fn from(list: Vec<T>) -> Argument {
        Argument::List(list.into_iter().map(Into::into).collect())
    }
}

macro_rules! numbers {
    ($($number:ty),*) => {
        $(impl From<$number> for Argument {
            fn from(number: $number) -> Argument {
                Argument::Number(i64::try_from(number).unwrap_or(i64::MAX))
            }
        })*
    };
}
numbers!(u8, i32, u32, u64, usize);

/// Makes a [`Phrase`](crate::vocabulary::Phrase) from a literal template and its arguments: `phrase!("rank {rank}", rank = 3)`.
#[macro_export]
macro_rules! phrase {
    ($text:literal $(, $name:ident = $value:expr)+ $(,)?) => {{
        const _: () = assert!(
            $crate::vocabulary::has_placeholders($text, &[$(stringify!($name)),+]),
            "the placeholders are not the arguments"
        );
        let mut phrase = $crate::vocabulary::Phrase::template($text);
        $(phrase.set(stringify!($name), $value);)+
        phrase
    }};
    ($text:literal $(,)?) => {{
        const _: () = assert!($crate::vocabulary::has_placeholders($text, &[]), "an argument is missing");
        $crate::vocabulary::Phrase::Plain(::std::borrow::Cow::Borrowed($text))
    }};
}

/// Marks an English text that is translated where it is displayed: `template!("light air")` is that text.
#[macro_export]
macro_rules! template {
    ($text:literal) => {{
        const _: () =
            assert!($crate::vocabulary::has_placeholders($text, &[]), "only `phrase!` has arguments");
        $text
    }};
}

pub use {phrase, template};

/// Returns whether the placeholders of a template are exactly these names, for [`phrase!`](crate::phrase).
#[doc(hidden)]
pub const fn has_placeholders(template: &str, names: &[&str]) -> bool {
    let text = template.as_bytes();
    let mut found = 0_u64;
    let mut at = 0;
    while at < text.len() {
        let mut end = at + 1;
        while end < text.len() && (text[end].is_ascii_alphanumeric() || text[end] == b'_') {
            end += 1;
        }
        if text[at] == b'{' && end > at + 1 && end < text.len() && text[end] == b'}' {
            let mut index = 0;
            while index < names.len() && !is_range(text, at + 1, end, names[index].as_bytes()) {
                index += 1;
            }
            if index == names.len() {
                return false;
            }
            found |= 1 << index;
        }
        at = end;
    }
    found == (1 << names.len()) - 1
}

const fn is_range(text: &[u8], start: usize, end: usize, word: &[u8]) -> bool {
    if end - start != word.len() {
        return false;
    }
    let mut at = 0;
    while at < word.len() {
        if text[start + at] != word[at] {
            return false;
        }
        at += 1;
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placeholders_and_arguments_agree() {
        assert!(has_placeholders("none, `{...}` and `}` included", &[]));
        assert!(has_placeholders("{a} and {b_2} and {a}", &["b_2", "a"]));
        assert!(!has_placeholders("{a}", &[]));
        assert!(!has_placeholders("{a}", &["b"]));
        assert!(!has_placeholders("{a}", &["a", "b"]));
    }

    #[test]
    fn phrases_are_english() {
        let list = vec!["`a`", "`b`"];
        let one = phrase!(
            "{list}, {count} of {{size}: {score}",
            list = list,
            count = 2,
            size = 3_u8,
            score = Argument::Hundredths { hundredths: -150 }
        );
        assert_eq!(one, "`a`, `b`, 2 of {3: -1.50");
        assert_eq!(phrase!("a comment `{...}`"), "a comment `{...}`");
        let shorter = |items| one.clone().shortened(items, &|text| text[1..].to_owned().into());
        assert_eq!(shorter(2), "a`, b`, 2 of {3: -1.50");
        assert_eq!(shorter(1), "a`, ..., 2 of {3: -1.50");
    }
}
