//! Moves as terms of the language.

use std::collections::BTreeSet;

use super::bent;
use super::direction::{Direction, select};
use super::parse::{Atom, Course, Leg, Move};
use super::phrase::directions;
use super::{Unit, Vector};

/// The meaning of the modifier `i`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Initial {
    /// The move is there until the piece has moved.
    FromStart,
    /// The move is there on certain squares: the conditions that say so, one of which must hold; an empty text is no condition.
    On(Vec<String>),
}

/// A term of an ability.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Term {
    /// The travel without note and condition: `forward R2`.
    pub(crate) travel: String,
    /// The note: `moving`, `capturing`, or none.
    pub(crate) note: &'static str,
    /// The condition behind the note: `from row 2`, or none.
    pub(crate) condition: String,
}

/// A piece as terms.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Said {
    /// The terms.
    pub(crate) terms: Vec<Term>,
    /// The moves that cannot be said, each with the reason.
    pub(crate) unsaid: Vec<String>,
    /// The differences between what was said and what was meant.
    pub(crate) approximated: Vec<String>,
    /// Whether a move captures in passing, by the modifier `e`.
    pub(crate) in_passing: bool,
    /// The castlings, by the atom `O`, which a game says and no ability.
    pub(crate) castlings: Vec<Castling>,
}

/// A castling with the piece in the corner of the rank.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Castling {
    /// How many files the piece goes.
    pub(crate) files: u8,
    /// Whether it goes to the right, as the first player sees the board.
    pub(crate) right: bool,
}

/// How a piece goes along its vectors.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Way {
    /// A leap, whatever stands between.
    Leap,
    /// Steps over empty squares, at most this number, 0 for any number.
    Ride(u8),
    /// A leap that a piece on the nearest square prevents.
    Lame,
    /// A line over exactly one piece, of at most this number of steps.
    Over(u8),
    /// A line to the square behind the first piece.
    Hop,
    /// A leap and its mirror image by turns.
    Crooked,
    /// A leap that turns by the same angle each time, at most this number of times, 0 for any number.
    Circular(u8),
}

/// The vectors of an atom that a piece goes in a way, when it moves and when it captures.
#[derive(Clone, Debug)]
struct Part {
    unit: Unit,
    way: Way,
    /// Whether the left and the right edge are joined for it.
    wrapped: bool,
    initial: bool,
    moves: BTreeSet<Vector>,
    captures: BTreeSet<Vector>,
    /// Those along which it takes its own side's.
    friends: BTreeSet<Vector>,
}

impl Part {
    /// Returns whether another part differs in nothing but its vectors.
    fn goes_like(&self, other: &Part) -> bool {
        (self.unit, self.way, self.wrapped, self.initial)
            == (other.unit, other.way, other.wrapped, other.initial)
    }
}

/// Says all moves of a piece.
pub(super) fn moves(moves: &[Move], initial: &Initial) -> Said {
    let mut said = Said::default();
    let mut parts: Vec<Part> = Vec::new();
    for each in moves {
        let simple = match (&each.course, &each.legs[..]) {
            (Course::Atom(atom), [leg]) if atom.letter == 'U' && *leg == Leg::default() => {
                let travel = "leap anywhere".to_owned();
                said.terms.push(Term { travel, note: "", condition: String::new() });
                Ok(())
            }
            (Course::Atom(atom), [leg]) if atom.letter == 'O' => {
                castlings(atom, leg).map(|new| said.castlings.extend(new))
            }
            (Course::Atom(atom), [leg]) if leg.modifiers == "j" && atom.range != 1 => {
                bent::ski(atom, leg).map(|terms| said.terms.extend(terms))
            }
            (Course::Atom(atom), [leg]) => simple(atom, leg).map(|new| {
                said.in_passing |= leg.has('e');
                for part in new {
                    add(&mut parts, part);
                }
            }),
            _ => bent::say(each).map(|terms| said.terms.extend(terms)),
        };
        if let Err(reason) = simple {
            said.unsaid.push(format!("`{}`: {reason}", each.text));
        }
    }
    let mut terms = Vec::new();
    for (at, part) in parts.iter().enumerate() {
        match in_words(part, &parts, initial) {
            Ok(new) => terms.extend(new),
            Err(reason) => said.unsaid.push(format!("move {} of the piece: {reason}", at + 1)),
        }
    }
    terms.append(&mut said.terms);
    bent::join_strikes(&mut terms);
    said.terms = terms;
    let mut seen = BTreeSet::new();
    said.terms.retain(|term| seen.insert(term.clone()));
    said
}

