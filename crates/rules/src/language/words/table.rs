//! The table of the words.

use super::{PowerWord, Role, Stage, Word};
use crate::language::ast::{Arrival, Mode, Power};
use crate::vocabulary::Vector;

const fn leap(name: &'static str, x: i8, y: i8, help: &'static str, example: &'static str) -> Word {
    Word { name, role: Role::Leap(x, y), stage: Stage::Step, syntax: name, help, example, rulings: "K11" }
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
        stage: Stage::Step,
        syntax: "<DIRECTION> <LEAP or LINE>",
        help,
        example,
        rulings,
    }
}

const fn shape(
    name: &'static str,
    syntax: &'static str,
    help: &'static str,
    example: &'static str,
    rulings: &'static str,
) -> Word {
    Word { name, role: Role::Shape, stage: Stage::Step, syntax, help, example, rulings }
}

/// A power without arguments.
const fn alone(
    name: &'static str,
    power: fn() -> Power,
    stage: Stage,
    help: &'static str,
    example: &'static str,
    rulings: &'static str,
) -> Word {
    let role = Role::Power(PowerWord::Alone(power));
    Word { name, role, stage, syntax: name, help, example, rulings }
}

/// What happens when a piece arrives by its own power.
const fn arrival(
    name: &'static str,
    effect: Arrival,
    syntax: &'static str,
    help: &'static str,
    example: &'static str,
    rulings: &'static str,
) -> Word {
    let role = Role::Power(PowerWord::Arrival(effect));
    Word { name, role, stage: Stage::Arrival, syntax, help, example, rulings }
}

const fn joint(
    name: &'static str,
    syntax: &'static str,
    help: &'static str,
    example: &'static str,
    rulings: &'static str,
) -> Word {
    Word { name, role: Role::Joint, stage: Stage::Step, syntax, help, example, rulings }
}

fn along_rank(v: Vector) -> bool {
    v.dx.abs() > v.dy.abs()
}

fn along_file(v: Vector) -> bool {
    v.dy.abs() > v.dx.abs()
}

