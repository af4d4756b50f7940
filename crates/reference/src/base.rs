//! The compact notation of plain steps: `fR + bN`, `m:Q`, `R>1`, `(2,1)` (K11 to K15, K26).

use crate::geometry::Vector;

/// One term of the notation.
#[derive(Debug)]
pub(crate) struct Term {
    /// Whether it goes to an empty square (K13).
    pub(crate) moving: bool,
    /// Whether it takes an opposing piece (K13).
    pub(crate) capturing: bool,
    /// One step in each of its directions, as Blue sees them (K9).
    pub(crate) steps: Vec<Vector>,
    /// The number of steps that may not be the last; they are blocked all the same (K32).
    pub(crate) beyond: i8,
    /// The greatest length of a ride, in steps.
    pub(crate) reach: i8,
}

/// A length that no board exceeds.
const FAR: i8 = 16;

/// Reads the terms of a piece; `-` has none.
pub(crate) fn parse(text: &str) -> Result<Vec<Term>, String> {
    if text == "-" {
        return Ok(Vec::new());
    }
    text.split(" + ").map(|term| parse_term(term).ok_or(format!("`{term}` is no plain step"))).collect()
}

fn parse_term(text: &str) -> Option<Term> {
    let (moving, capturing, text) = match text.split_once(':') {
        Some(("m", rest)) => (true, false, rest),
        Some(("c", rest)) => (false, true, rest),
        None => (true, true, text),
        Some(_) => return None,
    };
    if let Some(pair) = text.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) {
        let (x, y) = pair.split_once(',')?;
        let step = Vector(x.parse().ok()?, y.parse().ok()?);
        return Some(Term { moving, capturing, steps: vec![step], beyond: 0, reach: 1 });
    }
    let start = text.find(|letter: char| letter.is_ascii_uppercase())?;
    let (words, rest) = text.split_at(start);
    let (leap, rest) = rest.split_at(1);
    let (directions, mut reach) = match leap {
        "R" => ("W", FAR),
        "B" => ("F", FAR),
        "Q" => ("WF", FAR),
        leap => (leap, 1),
    };
    let mut rest = rest;
    if let Some(tail) = rest.strip_prefix('r') {
        (reach, rest) = (FAR, tail);
    }
    let mut beyond = 0;
    if let Some(tail) = rest.strip_prefix('>') {
        beyond = tail.parse().ok()?;
    } else if !rest.is_empty() {
        reach = rest.parse().ok()?;
    }
    let mut steps = Vec::new();
    for letter in directions.chars() {
        steps.extend(leaps(letter)?);
    }
    for word in words.chars() {
        let selected = selector(word)?;
        steps.retain(|&step| selected(step));
    }
    Some(Term { moving, capturing, steps, beyond, reach })
}

/// Returns all leaps of a letter (K11, and T and G of K26).
fn leaps(letter: char) -> Option<Vec<Vector>> {
    let (long, short) = match letter {
        'W' => (1, 0),
        'F' => (1, 1),
        'D' => (2, 0),
        'N' => (2, 1),
        'A' => (2, 2),
        'T' => (3, 0),
        'C' => (3, 1),
        'Z' => (3, 2),
        'G' => (3, 3),
        _ => return None,
    };
    let mut leaps = Vec::new();
    for (x, y) in [(long, short), (short, long)] {
        for leap in [Vector(x, y), Vector(x, -y), Vector(-x, y), Vector(-x, -y)] {
            if !leaps.contains(&leap) {
                leaps.push(leap);
            }
        }
    }
    Some(leaps)
}

/// Returns the test for the vectors selected by a direction letter (K14).
fn selector(word: char) -> Option<fn(Vector) -> bool> {
    Some(match word {
        'f' => |step| step.1 > 0,
        'b' => |step| step.1 < 0,
        'r' => |step| step.0 > 0,
        'l' => |step| step.0 < 0,
        's' => |step| step.1 == 0,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_step_is_refused() {
        for wrong in ["", "W +", "x:W", "V", "qR", "R>", "Rx", "(1)", "fw"] {
            assert!(parse(wrong).is_err(), "{wrong:?}");
        }
    }
}
