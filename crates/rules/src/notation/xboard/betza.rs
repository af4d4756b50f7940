//! The moves of a piece in Betza's notation, for XBoard.
//!
//! XBoard rejects moves that are not in this description, so it is a superset: moves lent by a power are included for every
//! piece. The engine rejects illegal moves, and highlights the legal ones.

use std::collections::BTreeSet;

use crate::game::Game;
use crate::language::ast::{
    Area, Bearing, Bend, HopCapture, Igui, Mode, Path, Power, Reach, Relay, Ride, Travel,
};
use crate::vocabulary::{PieceType, Vector};

/// The leaps by their longer and shorter coordinate.
const ATOMS: &[((i16, i16), char)] = &[
    ((1, 0), 'W'),
    ((1, 1), 'F'),
    ((2, 0), 'D'),
    ((2, 1), 'N'),
    ((2, 2), 'A'),
    ((3, 0), 'H'),
    ((3, 1), 'C'),
    ((3, 2), 'Z'),
    ((3, 3), 'G'),
];

/// Returns the moves of a type, or `None` if they cannot be expressed.
pub(super) fn moves(game: &Game, kind: PieceType) -> Option<String> {
    let ability = &game.piece(kind).ability;
    let mut parts = Vec::new();
    for each in &ability.travels {
        parts.extend(travel(each)?);
    }
    for each in &ability.powers {
        parts.extend(power(each)?);
    }
    for lender in game.types() {
        for each in &game.piece(lender).ability.powers {
            if let Power::Relay(Relay { lends, .. }) = each {
                for each in lends {
                    parts.extend(travel(each)?);
                }
            }
        }
    }
    let mut seen = BTreeSet::new();
    parts.retain(|part| seen.insert(part.clone()));
    Some(parts.concat())
}

fn travel(travel: &Travel) -> Option<Vec<String>> {
    let mode = match travel.mode {
        Mode::Both => "",
        Mode::Moving => "m",
        Mode::Capturing => "c",
    };
    let parts = match &travel.path {
        Path::Leap(leap) => leaps(&leap.0, "")?,
        Path::Ride(ride) => rides(ride)?,
        Path::Bend(Bend {
            first: Ride { vectors, max: 1, .. }, second, bearing: Bearing::Outwards, ..
        }) => {
            // A step, then further steps at an angle of 45 degrees to it.
            let first = leaps(vectors, "")?;
            let [step] = &first[..] else { return None };
            let is_far = second.max == u8::MAX;
            return is_far.then(|| vec![step.clone(), format!("yafs{step}")]);
        }
        _ => return None,
    };
    Some(parts.into_iter().map(|part| format!("{mode}{part}")).collect())
}

fn power(power: &Power) -> Option<Vec<String>> {
    match power {
        // Lent moves are included for every piece; the end of the game is left to the engine.
        Power::Royal(_) | Power::Relay(_) => Some(Vec::new()),
        Power::HopCapture(HopCapture { over }) => leaps(&over.vectors(), "cafm"),
        Power::Igui(Igui { reach: Reach::At(vectors) }) => leaps(vectors, "cab"),
        Power::Igui(Igui { reach: Reach::Seen(ride) }) if ride.max == 1 => {
            leaps(&Area::Adjacent.vectors(), "cab")
        }
        _ => None,
    }
}

/// Returns leaps to vectors. Of leaps in only some directions, only single steps are expressed exactly.
fn leaps(vectors: &[Vector], prefix: &str) -> Option<Vec<String>> {
    let mut parts = Vec::new();
    for &((long, short), atom) in ATOMS {
        let of_atom: Vec<Vector> = vectors
            .iter()
            .copied()
            .filter(|vector| {
                let (dx, dy) = (i16::from(vector.dx).abs(), i16::from(vector.dy).abs());
                (dx.max(dy), dx.min(dy)) == (long, short)
            })
            .collect();
        let ways = if short == 0 || short == long { 4 } else { 8 };
        match of_atom.len() {
            0 => {}
            some if some < ways && long == 1 => {
                parts.extend(of_atom.iter().map(|&vector| format!("{prefix}{}{atom}", direction(vector))));
            }
            _ => parts.push(format!("{prefix}{atom}")),
        }
    }
    let is_known = |vector: &Vector| vector.dx.unsigned_abs().max(vector.dy.unsigned_abs()) <= 3;
    vectors.iter().all(is_known).then_some(parts)
}

/// Returns rides of any length up to the longest.
fn rides(ride: &Ride) -> Option<Vec<String>> {
    let length = if ride.max == u8::MAX { 0 } else { ride.max };
    Some(leaps(&ride.vectors, "")?.into_iter().map(|part| format!("{part}{length}")).collect())
}

/// Returns the letters of a direction: forward or backward, then right or left.
fn direction(vector: Vector) -> String {
    let along = match vector.dy {
        0 => "",
        1.. => "f",
        _ => "b",
    };
    let across = match vector.dx {
        0 => "",
        1.. => "r",
        _ => "l",
    };
    format!("{along}{across}")
}

#[cfg(all(test, feature = "builtin"))]
mod tests {
    use crate::builtin;

    use super::*;

    #[test]
    fn pieces_are_described() {
        let game = builtin::game("scirocco").unwrap();
        for (name, text) in [
            ("Pawn", "mfWcflFcfrF"),
            ("Duke", "NW4F"),
            ("Bishop", "F0"),
            ("Octopus", "FyafsF"),
            ("Zag", "FAcafmW"),
            ("Genie", "W3F3cabWcabF"),
        ] {
            let kind = game.type_by_any_name(name).unwrap();
            let moves = moves(&game, kind).unwrap();
            assert!(moves.starts_with(text), "{name}: {moves}");
            // The loans of a Dervish and a Harpy.
            for lent in ["F", "D", "A", "N"] {
                assert!(moves.contains(lent), "{name}: {moves}");
            }
        }
    }

    #[test]
    fn what_cannot_be_told_is_not() {
        let game = builtin::game("jupiter").unwrap();
        let told = game.types().filter(|&kind| moves(&game, kind).is_some()).count();
        assert!(told > 0 && told < game.types().count());
    }
}