/// Reads castlings: `isO2`, and with `l` or `r` to one side alone.
fn castlings(atom: &Atom, leg: &Leg) -> Result<Vec<Castling>, String> {
    let sides = [Direction('s', 's'), Direction('l', 'l'), Direction('r', 'r')];
    let to_sides = leg.directions.iter().all(|direction| sides.contains(direction));
    if atom.range == 0 || !to_sides || !leg.modifiers.chars().all(|letter| letter == 'i') {
        return Err("no word says such a castling".to_owned());
    }
    let both = leg.directions.is_empty() || leg.directions.contains(&Direction('s', 's'));
    let goes = |letter| both || leg.directions.contains(&Direction(letter, letter));
    let ways = [(goes('r'), true), (goes('l'), false)];
    Ok(ways
        .into_iter()
        .filter(|(goes, _)| *goes)
        .map(|(_, right)| Castling { files: atom.range, right })
        .collect())
}

/// Reads a move of one leg.
fn simple(atom: &Atom, leg: &Leg) -> Result<Vec<Part>, String> {
    const UNSAID: &[(char, &str)] = &[
        ('t', "no word is known for `t`"),
        ('u', "no word takes by leaving a piece"),
        ('x', "no word is known for `x`"),
        ('y', "no word is known for `y` without another leg"),
        ('j', "only `j` alone, with a line, has words"),
        ('w', "no word is known for `w`"),
    ];
    if let Some((_, reason)) = UNSAID.iter().find(|(letter, _)| leg.has(*letter)) {
        return Err((*reason).to_owned());
    }
    let doubled = leg.modifiers.char_indices().find(|&(at, letter)| leg.modifiers[..at].contains(letter));
    if let Some((_, letter)) = doubled {
        return Err(format!("no word is known for a second `{letter}`"));
    }
    match atom.range {
        0 => {}
        _ if leg.has('g') => {
            return Err("no word bounds how far a piece goes that lands behind another".to_owned());
        }
        1 if leg.has('z') || leg.has('q') => {
            return Err(
                "one step is only a leap; any number of steps has the atom twice, as in `qNN`".to_owned()
            );
        }
        _ if leg.has('z') => return Err("no word bounds a line that turns by turns".to_owned()),
        _ => {}
    }
    let is_hop = leg.has('p') || leg.has('g');
    let way = if leg.has('g') {
        Way::Hop
    } else if leg.has('p') {
        Way::Over(atom.range)
    } else if leg.has('z') {
        Way::Crooked
    } else if leg.has('q') {
        Way::Circular(atom.range)
    } else if leg.has('n') && atom.range == 1 {
        Way::Lame
    } else if atom.range == 1 {
        Way::Leap
    } else {
        Way::Ride(atom.range)
    };
    let ways = [is_hop, leg.has('n'), leg.has('z'), leg.has('q')];
    if ways.into_iter().filter(|&is_said| is_said).count() > 1 {
        return Err("these modifiers have no meaning together".to_owned());
    }
    if leg.has('o') && !matches!(way, Way::Leap | Way::Ride(_)) {
        return Err("no word joins the edges of the board for this way".to_owned());
    }
    if atom.units.is_empty() {
        return Err(format!("no word says the atom `{}`", atom.letter));
    }
    // A capture in passing is said by a power of the piece.
    let (moving, capturing) = (leg.has('m'), leg.has('c'));
    let both = !moving && !capturing && !leg.has('d');
    if both && leg.has('e') {
        return Err("a capture in passing alone, without `c`, cannot be said".to_owned());
    }
    let part = |&unit: &Unit| {
        let vectors = select(unit, &leg.directions);
        let if_said = |is_said: bool| if is_said { vectors.clone() } else { BTreeSet::new() };
        Part {
            unit,
            way,
            wrapped: leg.has('o'),
            initial: leg.has('i'),
            moves: if_said(moving || both),
            captures: if_said(capturing || both),
            friends: if_said(leg.has('d')),
        }
    };
    let parts: Vec<Part> = atom.units.iter().map(part).collect();
    if parts.iter().all(|part| part.moves.is_empty() && part.captures.is_empty() && part.friends.is_empty()) {
        return Err("the directions leave nothing of this atom".to_owned());
    }
    Ok(parts)
}

