//! Moves of several legs, and lame leaps that bend.

use std::collections::BTreeSet;

use super::direction::{Direction, is_vertical, select};
use super::parse::{Atom, Bend, Course, Leg, Move};
use super::phrase::directions;
use super::say::{Term, leap, ride};
use super::{Unit, Vector};

/// The most terms that say a move.
const MAX_WAYS: usize = 16;

/// Says a move of several legs.
pub(super) fn say(each: &Move) -> Result<Vec<Term>, String> {
    match &each.course {
        Course::Atom(atom) => of_one_atom(atom, &each.legs),
        Course::Bent(bends) => in_brackets(bends, &each.legs),
    }
}

/// Says the legs of a move along one atom.
fn of_one_atom(atom: &Atom, legs: &[Leg]) -> Result<Vec<Term>, String> {
    let [first, .., last] = legs else {
        return Err("a move has legs only with `a` between them".to_owned());
    };
    let note = match last.modifiers.as_str() {
        "" | "mc" | "cm" => "",
        "m" => "moving",
        "c" => "capturing",
        _ => return Err("no words say such a last leg".to_owned()),
    };
    let between = &legs[1..legs.len() - 1];
    if between.iter().any(|leg| leg.has('c')) {
        return Err("no words say a capture on the way after the first leg".to_owned());
    }
    let mut terms = Vec::new();
    if first.has('c') {
        terms.extend(taking(atom, legs, note)?);
        if !first.has('m') {
            return Ok(terms);
        }
    }
    let turns_back = |leg: &Leg| !leg.directions.is_empty() && bearings(atom, leg) == Ok(vec![180]);
    if let ([first, second], "" | "moving") = (legs, note)
        && first.modifiers.chars().all(|letter| "mc".contains(letter))
        && turns_back(second)
    {
        if atom.range != 1 {
            return Err("no words say a line and back".to_owned());
        }
        let squares = leaps(atom, first)?;
        terms.push(plain(format!("pass by {squares} squares")));
        return Ok(terms);
    }
    if atom.units.len() == 2 && atom.range == 1 && legs.iter().all(|leg| leg.directions.is_empty()) {
        terms.push(kings(legs, note)?);
        return Ok(terms);
    }
    for &unit in &atom.units {
        terms.extend(passing(atom, unit, legs, note)?);
    }
    Ok(terms)
}

/// Says steps of a King that turn anywhere but back.
fn kings(legs: &[Leg], note: &'static str) -> Result<Term, String> {
    let (_, before) = legs.split_last().ok_or("a move has legs")?;
    let mut travel = "Q1".to_owned();
    for leg in before {
        match passage(leg)? {
            (passes, false) => travel += &format!(" ({passes}) then Q1 not back"),
            (_, true) => return Err("no words say these legs of a King".to_owned()),
        }
    }
    Ok(Term { travel, note, condition: String::new() })
}

/// Returns the note of a leg before another, and whether the other one slides where this one leaps, and the other way round.
fn passage(leg: &Leg) -> Result<(&'static str, bool), String> {
    // Only the first leg may take, which is said apart.
    let mut letters: Vec<char> = leg.modifiers.chars().filter(|letter| *letter != 'c').collect();
    letters.sort_unstable();
    match letters[..] {
        [] | ['m'] => Ok(("through", false)),
        ['y'] | ['m', 'y'] => Ok(("through", true)),
        ['m', 'p'] => Ok(("through anything", false)),
        ['p'] => Ok(("hopping", false)),
        ['g'] => Ok(("hopping", true)),
        _ => Err("no words say such a leg before another".to_owned()),
    }
}

fn plain(travel: String) -> Term {
    Term { travel, note: "", condition: String::new() }
}

