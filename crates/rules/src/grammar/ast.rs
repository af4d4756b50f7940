//! The meaning of travels and of the squares that powers speak of, before any board is known.
//!
//! Vectors are those of the first player (`Blue`): forward is +y, right is +x (rulings K9). The
//! compiler turns them round for the second player.

use crate::vocabulary::Vector;

/// When a travel may be used (rulings K13).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mode {
    /// To an empty square or onto an opposing piece.
    Both,
    /// `(moving)`: only to an empty square.
    Moving,
    /// `(capturing)`: only onto an opposing piece.
    Capturing,
}

/// One plain way to travel, with the note that restricts it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Travel {
    /// The squares passed and reached.
    pub path: Path,
    /// Whether it moves, captures or both.
    pub mode: Mode,
}

/// The shape of a travel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Path {
    /// Straight to any of the vectors, whatever lies between (K11).
    Leap(Vec<Vector>),
    /// Along any of the vectors, repeated over empty squares (K12, K31, K32).
    Ride(Ride),
    /// Along the vectors over at least one piece of either side, which is not taken (K34, K37, K38, K39). The squares
    /// between the pieces passed do not matter; `min` is 1.
    Over {
        /// The lines and the longest distance.
        ride: Ride,
        /// The most pieces passed: 1, or `u8::MAX` for any number.
        most: u8,
        /// Whether a shielded or royal piece of either side can be neither passed nor taken (K38).
        sparing: bool,
    },
    /// To the square just beyond the piece seen along each of the lines, however far that piece is (K40). `min` is 1.
    Hop(Ride),
    /// One hop or more, each as in [`Path::Hop`] and in any direction, from empty square to empty square; it ends
    /// after any hop, or when a hop takes a piece, but never on its origin (K41).
    HopChain(Ride),
    /// Along one crooked path: its squares in order, each by its vector from the origin. It passes empty squares only
    /// and ends anywhere (K44).
    Track(Vec<Vector>),
    /// Along zigzag lines: steps in two of the vectors at right angles in turn, over empty squares (K43).
    Zigzag(Vec<Vector>),
    /// As a ride, to a square adjacent to a friendly piece other than itself (K36).
    BesideFriend(Ride),
    /// To any square but its own that is adjacent to a friendly royal piece; whatever stands there is removed, a
    /// friendly piece too (K72).
    BesideRoyal,
    /// Another travel, while the piece stands on this row of its owner, the nearest being 1 (L6).
    FromRow {
        /// The row.
        row: u8,
        /// The travel.
        path: Box<Path>,
    },
    /// As a ride, no farther than half the squares up to the edge of the board, rounded up (L9). The ride has no limits.
    Halfway(Ride),
    /// To any of the vectors from the square of the same rank on the opposite file, whatever stands there (L15).
    Mirror(Vec<Vector>),
    /// Round a friendly royal piece at distance n: over empty squares along every n-th square of the ring, either way
    /// (L25).
    Circle,
    /// A first leg to an empty square, then a second one in another direction (K33).
    Bend {
        /// The first leg.
        first: Ride,
        /// Whether the piece may end its move on the first leg, and how.
        stop: Mode,
        /// The second leg; the mode of the travel is its mode.
        second: Ride,
        /// Which second directions may follow a first one.
        bearing: Bearing,
    },
}

/// Repeated steps in one direction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ride {
    /// The step of each direction.
    pub vectors: Vec<Vector>,
    /// The fewest steps allowed, at least 1; the squares of fewer steps must be empty (K32).
    pub min: u8,
    /// The most steps allowed; `u8::MAX` stands for no limit.
    pub max: u8,
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
    /// The directions are the same (K47).
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
            Bearing::Straight => first == second,
            Bearing::Any => true,
        }
    }
}

/// The squares near a piece that some powers speak of (K16).
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

/// The pieces a power reaches from where its owner stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reach {
    /// The pieces on the squares at these vectors, whatever lies between.
    At(Vec<Vector>),
    /// The piece seen along each line: the first one, within the ride's limits (K16).
    Seen(Ride),
}
