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
    /// The steps that may not be the last; they are blocked all the same (K32).
    pub(crate) beyond: i8,
    /// The longest ride, in steps.
    pub(crate) reach: i8,
}

/// No board is longer.
const FAR: i8 = 16;

/// Reads the terms of a piece; `-` has none.
pub(crate) fn parse(text: &str) -> Result<Vec<Term>, String> {
    if text == "-" {
        return Ok(Vec::new());
    }
    text.split(" + ").map(|term| parse_term(term).ok_or(format!("{term:?} is no plain step"))).collect()
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

/// Returns which vectors a direction letter selects (K14).
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

    /// The steps and reach of a one-term notation, as `(x,y)` or `(x,y)xn`, sorted.
    fn check(text: &str, expected: &str) {
        let mut found = Vec::new();
        for term in parse(text).unwrap() {
            for Vector(x, y) in term.steps {
                let reach = if term.reach > 1 { format!("x{}", term.reach) } else { String::new() };
                found.push(format!("({x},{y}){reach}"));
            }
        }
        found.sort();
        let mut expected: Vec<_> = expected.split(' ').collect();
        expected.sort_unstable();
        assert_eq!(found, expected, "{text}");
    }

    #[test]
    fn chiral_pieces_have_the_vectors_of_their_table() {
        check(
            "W + (1,1) + (2,1) + (-1,-1) + (-2,-1)",
            "(0,1) (1,0) (0,-1) (-1,0) (1,1) (2,1) (-1,-1) (-2,-1)",
        );
        check("fW + frB4 + brF + bR2 + lR2 + flF", "(0,1) (1,1)x4 (1,-1) (0,-1)x2 (-1,0)x2 (-1,1)");
        check("fR2 + rW + brB4 + blF + lR2 + flF", "(0,1)x2 (1,0) (1,-1)x4 (-1,-1) (-1,0)x2 (-1,1)");
        check(
            "fR3 + bR3 + lR + lB + rW + rC",
            "(0,1)x3 (0,-1)x3 (-1,0)x16 (-1,1)x16 (-1,-1)x16 (1,0) (1,3) (1,-3) (3,1) (3,-1)",
        );
        check("fR + bN", "(0,1)x16 (1,-2) (-1,-2) (2,-1) (-2,-1)");
        check("A + fW + bW + sD", "(2,2) (2,-2) (-2,-2) (-2,2) (0,1) (0,-1) (2,0) (-2,0)");
        check("sR4 + bR + fF + fW", "(1,0)x4 (-1,0)x4 (0,-1)x16 (1,1) (-1,1) (0,1)");
        check("Dr", "(2,0)x16 (-2,0)x16 (0,2)x16 (0,-2)x16");
    }

    #[test]
    fn what_is_no_step_is_refused() {
        for wrong in ["", "W +", "x:W", "V", "qR", "R>", "Rx", "(1)", "fw"] {
            assert!(parse(wrong).is_err(), "{wrong:?}");
        }
    }
}
