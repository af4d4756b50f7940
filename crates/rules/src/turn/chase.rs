//! Perpetual chase: a side that threatens the same piece anew with every turn (R137 to R139).

use smallvec::SmallVec;

use crate::game::definition::Chase;
use crate::position::Position;
use crate::turn::Scope;
use crate::vocabulary::{Side, Square, SquareSet};

/// A capture: where the piece that takes stands, and what it takes.
type Capture = (Square, Square);

/// A capture by which a side would gain.
struct Threat {
    capture: Capture,
    /// Whether the piece is protected, but only by pieces that could not retake legally.
    is_feigned: bool,
}

impl Position {
    /// Returns whether the side that has just moved, and the other one, have chased one and the same piece with each of their last
    /// turns.
    #[cold]
    pub(super) fn chases_since(&self, turns: usize, rule: &Chase) -> [bool; 2] {
        let mut now = self.clone();
        // The pieces that a side has chased with each of its turns so far, by where they stand now.
        let mut chased: [Option<SquareSet>; 2] = [None; 2];
        for back in 0..=turns {
            // Turns before the start of the game are unknown; they do not free a side that chases.
            if now.ply() == 0 {
                break;
            }
            let mover = back % 2;
            let newly = now.newly_chased(rule);
            chased[mover] = Some(chased[mover].map_or(newly, |earlier| earlier & newly));
            if chased.iter().flatten().all(SquareSet::is_empty) && back > 0 {
                return [false; 2];
            }
            chased[1 - mover] = chased[1 - mover].map(|squares| now.before_turn(squares));
            now.undo();
        }
        chased.map(|squares| squares.is_some_and(|squares| !squares.is_empty()))
    }

    /// Returns where some pieces of the side that has just moved stood before its turn. A piece that came to the board or was changed
    /// otherwise stood nowhere.
    fn before_turn(&self, squares: SquareSet) -> SquareSet {
        let side = self.side().other();
        let changed = self.changed();
        let mut left = changed.iter().filter(|(square, old)| {
            old.kind().is_some() && old.side() == side && !self.board().side(side).contains(*square)
        });
        let from = left.next().map(|&(square, _)| square).filter(|_| left.next().is_none());
        let is_changed = |square: Square| changed.iter().any(|&(other, _)| other == square);
        squares.iter().filter_map(|square| if is_changed(square) { from } else { Some(square) }).collect()
    }

    /// Returns the pieces of the side to move that the last turn has begun to threaten (R138).
    fn newly_chased(&self, rule: &Chase) -> SquareSet {
        let side = self.side().other();
        let threats = self.threats(side, rule);
        if threats.is_empty() {
            return SquareSet::EMPTY;
        }
        let mut before = self.clone();
        before.undo();
        let possible = before.possible_captures();
        let earlier = if threats.iter().any(|threat| threat.is_feigned) {
            before.threats(side, rule)
        } else {
            SmallVec::new()
        };
        let is_new = |threat: &&Threat| {
            let (by, on) = threat.capture;
            let Some(by) = self.before_turn(SquareSet::from_iter([by])).first() else { return true };
            !possible.contains(&(by, on))
                || threat.is_feigned && earlier.iter().all(|earlier| earlier.capture != (by, on))
        };
        threats.iter().filter(is_new).map(|threat| threat.capture.1).collect()
    }

    /// Returns the legal captures of the side to move.
    fn possible_captures(&self) -> SmallVec<[Capture; 16]> {
        self.turns(Scope::Captures).iter().map(|turn| (turn.first.from, turn.last().to)).collect()
    }

    /// Returns the threats of a side: legal captures, if it were to move, by which it would gain (R138, R139).
    fn threats(&self, side: Side, rule: &Chase) -> SmallVec<[Threat; 8]> {
        let mut mover = self.without_history();
        let mut other = mover.clone();
        if self.side() == side { &mut other } else { &mut mover }.null_turn();
        let (board, in_check) = (self.board(), other.is_check());
        let mut threats = SmallVec::<[Threat; 8]>::new();
        for turn in mover.turns(Scope::Captures) {
            let capture @ (by, on) = (turn.first.from, turn.last().to);
            let [chaser, prey] = [by, on].map(|square| board.at(square));
            let Some(worth) = rule.chaser(chaser) else { continue };
            if !board.side(side.other()).contains(on)
                || board.royals(side.other()).contains(on)
                || rule.spares(prey, on)
                || chaser.kind() == prey.kind() && other.possible_captures().contains(&(on, by))
            {
                continue;
            }
            if rule.worth(prey) > worth {
                threats.push(Threat { capture, is_feigned: false });
                continue;
            }
            mover.play_unchecked(turn);
            let is_protected = mover.is_attacked_by(mover.side(), on);
            let answers = || mover.turns(Scope::Captures).iter().any(|answer| answer.last().to == on);
            // Of a side that was in check before, it does not matter whether the answer ends the check.
            let is_retaken = is_protected && (in_check || answers());
            mover.undo();
            if !is_retaken {
                threats.push(Threat { capture, is_feigned: is_protected });
            }
        }
        threats
    }
}
