//! The parsed parts of travels and powers, independent of a board.
//!
//! Vectors are those of the first player (`Blue`): forward is +y, right is +x (rulings K9). The compiler rotates them for the
//! second player.

use crate::vocabulary::{Geometry, Vector};

/// The moves for which a travel may be used (rulings K13).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mode {
    /// To an empty square or onto an opposing piece.
    Both,
    /// `(moving)`: only to an empty square.
    Moving,
    /// `(capturing)`: only onto an opposing piece.
    Capturing,
}

/// Repeated steps in one direction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ride {
    /// The step of each direction.
    pub vectors: Vec<Vector>,
    /// The least number of steps, at least 1; the squares of fewer steps must be empty (K32).
    pub min: u8,
    /// The greatest number of steps; `u8::MAX` stands for no limit.
    pub max: u8,
}

impl Ride {
    /// Returns the approximate number of squares on all its lines from a square.
    pub(crate) fn squares(&self, size: Geometry) -> usize {
        self.vectors.len() * self.length(size)
    }

    /// Returns the approximate number of squares on one of its lines: `max`, but at most half of the longer side of the board.
    pub(crate) fn length(&self, size: Geometry) -> usize {
        usize::from(self.max).min(usize::from(size.files().max(size.ranks())).div_ceil(2))
    }
}

/// The relation between the two directions of a bent path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Bearing {
    /// The second direction leads away from the start: its scalar product with the first is positive (K33).
    Outwards,
    /// The directions are at right angles: their scalar product is zero (K42, K49).
    RightAngle,
    /// The second direction is not the opposite of the first (K42).
    NotBack,
    /// The directions are the same (K47), whatever the lengths of the steps.
    Straight,
    /// Any direction, back to the start too (K50, K51).
    Any,
}

impl Bearing {
    /// Returns whether a second direction may follow a first one.
    pub fn allows(self, first: Vector, second: Vector) -> bool {
        match self {
            Bearing::Outwards => first.dot(second) > 0,
            Bearing::RightAngle => first.dot(second) == 0,
            Bearing::NotBack => second != -first,
            Bearing::Straight => first.direction() == second.direction(),
            Bearing::Any => true,
        }
    }
}

/// The hand to which a leg turns from the one before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turning {
    /// To the left, by less than half a turn.
    Left,
    /// To the right, by less than half a turn.
    Right,
}

impl Turning {
    /// Returns whether a second direction may follow a first one.
    pub fn allows(self, first: Vector, second: Vector) -> bool {
        match self {
            Turning::Left => first.cross(second) > 0,
            Turning::Right => first.cross(second) < 0,
        }
    }
}

/// The effects allowed to a piece at the end of a leg after which others follow (R58 to R60).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// It goes on from an empty square, or ends its move there in this mode.
    Stop(Mode),
    /// It goes on from an empty square.
    Through,
    /// It goes on from an empty square or from a piece.
    ThroughAnything,
    /// It goes on from the first piece on the leg.
    Hop(Whose),
}

/// The side of the pieces that are hopped over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whose {
    /// Either side.
    Either,
    /// The side of the piece that hops.
    Friends,
    /// The other side.
    Enemies,
}

/// The squares near a piece to which some powers refer (K16).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Area {
    /// The eight neighbours.
    Adjacent,
    /// The four neighbours on ranks and files.
    Orthogonal,
    /// The four neighbours on diagonals.
    Diagonal,
}

impl Area {
    /// Returns the steps to the squares of the area.
    pub fn vectors(self) -> Vec<Vector> {
        let all = [(0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, -1), (-1, 1)];
        let range = match self {
            Area::Adjacent => 0..8,
            Area::Orthogonal => 0..4,
            Area::Diagonal => 4..8,
        };
        all[range].iter().map(|&(dx, dy)| Vector::new(dx, dy)).collect()
    }
}

/// The pieces that a power reaches from its owner's square.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reach {
    /// The pieces on the squares at these vectors, whatever stands between.
    At(Vec<Vector>),
    /// The piece seen along each line: the first one, within the ride's limits (K16).
    Seen(Ride),
}

impl Reach {
    /// Returns the number of squares that are inspected from a square.
    pub(crate) fn squares(&self, size: Geometry) -> usize {
        match self {
            Reach::At(vectors) => vectors.len(),
            Reach::Seen(ride) => ride.squares(size),
        }
    }
}