/// Returns the words for the leaps of a first leg: `forward W`, `Q1`, `(forward W + F)`.
fn leaps(atom: &Atom, leg: &Leg) -> Result<String, String> {
    if atom.units == [(1, 0), (1, 1)] && leg.directions.is_empty() {
        return Ok("Q1".to_owned());
    }
    let mut all = Vec::new();
    for &unit in &atom.units {
        all.extend(starts(unit, leg, &leap(unit))?);
    }
    match &all[..] {
        [one] => Ok(one.clone()),
        _ => Ok(format!("({})", all.join(" + "))),
    }
}

/// Returns a travel in each of the directions of a first leg.
fn starts(unit: Unit, leg: &Leg, travel: &str) -> Result<Vec<String>, String> {
    let (phrases, left) = directions(unit, &select(unit, &leg.directions));
    if !left.is_empty() {
        return Err("no words choose these directions".to_owned());
    }
    Ok(phrases.iter().map(|words| [words.as_str(), travel].join(" ").trim().to_owned()).collect())
}

/// Says a move of two legs of which the first one takes: `cabK` takes without moving, `caK` goes on from what it takes.
fn taking(atom: &Atom, legs: &[Leg], note: &str) -> Result<Vec<Term>, String> {
    let [first, second] = legs else {
        return Err("no words say more than one leg after a capture".to_owned());
    };
    if first.modifiers.chars().any(|letter| !"mc".contains(letter)) {
        return Err("no words say such a capture of the first leg".to_owned());
    }
    if atom.range != 1 {
        return Err("no words say a line that goes on from what it takes".to_owned());
    }
    let squares = leaps(atom, first)?;
    let turns = bearings(atom, second)?;
    let (back, on): (Vec<i16>, Vec<i16>) = turns.iter().partition(|&&turn| turn == 180);
    let mut terms = Vec::new();
    if !back.is_empty() {
        if note == "capturing" {
            return Err("a piece cannot capture on the square that it comes from".to_owned());
        }
        terms.push(plain(format!("igui on {squares} squares")));
    }
    match (note, &on[..]) {
        (_, []) => {}
        ("moving", [0]) => terms.push(plain(format!("jump-capture {squares} once"))),
        ("", _) if second.directions.is_empty() && atom.units.len() == 2 => {
            terms.push(plain(format!("strike {squares} then Q1 not back")));
        }
        ("", _) => {
            for &unit in &atom.units {
                let one = Atom { letter: atom.letter, units: vec![unit], range: 1 };
                let squares = leaps(&one, first)?;
                for (to, bearing) in then(unit, &on)? {
                    terms.push(plain(format!("strike {squares} then {}{bearing}", leap(to))));
                }
            }
        }
        _ => return Err("no words say such a leg after a capture".to_owned()),
    }
    Ok(terms)
}

/// Joins a strike that goes anywhere but back with the capture after which the piece is back.
pub(super) fn join_strikes(terms: &mut Vec<Term>) {
    let parts = |term: &Term| -> Option<(String, String)> {
        let (first, second) =
            term.travel.strip_prefix("strike ")?.strip_suffix(" not back")?.split_once(" then ")?;
        Some((first.to_owned(), second.to_owned()))
    };
    for at in 0..terms.len() {
        let Some((first, second)) = parts(&terms[at]) else { continue };
        let stays = format!("igui on {first} squares");
        if let Some(igui) = terms.iter().position(|term| term.travel == stays) {
            terms[at].travel = format!("strike {first} then {second}");
            terms.remove(igui);
            return join_strikes(terms);
        }
    }
}

