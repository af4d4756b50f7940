//! The words of leaps and lines, and those that refer to squares and pieces.

use super::{Role, TurnStage, Word, joint, shape};
use crate::grammar::ast::Mode;
use crate::vocabulary::Vector;

const fn leap(name: &'static str, x: i8, y: i8, help: &'static str, example: &'static str) -> Word {
    Word { name, role: Role::Leap(x, y), stage: TurnStage::Step, syntax: name, help, example, rulings: "K11" }
}

const fn direction(
    name: &'static str,
    keeps: fn(Vector) -> bool,
    help: &'static str,
    example: &'static str,
    rulings: &'static str,
) -> Word {
    Word {
        name,
        role: Role::Direction(keeps),
        stage: TurnStage::Step,
        syntax: "<DIRECTION> <LEAP or LINE>",
        help,
        example,
        rulings,
    }
}

fn along_rank(v: Vector) -> bool {
    v.dx.abs() > v.dy.abs()
}

fn along_file(v: Vector) -> bool {
    v.dy.abs() > v.dx.abs()
}

/// Leaps, lines and directions, other words and signs of legs, and notes.
pub(crate) const LEGS: &[Word] = &[
    leap("W", 1, 0, "The Wazir's step: one square along a rank or file.", "W"),
    leap("F", 1, 1, "The Firzan's step: one square diagonally.", "F"),
    leap("D", 2, 0, "The Dabbaba's leap: two squares along a rank or file, whatever stands between.", "D"),
    leap("N", 2, 1, "The Knight's leap: two squares one way and one at right angles.", "N"),
    leap("A", 2, 2, "The Alfil's leap: two squares diagonally, whatever stands between.", "A"),
    leap("C", 3, 1, "The Camel's leap: three squares one way and one at right angles.", "C"),
    leap("Z", 3, 2, "The Zebra's leap: three squares one way and two at right angles.", "Z"),
    Word {
        name: "R",
        role: Role::Line(&[(1, 0)]),
        stage: TurnStage::Step,
        syntax: "R, R<NUMBER>, R beyond <NUMBER>",
        help: "Slides along ranks and files over empty squares; a number is the longest distance.",
        example: "R4",
        rulings: "K12",
    },
    Word {
        name: "B",
        role: Role::Line(&[(1, 1)]),
        stage: TurnStage::Step,
        syntax: "B, B<NUMBER>, B beyond <NUMBER>",
        help: "Slides along diagonals over empty squares; a number is the longest distance.",
        example: "W + B",
        rulings: "K12",
    },
    Word {
        name: "Q",
        role: Role::Line(&[(1, 0), (1, 1)]),
        stage: TurnStage::Step,
        syntax: "Q, Q<NUMBER>, Q beyond <NUMBER>",
        help: "Slides along all eight lines over empty squares; a number is the longest distance.",
        example: "Q3",
        rulings: "K12",
    },
    direction(
        "forward",
        |v| v.dy > 0,
        "Keeps what leads up the board for its owner.",
        "forward W",
        "K9, K14",
    ),
    direction("back", |v| v.dy < 0, "Keeps what leads down the board for its owner.", "back N", "K9, K14"),
    direction("backward", |v| v.dy < 0, "Another spelling of `back`.", "backward F", "K14"),
    direction("left", |v| v.dx < 0, "Keeps what leads to its owner's left.", "left C", "K9, K14"),
    direction("right", |v| v.dx > 0, "Keeps what leads to its owner's right.", "right forward F", "K9, K14"),
    direction("side", |v| v.dy == 0, "Keeps what stays on the rank.", "side R4", "K14"),
    direction(
        "forwardmost",
        |v| v.dy > 0 && along_file(v),
        "Keeps what leads forward more than sideways.",
        "forwardmost right N",
        "K15",
    ),
    direction(
        "backmost",
        |v| v.dy < 0 && along_file(v),
        "Keeps what leads back more than sideways.",
        "backmost N",
        "K15",
    ),
    direction(
        "leftmost",
        |v| v.dx < 0 && along_rank(v),
        "Keeps what leads to the left more than forward or back.",
        "leftmost back N",
        "K15",
    ),
    direction(
        "rightmost",
        |v| v.dx > 0 && along_rank(v),
        "Keeps what leads to the right more than forward or back.",
        "rightmost forward N",
        "K15",
    ),
    direction(
        "sidemost",
        along_rank,
        "Keeps what leads to either side more than forward or back.",
        "sidemost N",
        "K15",
    ),
    Word {
        name: "moving",
        role: Role::Note(Mode::Moving),
        stage: TurnStage::Step,
        syntax: "<TRAVEL> (moving)",
        help: "The travel ends on an empty square only. Without a note a travel does both.",
        example: "F (moving) + D",
        rulings: "K13",
    },
    Word {
        name: "capturing",
        role: Role::Note(Mode::Capturing),
        stage: TurnStage::Step,
        syntax: "<TRAVEL> (capturing)",
        help: "The travel ends on an opposing piece only, and takes it.",
        example: "(N + A) (capturing)",
        rulings: "K13",
    },
    shape(
        "leaper",
        "(<X>,<Y>) leaper",
        "Leaps by these coordinates, with all signs and in both orders: the leaps that have no letter.",
        "(3,0) leaper",
        "K11",
    ),
    shape(
        "rider",
        "<LEAP> rider, (<X>,<Y>) rider <NUMBER>",
        "Repeats a leap in one direction over empty squares; a number is the most leaps. \
         The squares leapt over do not matter.",
        "N rider",
        "K31",
    ),
    shape(
        "exactly",
        "exactly (<X>,<Y>), exactly (<X>,<Y>) rider <NUMBER>",
        "One vector alone, X squares to the right and Y forward; a minus sign turns it round.",
        "exactly (1,2) + exactly (-1,1) rider 4",
        "K9, K17",
    ),
    shape(
        "beyond",
        "<LINE> beyond <NUMBER>",
        "The slide goes further than this many squares. A piece on one of the nearer squares blocks the line.",
        "R beyond 1",
        "K32",
    ),
];

