//! Numbers after the words of a command.

use beaufort_rules::vocabulary::quoted;

/// Returns the next number, after a word that needs one; it is clamped to the range of the type.
///
/// # Errors
/// If the next word is missing or not a number.
pub(crate) fn number<'a>(word: &str, words: &mut impl Iterator<Item = &'a str>) -> Result<i64, String> {
    let text = words.next().ok_or_else(|| format!("`{word}` needs a number"))?;
    let number =
        text.parse::<i128>().map_err(|_| format!("`{word}` needs a number, not `{}`", quoted(text)))?;
    Ok(number.clamp(i64::MIN.into(), i64::MAX.into()) as i64)
}

/// Returns the next number, such as the time on a clock; a negative one counts as 0.
///
/// # Errors
/// As for [`number`].
pub(crate) fn amount<'a>(word: &str, words: &mut impl Iterator<Item = &'a str>) -> Result<u64, String> {
    number(word, words).map(|number| number.max(0) as u64)
}

/// Returns the next number, of turns or plies.
///
/// # Errors
/// As for [`number`].
pub(crate) fn count<'a>(word: &str, words: &mut impl Iterator<Item = &'a str>) -> Result<u32, String> {
    number(word, words).map(|number| number.clamp(0, u32::MAX.into()) as u32)
}

/// Returns the message about a word that is not a limit.
pub(crate) fn no_limit(word: &str, known: &[&str]) -> String {
    format!("`{}` is not a limit; expected some of {}", quoted(word), known.join(", "))
}
