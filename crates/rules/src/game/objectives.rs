//! Objectives: what decides a game besides the loss of royal pieces, and what happens to a side that cannot move.

use crate::vocabulary::{PieceType, Side, SquareSet, Vector};

use super::Definition;

/// A result for one side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Value {
    /// The side loses.
    #[default]
    Loses,
    /// A draw.
    Draws,
    /// The side wins.
    Wins,
    /// The side with fewer pieces wins; equal numbers are a draw.
    FewerWins,
}

/// The result for a side to move that has no turn (K116, L49, R80).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NoMove {
    /// If one of its royal pieces is in check.
    pub in_check: Value,
    /// Otherwise.
    pub otherwise: Value,
}

/// A condition on one side that decides the game (R81).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Objective {
    /// The result for a side that fulfils the condition; never [`Value::FewerWins`].
    pub result: Value,
    /// The condition.
    pub condition: Condition,
    /// The only side for which the condition matters; `None` if it does for both.
    pub only: Option<Side>,
}

/// A condition on one side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Condition {
    /// The side has lost pieces.
    Lacks(Lack),
    /// The side has pieces on the squares of a goal.
    Reaches(Goal),
    /// The side has given this number of checks.
    Checks(u8),
    /// The pieces of the side form a pattern.
    Forms(Pattern),
}

/// A pattern of pieces that decides the game (R119).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    /// The kinds that count; empty for all.
    pub pieces: Vec<PieceType>,
    /// The pattern that they must form.
    pub shape: Shape,
    /// The directions that count, as vectors on the board; a direction and its opposite are one. A square block has none.
    pub directions: Vec<Vector>,
}

/// A pattern of pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// This number of neighbours in one direction.
    Row(u8),
    /// This number on one line, whatever stands between them.
    Line(u8),
    /// A square block with this number on each of its sides.
    Block(u8),
    /// A chain of neighbours from one region to another, which each side has its own.
    Chain([[SquareSet; 2]; 2]),
}

/// Pieces that a side has lost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lack {
    /// The groups of kinds, one of which must be lost; no group means all pieces together.
    pub groups: Vec<Vec<PieceType>>,
    /// The number of pieces of the group at which, and below which, it counts as lost.
    pub left: u16,
    /// The number of pieces of the group that the other side must have at least.
    pub other_has: u16,
    /// Whether the other side must have one more if the side is to move: it may answer.
    pub may_answer: bool,
    /// Whether the pieces whose loss would fulfil the condition may not be left attacked.
    pub check: GroupCheck,
}

/// Whether check binds for the pieces that a side must not lose (R82).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum GroupCheck {
    /// It does not: the pieces are taken.
    #[default]
    Free,
    /// While the loss of one piece would fulfil the condition, no turn may leave one of them attacked.
    Binds,
    /// Likewise, and whatever their number, no turn may leave all of them attacked at once.
    BindsAll,
}

/// Squares on which pieces decide the game (R83).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Goal {
    /// The kinds; empty for all.
    pub pieces: Vec<PieceType>,
    /// The squares for each side.
    pub squares: [SquareSet; 2],
    /// The number of pieces needed.
    pub number: u16,
    /// Whether the pieces must be safe from capture, if there are no more of them than needed.
    pub safe: bool,
    /// Whether the side that moves second may draw by reaching its goal at once.
    pub last_turn: bool,
    /// Whether the pieces must still be there when the side is to move again, unless they are known to be safe (R127).
    pub held: bool,
    /// Whether one piece is enough when no square of the goal is empty.
    pub full: bool,
}

/// The result of a position that occurs for a given time (R86).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Judged {
    /// The number of the occurrence.
    pub times: u8,
    /// The result.
    pub result: Repeated,
    /// Whether a side that has given check with each of its turns since the first occurrence loses.
    pub perpetual_check: bool,
}

/// The winner when a position occurs once too often.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Repeated {
    /// The result is for the side whose turn has brought the position about.
    Mover(Value),
    /// This side wins, whichever side has brought the position about.
    Wins(Side),
}

/// The count of moves in which a weakened side must be mated (R90).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counting {
    /// The kinds of Pawns. Nothing is counted while one is on the board, unless `board_at_most` is given.
    pub pawns: Vec<PieceType>,
    /// The number of moves for a side that has more than one piece; 0 if none are counted.
    pub board: u16,
    /// The greatest number of its pieces with which a side counts so, whether there are Pawns or not.
    pub board_at_most: Option<u16>,
    /// The numbers of moves for a side with one piece, by what the other side has; the first that fits counts.
    pub pieces: Vec<CountLimit>,
    /// The number of moves if none fits; 0 if none are counted.
    pub otherwise: u16,
    /// Whether the count for a side with one piece begins with 0, not with the number of pieces on the board.
    pub from_zero: bool,
}