/// Says a move through squares on which it may not end. The note is that of the last leg.
fn passing(atom: &Atom, unit: Unit, legs: &[Leg], note: &'static str) -> Result<Vec<Term>, String> {
    let mut range = atom.range;
    let mut paths: Vec<(Unit, String)> = Vec::new();
    for (at, leg) in legs.iter().enumerate() {
        let travel = |unit| if range == 1 { leap(unit) } else { ride(unit, range) };
        if at == 0 {
            paths.extend(starts(unit, leg, &travel(unit))?.into_iter().map(|text| (unit, text)));
        } else {
            let mut longer = Vec::new();
            for (unit, text) in &paths {
                for (to, bearing) in then(*unit, &bearings(atom, leg)?)? {
                    longer.push((to, format!("{text} then {}{bearing}", travel(to))));
                }
            }
            paths = longer;
        }
        if at + 1 == legs.len() {
            break;
        }
        if paths.len() > MAX_WAYS {
            return Err(format!("more than {MAX_WAYS} terms would say these legs"));
        }
        let (passes, toggles) = passage(leg)?;
        for (_, text) in &mut paths {
            *text = format!("{text} ({passes})");
        }
        range = match (toggles, range) {
            (false, range) => range,
            (true, 1) => 0,
            (true, 0) => 1,
            (true, _) => return Err("no words say whether a line of so many steps slides on".to_owned()),
        };
    }
    let term = |(_, travel)| Term { travel, note, condition: String::new() };
    Ok(paths.into_iter().map(term).collect())
}

/// Returns the angles by which a leg turns to its left, in degrees: to its right they are negative. Without directions it turns
/// anywhere but back: a King's next step along all eight lines, any other along its own.
fn bearings(atom: &Atom, leg: &Leg) -> Result<Vec<i16>, String> {
    let one = |letter| match letter {
        'f' => Ok(vec![0]),
        'b' => Ok(vec![180]),
        'l' => Ok(vec![90]),
        'r' => Ok(vec![-90]),
        'v' => Ok(vec![0, 180]),
        's' => Ok(vec![90, -90]),
        letter => Err(format!("no words say the direction `{letter}` of a later leg")),
    };
    if leg.directions.is_empty() {
        return Ok(match atom.units.len() {
            1 => vec![0, 90, -90],
            _ => vec![0, 45, -45, 90, -90, 135, -135],
        });
    }
    let mut turns = Vec::new();
    for &Direction(first, second) in &leg.directions {
        if first == second {
            turns.extend(one(first)?);
            continue;
        }
        // Halfway between straight on, or back, and a side.
        for ahead in one(if is_vertical(first) { first } else { second })? {
            for side in one(if is_vertical(first) { second } else { first })? {
                turns.push(if ahead == 0 { side / 2 } else { side + side / 2 });
            }
        }
    }
    turns.sort_unstable();
    turns.dedup();
    Ok(turns)
}

/// Returns the units of a next leg with the words for its angles.
fn then(unit: Unit, turns: &[i16]) -> Result<Vec<(Unit, &'static str)>, String> {
    const SAME: &[(&[i16], &str)] = &[
        (&[0, 90, -90, 180], ""),
        (&[0, 90, -90], " not back"),
        (&[90, -90], " at right angles"),
        (&[0], " straight"),
        (&[90], " at right angles left"),
        (&[-90], " at right angles right"),
    ];
    const OTHER: &[(&[i16], &str)] = &[
        (&[45, -45, 135, -135], ""),
        (&[45, -45], " outwards"),
        (&[45], " outwards left"),
        (&[-45], " outwards right"),
    ];
    // Half a right angle makes a diagonal leap of an orthogonal one, and the other way round.
    let turned = match unit {
        (a, 0) => Some((a, a)),
        (a, b) if a == b => Some((a, 0)),
        _ => None,
    };
    let mut left: Vec<i16> = turns.to_vec();
    let mut words = Vec::new();
    for (unit, choices) in [(Some(unit), SAME), (turned, OTHER)] {
        let Some(unit) = unit else { continue };
        for (angles, text) in choices {
            // The angles between leaps like the Knight's are others.
            let is_said = turned.is_some() || [" straight", " not back"].contains(text);
            if is_said && angles.iter().all(|angle| left.contains(angle)) {
                left.retain(|angle| !angles.contains(angle));
                words.push((unit, *text));
            }
        }
    }
    if left.is_empty() { Ok(words) } else { Err("no words say this turn of a leg".to_owned()) }
}