/// Words that refer to squares or pieces, or join others.
pub(crate) const JOINTS: &[Word] = &[
    joint(
        "adjacent",
        "adjacent",
        "The area of the eight neighbouring squares.",
        "igui on adjacent squares",
        "K16",
    ),
    joint(
        "orthogonally",
        "orthogonally adjacent",
        "The area of the four neighbours on ranks and files.",
        "hop-capture over orthogonally adjacent pieces",
        "K16",
    ),
    joint(
        "diagonally",
        "diagonally adjacent",
        "The area of the four neighbours on diagonals.",
        "hop-capture over diagonally adjacent pieces",
        "K16",
    ),
    joint(
        "on",
        "on <AREA> squares, on <LEAP> squares, on (<LEAP> + <LEAP>) squares",
        "Leads in squares near the piece: an area, or those at these leaps, whatever stands between.",
        "igui on (forward F + side D) squares",
        "K16",
    ),
    joint(
        "squares",
        "on <AREA> squares",
        "Ends what `on` begins.",
        "igui on diagonally adjacent squares",
        "K16",
    ),
    joint(
        "pieces",
        "<AREA> pieces, pieces along <LINE> lines, pieces an <LEAP> away, over pieces, with pieces on <LEAPS> squares",
        "Says that pieces standing there are meant.",
        "relay W to adjacent pieces",
        "K16",
    ),
    joint(
        "one",
        "over one piece",
        "Limits the pieces that a travel passes over.",
        "B4 over one piece (moving)",
        "K37",
    ),
    joint("piece", "over one piece", "Ends what `over one` begins.", "Q over one piece (capturing)", "K39"),
    joint("to", "to <PIECES>", "Leads in the pieces that are lent to.", "relay F to adjacent pieces", "K74"),
    joint(
        "along",
        "along <LINE> lines",
        "The piece seen along each of the lines: the first one on it, within its number of squares.",
        "Q3 (moving) + relay N to pieces along Q3 lines",
        "K16",
    ),
    joint("lines", "along <LINE> lines", "Ends what `along` begins.", "igui along Q lines", "K16"),
    joint(
        "away",
        "pieces an <LEAP> away",
        "The pieces on the squares at a leap's distance, whatever stands between.",
        "Q (moving) + relay N to pieces an N away",
        "K16",
    ),
    joint(
        "a",
        "a <LEAP> away, beside a friend",
        "May stand before the leap of `away`, and stands before a friend.",
        "relay W to pieces a C away",
        "K16",
    ),
    joint(
        "an",
        "an <LEAP> away",
        "May stand before the leap of `away`.",
        "relay W to pieces an A away",
        "K16",
    ),
    joint(
        "beside",
        "beside a friend, beside a royal friend",
        "Says next to which piece the travel ends.",
        "leap beside a royal friend",
        "K36, K72",
    ),
    joint(
        "friend",
        "beside a friend, beside a royal friend",
        "A piece of the same side.",
        "Q4 landing beside a friend (moving)",
        "K36, K72",
    ),
    joint(
        "with",
        "swap with <PIECES>",
        "Leads in the pieces of `swap`.",
        "swap with pieces on D squares",
        "K64",
    ),
    joint(
        "friends",
        "swap with friends anywhere",
        "The pieces of the same side.",
        "swap with friends anywhere",
        "K65",
    ),
    joint(
        "enemies",
        "swap with enemies on <LEAPS> squares",
        "The pieces of the other side.",
        "swap with enemies on F squares",
        "L15",
    ),
    joint(
        "or",
        "swap with enemies on <LEAPS> or mirror <LEAPS> squares",
        "Adds squares that are seen from the mirror square.",
        "swap with enemies on F or mirror W squares",
        "L15",
    ),
    joint(
        "anywhere",
        "swap with friends anywhere",
        "Says that the distance does not matter.",
        "swap with friends anywhere",
        "K65",
    ),
    joint(
        "off-board",
        "shove <LEAPS> off-board",
        "The last piece shoved may also leave the board and is lost.",
        "W + shove W off-board",
        "K69",
    ),
    joint(
        "by",
        "pass by <AREA> squares, pass by <LEAPS> squares",
        "Leads in the squares of which one must be empty.",
        "Q3 + pass by adjacent squares",
        "R112",
    ),
    joint(
        "optional",
        "(optional)",
        "The power on arrival before it may be declined, as a whole. Without this word it is obligatory.",
        "W (moving) + approach-capture (optional)",
        "K54",
    ),
];
