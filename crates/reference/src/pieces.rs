//! The abilities of the pieces: the table of K26, older moves, and the powers besides the plain steps.

use crate::base::Term;
use crate::geometry::{DIAGONAL, KING, KNIGHT, ORTHOGONAL, Vector};

/// A type of piece in one ruleset.
pub(crate) struct Kind {
    pub(crate) id: &'static str,
    /// The plain steps.
    pub(crate) terms: Vec<Term>,
    pub(crate) powers: &'static [Power],
    /// The types to which it may promote; if there are two, K109 or K111 decides.
    pub(crate) promotes_to: Vec<&'static str>,
    /// Whether it is the promotion of another piece (K61).
    pub(crate) promoted: bool,
}

/// A power besides the plain steps. Vectors are Blue's (K9).
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Power {
    /// The side loses with its last such piece (K113).
    Royal,

    // Displacements that take nothing but a piece on the goal.
    /// A quiet F step, then a Rook line outwards (K33).
    Octopus,
    /// A quiet W step, then a Bishop line outwards (K33).
    Spider,
    /// Two or three squares along a Q line, over at least one piece (K34).
    Cicada,
    /// A quiet Q4 slide that ends beside a friend (K36).
    Salamander,
    /// Takes over exactly one piece on an orthogonal (K37).
    Blunderbuss,
    /// Moves over exactly one piece on a diagonal (K37).
    Crossbow,
    /// Takes over any pieces on these lines that are neither royal nor Generals (K38).
    General(&'static [Vector]),
    /// Takes the second piece on a Q line (K39).
    QueenCannon,
    /// Hops the piece seen on these lines (K40).
    Hop(&'static [Vector]),
    /// A chain of hops (K41).
    HopChain,
    /// R2, then R2 at right angles (K42).
    Hooklet,
    /// R, then R3 at right angles (K42).
    GreatHook,
    /// B, then B at right angles (K42).
    Capricorn,
    /// Two King steps (K42).
    Hawklet,
    /// Alternating diagonal steps in two directions (K43).
    Boyscout,
    /// Alternating orthogonal steps in two directions (K43).
    Girlscout,
    /// Straight ahead or back, and around a corner (K44).
    Eye,
    /// Sideways, then ahead (K44).
    Yew,
    /// Along lines reflected at the edge of the board: the greatest numbers of steps and of reflections (R25).
    Reflecting(&'static [Vector], u16, u16),
    /// A leap to any square next to a friendly royal piece, whatever is on it (K72).
    Royalist,

    // Captures on the way and without displacement.
    /// Up to three squares along these lines, taking all pieces passed (K35).
    Ride(&'static [Vector]),
    /// Takes an adjacent piece and stays (K45).
    ShootAdjacent,
    /// Takes the piece seen on a Q line and stays (K28).
    ShootSeen,
    /// Takes an adjacent piece in these directions by a leap over it (K46).
    HopTake(&'static [Vector]),
    /// Takes one or two pieces in these directions, or passes (K47).
    Lion(&'static [Vector]),
    /// Takes an adjacent piece in these directions and turns at right angles (K49).
    TakeAndTurn(&'static [Vector]),
    /// Takes an adjacent piece and makes a King step, or passes (K50).
    KingLion,
    /// Takes as N and makes a W step (K51).
    TigerHorse,
    /// Leaps over several pieces on one line and takes them (K52).
    Longleap,

    // Powers on arrival.
    /// Takes the piece straight ahead of the step (K55).
    Approach,
    /// Takes pieces between itself and a friend (K55).
    Sandwich,
    /// Takes the piece straight behind the step (K56).
    Withdraw,
    /// Takes the unbroken row straight ahead of the step (K57).
    TakeRow,
    /// Converts the piece straight ahead of the step (K58).
    Convert,
    /// Takes where its rank and file meet those of a royal friend (K59).
    Coordinate,
    /// Takes all adjacent opposing pieces, marks the adjacent squares and is never immobilized (K60, K92, K99).
    Fire,
    /// Takes all adjacent promoted pieces (K61).
    Purge,
    /// The power on arrival may be declined (K54).
    MayDecline,
    /// Dies when it takes by its own power (K62).
    Kamikaze,

    // Effects on other pieces.
    /// Converts a neighbour (K63).
    Cuckoo,
    /// Exchanges squares with a neighbour (K64).
    Hummingbird,
    /// Exchanges squares with any friend (K65).
    ExchangeAnywhere,
    /// Pulls a piece nearer (K67).
    Pull,
    /// Pushes a piece farther away (K67).
    Push,
    /// Pushes up to two friends in these directions (K68).
    Tank(&'static [Vector]),
    /// Pushes the last of the row off the board, too (K69).
    OffBoard,
    /// Places a new piece of its type (K71).
    Birth,

    // Loans to friends.
    /// Steps and leaps around it (K75).
    LendAround,
    /// Leaps over it (K76).
    LendOver,
    /// N to the friend seen within three squares (K77).
    LendKnightSeen,
    /// N to friends an N leap away (K78).
    LendKnight,
    /// These steps to neighbours (K79).
    LendStep(&'static [Vector]),
    /// Quiet Q to the friend seen (K80).
    LendQueen,
    /// Quiet leaps between its neighbourhood and that of a royal friend (K81).
    LendTeleport,

    // Latent states.
    /// Immobilizes adjacent opposing pieces (K92).
    Immobilize,
    /// Doubles the pieces it sees (K93).
    Double,
    /// Makes the pieces it sees poisonous (K99).
    Poison,
    /// Is poisonous itself (K99).
    Poisonous,
}

use Power::*;

const FRONT: [Vector; 1] = [Vector(0, 1)];
const FRONT_CORNERS: [Vector; 2] = [Vector(1, 1), Vector(-1, 1)];

/// Id, plain steps and powers of a type.
pub(crate) type Row = (&'static str, &'static str, &'static [Power]);

/// The table of K26.
pub(crate) const TABLE: &[Row] = &[
    ("FH", "fR + bN", &[]),
    ("FO", "B + fR + bR", &[]),
    ("GW", "fR + bF", &[]),
    ("FB", "B + sR", &[]),
    ("Hoo", "-", &[Hooklet]),
    ("Boy", "-", &[Boyscout]),
    ("Haw", "-", &[Hawklet]),
    ("Gir", "-", &[Girlscout]),
    ("Ma", "W + N", &[]),
    ("Ab", "N + B4", &[]),
    ("Pr", "F + N", &[]),
    ("Du", "N + R4", &[]),
    ("St", "c:W + A", &[]),
    ("Q", "Q", &[]),
    ("Go", "m:F + D", &[]),
    ("Li", "W + F + D + N + A", &[]),
    ("Ci", "m:W + m:F", &[Cicada]),
    ("Ty", "-", &[Ride(&KING)]),
    ("Sa", "W + F", &[Salamander]),
    ("Ge", "Q3", &[ShootAdjacent]),
    ("Tou", "W + F", &[TakeAndTurn(&ORTHOGONAL)]),
    ("Cap", "-", &[Capricorn]),
    ("Cro", "F + D", &[TakeAndTurn(&DIAGONAL)]),
    ("GrH", "-", &[GreatHook]),
    ("GG", "W + fF", &[]),
    ("HO", "B4 + sD + bD + fW + fD", &[Lion(&FRONT)]),
    ("FL", "F + fW + bW", &[]),
    ("DO", "R4 + bA + fF + fA", &[Lion(&FRONT_CORNERS)]),
    ("K", "W + F", &[Royal]),
    ("Em", "Q2 + N", &[Royal]),
    ("EE", "W + F + D + N + A + T + C + Z + G", &[ShootSeen, Royal]),
    ("Co", "W + F", &[]),
    ("Wi", "N + C", &[]),
    ("Bln", "m:R4", &[Blunderbuss]),
    ("Car", "N + B", &[]),
    ("Cbo", "c:B4", &[Crossbow]),
    ("Mar", "N + R", &[]),
    ("Eye", "-", &[Eye]),
    ("FaQ", "Q>2", &[]),
    ("Yew", "-", &[Yew]),
    ("Tal", "B>1", &[]),
    ("Thi", "A + fW + bW + sD + (2,1) + (2,-1) + (-2,1) + (-2,-1)", &[]),
    ("WWi", "fR3 + bR3 + rR + rB + lN", &[]),
    ("Tha", "A + sW + fD + bD + (1,2) + (-1,2) + (1,-2) + (-1,-2)", &[]),
    ("EWi", "fR3 + bR3 + lR + lB + rW + rC", &[]),
    ("DrP", "W + B3", &[]),
    ("Wdr", "m:Q", &[Withdraw]),
    ("DrD", "F + R3", &[]),
    ("Coo", "m:Q", &[Coordinate]),
    ("RtG", "F + fW + bW + lW", &[]),
    ("Whl", "fR + bR + bB", &[]),
    ("LfG", "F + fW + bW + rR", &[]),
    ("WhH", "fR + bR + fB", &[]),
    ("VtM", "sW + fR + bR", &[]),
    ("TiH", "F + D + N + A + C", &[TigerHorse]),
    ("SdM", "fW + bW + sR", &[]),
    ("Zoo", "m:Q", &[LendQueen]),
    ("BlG", "fW + frB4 + brF + bR2 + lR2 + flF", &[]),
    ("Box", "W + F + T + C + Z + G", &[]),
    ("WhF", "fR2 + rW + brB4 + blF + lR2 + flF", &[]),
    ("Fsq", "F + N + C + Z + G", &[]),
    ("RlW", "W", &[LendStep(&ORTHOGONAL)]),
    ("SEg", "R + bB + fF + fA", &[Lion(&FRONT_CORNERS)]),
    ("RlF", "F", &[LendStep(&DIAGONAL)]),
    ("HFl", "B + bR + sR + fW + fD", &[Lion(&FRONT)]),
    ("CmH", "m:W + m:F", &[Pull]),
    ("Hgr", "N", &[Hop(&KING)]),
    ("GoA", "m:W + m:F", &[Push]),
    ("Wwf", "W + F", &[Hop(&KNIGHT)]),
    ("OxT", "W", &[Tank(&ORTHOGONAL)]),
    ("BGn", "B", &[General(&DIAGONAL)]),
    ("DrT", "F", &[Tank(&DIAGONAL)]),
    ("RGn", "R", &[General(&ORTHOGONAL)]),
    ("Nrt", "m:W + m:F", &[Approach]),
    ("Tlp", "m:Q", &[ExchangeAnywhere]),
    ("Int", "m:W + m:F", &[Sandwich]),
    ("Hlm", "W + F", &[HopChain]),
    ("FlD", "B2", &[]),
    ("Dbl", "m:Q", &[Double]),
    ("VOx", "R2", &[]),
    ("Psn", "m:Q", &[Poison]),
    ("Kyl", "F + D", &[]),
    ("KLi", "W + F + D + N + A", &[KingLion]),
    ("Phx", "W + A", &[]),
    ("QCn", "Q", &[QueenCannon]),
    ("Kam", "Q2", &[Kamikaze]),
    ("AEm", "W + D + A", &[Royal]),
    ("DNi", "W + F", &[Poisonous]),
    ("Frg", "W + F + T + G", &[]),
    ("Cu", "sW + bW + fD", &[Cuckoo]),
    ("Lo", "m:Q", &[Longleap]),
    ("Hu", "sW + bW + fD", &[Hummingbird]),
    ("Im", "m:Q", &[Immobilize]),
    ("Rrd", "sR", &[]),
    ("FiD", "B", &[Fire]),
    ("Frd", "fR + bR", &[]),
    ("WBf", "B + fR2 + bR2 + sR", &[]),
    ("C", "C", &[]),
    ("Sq", "D + N + A", &[]),
    ("BD", "B3", &[]),
    ("Ce", "W + F + N", &[]),
    ("RtN", "(1,2) + (2,-1) + (-1,-2) + (-2,1)", &[]),
    ("GBd", "B3 + sR2 + fR + bR", &[]),
    ("LfN", "(-1,2) + (2,1) + (1,-2) + (-2,-1)", &[]),
    ("GDr", "B3 + sR + fR2 + bR2", &[]),
    ("A", "A", &[]),
    ("Sc", "W + B", &[]),
    ("D", "D", &[]),
    ("DK", "F + R", &[]),
    ("W", "W", &[]),
    ("Za", "F + A", &[HopTake(&ORTHOGONAL)]),
    ("F", "F", &[]),
    ("Zi", "W + D", &[HopTake(&DIAGONAL)]),
    ("Ot", "F + sR4 + fW", &[]),
    ("Mi", "m:Q2", &[Convert]),
    ("Be", "sR4 + bR + fF + fW", &[]),
    ("So", "m:Q2", &[TakeRow]),
    ("EBa", "fR2 + bR2 + fF + sW", &[]),
    ("Cst", "W + B2", &[Purge]),
    ("WBa", "sR2 + fW + bW + fF", &[]),
    ("Roy", "F + R2", &[Royalist]),
    ("Ov", "m:W + m:F", &[HopTake(&KING)]),
    ("Nr", "Nr", &[]),
    ("Un", "m:W + m:F", &[Withdraw]),
    ("Da", "m:W + m:F + Dr + Ar", &[]),
    ("Ch", "R4", &[]),
    ("Oc", "-", &[Octopus]),
    ("Wa", "R>1", &[]),
    ("Sp", "-", &[Spider]),
    ("N", "N", &[]),
    ("R", "R", &[]),
    ("Der", "D + A", &[LendAround]),
    ("Ha", "m:Q3", &[LendKnightSeen]),
    ("Twi", "W + (1,1) + (2,1) + (-1,-1) + (-2,-1)", &[]),
    ("MdH", "m:Q + c:N", &[]),
    ("Tgo", "W + (-1,2) + (-1,1) + (1,-1) + (1,-2)", &[]),
    ("MrH", "m:N + c:Q", &[]),
    ("SG", "F + fW", &[]),
    ("Vu", "m:B + c:R + W + F", &[]),
    ("CG", "fF + fW + bW", &[]),
    ("Ib", "m:R + c:B + W + F", &[]),
    ("DEl", "F + fW + sW", &[]),
    ("EP", "m:W + m:F + c:N + c:A", &[Royal]),
    ("BT", "F + sW + bW", &[]),
    ("TP", "m:W + m:F + c:D + c:N", &[Royal]),
    ("Fu", "fW", &[]),
    ("Z", "Z", &[]),
    ("Ber", "m:fF + c:fW", &[]),
    ("MkT", "m:A + c:R4", &[]),
    ("P", "m:fW + c:fF", &[]),
    ("Ta", "F + T + c:W", &[]),
    ("Gu", "m:W + c:F", &[]),
    ("B", "B", &[]),
    ("GBt", "fW + bW", &[]),
    ("Trb", "D", &[Birth]),
    ("GAl", "sW", &[]),
    ("Sul", "F + C", &[Royal]),
    ("La", "fF", &[]),
    ("Pa", "W + D", &[Lion(&ORTHOGONAL)]),
    ("Ba", "fW + sW", &[]),
    ("Ra", "F + A", &[Lion(&DIAGONAL)]),
];

/// The differences from the table by ruleset (K5, K6, the older moves of K26, K29, K54).
pub(crate) const OTHERWISE: &[(&str, &[Row])] = &[
    ("scirocco", &[SMALL_EMPEROR]),
    ("scirocco-2001", &[SMALL_EMPEROR, OLD_DERVISH, OLD_HARPY]),
    ("scirocco-1999", &[SMALL_EMPEROR, OLD_DERVISH, OLD_HARPY, ("Fr", "W + F + T + G", &[])]),
    ("typhoon", &[]),
    (
        "typhoon-1999",
        &[OLD_CICADA, OLD_TYPHOON, OLD_SALAMANDER, OLD_MISSIONARY, OLD_SORCERER, OLD_DERVISH, OLD_HARPY],
    ),
    ("jupiter", &[("Un", "m:W + m:F", &[Withdraw, MayDecline])]),
    (
        "jupiter-1999",
        &[
            OLD_CICADA,
            OLD_TYPHOON,
            OLD_SALAMANDER,
            OLD_MISSIONARY,
            OLD_SORCERER,
            OLD_DERVISH,
            OLD_HARPY,
            ("Tlp", "m:Q", &[LendTeleport]),
            ("OxT", "W", &[Tank(&ORTHOGONAL), OffBoard]),
            ("DrT", "F", &[Tank(&DIAGONAL), OffBoard]),
        ],
    ),
    (
        "billiards",
        &[
            ("RB", "-", &[Reflecting(&DIAGONAL, FAR, FAR)]),
            ("OB", "-", &[Reflecting(&DIAGONAL, FAR, 1)]),
            ("RN", "-", &[Reflecting(&KNIGHT, FAR, FAR)]),
            ("FB", "-", &[Reflecting(&FAN, FAR, 2)]),
            ("SB", "W", &[Reflecting(&DIAGONAL, 3, FAR)]),
        ],
    ),
];

/// The number for unlimited steps and reflections: more than there are squares and directions.
const FAR: u16 = 1024;

/// The lines of the Fan of the game `billiards`: forward ones.
const FAN: [Vector; 3] = [Vector(-1, 1), Vector(0, 1), Vector(1, 1)];

const SMALL_EMPEROR: Row = ("Em", "W + D + A", &[Royal]);
const OLD_DERVISH: Row = ("Der", "D + A", &[LendOver]);
const OLD_HARPY: Row = ("Ha", "m:Q", &[LendKnight]);
const OLD_CICADA: Row = ("Ci", "-", &[Cicada]);
const OLD_TYPHOON: Row = ("Ty", "F + A", &[Ride(&ORTHOGONAL)]);
const OLD_SALAMANDER: Row = ("Sa", "m:Q4 + c:W + c:F", &[]);
const OLD_MISSIONARY: Row = ("Mi", "m:W + m:B2", &[Convert, MayDecline]);
const OLD_SORCERER: Row = ("So", "m:W + m:B2", &[TakeRow, MayDecline]);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rulesets;

    /// `(1,1)` is a single step or leap, `(1,1)x4` a slide of at most four squares, `(1,1)x` a slide of any number.
    const VECTORS: &[(&str, &str)] = &[
        ("Twi", "(0,1) (1,0) (0,-1) (-1,0) (1,1) (2,1) (-1,-1) (-2,-1)"),
        ("Tgo", "(0,1) (1,0) (0,-1) (-1,0) (-1,2) (-1,1) (1,-1) (1,-2)"),
        ("RtN", "(1,2) (2,-1) (-1,-2) (-2,1)"),
        ("LfN", "(-1,2) (2,1) (1,-2) (-2,-1)"),
        ("Thi", "(2,2) (2,-2) (-2,-2) (-2,2) (0,1) (0,-1) (2,0) (-2,0) (2,1) (2,-1) (-2,1) (-2,-1)"),
        ("Tha", "(2,2) (2,-2) (-2,-2) (-2,2) (1,0) (-1,0) (0,2) (0,-2) (1,2) (-1,2) (1,-2) (-1,-2)"),
        ("BlG", "(0,1) (1,1)x4 (1,-1) (0,-1)x2 (-1,0)x2 (-1,1)"),
        ("WhF", "(0,1)x2 (1,0) (1,-1)x4 (-1,-1) (-1,0)x2 (-1,1)"),
        ("WWi", "(0,1)x3 (0,-1)x3 (1,0)x (1,1)x (1,-1)x (-1,2) (-1,-2) (-2,1) (-2,-1)"),
        ("EWi", "(0,1)x3 (0,-1)x3 (-1,0)x (-1,1)x (-1,-1)x (1,0) (1,3) (1,-3) (3,1) (3,-1)"),
        ("RtG", "(1,1) (1,-1) (-1,-1) (-1,1) (0,1) (0,-1) (-1,0)"),
        ("LfG", "(1,1) (1,-1) (-1,-1) (-1,1) (0,1) (0,-1) (1,0)x"),
        ("Whl", "(0,1)x (0,-1)x (1,-1)x (-1,-1)x"),
        ("WhH", "(0,1)x (0,-1)x (1,1)x (-1,1)x"),
        ("FH", "(0,1)x (1,-2) (-1,-2) (2,-1) (-2,-1)"),
        ("GW", "(0,1)x (1,-1) (-1,-1)"),
        ("FO", "(1,1)x (1,-1)x (-1,-1)x (-1,1)x (0,1)x (0,-1)x"),
        ("FB", "(1,1)x (1,-1)x (-1,-1)x (-1,1)x (1,0)x (-1,0)x"),
        ("EBa", "(0,1)x2 (0,-1)x2 (1,1) (-1,1) (1,0) (-1,0)"),
        ("WBa", "(1,0)x2 (-1,0)x2 (0,1) (0,-1) (1,1) (-1,1)"),
        ("GBd", "(1,1)x3 (1,-1)x3 (-1,-1)x3 (-1,1)x3 (1,0)x2 (-1,0)x2 (0,1)x (0,-1)x"),
        ("GDr", "(1,1)x3 (1,-1)x3 (-1,-1)x3 (-1,1)x3 (1,0)x (-1,0)x (0,1)x2 (0,-1)x2"),
        ("WBf", "(1,1)x (1,-1)x (-1,-1)x (-1,1)x (0,1)x2 (0,-1)x2 (1,0)x (-1,0)x"),
        ("Ot", "(1,1) (-1,1) (1,-1) (-1,-1) (1,0)x4 (-1,0)x4 (0,1)"),
        ("Be", "(1,0)x4 (-1,0)x4 (0,-1)x (1,1) (-1,1) (0,1)"),
        ("GG", "(0,1) (1,0) (-1,0) (0,-1) (1,1) (-1,1)"),
        ("SG", "(1,1) (-1,1) (1,-1) (-1,-1) (0,1)"),
        ("CG", "(1,1) (-1,1) (0,1) (0,-1)"),
        ("FL", "(1,1) (-1,1) (1,-1) (-1,-1) (0,1) (0,-1)"),
        ("DEl", "(1,1) (-1,1) (1,-1) (-1,-1) (0,1) (1,0) (-1,0)"),
        ("BT", "(1,1) (-1,1) (1,-1) (-1,-1) (1,0) (-1,0) (0,-1)"),
        ("Cu", "(1,0) (-1,0) (0,-1) (0,2)"),
        ("Hu", "(1,0) (-1,0) (0,-1) (0,2)"),
        ("La", "(1,1) (-1,1)"),
        ("Ba", "(0,1) (1,0) (-1,0)"),
        ("Fu", "(0,1)"),
        ("GBt", "(0,1) (0,-1)"),
        ("GAl", "(1,0) (-1,0)"),
        ("Rrd", "(1,0)x (-1,0)x"),
        ("Frd", "(0,1)x (0,-1)x"),
        ("VtM", "(1,0) (-1,0) (0,1)x (0,-1)x"),
        ("SdM", "(0,1) (0,-1) (1,0)x (-1,0)x"),
    ];

    #[test]
    fn one_sided_pieces_have_the_vectors_of_k16() {
        for &(id, vectors) in VECTORS {
            let kind = rulesets::find("jupiter").unwrap().kind(id).unwrap();
            let mut found = Vec::new();
            for term in &kind.terms {
                for Vector(x, y) in &term.steps {
                    found.push(match term.reach {
                        1 => format!("({x},{y})"),
                        16 => format!("({x},{y})x"),
                        reach => format!("({x},{y})x{reach}"),
                    });
                }
            }
            found.sort();
            let mut expected: Vec<_> = vectors.split(' ').collect();
            expected.sort_unstable();
            assert_eq!(found, expected, "{id}");
        }
    }
}
