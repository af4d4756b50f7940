//! Input as messages repeat it.

/// The most characters of an input that a message repeats.
const MAX_QUOTED: usize = 60;

/// Returns the beginning of an input for a message: as it was typed, but for characters that cannot be seen, or that a
/// terminal would obey. What is longer than 60 characters ends with `...`.
///
/// # Examples
/// ```
/// use beaufort_rules::vocabulary::quoted;
///
/// assert_eq!(quoted(r#"a "bad" \q"#), r#"a "bad" \q"#);
/// assert_eq!(quoted("a\u{1b}[31m\n"), r"a\u{1b}[31m\n");
/// assert_eq!(quoted(&"x".repeat(100)), "x".repeat(60) + "...");
/// ```
pub fn quoted(text: &str) -> String {
    quoted_within(text, MAX_QUOTED)
}

/// Returns at most so many characters of an input for a message, as [`quoted`] does.
pub fn quoted_within(text: &str, max_chars: usize) -> String {
    match text.char_indices().nth(max_chars) {
        Some((end, _)) => visible(&text[..end]) + "...",
        None => visible(text),
    }
}

/// Returns a text as it was typed, but for characters that cannot be seen, or that a terminal would obey.
pub(crate) fn visible(text: &str) -> String {
    let mut result = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\\' | '"' | '\'' => result.push(c),
            c => result.extend(c.escape_debug()),
        }
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_can_be_seen_stays_and_nothing_else() {
        for (text, shown) in [
            ("", ""),
            ("Zo\u{eb} \\ \" '", "Zo\u{eb} \\ \" '"),
            ("\t\r\n\u{0}", r"\t\r\n\0"),
            // No-break space, byte order mark, right-to-left override.
            ("\u{a0}\u{feff}\u{202e}", r"\u{a0}\u{feff}\u{202e}"),
        ] {
            assert_eq!(quoted(text), shown);
        }
        assert_eq!(quoted(&"\u{e9}".repeat(MAX_QUOTED)), "\u{e9}".repeat(MAX_QUOTED));
        assert!(quoted(&"\u{e9}".repeat(MAX_QUOTED + 1)).ends_with("\u{e9}..."));
    }
}
