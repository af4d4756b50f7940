//! The drawing of powers: signs on squares, and sentences for the rest.

use beaufort_rules::language::ast::{
    Area, ArrivalEffect, EnPassant, Igui, Poison, Power, Pull, Push, Reach, Relay, Ride, Shove, Swap, Sweep,
    Twofold,
};
use beaufort_rules::vocabulary::Vector;

use super::Sign;
use super::outline::MIRROR_SQUARE;
use super::panel::{MIDDLE, Panel};
use super::radius::{length, of_ride};
use super::travels::sum;

/// The drawing of a power.
#[derive(Default)]
pub(super) struct PowerDrawing {
    /// Signs on single squares.
    squares: Vec<(Vector, Sign)>,
    /// Signs on the squares of lines, beginning with the square of this number.
    lines: Vec<(Ride, u8, Sign)>,
    /// The farthest squares that must be visible although they have no sign.
    unmarked: Vec<Vector>,
    /// The sentence about everything that cannot be shown on squares.
    pub(super) note: Option<String>,
}

impl PowerDrawing {
    /// Returns the drawing of a power; `relay` is the number of the next relay.
    pub(super) fn of(power: &Power, relay: u8) -> PowerDrawing {
        match power {
            Power::Royal(_) => PowerDrawing::default(),
            Power::Pass(pass) if pass.by.is_empty() => PowerDrawing::at(&[MIDDLE], Sign::Pass),
            Power::Pass(_) => PowerDrawing::at(&[MIDDLE], Sign::Pass)
                .with_note("It passes by going to an empty square and back."),
            Power::Rank(rank) => PowerDrawing::default()
                .with_note(&format!("Its rank is {}: only pieces of a higher rank jump over it.", rank.0)),
            Power::HopCapture(hop) => {
                let over = hop.over.vectors();
                let squares = over.iter().flat_map(|&v| [(v, Sign::HopOver), (v * 2, Sign::HopTo)]);
                PowerDrawing { squares: squares.collect(), ..PowerDrawing::default() }
            }
            Power::Strike(strike) => {
                let mut squares: Vec<(Vector, Sign)> = Vec::new();
                for &leap in &strike.first {
                    squares.push((leap, Sign::StrikeOver));
                    let next = strike.second.iter().filter(|&&next| strike.bearing.allows(leap, next));
                    let ends = next.filter_map(|&next| sum(leap, next));
                    squares.extend(ends.map(|end| (end, Sign::StrikeTo(strike.bearing))));
                }
                PowerDrawing { squares, ..PowerDrawing::default() }
            }
            Power::Igui(Igui { reach }) => PowerDrawing::reach(reach, Sign::Igui, Sign::IguiSeen),
            Power::Sweep(Sweep(ride)) => PowerDrawing::seen(ride, Sign::Sweep),
            Power::JumpCapture(jump) => {
                let squares = jump.leaps.iter().flat_map(|&v| [(v, Sign::HopOver), (v * 2, Sign::HopTo)]);
                let note = (!jump.once).then(|| "It may go on by further jumps in the same turn.".to_owned());
                PowerDrawing { squares: squares.collect(), note, ..PowerDrawing::default() }
            }
            Power::LongLeap(leap) => PowerDrawing {
                lines: vec![(leap.ride.clone(), 2, Sign::LongLeap)],
                note: leap.halfway.then(|| {
                    "A leap may end one square beyond half the way if the last piece leapt stands there."
                        .to_owned()
                }),
                ..PowerDrawing::default()
            },
            Power::Convert(convert) => PowerDrawing::at(&convert.at, Sign::Convert),
            Power::Swap(Swap::At(at)) => PowerDrawing::at(at, Sign::Swap),
            Power::Swap(Swap::Friends) => {
                PowerDrawing::default().with_note("Exchanges squares with any friendly piece, however far.")
            }
            Power::Swap(Swap::Enemies { at, .. }) => PowerDrawing::at(at, Sign::SwapEnemy).with_note(
                "It swaps also where it goes from its mirror square; not with `unstoppable` or `armoured` pieces.",
            ),
            Power::Twofold(Twofold(leaps)) => PowerDrawing::at(leaps, Sign::FromMirror).with_note(&format!(
                "Stands on two diagonally adjacent squares and is taken whole. Both its parts go at once, each from its \
                 own mirror square, to diagonally adjacent squares; opposing pieces there are taken. {MIRROR_SQUARE}"
            )),
            Power::Pull(Pull(ride)) => PowerDrawing::seen(ride, Sign::Pull),
            Power::Push(Push(ride)) => PowerDrawing::seen(ride, Sign::Push),
            Power::Shove(Shove { steps, off_board }) => {
                PowerDrawing::at(steps, Sign::Shove { off_board: *off_board })
            }
            Power::Birth(birth) => PowerDrawing::at(&birth.at, Sign::Birth),
            Power::Explode(_) => PowerDrawing::at(&Area::Adjacent.vectors(), Sign::Blast).with_note(power.words()[0].help),
            Power::Relay(Relay { reach, .. }) => {
                PowerDrawing::reach(reach, Sign::Borrower(relay), Sign::BorrowerSeen(relay))
            }
            Power::Double(double) => PowerDrawing::seen(&double.0, Sign::Double),
            Power::Poison(Poison::Seen(ride)) => PowerDrawing::seen(ride, Sign::Poison),
            Power::Poison(Poison::Itself) => PowerDrawing::default()
                .with_note("Whoever takes it and stays on its square dies at the end of the turn."),
            Power::IguiInPassing(igui) => PowerDrawing { unmarked: igui.at.clone(), ..PowerDrawing::default() }.with_note(
                "Without moving it also takes an opposing piece that has just gone along a line over such a square.",
            ),
            Power::EnPassant(EnPassant { any_type, rows }) => {
                let what = if *any_type { "another piece that can do so, too," } else { "its like, too," };
                let on = match rows {
                    None => String::new(),
                    Some((first, last)) if first == last => format!(" on row {first}"),
                    Some((first, last)) => format!(" on rows {first} to {last}"),
                };
                PowerDrawing::default()
                    .with_note(&format!("Takes {what} on a square{on} which that has just passed."))
            }
            Power::Shielded(_) => PowerDrawing::default()
                .with_note("What passes over pieces and spares shielded ones cannot pass or take it."),
            Power::Arrival(arrival) if arrival.effect == ArrivalEffect::Imitate => {
                PowerDrawing::at(&[MIDDLE], Sign::Imitate).with_note(arrival.word().help)
            }
            Power::Arrival(arrival) => {
                let decline = if arrival.optional { " It may decline." } else { "" };
                PowerDrawing::default().with_note(&format!("{}{decline}", arrival.word().help))
            }
            // Other powers are described by the registry.
            _ => PowerDrawing::default().with_note(power.words()[0].help),
        }
    }