impl Counting {
    /// The greatest number of moves.
    pub(crate) const MAX_MOVES: u16 = 1000;
    /// The greatest number of quiet moves that are counted besides.
    pub(crate) const MAX_QUIET: u16 = 500;
}

/// A number of moves that depends on what the stronger side has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CountLimit {
    /// The kind.
    pub kind: PieceType,
    /// The number of its pieces that the stronger side must have at least.
    pub number: u16,
    /// The number of moves.
    pub moves: u16,
}

/// The points that decide what would be a draw by repetition, by quiet turns, by two passes or for want of a turn (R87).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Points {
    /// The points of a piece of each type, by its index.
    pub worth: Vec<u16>,
    /// The points that the second player gets for moving second.
    pub second: u16,
    /// The side that wins with equal points; `None` for a draw.
    pub tie: Option<Side>,
}

/// The obligations of both sides in every turn (R88).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Obligations {
    /// The duty to take.
    pub capture: CaptureDuty,
    /// Whether no turn may give check.
    pub no_checks: bool,
    /// The right to pass.
    pub pass: PassRight,
    /// The effect of royal pieces of both sides on one line with nothing between them.
    pub facing: Facing,
    /// Whether no piece may come to a square that it could never leave.
    pub no_dead_ends: bool,
    /// Whether a royal piece in check may not move, except to take the only attacker.
    pub no_flight: bool,
}

/// The duty to take.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CaptureDuty {
    /// There is none.
    #[default]
    Free,
    /// A side that can take must take.
    Must,
    /// Likewise, and as many pieces as possible.
    MustMost,
}

/// The effect of royal pieces that face each other: they stand on one line with nothing between them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Facing {
    /// Nothing.
    #[default]
    Legal,
    /// No turn may bring it about on a rank or file.
    Illegal,
    /// Nor on a diagonal.
    IllegalDiagonally,
    /// On a rank or file it offers a draw: the side to move accepts by passing, or ends it (R136).
    Offers,
}

impl Facing {
    /// Returns whether no turn may bring it about.
    pub(crate) fn is_illegal(self) -> bool {
        matches!(self, Facing::Illegal | Facing::IllegalDiagonally)
    }
}

/// The right of a side to pass, a turn of no piece.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PassRight {
    /// There is none.
    #[default]
    None,
    /// A side that is not in check may pass.
    May,
    /// A side that is not in check and has no other turn passes.
    WithoutTurn,
}

impl Obligations {
    /// Returns whether there is any.
    pub(crate) fn is_empty(&self) -> bool {
        *self == Obligations::default()
    }
}

impl Definition {
    /// Returns for each side whether it has lost without a royal piece: in a game without other objectives that does not say
    /// otherwise, and if it has one at the start (R81, R126).
    pub(crate) fn needs_royal(&self) -> [bool; 2] {
        Side::BOTH.map(|side| {
            let mut array = self.array.iter().filter(|placed| placed.side == side);
            self.ending.objectives.is_empty() && !self.ending.without_royals
                || array.any(|placed| self.is_royal(placed.piece))
        })
    }

    /// Returns whether a side wins by losing pieces, so that pieces are a burden (R81).
    pub fn gives_away(&self) -> bool {
        let wins = |objective: &Objective| {
            objective.result == Value::Wins && matches!(objective.condition, Condition::Lacks(_))
        };
        self.ending.objectives.iter().any(wins)
    }

    /// Returns whether check binds for groups of pieces (R82).
    pub(crate) fn has_group_checks(&self) -> bool {
        self.ending.objectives.iter().any(|objective| match &objective.condition {
            Condition::Lacks(lack) => lack.check != GroupCheck::Free,
            _ => false,
        })
    }

    /// Returns the number of checks that decides the game; 0 if checks are not counted (R84).
    pub(crate) fn checks(&self) -> u8 {
        let checks = self.ending.objectives.iter().filter_map(|objective| match objective.condition {
            Condition::Checks(number) => Some(number),
            _ => None,
        });
        checks.max().unwrap_or(0)
    }
}
