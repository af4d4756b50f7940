//! Quoting of input in messages.

/// The greatest number of characters of an input that a message repeats.
const MAX_QUOTED: usize = 60;

/// Returns the beginning of an input for a message: verbatim, except for invisible characters and control characters, which are
/// escaped. A text of more than 60 characters is truncated and ends with `...`.
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

/// Returns at most `max_chars` characters of an input for a message, like [`quoted`].
pub fn quoted_within(text: &str, max_chars: usize) -> String {
    match text.char_indices().nth(max_chars) {
        Some((end, _)) => visible(&text[..end]) + "...",
        None => visible(text),
    }
}

/// Returns a text with invisible characters and control characters escaped.
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
