//! The meaning of an ability: what the text of a piece's row says, before any board is known.
//!
//! Vectors are those of the first player (`Blue`): forward is +y, right is +x (rulings K9). The
//! compiler turns them round for the second player.

use crate::geometry::Vector;

/// A piece's whole ability: its plain travels and its powers, in the order of the text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ability {
    /// How the piece travels.
    pub travels: Vec<Travel>,
    /// What else it does.
    pub powers: Vec<Power>,
}

/// When a travel may be used (rulings K13).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bearing {
    /// The second direction leads away from the start: its scalar product with the first is positive (K33).
    Outwards,
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

/// What a piece can do beside travelling. One variant a word of the language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Power {
    /// `royal`: who has lost every such piece has lost (K113).
    Royal,
    /// `hop-capture`: takes an opposing piece of the area by leaping to the empty square just beyond (K46).
    HopCapture {
        /// Where the piece taken stands.
        over: Area,
    },
    /// `igui`: takes an opposing piece without moving (K45).
    Igui {
        /// Where the piece taken stands.
        reach: Reach,
    },
    /// `relay`: lends travels to friendly pieces (K74).
    Relay {
        /// What is lent: leaps and rides.
        lends: Vec<Travel>,
        /// To whom.
        reach: Reach,
        /// Where the borrower must land, seen from the lender, if that matters (K75).
        landing: Option<Area>,
    },
}