/// Adds vectors to those that a piece already goes in the same way.
fn add(parts: &mut Vec<Part>, new: Part) {
    match parts.iter_mut().find(|part| part.goes_like(&new)) {
        Some(part) => {
            part.moves.extend(new.moves);
            part.captures.extend(new.captures);
            part.friends.extend(new.friends);
        }
        None => parts.push(new),
    }
}

/// Says what a piece does along the vectors of one atom.
fn in_words(part: &Part, all: &[Part], initial: &Initial) -> Result<Vec<Term>, String> {
    let conditions = match (part.initial, initial) {
        (false, _) => vec![String::new()],
        (true, Initial::On(conditions)) => conditions.clone(),
        (true, Initial::FromStart) => vec!["from start".to_owned()],
    };
    let both: BTreeSet<Vector> = part.moves.intersection(&part.captures).copied().collect();
    let moves = part.moves.difference(&both).copied().collect();
    let captures = part.captures.difference(&both).copied().collect();
    let mut terms = Vec::new();
    for (vectors, note) in [(both, ""), (moves, "moving"), (captures, "capturing")] {
        if vectors.is_empty() {
            continue;
        }
        for travel in travels(part, &vectors, note, all)? {
            for condition in &conditions {
                terms.push(Term { travel: travel.clone(), note, condition: condition.clone() });
            }
        }
    }
    if !part.friends.is_empty() {
        for travel in travels(part, &part.friends, "", all)? {
            terms.push(Term { travel, note: "", condition: "onto friends".to_owned() });
        }
    }
    Ok(terms)
}

