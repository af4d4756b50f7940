//! Moves of several legs, and lame leaps that bend.

use std::collections::BTreeSet;

use super::direction::select;
use super::parse::{Atom, Bend, Course, Leg, Move};
use super::phrase::directions;
use super::say::{Term, leap, ride};
use super::{Unit, Vector};

/// Says a move of several legs.
pub(super) fn say(each: &Move) -> Result<Vec<Term>, String> {
    match &each.course {
        Course::Atom(atom) => of_one_atom(atom, &each.legs),
        Course::Bent(bends) => in_brackets(bends, &each.legs),
    }
}

/// Says the legs of a move along one atom.
fn of_one_atom(atom: &Atom, legs: &[Leg]) -> Result<Vec<Term>, String> {
    let [first, second] = legs else {
        return Err("only moves of two legs are said".to_owned());
    };
    let known = "mc";
    if legs.iter().any(|leg| leg.modifiers.chars().any(|letter| !known.contains(letter))) {
        return Err("no words say these legs".to_owned());
    }
    if atom.range != 1 || !first.directions.is_empty() {
        return Err("no words say legs of lines, or in some directions".to_owned());
    }
    let steps: Vec<String> = atom.units.iter().map(|&unit| leap(unit)).collect();
    let leaps = match &steps[..] {
        [w, f] if (w.as_str(), f.as_str()) == ("W", "F") => "Q1".to_owned(),
        [one] => one.clone(),
        _ => return Err("no words say the legs of this atom".to_owned()),
    };
    let plain = |travel: String, note: &'static str| vec![Term { travel, note, condition: String::new() }];
    let back = second.directions.iter().any(|direction| (direction.0, direction.1) == ('b', 'b'));
    match (first.has('c'), second.has('c'), back, second.directions.is_empty()) {
        // `cabK` takes without moving, `caK` goes on from what it takes.
        (true, false, true, _) => Ok(plain(format!("igui on {leaps} squares"), "")),
        (true, false, false, true) => Ok(plain(format!("strike {leaps} then {leaps}"), "")),
        (false, false, false, true) if !first.has('m') && !second.has('m') => {
            Ok(plain(format!("{leaps} (through) then {leaps}"), ""))
        }
        _ => Err("no words say these legs".to_owned()),
    }
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
    if bends.iter().any(|bend| !bend.leg.modifiers.is_empty()) || !second.leg.directions.is_empty() {
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
