//! Words that divide a line.

/// Returns the text after a word at its start.
pub(crate) fn after<'a>(text: &'a str, word: &str) -> Option<&'a str> {
    let rest = text.strip_prefix(word)?;
    (rest.is_empty() || rest.starts_with(char::is_whitespace)).then(|| rest.trim())
}

/// Splits a text at the first occurrence of a whole word.
pub(crate) fn split_at_word<'a>(text: &'a str, word: &str) -> Option<(&'a str, &'a str)> {
    let is_blank = |c: Option<char>| c.is_none_or(char::is_whitespace);
    text.match_indices(word).find_map(|(at, _)| {
        let (before, rest) = (&text[..at], &text[at + word.len()..]);
        let alone = is_blank(before.chars().next_back()) && is_blank(rest.chars().next());
        alone.then(|| (before.trim(), rest.trim()))
    })
}
