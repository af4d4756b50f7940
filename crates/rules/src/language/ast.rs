//! The meaning of an ability: what the text of a piece's row says, before any board is known.
//!
//! Vectors are those of the first player (`Blue`): forward is +y, right is +x (rulings K9). The
//! compiler turns them round for the second player.

use crate::vocabulary::Vector;

/// A piece's whole ability: its plain travels and its powers, in the order of the text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ability {
    /// How the piece travels.
    pub travels: Vec<Travel>,
    /// What else it does.
    pub powers: Vec<Power>,
}

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
        /// Whether a [`Power::Shielded`] or royal piece of either side can be neither passed nor taken (K38).
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
    /// `strike`: takes an opposing piece by a leap and goes on by a second one, from there, to the origin, an empty
    /// square or another opposing piece, which is taken too (K47, K49, K50, K51).
    Strike {
        /// The first leap, onto an opposing piece.
        first: Vec<Vector>,
        /// The second leap.
        second: Vec<Vector>,
        /// Which second leaps may follow a first one.
        bearing: Bearing,
    },
    /// `pass`: may do nothing (K48).
    Pass,
    /// `igui`: takes an opposing piece without moving (K45).
    Igui {
        /// Where the piece taken stands.
        reach: Reach,
    },
    /// `sweep`: rides, and may ride on through opposing pieces, taking each one passed and the one it ends on (K35).
    /// The ride without such captures is a plain travel.
    Sweep(Ride),
    /// `long-leap`: along a line over opposing pieces, each with an empty square right behind it; takes them all and
    /// ends on an empty square behind the last (K52).
    LongLeap(Ride),
    /// What happens when the piece arrives by its own power (K53).
    Arrival {
        /// What happens.
        effect: Arrival,
        /// Whether the player may decline it as a whole (K54).
        optional: bool,
    },
    /// `kamikaze`: the piece is removed at once after taking by its own power (K62).
    Kamikaze,
    /// `convert`: instead of moving, makes an opposing piece at one of the vectors friendly (K63).
    Convert {
        /// Where the piece stands.
        at: Vec<Vector>,
    },
    /// `swap`: exchanges squares with any piece, of either side, at one of the vectors (K64).
    Swap {
        /// Where the piece stands.
        at: Vec<Vector>,
    },
    /// `swap` with any friendly piece anywhere (K65).
    SwapFriends,
    /// `pull`: instead of moving, moves the opposing piece seen along each line one square nearer (K67).
    Pull(Ride),
    /// `push`: instead of moving, moves the opposing piece seen along each line one square farther, to an empty
    /// square (K67).
    Push(Ride),
    /// `shove`: steps onto a friendly piece, which is moved one step on with at most one more friendly piece behind
    /// it; the last of the row may take (K68).
    Shove {
        /// The steps.
        steps: Vec<Vector>,
        /// Whether the last of the row may leave the board instead; it is lost (K69).
        off_board: bool,
    },
    /// `birth`: instead of moving, places a new piece of its own type and side on an empty square (K71).
    Birth {
        /// Where.
        at: Vec<Vector>,
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
    /// `royal-relay`: lends two quiet leaps: from beside itself to the like place beside a friendly royal piece, and
    /// from beside a friendly royal piece to the like place beside itself (K81).
    RoyalRelay,
    /// `immobilize`: adjacent opposing pieces cannot move by themselves (K92).
    Immobilize,
    /// `unstoppable`: cannot be immobilized (K92).
    Unstoppable,
    /// `double`: the pieces of either side seen along the lines may move twice in a turn (K93).
    Double(Ride),
    /// `poison`: who takes the piece and stays on its square dies at the end of the turn (K99).
    Poison,
    /// `poison` others: the pieces of either side seen along the lines are poisonous (K99).
    PoisonSeen(Ride),
    /// `burn`: opposing pieces on adjacent squares at the end of a turn die if it stood there at the start (K99).
    Burn,
    /// `en-passant`: takes an opposing piece of its own kind, too, on a square which that has just passed, as if it stood
    /// there (L48).
    EnPassant,
    /// `halfway-leap`: as `long-leap`, to a square within half the way to the edge, or one more (L10).
    HalfwayLeap(Ride),
    /// `swap` with an opposing piece at one of the vectors, or at one of the others from the mirror square (L15).
    SwapEnemies {
        /// Where the piece stands.
        at: Vec<Vector>,
        /// Where it stands seen from the mirror square.
        mirrored: Vec<Vector>,
    },
    /// `twofold`: stands on two diagonally adjacent squares and moves both parts at once, each by one of these leaps
    /// from its mirror square, to diagonally adjacent squares again (L22).
    Twofold(Vec<Vector>),
    /// `flip`: instead of moving, becomes what it may promote to anywhere (L8).
    Flip,
    /// `igui-in-passing`: takes, without moving, an opposing piece that has just passed a square at one of the vectors
    /// (L32).
    IguiInPassing {
        /// Where the square lies.
        at: Vec<Vector>,
    },
    /// `explode`: where it is set down it destroys every piece there and around that is not royal, and itself (L41).
    Explode,
    /// `bewitch`: opposing pieces beside it on rank or file can do no more than step to an empty square beside them (L18).
    Bewitch,
    /// `helpless`: cannot even do that while it is bewitched (L18).
    Helpless,
    /// `armoured`: only piercing pieces and explosions can take it; it is an obstacle to all others (L27).
    Armoured,
    /// `piercing`: takes armoured pieces like others (L27).
    Piercing,
    /// `shielded`: travels that spare such pieces can neither pass nor take it (K38).
    Shielded,
}

/// What an arrival by own power does; `v` is the direction of the step just made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Arrival {
    /// Takes an opposing piece on arrival + v (K55).
    Approach,
    /// Takes an opposing piece on arrival + v and all that follow it without a gap (K57).
    ApproachLine,
    /// Takes an opposing piece on origin - v (K56).
    Withdrawal,
    /// Takes each adjacent opposing piece that has a friendly piece right behind it (K55).
    Custodian,
    /// Takes each opposing piece beside it on rank or file that has a friendly piece right behind it (L11).
    Pincer,
    /// Takes opposing pieces where its rank and file meet the files and ranks of friendly royal pieces (K59).
    Coordinate,
    /// Takes all adjacent opposing pieces (K60).
    Blast,
    /// Takes all adjacent pieces of either side whose type is another's promotion (K61).
    Purge,
    /// Makes an opposing piece on arrival + v friendly (K58).
    Convert,
}