/// Returns the travels along some vectors of an atom.
fn travels(part: &Part, vectors: &BTreeSet<Vector>, note: &str, all: &[Part]) -> Result<Vec<String>, String> {
    let (a, b) = part.unit;
    let (unit, before, after) = match part.way {
        Way::Leap => (part.unit, String::new(), leap(part.unit)),
        Way::Ride(range) => (part.unit, String::new(), ride(part.unit, range)),
        Way::Lame if b == 0 || a == b => {
            // The squares between are those of a line; where the piece steps to the first of them, too, the line begins there.
            let step = (1, u8::from(b > 0));
            let nearer = |&(x, y): &Vector| (x / a as i8, y / a as i8);
            let steps: BTreeSet<Vector> = vectors.iter().map(nearer).collect();
            let begins = all.iter().any(|other| {
                let goes = match note {
                    "moving" => &other.moves,
                    "capturing" => &other.captures,
                    _ => return false,
                };
                !other.initial
                    && other.unit == step
                    && matches!(other.way, Way::Leap)
                    && !other.wrapped
                    && steps.is_subset(goes)
            });
            let line = ride(step, a);
            let line = if begins && a == 2 { line } else { format!("{line} beyond {}", a - 1) };
            let (words, left) = directions(step, &steps);
            debug_assert!(left.is_empty(), "words choose single vectors of lines");
            return Ok(words.iter().map(|word| spaced(word, &line)).collect());
        }
        Way::Lame => return bent::lame(part.unit, vectors),
        Way::Over(range) => (part.unit, String::new(), format!("{} over one piece", line(part.unit, range)?)),
        Way::Hop => (part.unit, String::new(), format!("{} hopper", line(part.unit, 0)?)),
        Way::Crooked => (part.unit, String::new(), format!("{} zigzag", leap(part.unit))),
        Way::Circular(range) => {
            let number = if range == 0 { String::new() } else { range.to_string() };
            (part.unit, String::new(), spaced(&format!("{} circular", leap(part.unit)), &number))
        }
    };
    let ending = if part.wrapped { "wrapped" } else { "" };
    let (words, left) = directions(unit, vectors);
    let mut travels: Vec<String> =
        words.iter().map(|word| spaced(word, &spaced(&format!("{before}{after}"), ending))).collect();
    for (x, y) in left {
        let rider = match part.way {
            Way::Leap => String::new(),
            Way::Ride(0) => " rider".to_owned(),
            Way::Ride(range) => format!(" rider {range}"),
            _ => return Err("no words choose these directions".to_owned()),
        };
        travels.push(spaced(&format!("exactly ({x},{y}){rider}"), ending));
    }
    Ok(travels)
}

fn spaced(first: &str, second: &str) -> String {
    match (first, second) {
        ("", text) | (text, "") => text.to_owned(),
        _ => format!("{first} {second}"),
    }
}

/// Returns the words for a leap.
pub(super) fn leap(unit: Unit) -> String {
    let letter = match unit {
        (1, 0) => "W",
        (1, 1) => "F",
        (2, 0) => "D",
        (2, 1) => "N",
        (2, 2) => "A",
        (3, 1) => "C",
        (3, 2) => "Z",
        (a, b) => return format!("({a},{b}) leaper"),
    };
    letter.to_owned()
}

/// Returns the words for a ride of at most this number of steps, 0 for any number.
pub(super) fn ride(unit: Unit, range: u8) -> String {
    let number = if range == 0 { String::new() } else { range.to_string() };
    match unit {
        (1, 0) => format!("R{number}"),
        (1, 1) => format!("B{number}"),
        (a, b) => {
            let leap = match leap(unit) {
                letter if letter.len() == 1 => letter,
                _ => format!("({a},{b})"),
            };
            spaced(&format!("{leap} rider"), &number)
        }
    }
}

/// Returns the words for a line along which pieces are passed.
fn line(unit: Unit, range: u8) -> Result<String, String> {
    match (unit, range) {
        ((1, 0 | 1), 1) => Err("a hop of a single step leads nowhere".to_owned()),
        ((1, 0 | 1), _) => Ok(ride(unit, range)),
        _ if range == 0 => Ok(ride(unit, 0)),
        _ => Err("no word says a hop of a leaper".to_owned()),
    }
}

/// Joins terms to an ability. Terms in a row with the same note form a group.
pub(crate) fn join(terms: &[Term]) -> String {
    let mut texts: Vec<String> = Vec::new();
    let mut rest = terms;
    while let [first, ..] = rest {
        let alike =
            |term: &&Term| term.note == first.note && !term.note.is_empty() && term.condition.is_empty();
        let number = if first.condition.is_empty() { rest.iter().take_while(alike).count() } else { 0 };
        let group = &rest[..number.max(1)];
        rest = &rest[group.len()..];
        let travels: Vec<&str> = group.iter().map(|term| term.travel.as_str()).collect();
        let mut text = travels.join(" + ");
        if group.len() > 1 {
            text = format!("({text})");
        }
        if !first.note.is_empty() {
            text = format!("{text} ({})", first.note);
        }
        texts.push(spaced(&text, &first.condition));
    }
    texts.join(" + ")
}
