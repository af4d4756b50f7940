//! The signs of move diagrams and their meanings.

use anstyle::Style;
use beaufort_rules::language::ast::{Bearing, Mode};

use crate::palette;

/// The way in which a piece reaches a square, in the order of the legend.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum TravelKind {
    /// By a leap or along a line.
    Step,
    /// By a further leap of a rider.
    Again,
    /// Along a line, to a square next to a friend.
    BesideFriend,
    /// Along a line over pieces.
    Over {
        /// Over exactly one piece.
        one: bool,
        /// Not over royal or shielded pieces.
        sparing: bool,
    },
    /// Over the first piece on a line, to the square just beyond.
    Hop,
    /// By one or more such hops.
    HopChain,
    /// Onto a friend, which is taken.
    OntoFriend,
}

/// A sign of a diagram, in the order of the legend.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Sign {
    /// The piece itself.
    Piece,
    /// A royal friend, around which the piece moves.
    RoyalFriend,
    /// A square to which the piece may move, or on which it may capture.
    Travel(TravelKind, Mode),
    /// A leap from the mirror square of the piece.
    FromMirror,
    /// A square on the way, which must be empty.
    Line,
    /// A line that continues beyond the panel.
    Arrow,
    /// A square on a line that may also be reached by a leap.
    AlsoLeap,
    /// The nearest square of a piece over which a rider may go.
    Hurdle,
    /// The piece taken by a hop.
    HopOver,
    /// The end of a hop.
    HopTo,
    /// The first piece taken by a strike.
    StrikeOver,
    /// The end of a strike.
    StrikeTo(Bearing),
    /// A square whose piece an explosion destroys.
    Blast,
    /// The piece may stay on its square.
    Pass,
    /// A piece taken without moving.
    Igui,
    /// A piece taken without moving, if it is the first one on the line.
    IguiSeen,
    /// A square on which a slide through opposing pieces captures.
    Sweep,
    /// The end of a leap over opposing pieces.
    LongLeap,
    /// The piece takes others as these take.
    Imitate,
    /// A piece that becomes friendly.
    Convert,
    /// A piece with which squares are exchanged.
    Swap,
    /// An opposing piece with which squares are exchanged.
    SwapEnemy,
    /// A piece that is pulled nearer.
    Pull,
    /// A piece that is pushed farther away.
    Push,
    /// A friend that is pushed on.
    Shove {
        /// Whether the last of the row may be pushed off the board.
        off_board: bool,
    },
    /// The square of a new piece.
    Birth,
    /// A piece that may move twice.
    Double,
    /// A piece that is made poisonous.
    Poison,
    /// A friend that may borrow.
    Borrower(u8),
    /// A friend that may borrow, if it is the first piece on the line.
    BorrowerSeen(u8),
}

impl From<(TravelKind, Mode)> for Sign {
    fn from((way, mode): (TravelKind, Mode)) -> Sign {
        Sign::Travel(way, mode)
    }
}

impl Sign {
    /// The sign of the plainest travel.
    pub(crate) const BOTH: Sign = Sign::Travel(TravelKind::Step, Mode::Both);

    /// Returns the character of the sign in a text.
    pub(crate) fn character(self) -> char {
        match self {
            Sign::Piece => '■',
            Sign::RoyalFriend => '□',
            Sign::Travel(way, mode) => {
                let [both, moves, captures] = match way {
                    TravelKind::Step => ['●', '○', '×'],
                    TravelKind::Again => ['◉', '◎', '⊗'],
                    TravelKind::BesideFriend => ['◒', '◡', '◓'],
                    TravelKind::Over { .. } => ['◆', '◇', '◈'],
                    TravelKind::Hop | TravelKind::HopChain => ['▲', '△', '◬'],
                    TravelKind::OntoFriend => ['◧'; 3],
                };
                match mode {
                    Mode::Both => both,
                    Mode::Moving => moves,
                    Mode::Capturing => captures,
                }
            }
            Sign::FromMirror => 'o',
            Sign::Line => '─',
            Sign::Arrow => '→',
            Sign::AlsoLeap => '\'',
            Sign::Hurdle => '∩',
            Sign::HopOver => '†',
            Sign::HopTo => '^',
            Sign::StrikeOver => '‡',
            Sign::StrikeTo(_) => '+',
            Sign::Blast => '¤',
            Sign::Pass => '=',
            Sign::Igui | Sign::IguiSeen => '*',
            Sign::Sweep => '≈',
            Sign::LongLeap => '»',
            Sign::Imitate => 'i',
            Sign::Convert => 'c',
            Sign::Swap | Sign::SwapEnemy => 's',
            Sign::Pull => 'n',
            Sign::Push => 'f',
            Sign::Shove { .. } => 'm',
            Sign::Birth => 'b',
            Sign::Double => 'd',
            Sign::Poison => 'p',
            Sign::Borrower(n) | Sign::BorrowerSeen(n) => char::from_digit(n.into(), 36).unwrap_or('?'),
        }
    }

