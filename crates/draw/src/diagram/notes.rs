//! What a piece does that belongs to no square: sentences, most of them the registry's own.

use beaufort_rules::language::ast::{Ability, Bearing, Bend, FromRow, Path};
use beaufort_rules::language::words;

use super::powers::Sketch;

/// Returns a sentence for each part of an ability that the squares cannot show, each once.
pub(super) fn notes(ability: &Ability) -> Vec<String> {
    let travels = ability.travels.iter().filter_map(|travel| of_path(&travel.path));
    let mut notes: Vec<String> = Vec::new();
    for note in travels.chain(ability.powers.iter().filter_map(|power| Sketch::of(power, 0).note)) {
        if !notes.contains(&note) {
            notes.push(note);
        }
    }
    notes
}

fn of_path(path: &Path) -> Option<String> {
    match path {
        Path::Zigzag(_) => Some("A crooked line bends at every square, to and fro.".to_owned()),
        Path::BesideRoyal(_) => Some(help("leap")),
        Path::Circle(_) => Some(help("circle")),
        Path::Halfway(_) => {
            Some("A line leads half the way to the edge of the board, rounded up.".to_owned())
        }
        Path::Mirror(_) => Some(format!(
            "{MIRROR_SQUARE} If it comes back to where it stands, it stays: a turn that changes nothing."
        )),
        Path::FromRow(FromRow { row, path }) => Some(from_row(*row, path)),
        Path::Bend(Bend { bearing, .. }) => {
            let way = match bearing {
                Bearing::Outwards => "leads away from where the piece started",
                Bearing::RightAngle => "is at a right angle to it",
                Bearing::NotBack => "leads anywhere but straight back",
                Bearing::Straight => "leads straight on",
                Bearing::Any => "leads anywhere",
            };
            Some(format!("A line may bend once, on an empty square; its second part {way}."))
        }
        Path::Leap(_)
        | Path::Ride(_)
        | Path::Over(_)
        | Path::Hop(_)
        | Path::HopChain(_)
        | Path::Track(_)
        | Path::BesideFriend(_) => None,
    }
}

/// What the sign of a leap from there leaves to say.
pub(super) const MIRROR_SQUARE: &str =
    "Its mirror square is that of the same rank on the opposite file, whatever stands there.";

fn from_row(row: u8, path: &Path) -> String {
    match path {
        Path::Ride(ride) if ride.max > 1 => {
            format!("It goes up to {} squares on one line from row {row} only.", ride.max)
        }
        _ => format!("Some of its squares are reached from row {row} only."),
    }
}

/// Returns what the registry says about a word.
fn help(word: &str) -> String {
    words::find(word).map(|word| word.help.to_owned()).expect("the registry holds every word of the language")
}