/// Every word of the language.
pub const WORDS: &[Word] = &[
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
        stage: Stage::Step,
        syntax: "R, R<NUMBER>, R beyond <NUMBER>",
        help: "Slides along ranks and files over empty squares; a number is the longest distance.",
        example: "R4",
        rulings: "K12",
    },
    Word {
        name: "B",
        role: Role::Line(&[(1, 1)]),
        stage: Stage::Step,
        syntax: "B, B<NUMBER>, B beyond <NUMBER>",
        help: "Slides along diagonals over empty squares; a number is the longest distance.",
        example: "W + B",
        rulings: "K12",
    },
    Word {
        name: "Q",
        role: Role::Line(&[(1, 0), (1, 1)]),
        stage: Stage::Step,
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
        stage: Stage::Step,
        syntax: "<TRAVEL> (moving)",
        help: "The travel ends on an empty square only. Without a note a travel does both.",
        example: "F (moving) + D",
        rulings: "K13",
    },
    Word {
        name: "capturing",
        role: Role::Note(Mode::Capturing),
        stage: Stage::Step,
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
    shape(
        "over",
        "<LINE> over pieces, <LINE> over one piece, <LINE> over pieces sparing shielded, hop-capture over <AREA> pieces",
        "The slide passes over at least one piece of either side, or over exactly one, and takes none of those passed. \
         The empty squares between do not matter.",
        "R4 (moving) + R4 over one piece (capturing)",
        "K34, K37, K38, K39, K46",
    ),
    shape(
        "sparing",
        "<LINE> over pieces sparing shielded",
        "Royal and `shielded` pieces, of either side, can be neither passed over nor taken.",
        "B + B over pieces sparing shielded (capturing) + shielded",
        "K38",
    ),
    shape(
        "hopper",
        "<LINE> hopper, <LEAP> rider hopper",
        "Hops the first piece on the line, of either side and however far, to the square just beyond it. \
         The piece hopped is not taken. On a rider's line all distances are whole leaps.",
        "W + F + N rider hopper",
        "K40",
    ),
    shape(
        "hop-chain",
        "<LINE> hop-chain",
        "Hops once or more like a `hopper`, each time in any direction, from empty square to empty square. \
         It ends after any hop, or when a hop captures, but never where it began.",
        "Q hop-chain",
        "K41",
    ),
    shape(
        "zigzag",
        "<LEAP> zigzag",
        "Repeats a leap over empty squares in two directions at right angles by turns.",
        "F zigzag",
        "K43",
    ),
    shape(
        "path",
        "path <LINE>, <LINE>, ...",
        "Goes along these legs one after the other over empty squares, each to its full length, and ends anywhere on \
         the way. Where a leg has several directions each is a path of its own.",
        "path forward R2, side W",
        "K44",
    ),
    shape(
        "landing",
        "<LINE> landing beside a friend, relay <TRAVEL> to <PIECES> landing <AREA>",
        "Restricts where the travel may end: next to a friendly piece other than the traveller, or, when it is lent, on \
         a square of the area seen from the lender.",
        "W + Q4 landing beside a friend (moving)",
        "K36, K75, K76",
    ),
    shape(
        "leap",
        "leap beside a royal friend",
        "Leaps from anywhere to any square next to a friendly royal piece. Whatever stands there is removed, \
         a friendly piece too.",
        "leap beside a royal friend",
        "K72",
    ),
    shape(
        "then",
        "<TRAVEL> then <LINE> <BEARING>, strike <LEAP> then <LEAP> <BEARING>",
        "After the first leg, which ends on an empty square, the piece goes on in another direction. \
         The note of the first leg says how the piece may end its move there; \
         a note at the end belongs to the second leg. Without a bearing the second leg goes anywhere.",
        "F (moving) then R outwards",
        "K33, K42",
    ),
    shape(
        "from",
        "<TRAVEL> from row <NUMBER>",
        "Leads in the row where the travel starts.",
        "forward R2 (moving) from row 2",
        "L6",
    ),
    shape(
        "row",
        "<TRAVEL> from row <NUMBER>",
        "The travel is there only while the piece stands on this row, counted from its owner's side.",
        "forward W (moving) + forward R3 (moving) from row 1",
        "L6",
    ),
    shape(
        "halfway",
        "<LINE> halfway",
        "The slide goes no farther than half the squares between the piece and the edge of the board, rounded up.",
        "Q halfway (moving)",
        "L9",
    ),
    shape(
        "mirror",
        "mirror <LEAP>, twofold mirror <LEAP>, swap with enemies on <LEAPS> or mirror <LEAPS> squares",
        "The leap starts from the square of the same rank on the opposite file, whatever stands there. \
         If it leads back to where the piece stands, the piece may stay: a turn that changes nothing.",
        "F (moving) + mirror W (moving)",
        "L15, L17",
    ),
    shape(
        "circle",
        "circle a royal friend",
        "Goes round a friendly royal piece, either way, over empty squares: at distance n it stands on every n-th square \
         of the ring. If all eight squares of its way are free it may go all round: a turn that changes nothing.",
        "circle a royal friend",
        "L25, L26, L28",
    ),
    shape(
        "outwards",
        "then <LINE> outwards",
        "A bearing: the second leg leads away from the starting square; its angle with the first is less than a right one.",
        "W (moving) then B outwards",
        "K33",
    ),
    shape(
        "at",
        "then <LINE> at right angles",
        "Leads in the bearing `at right angles`.",
        "B then B at right angles",
        "K42",
    ),
    shape(
        "angles",
        "then <LINE> at right angles",
        "A bearing: the second leg makes a right angle with the first.",
        "R2 then R2 at right angles",
        "K42, K49",
    ),
    shape(
        "not",
        "then <LINE> not back",
        "A bearing: the second leg goes anywhere but straight back.",
        "Q1 then Q1 not back",
        "K42",
    ),
    shape(
        "straight",
        "then <LEAP> straight",
        "A bearing: the second leg goes on exactly as the first.",
        "strike W then W straight",
        "K47",
    ),
    alone(
        "royal",
        || Power::Royal,
        Stage::Verdict,
        "A player who has lost every royal piece has lost the game.",
        "W + F; royal",
        "K113",
    ),
    Word {
        name: "en-passant",
        role: Role::Power(PowerWord::Alone(|| Power::EnPassant)),
        stage: Stage::Capture,
        syntax: "en-passant",
        help: "Takes an opposing piece of its own kind that has just moved over a square as if it had stopped there. \
               It is the game's `notation` that must leave room for this in its positions.",
        example: "forward W (moving) + forward R2 (moving) from row 2 + forward F (capturing) + en-passant",
        rulings: "L48",
    },
    alone(
        "pass",
        || Power::Pass,
        Stage::Step,
        "May stay where it is and do nothing. The end of the turn happens all the same.",
        "W + D + pass",
        "K48",
    ),
    Word {
        name: "hop-capture",
        role: Role::Power(PowerWord::HopCapture),
        stage: Stage::Capture,
        syntax: "hop-capture over <AREA> pieces",
        help: "Takes an opposing neighbour by leaping over it to the square just beyond, which must be empty.",
        example: "F + A + hop-capture over orthogonally adjacent pieces",
        rulings: "K46",
    },
    Word {
        name: "strike",
        role: Role::Power(PowerWord::Strike),
        stage: Stage::Capture,
        syntax: "strike <LEAPS> then <LEAPS> <BEARING>",
        help: "Takes an opposing piece by the first leap and goes on by the second, to an empty square, to where it \
               started, or onto another opposing piece, which is taken too.",
        example: "strike N then W",
        rulings: "K47, K49, K50, K51",
    },
    Word {
        name: "igui",
        role: Role::Power(PowerWord::Igui),
        stage: Stage::Capture,
        syntax: "igui on <AREA> squares, igui on <LEAPS> squares, igui along <LINE> lines",
        help: "Takes an opposing piece without moving: one that stands near, or the first one on a line.",
        example: "Q3 + igui on adjacent squares",
        rulings: "K28, K45, K47",
    },
    Word {
        name: "sweep",
        role: Role::Power(PowerWord::Sweep),
        stage: Stage::Capture,
        syntax: "sweep <LINE>",
        help: "Slides on through opposing pieces and takes each one it passes and the one it ends on. \
               Friendly pieces stop it. The slide without such a capture is a travel of its own.",
        example: "Q3 + sweep Q3",
        rulings: "K35",
    },
    Word {
        name: "long-leap",
        role: Role::Power(PowerWord::LongLeap),
        stage: Stage::Capture,
        syntax: "long-leap along <LINE> lines",
        help: "Takes opposing pieces on one line by leaping over each of them to the empty square right behind it, \
               passing empty squares freely, and ends on any empty square behind the last.",
        example: "Q (moving) + long-leap along Q lines",
        rulings: "K52",
    },
    Word {
        name: "halfway-leap",
        role: Role::Power(PowerWord::HalfwayLeap),
        stage: Stage::Capture,
        syntax: "halfway-leap along <LINE> lines",
        help: "Takes opposing pieces on one line like a `long-leap` and ends within half the way to the edge, rounded up; \
               one square farther if the last piece leapt stands exactly half way.",
        example: "Q halfway (moving) + halfway-leap along Q lines",
        rulings: "L10",
    },
    Word {
        name: "igui-in-passing",
        role: Role::Power(PowerWord::IguiInPassing),
        stage: Stage::Capture,
        syntax: "igui-in-passing on <AREA> squares, igui-in-passing on <LEAPS> squares",
        help: "Without moving it takes an opposing piece that has just gone along a line over one of these squares. \
               It is the game's `notation` that must leave room for this in its positions.",
        example: "igui on adjacent squares + igui-in-passing on adjacent squares",
        rulings: "L32, L33, L34",
    },
    arrival(
        "approach-capture",
        Arrival::Approach,
        "approach-capture, approach-capture (optional)",
        "After a step by its own power it takes an opposing piece on the next square straight ahead.",
        "(W + F) (moving) + approach-capture",
        "K53, K54, K55",
    ),
    arrival(
        "row-capture",
        Arrival::ApproachLine,
        "row-capture, row-capture (optional)",
        "After a step by its own power it takes an opposing piece on the next square straight ahead \
         and all that stand behind that one without a gap.",
        "Q2 (moving) + row-capture",
        "K53, K54, K57",
    ),
    arrival(
        "withdrawal-capture",
        Arrival::Withdrawal,
        "withdrawal-capture, withdrawal-capture (optional)",
        "After a step by its own power it takes an opposing piece that stood right behind it when it set out.",
        "Q (moving) + withdrawal-capture",
        "K53, K54, K56",
    ),
    arrival(
        "custodian-capture",
        Arrival::Custodian,
        "custodian-capture, custodian-capture (optional)",
        "After a step by its own power it takes every opposing neighbour that has a friendly piece right behind it.",
        "(W + F) (moving) + custodian-capture",
        "K53, K54, K55",
    ),
    arrival(
        "pincer-capture",
        Arrival::Pincer,
        "pincer-capture, pincer-capture (optional)",
        "After a step by its own power it takes every opposing piece beside it, on its rank or file, \
         that has a friendly piece right behind it.",
        "Q halfway (moving) + pincer-capture",
        "L11",
    ),
    arrival(
        "coordinate-capture",
        Arrival::Coordinate,
        "coordinate-capture, coordinate-capture (optional)",
        "After a step by its own power it takes opposing pieces where its rank meets the file, \
         and its file the rank, of a friendly royal piece.",
        "Q (moving) + coordinate-capture",
        "K53, K54, K59",
    ),
    arrival(
        "approach-conversion",
        Arrival::Convert,
        "approach-conversion, approach-conversion (optional)",
        "After a step by its own power an opposing piece on the next square straight ahead becomes friendly.",
        "Q2 (moving) + approach-conversion",
        "K53, K54, K58",
    ),
    arrival(
        "blast",
        Arrival::Blast,
        "blast, blast (optional)",
        "After a step by its own power it takes all opposing pieces next to it.",
        "B + blast",
        "K53, K54, K60",
    ),
    arrival(
        "purge",
        Arrival::Purge,
        "purge, purge (optional)",
        "After a step by its own power it takes all pieces next to it, of either side, that others promote to.",
        "W + B2 + purge",
        "K53, K54, K61",
    ),
    alone(
        "kamikaze",
        || Power::Kamikaze,
        Stage::Arrival,
        "Once it has taken something by its own power it is removed itself.",
        "Q2 + kamikaze",
        "K62",
    ),
    Word {
        name: "convert",
        role: Role::Power(PowerWord::Convert),
        stage: Stage::Step,
        syntax: "convert on <LEAPS> squares",
        help: "Instead of moving it makes an opposing piece on one of these squares friendly.",
        example: "convert on (forward W + side W + back D) squares",
        rulings: "K63",
    },
    Word {
        name: "swap",
        role: Role::Power(PowerWord::Swap),
        stage: Stage::Step,
        syntax: "swap with pieces on <LEAPS> squares, swap with friends anywhere, \
                 swap with enemies on <LEAPS> or mirror <LEAPS> squares",
        help: "Exchanges squares with a piece of either side on one of these squares, with any friendly piece, \
               or with an opposing one that is neither `unstoppable` nor `armoured` and promotes at once if it comes to \
               its promotion zone.",
        example: "Q (moving) + swap with friends anywhere",
        rulings: "K64, K65, K66, L15, L16, L20",
    },
    Word {
        name: "pull",
        role: Role::Power(PowerWord::Pull),
        stage: Stage::Step,
        syntax: "pull along <LINE> lines",
        help: "Instead of moving it draws the first piece on a line, if opposing, one square nearer.",
        example: "(W + F) (moving) + pull along Q4 lines",
        rulings: "K67",
    },
    Word {
        name: "push",
        role: Role::Power(PowerWord::Push),
        stage: Stage::Step,
        syntax: "push along <LINE> lines",
        help: "Instead of moving it drives the first piece on a line, if opposing, one square farther, to an empty square.",
        example: "(W + F) (moving) + push along Q3 lines",
        rulings: "K67",
    },
    Word {
        name: "shove",
        role: Role::Power(PowerWord::Shove),
        stage: Stage::Step,
        syntax: "shove <LEAPS>, shove <LEAPS> off-board",
        help: "Steps onto the square of a friendly piece and moves it one step on, with at most one more friendly piece \
               behind it. The last of them may take an opposing piece.",
        example: "W + shove W",
        rulings: "K68",
    },
    Word {
        name: "birth",
        role: Role::Power(PowerWord::Birth),
        stage: Stage::Step,
        syntax: "birth on <LEAPS> squares",
        help: "Instead of moving it places a new piece of its own type and side on one of these squares, if empty.",
        example: "D + birth on D squares",
        rulings: "K71",
    },
    Word {
        name: "relay",
        role: Role::Power(PowerWord::Relay),
        stage: Stage::Step,
        syntax: "relay <TRAVEL> to <AREA> pieces, \
                 relay (<TRAVEL> + <TRAVEL>) to pieces along <LINE> lines, \
                 relay <TRAVEL> to pieces an <LEAP> away; each with an optional landing <AREA>",
        help: "Lends travels to the friendly pieces it reaches. With `landing` they must end so near the lender. \
               Several travels are lent in parentheses.",
        example: "D + A + relay (F + D) to orthogonally adjacent pieces landing adjacent \
                  + relay A to diagonally adjacent pieces landing adjacent",
        rulings: "K74, K75, K76, K77, K78, K79, K80",
    },
    Word {
        name: "twofold",
        role: Role::Power(PowerWord::Twofold),
        stage: Stage::Step,
        syntax: "twofold mirror <LEAP>",
        help: "Stands on two diagonally adjacent squares and is taken whole. Both its parts move at once, each by one of \
               these leaps from its mirror square, to diagonally adjacent squares; opposing pieces there are taken.",
        example: "twofold mirror F + unstoppable",
        rulings: "L22, L23, L29",
    },
    alone(
        "flip",
        || Power::Flip,
        Stage::Step,
        "Instead of moving it becomes what it may promote to anywhere on the board.",
        "R (moving) + flip",
        "L8",
    ),
    alone(
        "explode",
        || Power::Explode,
        Stage::Step,
        "Where it is set down it destroys every piece there and around, of either side, that is not royal, and itself. \
         It never stands on the board.",
        "explode",
        "L41, L44",
    ),
    alone(
        "armoured",
        || Power::Armoured,
        Stage::Capture,
        "Only `piercing` pieces and explosions can take it. To all others it is an obstacle which they can neither take \
         nor pass nor swap.",
        "circle a royal friend + armoured",
        "L27",
    ),
    alone(
        "piercing",
        || Power::Piercing,
        Stage::Capture,
        "Takes `armoured` pieces like any others.",
        "W + F + piercing; royal",
        "L27",
    ),
    alone(
        "royal-relay",
        || Power::RoyalRelay,
        Stage::Step,
        "A friend next to it may leap to the like place, if empty, next to a friendly royal piece, and a friend next to \
         a friendly royal piece to the like place next to it.",
        "Q (moving) + royal-relay",
        "K81",
    ),
    alone(
        "shielded",
        || Power::Shielded,
        Stage::Step,
        "Travels that say `sparing shielded` can neither pass over it nor take it.",
        "R + R over pieces sparing shielded (capturing) + shielded",
        "K38",
    ),
    alone(
        "immobilize",
        || Power::Immobilize,
        Stage::LatentState,
        "Opposing pieces next to it at the start of a turn cannot move by themselves, but only remove themselves, use a lent move or be moved by others.",
        "Q (moving) + immobilize",
        "K73, K92",
    ),
    alone(
        "unstoppable",
        || Power::Unstoppable,
        Stage::LatentState,
        "It cannot be immobilized, bewitched or made to swap by an opposing piece.",
        "B + unstoppable",
        "K92, L16, L24",
    ),
    alone(
        "bewitch",
        || Power::Bewitch,
        Stage::LatentState,
        "Opposing pieces beside it on its rank or file can do nothing but step to an empty square beside them.",
        "F (moving) + bewitch",
        "L18, L19",
    ),
    alone(
        "helpless",
        || Power::Helpless,
        Stage::LatentState,
        "While it is bewitched it cannot move at all.",
        "forward W (moving) + helpless",
        "L18",
    ),
    Word {
        name: "double",
        role: Role::Power(PowerWord::Double),
        stage: Stage::LatentState,
        syntax: "double along <LINE> lines",
        help: "The first piece on each line at the start of the turn, of either side, may move twice in it.",
        example: "Q (moving) + double along Q lines",
        rulings: "K93",
    },
    Word {
        name: "poison",
        role: Role::Power(PowerWord::Poison),
        stage: Stage::Activation,
        syntax: "poison, poison along <LINE> lines",
        help: "Whoever takes it and stays on its square dies at the end of the turn. With lines it is not poisonous \
               itself but makes the first piece on each line so, of either side.",
        example: "W + F + poison",
        rulings: "K99, K100, K101",
    },
    alone(
        "burn",
        || Power::Burn,
        Stage::Activation,
        "Opposing pieces next to where it stood at the start of the turn die at its end.",
        "B + burn",
        "K99, K100, K101",
    ),
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
        "optional",
        "(optional)",
        "The power on arrival before it may be declined, as a whole. Without this word it is obligatory.",
        "W (moving) + approach-capture (optional)",
        "K54",
    ),
];
