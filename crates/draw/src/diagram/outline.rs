//! The drawing of a way of travelling: signs on squares, and a sentence for the rest.

use beaufort_rules::language::ast::{
    Anywhere, AreaMove, Bearing, Bend, BesideFriend, Bound, Chain, ChainLeg, Circular, End, FromRow,
    FromStart, Halfway, Hop, HopChain, InRegion, Lame, Leap, Mirror, OntoFriends, OntoRoyals, Over, OverRank,
    OverUnlike, Path, Reflecting, Ride, Track, Turning, Whose, Wrapped, Zigzag,
};
use beaufort_rules::vocabulary::Vector;

use super::TravelKind;

/// The note for leaps from the mirror square.
pub(super) const MIRROR_SQUARE: &str =
    "Its mirror square is that of the same rank on the opposite file, whatever stands there.";

/// The drawing of a way of travelling.
#[derive(Default)]
pub(super) struct Outline<'a> {
    /// The signs on squares.
    pub(super) stroke: Option<Stroke<'a>>,
    /// The sentence about everything that cannot be shown on squares.
    pub(super) note: Option<String>,
}

/// The signs on squares, by the shape of the travel.
pub(super) enum Stroke<'a> {
    /// Leaps to the vectors.
    Leaps(&'a [Vector]),
    /// Lines of empty squares, which may end on any of them.
    Lines(&'a Ride),
    /// Lines of empty squares that end on squares with a given sign.
    Landing(&'a Ride, TravelKind),
    /// Lines over pieces, from the second square on.
    Over(&'a Ride, TravelKind),
    /// A crooked path over these squares.
    Track(&'a [Vector]),
    /// Some steps in any directions.
    Area(&'a AreaMove),
    /// Crooked lines of alternating steps by two of the vectors at right angles.
    Zigzag(&'a [Vector]),
    /// Leaps from the mirror square.
    FromMirror(&'a [Vector]),
    /// A ring around a royal friend.
    Circle,
    /// Lines that bend once.
    Bend(&'a Bend),
    /// Legs one after the other.
    Chain(&'a Chain),
    /// Ways round.
    Circular(&'a Circular),
    /// Leaps or lines that end on friends.
    OntoFriends(&'a [Vector], u8),
}

impl<'a> Outline<'a> {
    /// Returns the drawing of a way of travelling.
    pub(super) fn of(path: &'a Path) -> Outline<'a> {
        match path {
            Path::Leap(Leap(vectors)) => Outline::new(Stroke::Leaps(vectors)),
            Path::Ride(ride) => Outline::new(Stroke::Lines(ride)),
            Path::Over(Over { ride, most, sparing }) => {
                Outline::new(Stroke::Over(ride, TravelKind::Over { one: *most == 1, sparing: *sparing }))
            }
            Path::OverUnlike(OverUnlike(Over { ride, most, .. })) => {
                Outline::new(Stroke::Over(ride, TravelKind::Over { one: *most == 1, sparing: false }))
                    .with_note("It neither passes over nor takes pieces of its own type.")
            }
            Path::Hop(Hop(ride)) => Outline::new(Stroke::Over(ride, TravelKind::Hop)),
            Path::HopChain(HopChain(ride)) => Outline::new(Stroke::Over(ride, TravelKind::HopChain)),
            Path::AreaMove(area) => Outline::new(Stroke::Area(area)).with_note(&format!(
                "It goes up to {} steps over empty squares, turning as it likes.",
                area.steps
            )),
            Path::OverRank(OverRank { ride, rank }) => {
                let way = TravelKind::Over { one: false, sparing: false };
                Outline::new(Stroke::Over(ride, way))
                    .with_note(&format!("It passes over pieces below rank {rank} only."))
            }
            Path::Track(Track(squares)) => Outline::new(Stroke::Track(squares)),
            Path::Zigzag(Zigzag(vectors)) => Outline::new(Stroke::Zigzag(vectors))
                .with_note("A crooked line bends at every square, to and fro."),
            Path::Circular(circular) => Outline::new(Stroke::Circular(circular))
                .with_note("A circular line turns at every square, always to the same hand."),
            Path::Reflecting(Reflecting { ride, most }) => {
                Outline::new(Stroke::Lines(ride)).with_note(&reflections(*most))
            }
            Path::Wrapped(Wrapped(ride)) => Outline::new(Stroke::Lines(ride))
                .with_note("It passes the left and the right edge of the board as if they were joined."),
            Path::BesideFriend(BesideFriend(ride)) => {
                Outline::new(Stroke::Landing(ride, TravelKind::BesideFriend))
            }
            Path::Bend(bend) => Outline::new(Stroke::Bend(bend)).with_note(&format!(
                "A line may bend once, on an empty square; its second part {}.",
                way_of_second_part(bend.bearing)
            )),
            Path::Chain(chain) => Outline::new(Stroke::Chain(chain)).with_note(&way_of_legs(chain)),
            Path::Lame(Lame(ride)) => Outline::new(Stroke::Lines(ride)).with_note(
                "A lame leap is blocked by a piece on its way, which goes straight first and then diagonally.",
            ),
            Path::OntoFriends(OntoFriends(path)) => match &**path {
                Path::Leap(Leap(vectors)) => Outline::new(Stroke::OntoFriends(vectors, 1)),
                Path::Ride(ride) => Outline::new(Stroke::OntoFriends(&ride.vectors, ride.max)),
                _ => Outline::of(path).with_note("Some of its ways end only on a friend that is not royal, which it takes."),
            },
            Path::OntoRoyals(OntoRoyals(path)) => {
                Outline::of(path).with_note("Some of its ways end only on an opposing royal piece.")
            }
            Path::Anywhere(Anywhere) => Outline::default().with_note("It may leap to any other square."),
            Path::FromRow(FromRow { row, path }) => Outline::of(path).with_note(&from_row(*row, path)),
            Path::InRegion(InRegion { bound, region, path }) => {
                let inner = Outline::of(path);
                let note = in_region(*bound, &region.name);
                let note = inner.note.iter().cloned().chain([note]).collect::<Vec<_>>().join(" ");
                inner.with_note(&note)
            }
            Path::FromStart(from) => Outline::of(&from.path).with_note(&from_start(from)),
            Path::Halfway(Halfway(ride)) => Outline::new(Stroke::Lines(ride))
                .with_note("A line leads half the way to the edge of the board, rounded up."),
            Path::Mirror(Mirror(vectors)) => Outline::new(Stroke::FromMirror(vectors)).with_note(&format!(
                "{MIRROR_SQUARE} If it comes back to where it stands, it stays: a turn that changes nothing."
            )),
            Path::Circle(_) => Outline::new(Stroke::Circle).with_note(path.words()[0].help),
            // The ends of other ways depend on other pieces; the registry describes them.
            _ => Outline::default().with_note(path.words()[0].help),
        }
    }

    fn new(stroke: Stroke<'a>) -> Outline<'a> {
        Outline { stroke: Some(stroke), note: None }
    }

    fn with_note(self, note: &str) -> Outline<'a> {
        Outline { note: Some(note.to_owned()), ..self }
    }
}

fn reflections(most: u8) -> String {
    let times = match most {
        1 => ", once".to_owned(),
        u8::MAX => String::new(),
        most => format!(", up to {most} times"),
    };
    format!("A slanting line goes on from the edge of the board as light from a mirror{times}.")
}

fn way_of_second_part(bearing: Bearing) -> &'static str {
    match bearing {
        Bearing::Outwards => "leads away from where the piece started",
        Bearing::RightAngle => "is at a right angle to it",
        Bearing::NotBack => "leads anywhere but straight back",
        Bearing::Straight => "leads straight on",
        Bearing::Any => "leads anywhere",
    }
}

fn from_start(from: &FromStart) -> String {
    let what = match &*from.path {
        Path::Ride(ride) if ride.max > 1 => format!("It goes up to {} squares on one line", ride.max),
        _ => "It reaches some of its squares".to_owned(),
    };
    let until = if from.until_aimed { " and nothing has aimed at it" } else { "" };
    let over = if from.over_safe { ", and not over an attacked square" } else { "" };
    format!("{what} only as long as it has not moved{until}{over}.")
}

/// Returns the sentence about the legs of a chain.
fn way_of_legs(chain: &Chain) -> String {
    let last = chain.legs.len() - 1;
    let leg = |(number, leg): (usize, &ChainLeg)| {
        let way = match leg.bearing {
            _ if number == 0 => "first",
            Bearing::Outwards => "outwards",
            Bearing::RightAngle => "at a right angle",
            Bearing::NotBack => "anywhere but straight back",
            Bearing::Straight => "straight on",
            Bearing::Any => "anywhere",
        };
        let hand = match leg.turning {
            None => "",
            Some(Turning::Left) => " to the left",
            Some(Turning::Right) => " to the right",
        };
        let end = match leg.end {
            _ if number == last => "",
            End::Stop(_) => " to an empty square, where it may stay",
            End::Through => " through an empty square",
            End::ThroughAnything => " through a square, whatever stands there",
            End::Hop(Whose::Either) => " over the first piece",
            End::Hop(Whose::Friends) => " over the first piece, a friend",
            End::Hop(Whose::Enemies) => " over the first piece, an enemy",
        };
        format!("{way}{hand}{end}")
    };
    let legs: Vec<String> = chain.legs.iter().enumerate().map(leg).collect();
    format!("A way of {} legs leads {}.", legs.len(), legs.join(", then "))
}

fn from_row(row: u8, path: &Path) -> String {
    match path {
        Path::Ride(ride) if ride.max > 1 => {
            format!("It goes up to {} squares on one line from row {row} only.", ride.max)
        }
        _ => format!("Some of its squares are reached from row {row} only."),
    }
}

fn in_region(bound: Bound, region: &str) -> String {
    match bound {
        Bound::Within => format!("Some of its moves stay within `{region}`."),
        Bound::Into => format!("Some of its moves end in `{region}` only."),
        Bound::OutOf => format!("Some of its moves lead out of `{region}` only."),
        Bound::From => format!("Some of its moves start in `{region}` only."),
    }
}
