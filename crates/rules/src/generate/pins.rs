//! Checks and pins: the moves that leave no royal piece attacked, found without playing them (L46).

use smallvec::SmallVec;

use crate::game::check::Lines;
use crate::position::Position;
use crate::vocabulary::{Square, SquareSet};

/// Restrictions on the pieces of the side to move that are not royal, for moves that only change a piece's square.
pub(super) struct Pins {
    /// The squares on which a move may end: all, or those that parry every check.
    pub(super) targets: SquareSet,
    pub(super) pinned: SquareSet,
    /// The pinned pieces, each with the squares of the line that it must not leave.
    pins: SmallVec<[(Square, SquareSet); 4]>,
    /// The squares between a royal piece and opposing pieces that take by jumping or in other indirect ways. A move that begins
    /// or ends there has to be tried.
    pub(super) uncertain: SquareSet,
}

impl Pins {
    /// Finds the checks and pins by the opposing pieces that could take a royal piece if nothing were in their way; `None` if
    /// moves have to be tried to find out whether they leave a royal piece attacked.
    pub(super) fn new(position: &Position, lines: &Lines, menacing: &SquareSet) -> Option<Pins> {
        let (board, view) = (position.board(), position.view());
        let reaches = position.game().reaches();
        let mut pins = Pins {
            targets: SquareSet::ALL,
            pinned: SquareSet::EMPTY,
            pins: SmallVec::new(),
            uncertain: SquareSet::EMPTY,
        };
        for from in menacing.iter() {
            let piece = board.at(from);
            for royal in reaches.of(piece, from) & board.royals(view.side) {
                let line = lines.between(from, royal);
                if !lines.is_plain(piece) {
                    if !reaches.is_straight(piece) || position.is_attacked_by(view.side.other(), royal) {
                        return None;
                    }
                    pins.uncertain |= line;
                } else if lines.leaps(piece, from).contains(royal) {
                    pins.targets &= SquareSet::from(from);
                } else {
                    pins.add_line(line | SquareSet::from(from), line & view.occupied, &view.own);
                }
            }
        }
        Some(pins)
    }

    /// Adds the check or pin of an attack along a line, given the pieces on it. A piece must move onto the line to parry the
    /// check, or stay on it.
    #[inline]
    fn add_line(&mut self, line: SquareSet, blockers: SquareSet, own: &SquareSet) {
        let Some(blocker) = blockers.first() else {
            self.targets &= line;
            return;
        };
        if own.contains(blocker) && blockers.last() == Some(blocker) {
            self.pinned.insert(blocker);
            self.pins.push((blocker, line));
        }
    }

    /// Returns whether a royal piece is attacked.
    pub(super) fn is_check(&self) -> bool {
        self.targets != SquareSet::ALL
    }

    /// Returns the squares among `to` on which the piece from a square may end.
    #[inline]
    pub(super) fn allowed(&self, from: Square, to: &SquareSet) -> SquareSet {
        let to = to & self.targets;
        if !self.pinned.contains(from) {
            return to;
        }
        self.pins.iter().filter(|(pinned, _)| *pinned == from).fold(to, |to, (_, line)| to & line)
    }
}

/// Returns the squares among `squares` that the opponent attacks once the only royal piece of the side to move has left
/// `royal`, and those of the others for which this has to be tried.
pub(super) fn attacked(
    position: &Position,
    lines: &Lines,
    royal: Square,
    squares: &SquareSet,
) -> (SquareSet, SquareSet) {
    let (board, view) = (position.board(), position.view());
    let other = view.side.other();
    let reaches = position.game().reaches();
    let attackers = squares.iter().fold(SquareSet::EMPTY, |all, to| all | lines.attackers(to, other));
    let mut occupied = view.occupied;
    occupied.remove(royal);
    let (mut attacked, mut uncertain) = (SquareSet::EMPTY, SquareSet::EMPTY);
    for from in attackers & view.enemy {
        let piece = board.at(from);
        let hits = (reaches.of(piece, from) & squares) - attacked;
        if hits.is_empty() {
            continue;
        }
        if !lines.is_plain(piece) {
            uncertain |= hits;
            continue;
        }
        let leaps = hits & lines.leaps(piece, from);
        attacked |= leaps;
        let is_open = |&to: &Square| !lines.between(from, to).intersects(&occupied);
        attacked.extend((hits - leaps).iter().filter(is_open));
    }
    (attacked, uncertain - attacked)
}

/// Returns whether one of some opposing pieces, which all take by leaps and plain rides alone, attacks a square if these squares
/// are occupied.
pub(super) fn is_attacked(
    position: &Position,
    lines: &Lines,
    by: &SquareSet,
    occupied: &SquareSet,
    square: Square,
) -> bool {
    let reaches = position.game().reaches();
    (by & lines.attackers(square, position.side().other())).into_iter().any(|from| {
        let piece = position.board().at(from);
        reaches.of(piece, from).contains(square)
            && (lines.leaps(piece, from).contains(square)
                || !lines.between(from, square).intersects(occupied))
    })
}
