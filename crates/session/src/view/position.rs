//! A position with everything a person may want to see in it.

use beaufort_rules::{Piece, PieceType, Position, Side, Square, Turn};
use beaufort_rules::{
    Scope,
    vocabulary::{Observer, SquareSet},
};
use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;

use super::beside::pairs;
use super::{
    BesideView, BoardView, MAX_TOLD_TURNS, SideIndex, SquareIndex, TurnView, UnlistedTurns, Viewer,
    side_index, squares, told_turns,
};

/// The most captures of a side that are tried to find what it could take. Where there are more, they are those of a few pieces with two
/// moves, which take the same pieces again and again.
const MAX_TRIED_CAPTURES: usize = 8192;

/// A position of the game tree.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS), ts(optional_fields))]
#[serde(rename_all = "camelCase")]
pub struct PositionView {
    /// Its place in the tree.
    pub node: u32,
    /// The key of the position: send it with the index of a turn.
    pub key: String,
    /// The pieces on the board.
    pub board: BoardView,
    /// The squares of each piece that stands on two.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(as = "Option<Vec<[SquareIndex; 2]>>", optional))]
    pub pairs: Vec<[SquareIndex; 2]>,
    /// The state beside the board; missing in a game that has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub beside: Option<BesideView>,
    /// The side to move.
    pub side: SideIndex,
    /// The position string.
    pub text: String,
    /// The turn that led here; missing at the start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last: Option<TurnView>,
    /// Every turn that can be played here, those that repeat too often marked as forbidden; empty during the set-up and
    /// after the end, and where `unlisted` tells of them.
    pub turns: Vec<TurnView>,
    /// Where the turns begin, if there are too many to be told; missing if all are.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unlisted: Option<UnlistedTurns>,
    /// The marks of pieces and squares.
    pub marks: Marks,
    /// The loans of moves, of both sides.
    pub loans: Vec<LoanView>,
    /// The opposing pieces that the first and the second side could take now if it were its turn; where there are thousands of ways to
    /// take one, those that the first ways show.
    pub prey: [Vec<SquareIndex>; 2],
    /// How royal pieces of both sides could be taken if it were the opponent's turn.
    pub threats: Vec<Threat>,
    /// The types of the pieces that the first and the second side have lost to the other, in the order in which they were taken.
    pub losses: [Vec<u8>; 2],
    /// The number of times this position has been there before in the game.
    pub repetitions: u32,
}

/// The marks of pieces and squares until the end of the turn.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct Marks {
    /// The squares of the pieces that cannot move by their own power.
    pub immobilized: Vec<SquareIndex>,
    /// The squares of the pieces that may only step aside.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, ts(as = "Option<Vec<SquareIndex>>", optional))]
    pub bewitched: Vec<SquareIndex>,
    /// The squares of the pieces that may make two moves.
    pub doubled: Vec<SquareIndex>,
    /// The squares of the pieces that kill their capturers.
    pub poisonous: Vec<SquareIndex>,
    /// The squares on which pieces of the first and of the second side burn.
    pub burning: [Vec<SquareIndex>; 2],
}

/// A piece that lends its moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct LoanView {
    /// The square of the lender.
    pub lender: SquareIndex,
    /// The squares of the pieces it serves.
    pub borrowers: Vec<SquareIndex>,
}

/// A royal piece that could be taken.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct Threat {
    /// The square of the piece that could take it.
    pub from: SquareIndex,
    /// The square of the royal piece.
    pub royal: SquareIndex,
}

/// The squares that a side covers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct Coverage {
    /// The squares, empty or with an opposing piece, where the side could take a piece.
    pub attacked: Vec<SquareIndex>,
    /// The squares of its own pieces where it could take back.
    pub defended: Vec<SquareIndex>,
}

impl PositionView {
    /// Returns the view of a position; it has turns if the game goes on there.
    pub(crate) fn new(
        node: u32,
        position: &Position,
        last: Option<(Turn, &str)>,
        losses: [Vec<PieceType>; 2],
        is_open: bool,
    ) -> PositionView {
        let taken = Side::BOTH.map(|side| captures(position, side));
        let prey = [0, 1].map(|side: usize| squares(taken[side].iter().map(|&(_, square)| square).collect()));
        let is_royal = |square: Square| {
            position.board().at(square).kind().is_some_and(|kind| position.game().is_royal(kind))
        };
        let mut threats: Vec<Threat> = Vec::new();
        for &(from, square) in taken.iter().flatten().filter(|(_, square)| is_royal(*square)) {
            let threat = Threat { from: from.byte(), royal: square.byte() };
            if !threats.contains(&threat) {
                threats.push(threat);
            }
        }
        let (turns, unlisted) =
            if is_open { told_turns(position, MAX_TOLD_TURNS) } else { Default::default() };
        PositionView {
            node,
            key: key(position),
            board: position.into(),
            pairs: pairs(position),
            beside: BesideView::of(position),
            side: side_index(position.side()),
            text: position.to_string(),
            last: last.map(|(turn, text)| last_turn(position, turn, text)),
            turns,
            unlisted,
            marks: Marks::of(position),
            loans: loans(position),
            prey,
            threats,
            losses: losses.map(|types| types.into_iter().map(PieceType::byte).collect()),
            repetitions: position.earlier_occurrences() as u32,
        }
    }
}

