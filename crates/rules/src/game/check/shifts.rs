//! All pieces of one type moved at once, by shifting the set of their squares.

use crate::game::definition::{Definition, PieceDef};
use crate::language::ast::{Leap, Mode, Path, Power, Royal};
use crate::vocabulary::{Geometry, PieceType, Side, Square, SquareSet, Vector};

use super::starts_of;
use super::tables::{Bitboard, bit};

/// The type of which the sides begin with the most pieces, if that is worth while: if these are at least as many as the
/// squares to which one of them could go.
#[derive(Clone, Debug)]
pub(crate) struct SetwiseType {
    pub(crate) kind: PieceType,
    /// By side.
    shifts: [Vec<Shift>; 2],
}

/// One way to move: some steps of one vector, all but the last to empty squares.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shift {
    /// How much greater the number of the next square is, modulo the number of bits of a set.
    step: u32,
    steps: u32,
    /// The squares from which this way does not leave the board.
    starts: Bitboard,
    mode: Mode,
}

impl SetwiseType {
    pub(super) fn find(definition: &Definition) -> Option<SetwiseType> {
        let candidates = definition.pieces.iter().enumerate().filter_map(|(index, piece)| {
            let kind = PieceType::new(index as u8);
            let [first, second] = Side::BOTH.map(|side| shifts_of(definition.size, piece, side));
            let setwise = SetwiseType { kind, shifts: [first?, second?] };
            let members = definition.array.iter().filter(|placement| placement.piece == kind).count();
            let ways: usize = setwise.shifts.iter().map(Vec::len).sum();
            (members > 0 && members >= ways).then_some((members, setwise))
        });
        candidates.max_by_key(|&(members, _)| members).map(|(_, setwise)| setwise)
    }

    /// Returns the ways in which the pieces of a side move.
    #[inline]
    pub(crate) fn shifts(&self, side: Side) -> &[Shift] {
        &self.shifts[side.index()]
    }
}

impl Shift {
    /// Returns where some pieces may end.
    #[inline]
    pub(crate) fn destinations(&self, movers: Bitboard, own: Bitboard, enemy: Bitboard) -> Bitboard {
        let free = !(own | enemy);
        let mut before = movers & self.starts;
        for _ in 1..self.steps {
            before = before.rotate_left(self.step) & free;
        }
        let allowed = match self.mode {
            Mode::Both => !own,
            Mode::Moving => free,
            Mode::Capturing => enemy,
        };
        before.rotate_left(self.step) & allowed
    }

    /// Returns where pieces would end from some squares if nothing stood in their way.
    #[inline]
    pub(crate) fn ends(&self, starts: Bitboard) -> Bitboard {
        (starts & self.starts).rotate_left(self.whole())
    }

    /// Returns where a piece started that ended on a square.
    #[inline]
    pub(crate) fn start(&self, end: Square) -> Square {
        Square::new((end.index() as u32).wrapping_sub(self.whole()) as u8 % Bitboard::BITS as u8)
    }

    fn whole(&self) -> u32 {
        self.step * self.steps % Bitboard::BITS
    }
}

/// Returns the ways in which a piece moves; `None` if it is royal, if it does not move like this, or if two ways lead to
/// the same square.
fn shifts_of(size: Geometry, piece: &PieceDef, side: Side) -> Option<Vec<Shift>> {
    let mut shifts: Vec<Shift> = Vec::new();
    if piece.ability.powers.contains(&Power::Royal(Royal)) {
        return None;
    }
    for travel in &piece.ability.travels {
        let (path, starts) = starts_of(size, &travel.path, side);
        let (vectors, most) = match path {
            Path::Leap(Leap(vectors)) => (vectors, 1),
            Path::Ride(ride) if ride.min <= 1 => (&ride.vectors, ride.max),
            _ => return None,
        };
        for &vector in vectors {
            let vector = vector.from_seat(side);
            for steps in 1..=most {
                let shift = Shift::new(size, vector, steps, travel.mode, &starts);
                if shift.starts == 0 {
                    break;
                }
                add(&mut shifts, shift)?;
            }
        }
    }
    Some(shifts)
}

impl Shift {
    fn new(size: Geometry, vector: Vector, steps: u8, mode: Mode, starts: &SquareSet) -> Shift {
        let end = |&from: &Square| (0..steps).try_fold(from, |at, _| size.step(at, vector));
        let difference = i32::from(vector.dy) * i32::from(size.files()) + i32::from(vector.dx);
        Shift {
            step: difference.rem_euclid(Bitboard::BITS as i32) as u32,
            steps: steps.into(),
            starts: starts.iter().filter(|from| end(from).is_some()).fold(0, |set, from| set | bit(from)),
            mode,
        }
    }
}

/// Adds a way, or its starts to those of the same way; `None` if it leads where a different one leads, too.
fn add(shifts: &mut Vec<Shift>, shift: Shift) -> Option<()> {
    let same = |other: &Shift| (other.step, other.steps, other.mode) == (shift.step, shift.steps, shift.mode);
    if let Some(known) = shifts.iter_mut().find(|other| same(other)) {
        known.starts |= shift.starts;
    } else {
        shifts.push(shift);
    }
    let meets = |other: &Shift| other.whole() == shift.whole() && other.starts & shift.starts != 0;
    (shifts.iter().filter(|other| meets(other)).count() == 1).then_some(())
}