/// Says `[F-R]` and `[F?R]`.
fn in_brackets(bends: &[Bend], legs: &[Leg]) -> Result<Vec<Term>, String> {
    let note = note(legs)?;
    let [leg] = legs else {
        return Err("no words say legs before brackets".to_owned());
    };
    let [first, second] = bends else {
        return Err("only two atoms in brackets are said".to_owned());
    };
    // The smallest angle is meant without a letter, too.
    let goes_on = matches!(second.leg.directions[..], [] | [Direction('f', 'f')]);
    if bends.iter().any(|bend| !bend.leg.modifiers.is_empty()) || !goes_on {
        return Err("no words say these modifiers in brackets".to_owned());
    }
    let unit = |bend: &Bend| match bend.atom.units[..] {
        [unit] => Ok(unit),
        _ => Err("no words say this atom in brackets".to_owned()),
    };
    let (one, other) = (unit(first)?, unit(second)?);
    let travel = |bend: &Bend, unit: Unit| match bend.atom.range {
        1 => leap(unit),
        range => ride(unit, range),
    };
    // The piece goes on at the smallest angle.
    let then = format!("then {} outwards", travel(second, other));
    let chosen = select(one, if leg.directions.is_empty() { &first.leg.directions } else { &leg.directions });
    let (phrases, left) = directions(one, &chosen);
    if !left.is_empty() {
        return Err("no words choose these directions".to_owned());
    }
    let start = |phrase: &String| [phrase.as_str(), &travel(first, one)].join(" ").trim().to_owned();
    let term = |travel: String| Term { travel, note, condition: String::new() };
    match second.sign {
        '-' => Ok(phrases.iter().map(|words| term(format!("{} (through) {then}", start(words)))).collect()),
        '?' if note.is_empty() => Ok(phrases
            .iter()
            .flat_map(|words| [term(start(words)), term(format!("{} (moving) {then}", start(words)))])
            .collect()),
        _ => Err("no words say this sign in brackets".to_owned()),
    }
}

/// Says a line that begins on the second square, whatever is on the first: `jR` is `[D?R]`.
pub(super) fn ski(atom: &Atom, leg: &Leg) -> Result<Vec<Term>, String> {
    if atom.range == 2 {
        return Err("a line that begins on its last square is a leap".to_owned());
    }
    let all = |&(a, b): &Unit| {
        let part = |sign, unit, range| Bend {
            sign,
            leg: Leg::default(),
            atom: Atom { letter: atom.letter, units: vec![unit], range },
        };
        let bends = [part('[', (2 * a, 2 * b), 1), part('?', (a, b), atom.range.saturating_sub(2))];
        in_brackets(&bends, &[Leg { directions: leg.directions.clone(), modifiers: String::new() }])
    };
    let terms: Result<Vec<Vec<Term>>, String> = atom.units.iter().map(all).collect();
    Ok(terms?.concat())
}

/// Returns the note for all legs of a move.
fn note(legs: &[Leg]) -> Result<&'static str, String> {
    match legs {
        [leg] => match leg.modifiers.as_str() {
            "" | "mc" | "cm" => Ok(""),
            "m" => Ok("moving"),
            "c" => Ok("capturing"),
            _ => Err("no words say these modifiers before brackets".to_owned()),
        },
        _ => Err("no words say legs before brackets".to_owned()),
    }
}

/// Says a leap that a piece on its way prevents.
pub(super) fn lame(unit: Unit, vectors: &BTreeSet<Vector>) -> Result<Vec<String>, String> {
    let (phrases, left) = directions(unit, vectors);
    if !left.is_empty() {
        return Err("no words choose these directions".to_owned());
    }
    Ok(phrases.iter().map(|words| ["lame", words, &leap(unit)].join(" ").replace("  ", " ")).collect())
}
