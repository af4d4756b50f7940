//! Moving all pieces of one type at once, by shifting the bitboard of their squares.

use crate::game::definition::{
    Definition, PieceDef, Promotion, PromotionDuty, PromotionTerms, PromotionWhen,
};
use crate::language::ast::{FromRow, Leap, Mode, Path, Power, Royal};
use crate::travel::row_of;
use crate::vocabulary::{Geometry, PieceType, Side, Square, SquareSet, Vector};

/// The type with the most pieces in the array, if shifting is worthwhile: if there are at least as many of them as ways in
/// which both sides' pieces of the type move.
#[derive(Clone, Debug)]
pub(crate) struct SetwiseType {
    pub(crate) kind: PieceType,
    /// By side.
    shifts: [Vec<Shift>; 2],
}

/// One way to move: some steps by one vector, all but the last to empty squares.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shift {
    /// The difference of the indices of successive squares, modulo the number of bits of a bitboard.
    step: u32,
    steps: u32,
    /// The squares from which this move stays on the board.
    starts: u64,
    mode: Mode,
}

impl SetwiseType {
    /// Finds the type; `None` if check does not bind or the board is larger than a bitboard.
    pub(in crate::game) fn find(definition: &Definition) -> Option<SetwiseType> {
        if !definition.ending.check_binds
            || definition.size.squares() > u64::BITS as usize
            || definition.promotion_duty == PromotionDuty::MustOnLastRank
        {
            return None;
        }
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
    /// Returns the squares on which the movers may end.
    #[inline]
    pub(crate) fn destinations(&self, movers: u64, own: u64, enemy: u64) -> u64 {
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

    /// Returns the squares that are reached from `starts` on an empty board.
    #[inline]
    pub(crate) fn ends(&self, starts: u64) -> u64 {
        (starts & self.starts).rotate_left(self.whole())
    }

    /// Returns the square from which a piece that ended on a square started.
    #[inline]
    pub(crate) fn start(&self, end: Square) -> Square {
        Square::new((end.index() as u32).wrapping_sub(self.whole()) as u8 % u64::BITS as u8)
    }

    fn whole(&self) -> u32 {
        self.step * self.steps % u64::BITS
    }
}

/// Returns the ways in which a piece moves; `None` if it is royal, promotes under a condition, moves in other ways, or has two ways
/// to the same square.
fn shifts_of(size: Geometry, piece: &PieceDef, side: Side) -> Option<Vec<Shift>> {
    let mut shifts: Vec<Shift> = Vec::new();
    let is_usual = |promotion: &Promotion| {
        promotion.when == PromotionWhen::Always && promotion.terms == PromotionTerms::default()
    };
    let always = piece.promotions.iter().all(is_usual);
    if !always || piece.ability.powers.contains(&Power::Royal(Royal)) {
        return None;
    }
    for travel in &piece.ability.travels {
        let (path, starts) = match &travel.path {
            Path::FromRow(FromRow { row, path }) => (&**path, row_of(size, *row, side == Side::Second)),
            path => (path, size.iter().collect()),
        };
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
            step: difference.rem_euclid(u64::BITS as i32) as u32,
            steps: steps.into(),
            starts: starts.iter().filter(|from| end(from).is_some()).collect::<SquareSet>().low_word(),
            mode,
        }
    }
}

/// Adds a way to move, or merges its starts into an equal one; `None` if a different one leads to the same square.
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