/// Returns the key of a position as it goes over the wire.
pub(crate) fn key(position: &Position) -> String {
    format!("{:016x}", position.key())
}

/// Returns the turn that led to a position.
pub(crate) fn last_turn(position: &Position, turn: Turn, text: &str) -> TurnView {
    let mut before = position.clone();
    before.undo();
    TurnView { forbidden: false, ..Viewer::new(&before).view(turn, text) }
}

impl Marks {
    /// Returns what holds on a position.
    pub(crate) fn of(position: &Position) -> Marks {
        let of_both = |of: fn(&Position, Side) -> SquareSet| {
            squares(of(position, Side::First) | of(position, Side::Second))
        };
        Marks {
            immobilized: of_both(Position::immobilized),
            bewitched: of_both(Position::bewitched),
            doubled: squares(position.doubled()),
            poisonous: squares(position.poisonous()),
            burning: Side::BOTH.map(|side| squares(position.burning(side))),
        }
    }
}

fn loans(position: &Position) -> Vec<LoanView> {
    let view = |(lender, borrowers): (Square, SquareSet)| LoanView {
        lender: lender.byte(),
        borrowers: squares(borrowers),
    };
    Side::BOTH.into_iter().flat_map(|side| position.borrowers(side)).map(view).collect()
}

/// Returns the opposing pieces that a side could take or convert if it were its turn, each with the piece that does it.
fn captures(position: &Position, side: Side) -> Vec<(Square, Square)> {
    captures_within(position, side, &mut { usize::MAX }).expect("nothing is that much work")
}

/// Does the same unless that is more work than is `left`, in turns looked at; the work is taken from it.
pub(crate) fn captures_within(
    position: &Position,
    side: Side,
    left: &mut usize,
) -> Option<Vec<(Square, Square)>> {
    let mut trial = position.clone();
    if trial.side() != side {
        trial.null_turn();
    }
    let mut turns = Vec::new();
    let mut rest = Some(*left);
    trial.generate_while(Scope::Captures, &mut turns, &mut |work| {
        rest = rest.and_then(|rest| rest.checked_sub(work));
        rest.is_some()
    });
    *left = rest?;
    let mut found = Vec::new();
    for turn in turns.into_iter().take(MAX_TRIED_CAPTURES) {
        let mut victims = Victims { of: side.other(), squares: SquareSet::EMPTY };
        trial.play_unchecked_with(turn, &mut victims);
        // A piece that only moved away on the board has left a square, too.
        let gone = victims.squares.iter().filter(|&square| {
            let stands = trial.board().at(square);
            stands.is_none() || stands.side() == side
        });
        found.extend(gone.map(|square| (turn.first.from, square)));
        trial.undo();
    }
    Some(found)
}

/// Notes where pieces of a side are removed.
struct Victims {
    of: Side,
    squares: SquareSet,
}

impl Observer for Victims {
    fn put(&mut self, _: Piece, _: Square) {}

    fn removed(&mut self, piece: Piece, square: Square) {
        if piece.side() == self.of {
            self.squares.insert(square);
        }
    }
}

/// Returns what each side covers: for every square, whether it could take an opposing piece there. `None` where more than `most` turns
/// would have to be looked at.
pub(crate) fn coverage(position: &Position, most: usize) -> Option<[Coverage; 2]> {
    let mut left = most;
    let mut covers = |side: Side| {
        let mut coverage = Coverage::default();
        for square in position.game().size().iter() {
            let stands = position.board().at(square);
            if stands.is_wall() || !stands.is_none() && stands.side() != side {
                continue;
            }
            if takes(&position.with_target(side, square), side, square, &mut left)? {
                let list = if stands.is_none() { &mut coverage.attacked } else { &mut coverage.defended };
                list.push(square.byte());
            }
        }
        let taken = captures_within(position, side, &mut left)?;
        coverage.attacked.extend(taken.iter().map(|&(_, taken)| taken.byte()));
        coverage.attacked.sort_unstable();
        coverage.attacked.dedup();
        Some(coverage)
    };
    Some([covers(Side::First)?, covers(Side::Second)?])
}

/// Returns the pieces of a side that could each take an opposing piece on a square if it were its turn; `None` if that is more work
/// than is `left`, in turns looked at.
pub(crate) fn attackers(
    position: &Position,
    side: Side,
    square: Square,
    left: &mut usize,
) -> Option<SquareSet> {
    let trial = position.with_target(side, square);
    let mut found = trial.attackers(side, square);
    let doubled = trial.doubled() & trial.board().side(side);
    if !doubled.is_empty() {
        let taken = captures_within(&trial, side, left)?;
        found |= taken
            .iter()
            .filter(|(from, at)| *at == square && doubled.contains(*from))
            .map(|&(from, _)| from)
            .collect::<SquareSet>();
    }
    Some(found)
}

/// Returns whether a side could take an opposing piece if it were its turn. Only where a piece may move twice are all
/// captures listed; `None` if that is more work than is `left`.
fn takes(position: &Position, side: Side, square: Square, left: &mut usize) -> Option<bool> {
    if position.is_attacked_by(side, square) {
        return Some(true);
    }
    if !position.doubled().intersects(position.board().side(side)) {
        return Some(false);
    }
    let taken = captures_within(position, side, left)?;
    Some(taken.iter().any(|&(_, taken)| taken == square))
}
