//! Directions: which of the eight vectors of an atom a pair of letters keeps, and which letters keep some vectors.

use std::collections::BTreeSet;

use super::{Unit, Vector};

/// A direction of two letters, which are alike for a single letter of the text. The second letter is the main axis: `fr` leads
/// right more than forward.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Direction(pub(crate) char, pub(crate) char);

pub(crate) fn is_vertical(letter: char) -> bool {
    "fbvh".contains(letter)
}

pub(crate) fn is_horizontal(letter: char) -> bool {
    "lrsh".contains(letter)
}

/// Returns all vectors of an atom.
pub(crate) fn vectors((a, b): Unit) -> BTreeSet<Vector> {
    let (a, b) = (a as i8, b as i8);
    [(a, b), (b, a)].into_iter().flat_map(|(x, y)| [(x, y), (-x, y), (x, -y), (-x, -y)]).collect()
}

/// Returns the vectors of an atom that some directions keep, all if there are none.
pub(crate) fn select(unit: Unit, directions: &[Direction]) -> BTreeSet<Vector> {
    let straight = unit.1 == 0;
    let keeps = |vector: Vector| {
        directions.iter().any(|&Direction(first, second)| {
            if straight && first != second {
                // Two letters on a rank or file are two directions.
                keep(vector, Direction(first, first)) || keep(vector, Direction(second, second))
            } else {
                keep(vector, Direction(first, second))
            }
        })
    };
    vectors(unit).into_iter().filter(|&vector| directions.is_empty() || keeps(vector)).collect()
}

fn keep(vector: Vector, Direction(first, second): Direction) -> bool {
    let (x, y) = vector;
    match (first, second) {
        ('h', 'l' | 'r') => {
            // The four vectors that arise from one of the two forward ones by quarter turns.
            let forward = [(x, y), (y, -x), (-x, -y), (-y, x)].into_iter().find(|&(x, y)| y > x.abs());
            forward.is_some_and(|(x, _)| (x > 0) == (second == 'r'))
        }
        (_, 'h') => points(vector, first),
        ('h', _) => false,
        _ => {
            let vertical = is_vertical(second);
            let is_main = if vertical { y.abs() >= x.abs() } else { x.abs() >= y.abs() };
            is_main && points(vector, first) && points(vector, second)
        }
    }
}

/// Returns whether a vector leads to a side, whatever else it does.
fn points((x, y): Vector, letter: char) -> bool {
    match letter {
        'f' => y > 0,
        'b' => y < 0,
        'r' => x > 0,
        'l' => x < 0,
        _ => true,
    }
}

/// Returns letters that keep these vectors of an atom alone.
pub(crate) fn directions(unit: Unit, wanted: &BTreeSet<Vector>) -> String {
    if *wanted == vectors(unit) {
        return String::new();
    }
    let letters = ['f', 'b', 'l', 'r', 'v', 's', 'h'];
    let pairs = |one: char, other: char| {
        one == other || is_vertical(one) && is_horizontal(other) || is_horizontal(one) && is_vertical(other)
    };
    let all: Vec<(Direction, BTreeSet<Vector>)> = letters
        .iter()
        .flat_map(|&one| letters.iter().map(move |&other| (one, other)))
        .filter(|&(one, other)| pairs(one, other) && (one, other) != ('h', 'h'))
        .map(|(one, other)| (Direction(one, other), select(unit, &[Direction(one, other)])))
        .filter(|(_, kept)| !kept.is_empty() && kept.is_subset(wanted))
        .collect();
    let (mut text, mut left) = (String::new(), wanted.clone());
    while !left.is_empty() {
        // A single letter before a pair, and one that keeps more vectors before both.
        let best = all
            .iter()
            .rev()
            .max_by_key(|(Direction(one, other), kept)| (kept.intersection(&left).count(), one == other));
        let Some((Direction(one, other), kept)) = best.filter(|(_, kept)| !kept.is_disjoint(&left)) else {
            break;
        };
        left.retain(|vector| !kept.contains(vector));
        text.push(*one);
        // Twice the same letter is a single one, unless it would form a pair with the next.
        if one != other || !left.is_empty() || text.len() > 1 {
            text.push(*other);
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept(unit: Unit, first: char, second: char) -> Vec<Vector> {
        select(unit, &[Direction(first, second)]).into_iter().collect()
    }

    #[test]
    fn pairs_choose_among_the_knights_leaps() {
        assert_eq!(kept((2, 1), 'f', 'f'), [(-1, 2), (1, 2)]);
        assert_eq!(kept((2, 1), 'f', 'h'), [(-2, 1), (-1, 2), (1, 2), (2, 1)]);
        assert_eq!(kept((2, 1), 'f', 's'), [(-2, 1), (2, 1)]);
        assert_eq!(kept((2, 1), 'f', 'r'), [(2, 1)]);
        assert_eq!(kept((2, 1), 'r', 'f'), [(1, 2)]);
        assert_eq!(kept((2, 1), 'h', 'r'), [(-2, 1), (-1, -2), (1, 2), (2, -1)]);
        assert_eq!(kept((2, 1), 'h', 'l'), [(-2, -1), (-1, 2), (1, -2), (2, 1)]);
    }

    #[test]
    fn pairs_are_two_directions_of_a_wazir() {
        assert_eq!(kept((1, 0), 'f', 's'), [(-1, 0), (0, 1), (1, 0)]);
        assert_eq!(kept((1, 1), 'f', 's'), [(-1, 1), (1, 1)]);
        assert_eq!(kept((1, 1), 'r', 'f'), [(1, 1)]);
        assert_eq!(kept((1, 1), 'v', 'v').len(), 4);
    }
}
