//! Suggestions for misspelt words.

/// Returns the candidate most similar to a word, if one is similar enough to be meant. Case is ignored.
///
/// # Examples
/// ```
/// use beaufort_rules::language::nearest;
///
/// assert_eq!(nearest("Sciroco", ["typhoon", "scirocco"]), Some("scirocco"));
/// assert_eq!(nearest("chess", ["typhoon", "scirocco"]), None);
/// ```
pub fn nearest<'c>(word: &str, candidates: impl IntoIterator<Item = &'c str>) -> Option<&'c str> {
    let letters = word.chars().count();
    let allowed = letters.div_ceil(3).min(3);
    candidates
        .into_iter()
        .filter(|candidate| candidate.chars().count().abs_diff(letters) <= allowed)
        .map(|candidate| (distance(word, candidate), candidate))
        .filter(|&(distance, candidate)| {
            distance <= allowed && (distance == 0 || candidate.chars().count() > 2)
        })
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, candidate)| candidate)
}

/// Returns the edit distance of two words: the number of letters to insert, delete or replace; case is ignored.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.to_lowercase().chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, c) in a.to_lowercase().chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, &d) in b.iter().enumerate() {
            let replaced = diagonal + usize::from(c != d);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_words_are_found_and_far_ones_are_not() {
        let words = ["forward", "back", "igui", "W"];
        assert_eq!(nearest("foward", words), Some("forward"));
        assert_eq!(nearest("Igui", words), Some("igui"));
        assert_eq!(nearest("w", words), Some("W"));
        assert_eq!(nearest("x", words), None);
        assert_eq!(nearest("sideways", words), None);
    }
}