    fn at(vectors: &[Vector], sign: Sign) -> PowerDrawing {
        PowerDrawing {
            squares: vectors.iter().map(|&vector| (vector, sign)).collect(),
            ..PowerDrawing::default()
        }
    }

    /// Puts a sign on the squares on which the first piece of each line may stand.
    fn seen(ride: &Ride, sign: Sign) -> PowerDrawing {
        PowerDrawing { lines: vec![(ride.clone(), 1, sign)], ..PowerDrawing::default() }
    }

    fn reach(reach: &Reach, at: Sign, seen: Sign) -> PowerDrawing {
        match reach {
            Reach::At(vectors) => PowerDrawing::at(vectors, at),
            Reach::Seen(ride) => PowerDrawing::seen(ride, seen),
        }
    }

    fn with_note(self, note: &str) -> PowerDrawing {
        PowerDrawing { note: Some(note.to_owned()), ..self }
    }

    /// Returns the number of squares from the middle that must be visible.
    pub(super) fn radius(&self) -> i8 {
        let squares = self.squares.iter().map(|&(vector, _)| vector).chain(self.unmarked.iter().copied());
        let lines = self.lines.iter().map(|(ride, ..)| of_ride(ride));
        squares.map(length).chain(lines).max().unwrap_or(0)
    }
}

impl Panel {
    /// Draws powers.
    pub(super) fn add_powers(&mut self, powers: &[Power]) {
        let mut relays = 0;
        for power in powers {
            relays += u8::from(matches!(power, Power::Relay(_)));
            let sketch = PowerDrawing::of(power, relays);
            for (vector, sign) in sketch.squares {
                self.power(vector, sign);
            }
            for (ride, from, sign) in &sketch.lines {
                self.each_square(ride, |panel, n, at| {
                    if n >= *from {
                        panel.power(at, *sign);
                    }
                });
            }
        }
    }
}
