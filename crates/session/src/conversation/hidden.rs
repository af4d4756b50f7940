//! Invisible characters, and those that reverse the direction of text: they are removed from everything that people write.

/// Joins two letters, as several scripts and pictures need it.
const JOINER: char = '\u{200d}';
/// Keeps two letters apart, as several scripts need it.
const NON_JOINER: char = '\u{200c}';

/// Returns a text without hidden letters: marks of direction, letters without width, fillers and tags. A joiner stays between two
/// letters beyond ASCII.
pub(crate) fn without_hidden(text: &str) -> String {
    let mut visible = String::with_capacity(text.len());
    let mut letters = text.chars().filter(|&letter| !is_hidden(letter)).peekable();
    let mut before = None;
    while let Some(letter) = letters.next() {
        let joins = |other: Option<char>| other.is_some_and(|other| !other.is_ascii() && !is_joiner(other));
        if !is_joiner(letter) || joins(before) && joins(letters.peek().copied()) {
            visible.push(letter);
        }
        before = Some(letter);
    }
    visible
}

fn is_joiner(letter: char) -> bool {
    matches!(letter, JOINER | NON_JOINER)
}

fn is_hidden(letter: char) -> bool {
    matches!(letter,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
        | '\u{200b}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{3164}'
        | '\u{feff}' | '\u{ffa0}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_nobody_sees_is_taken_out() {
        for (text, visible) in [
            ("", ""),
            ("Well played!\nThanks", "Well played!\nThanks"),
            ("abc\u{202e}fed", "abcfed"),
            ("\u{2066}a\u{2069}", "a"),
            ("a\u{200b}b\u{feff}\u{ad}", "ab"),
            ("\u{200b}\u{200f}\u{3164}", ""),
            ("a\u{200d}b", "ab"),
            ("\u{200d}", ""),
            ("\u{200c}\u{200c}", ""),
            ("x\u{e0041}", "x"),
            // Persian, Hindi and a family need joiners; the picture of a heart needs its variant.
            ("می\u{200c}خواهم", "می\u{200c}خواهم"),
            ("क\u{94d}\u{200d}ष", "क\u{94d}\u{200d}ष"),
            ("👩\u{200d}👧", "👩\u{200d}👧"),
            ("👩\u{200d}\u{200d}👧", "👩👧"),
            ("❤\u{fe0f}", "❤\u{fe0f}"),
            ("שלום, ♞ 日本", "שלום, ♞ 日本"),
        ] {
            assert_eq!(without_hidden(text), visible, "{text:?}");
            assert_eq!(without_hidden(visible), visible);
        }
    }
}
