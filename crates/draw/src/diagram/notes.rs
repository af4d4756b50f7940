//! What a piece does that belongs to no square: sentences, most of them the registry's own.

use beaufort_rules::language::ast::{Ability, Arrival, Bearing, Path, Power};
use beaufort_rules::language::words;

/// Returns a sentence for each part of an ability that the squares cannot show, each once.
pub(super) fn notes(ability: &Ability) -> Vec<String> {
    let travels = ability.travels.iter().filter_map(|travel| of_path(&travel.path));
    let mut notes: Vec<String> = Vec::new();
    for note in travels.chain(ability.powers.iter().filter_map(of_power)) {
        if !notes.contains(&note) {
            notes.push(note);
        }
    }
    notes
}

fn of_path(path: &Path) -> Option<String> {
    match path {
        Path::Zigzag(_) => Some("A crooked line bends at every square, to and fro.".to_owned()),
        Path::BesideRoyal => Some(help("leap")),
        Path::Circle => Some(help("circle")),
        Path::Halfway(_) => {
            Some("A line leads half the way to the edge of the board, rounded up.".to_owned())
        }
        Path::Mirror(_) => Some(format!(
            "{MIRROR_SQUARE} If it comes back to where it stands, it stays: a turn that changes nothing."
        )),
        Path::FromRow { row, path } => Some(from_row(*row, path)),
        Path::Bend { bearing, .. } => {
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
        | Path::Over { .. }
        | Path::Hop(_)
        | Path::HopChain(_)
        | Path::Track(_)
        | Path::BesideFriend(_) => None,
    }
}

/// What the sign of a leap from there leaves to say.
const MIRROR_SQUARE: &str =
    "Its mirror square is that of the same rank on the opposite file, whatever stands there.";

fn from_row(row: u8, path: &Path) -> String {
    match path {
        Path::Ride(ride) if ride.max > 1 => {
            format!("It goes up to {} squares on one line from row {row} only.", ride.max)
        }
        _ => format!("Some of its squares are reached from row {row} only."),
    }
}

fn of_power(power: &Power) -> Option<String> {
    let word = match power {
        Power::Arrival { effect, optional } => {
            let note = help(word_of(*effect));
            return Some(if *optional { note + " It may decline." } else { note });
        }
        Power::SwapFriends => {
            return Some("Exchanges squares with any friendly piece, however far.".to_owned());
        }
        Power::Poison => {
            return Some("Whoever takes it and stays on its square dies at the end of the turn.".to_owned());
        }
        Power::EnPassant => {
            return Some("Takes its like, too, on a square which that has just passed.".to_owned());
        }
        Power::Kamikaze => "kamikaze",
        Power::RoyalRelay => "royal-relay",
        Power::Immobilize => "immobilize",
        Power::Unstoppable => "unstoppable",
        Power::Burn => "burn",
        Power::HalfwayLeap(_) => {
            return Some(
                "A leap may end one square beyond half the way if the last piece leapt stands there."
                    .to_owned(),
            );
        }
        Power::SwapEnemies { .. } => {
            return Some(
                "It swaps also where it goes from its mirror square; not with `unstoppable` or `armoured` pieces."
                    .to_owned(),
            );
        }
        Power::IguiInPassing { .. } => {
            return Some(
                "Without moving it also takes an opposing piece that has just gone along a line over such a square."
                    .to_owned(),
            );
        }
        Power::Twofold(_) => {
            return Some(format!(
                "Stands on two diagonally adjacent squares and is taken whole. Both its parts go at once, each from its \
                 own mirror square, to diagonally adjacent squares; opposing pieces there are taken. {MIRROR_SQUARE}"
            ));
        }
        Power::Flip => "flip",
        Power::Explode => "explode",
        Power::Bewitch => "bewitch",
        Power::Helpless => "helpless",
        Power::Armoured => "armoured",
        Power::Piercing => "piercing",
        Power::Shielded => {
            return Some(
                "What passes over pieces and spares shielded ones cannot pass or take it.".to_owned(),
            );
        }
        Power::Royal
        | Power::HopCapture { .. }
        | Power::Strike { .. }
        | Power::Pass
        | Power::Igui { .. }
        | Power::Sweep(_)
        | Power::LongLeap(_)
        | Power::Convert { .. }
        | Power::Swap { .. }
        | Power::Pull(_)
        | Power::Push(_)
        | Power::Shove { .. }
        | Power::Birth { .. }
        | Power::Relay { .. }
        | Power::Double(_)
        | Power::PoisonSeen(_) => return None,
    };
    Some(help(word))
}

fn word_of(effect: Arrival) -> &'static str {
    match effect {
        Arrival::Approach => "approach-capture",
        Arrival::ApproachLine => "row-capture",
        Arrival::Withdrawal => "withdrawal-capture",
        Arrival::Custodian => "custodian-capture",
        Arrival::Pincer => "pincer-capture",
        Arrival::Coordinate => "coordinate-capture",
        Arrival::Blast => "blast",
        Arrival::Purge => "purge",
        Arrival::Convert => "approach-conversion",
    }
}

/// Returns what the registry says about a word.
fn help(word: &str) -> String {
    words::find(word).map(|word| word.help.to_owned()).expect("the registry holds every word of the language")
}