    /// Returns the style of the sign in a text.
    pub(crate) fn style(self) -> Style {
        match self {
            Sign::Piece | Sign::RoyalFriend | Sign::Travel(_, Mode::Both) => palette::BOLD,
            Sign::Travel(_, Mode::Moving) | Sign::FromMirror | Sign::HopTo | Sign::Pass => palette::MOVES,
            Sign::Line | Sign::Arrow | Sign::AlsoLeap | Sign::Hurdle => palette::DIM,
            Sign::Travel(_, Mode::Capturing)
            | Sign::HopOver
            | Sign::StrikeOver
            | Sign::StrikeTo(_)
            | Sign::Blast
            | Sign::Igui
            | Sign::IguiSeen
            | Sign::Sweep
            | Sign::LongLeap
            | Sign::Imitate => palette::CAPTURES,
            Sign::Convert
            | Sign::Swap
            | Sign::SwapEnemy
            | Sign::Pull
            | Sign::Push
            | Sign::Shove { .. }
            | Sign::Birth
            | Sign::Double
            | Sign::Poison
            | Sign::Borrower(_)
            | Sign::BorrowerSeen(_) => palette::LENDS,
        }
    }

    /// Returns the meaning of the sign.
    pub(crate) fn meaning(self) -> String {
        let meaning = match self {
            Sign::Travel(way, mode) => return travel(way, mode),
            Sign::StrikeTo(bearing) => return strike(bearing),
            Sign::Piece => "the piece, facing up",
            Sign::RoyalFriend => "a royal friend, for example here",
            Sign::FromMirror => "goes so from its mirror square",
            Sign::Line => "along a line: the way must be empty",
            Sign::Arrow => "and further on the line",
            Sign::AlsoLeap => "also by a leap, whatever is in the way",
            Sign::Hurdle => "the nearest place of a piece to be passed",
            Sign::HopOver => "takes an opposing piece here ...",
            Sign::HopTo => "... by leaping over it to here, if empty",
            Sign::StrikeOver => "takes an opposing piece here ...",
            Sign::Blast => "destroys every piece here that is not royal, of either side",
            Sign::Pass => "may stay and do nothing",
            Sign::Igui => "takes an opposing piece here and stays",
            Sign::IguiSeen => "takes an opposing piece here and stays, if it is the first piece on the line",
            Sign::Sweep => "may go through opposing pieces on the line, and takes them all",
            Sign::LongLeap => {
                "leaps over opposing pieces on the line, each with an empty square right behind it, to here, and takes \
                 them all"
            }
            Sign::Imitate => "takes each opposing piece as that piece takes",
            Sign::Convert => "instead of moving, makes an opposing piece here friendly",
            Sign::Swap => "exchanges squares with any piece here",
            Sign::SwapEnemy => "exchanges squares with an opposing piece here",
            Sign::Pull => {
                "instead of moving, draws the first piece on the line one square nearer, if opposing"
            }
            Sign::Push => {
                "instead of moving, drives the first piece on the line one square farther, if opposing"
            }
            Sign::Shove { off_board: false } => {
                "steps onto a friend here and moves it one step on, with at most one more behind it; the last may take"
            }
            Sign::Shove { off_board: true } => {
                "steps onto a friend here and moves it one step on, with at most one more behind it; the last may take, \
                 or leave the board"
            }
            Sign::Birth => "instead of moving, places a new piece like itself here, if empty",
            Sign::Double => "the first piece on the line, of either side, may move twice in a turn",
            Sign::Poison => "the first piece on the line, of either side, is poisonous: its taker dies",
            Sign::Borrower(_) => "a friend here may borrow the move below",
            Sign::BorrowerSeen(_) => {
                "a friend here may borrow the move below, if it is the first piece on the line"
            }
        };
        meaning.to_owned()
    }
}

fn travel(way: TravelKind, mode: Mode) -> String {
    let verb = match mode {
        Mode::Both => "moves or captures",
        Mode::Moving => "only moves",
        Mode::Capturing => "only captures",
    };
    match way {
        TravelKind::Step => format!("{verb} here"),
        TravelKind::Again => {
            let first = Sign::Travel(TravelKind::Step, mode).character();
            format!("as {first}, by one more leap from an empty square")
        }
        TravelKind::BesideFriend => format!("{verb} here if a friend stands next to the square"),
        TravelKind::Over { one, sparing } => {
            let number = if one { "exactly one piece" } else { "one piece or more" };
            let spared = if sparing { "; it neither passes nor takes royal or shielded ones" } else { "" };
            format!("{verb} here over {number} on the line{spared}")
        }
        TravelKind::Hop => {
            format!("{verb} here if the first piece on the line stands right before, which it hops over")
        }
        TravelKind::HopChain => format!(
            "{verb} here if the first piece on the line stands right before, which it hops over; \
             it may hop on so from empty squares, in any direction"
        ),
        TravelKind::OntoFriend => "takes a friend here that is not royal".to_owned(),
    }
}

fn strike(bearing: Bearing) -> String {
    let way = match bearing {
        Bearing::Outwards => "outwards ",
        Bearing::RightAngle => "at a right angle ",
        Bearing::NotBack => "but not back ",
        Bearing::Straight => "straight ",
        Bearing::Any => "",
    };
    let back = match bearing {
        Bearing::Any => ", or back to its start",
        Bearing::Outwards | Bearing::RightAngle | Bearing::NotBack | Bearing::Straight => "",
    };
    format!("... and goes on {way}to here, if empty or opposing, which it takes too{back}")
}
