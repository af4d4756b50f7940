//! Words of a command that are followed by numbers.

use beaufort_rules::vocabulary::quoted;

/// Returns the number that comes next, after a word that needs one. One that is more than any number may be is as much as
/// the greatest.
///
/// # Errors
/// If something else comes next, or nothing.
pub(crate) fn number<'a>(word: &str, words: &mut impl Iterator<Item = &'a str>) -> Result<i64, String> {
    let text = words.next().ok_or_else(|| format!("`{word}` needs a number"))?;
    let number =
        text.parse::<i128>().map_err(|_| format!("`{word}` needs a number, not `{}`", quoted(text)))?;
    Ok(number.clamp(i64::MIN.into(), i64::MAX.into()) as i64)
}

/// Returns the number of something that cannot be less than nothing, such as the time on a clock.
///
/// # Errors
/// As for [`number`].
pub(crate) fn amount<'a>(word: &str, words: &mut impl Iterator<Item = &'a str>) -> Result<u64, String> {
    number(word, words).map(|number| number.max(0) as u64)
}

/// Returns a number of turns or plies.
///
/// # Errors
/// As for [`number`].
pub(crate) fn count<'a>(word: &str, words: &mut impl Iterator<Item = &'a str>) -> Result<u32, String> {
    number(word, words).map(|number| number.clamp(0, u32::MAX.into()) as u32)
}

/// Returns what is wrong with a word that limits nothing.
pub(crate) fn no_limit(word: &str, known: &[&str]) -> String {
    format!("`{}` is not a limit; expected some of {}", quoted(word), known.join(", "))
}
