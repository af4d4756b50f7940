//! Vectors as words: the directions of the language that keep exactly some vectors of an atom.

use std::collections::BTreeSet;

use super::direction::vectors;
use super::{Unit, Vector};

/// Whether a vector, in files and ranks, belongs to a direction.
type Chooses = fn(i8, i8) -> bool;

/// The words for directions, each with what it keeps.
const WORDS: &[(&str, Chooses)] = &[
    ("forward", |_, y| y > 0),
    ("back", |_, y| y < 0),
    ("left", |x, _| x < 0),
    ("right", |x, _| x > 0),
    ("side", |_, y| y == 0),
    ("forwardmost", |x, y| y > x.abs()),
    ("backmost", |x, y| -y > x.abs()),
    ("leftmost", |x, y| -x > y.abs()),
    ("rightmost", |x, y| x > y.abs()),
    ("sidemost", |x, y| x.abs() > y.abs()),
];

/// Returns the shortest choices of words that together keep these vectors of an atom; an empty text keeps all. Vectors that no
/// words keep alone are returned as they are.
pub(super) fn directions(unit: Unit, wanted: &BTreeSet<Vector>) -> (Vec<String>, Vec<Vector>) {
    let all = vectors(unit);
    if *wanted == all {
        return (vec![String::new()], Vec::new());
    }
    let mut choices: Vec<(String, BTreeSet<Vector>)> = Vec::new();
    let keep = |filter: &dyn Fn(i8, i8) -> bool| -> BTreeSet<Vector> {
        all.iter().copied().filter(|&(x, y)| filter(x, y)).collect()
    };
    for (word, filter) in WORDS {
        choices.push(((*word).to_owned(), keep(filter)));
    }
    for (at, (first, one)) in WORDS.iter().enumerate() {
        for (second, other) in &WORDS[at + 1..] {
            choices.push((format!("{first} {second}"), keep(&|x, y| one(x, y) && other(x, y))));
        }
    }
    choices.retain(|(_, kept)| !kept.is_empty() && kept.is_subset(wanted));
    let (mut left, mut words) = (wanted.clone(), Vec::new());
    while let Some((word, kept)) = choices
        .iter()
        .filter(|(_, kept)| kept.is_subset(&left))
        .max_by_key(|(word, kept)| (kept.len(), std::cmp::Reverse((word.matches(' ').count(), word.len()))))
    {
        words.push(word.clone());
        left.retain(|vector| !kept.contains(vector));
    }
    (words, left.into_iter().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directions_are_said_shortly() {
        let words = |unit, vectors: &[Vector]| directions(unit, &vectors.iter().copied().collect());
        assert_eq!(words((2, 1), &[(-1, 2), (1, 2)]), (vec!["forwardmost".to_owned()], vec![]));
        assert_eq!(words((1, 0), &[(1, 0), (-1, 0)]), (vec!["side".to_owned()], vec![]));
        assert_eq!(words((1, 0), &[(0, 1)]), (vec!["forward".to_owned()], vec![]));
        assert_eq!(words((1, 1), &[(1, 1)]).0, ["forward right"]);
        assert_eq!(words((1, 0), &[(0, 1), (0, -1)]).0.len(), 2);
    }
}
