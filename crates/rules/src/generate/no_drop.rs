//! Reasons why a piece of the reserve or from a hand cannot be dropped.

use crate::game::definition::{Dropped, Held, Spot, Surroundings};
use crate::game::{Form, Hands};
use crate::position::Position;
use crate::powers::{Step, StepKind};
use crate::turn::Turn;
use crate::vocabulary::{Side, Square, SquareSet};

use super::drops::{are_open, beside, narrowed, on_side, royals_see};
use super::illegal::{Found, IllegalTurn};

/// A rule that forbids some squares to a drop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DropRule {
    /// The piece may be dropped on some squares alone (R70).
    Place,
    /// From there it could never move (R73).
    DeadEnd,
    /// Squares must be empty.
    Occupied,
    /// The file has the greatest number of its kind (R74).
    FullFile(u8),
    /// The pieces around forbid it (R160).
    Surroundings(Surroundings),
    /// It would give check (R72).
    GivesCheck,
    /// It would checkmate (R72).
    GivesMate,
    /// It would not give check, but must (L40).
    NoCheck,
}

/// The reason why the side to move cannot drop what it holds, or not on a square.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NoDrop {
    /// The royal pieces of these sides have to move before anything is dropped (L36).
    TooEarly {
        /// The sides whose royal pieces have not moved.
        waiting: Vec<Side>,
    },
    /// A royal piece has reached its last rank: nothing is dropped any more (L36).
    TooLate,
    /// It comes on the board only behind a piece that leaves its first square (R104).
    AtGates,
    /// It comes as a pair, and on each pair of squares something stands (L37 to L39).
    NoPair {
        /// The pairs of squares; fewer than there are royal pieces where a pair beside one is not on the board.
        pairs: Vec<[Square; 2]>,
        /// Which of these squares are not empty.
        occupied: SquareSet,
    },
    /// The royal pieces do not see each other, as they must (L41).
    RoyalsApart,
    /// The last rule that forbids the squares that others leave.
    Forbidden {
        /// The rule.
        rule: DropRule,
    },
    /// It could be dropped, but the turn is illegal.
    Illegal {
        /// The reason for the first of these turns.
        reason: IllegalTurn,
    },
}

impl Position {
    /// Returns why the side to move cannot drop the item of the reserve with this index, on one square if it is given, else anywhere.
    /// `None` if it can, and if it holds no such item. Of an item that may come on the board as several types it is the reason for the
    /// first.
    ///
    /// # Examples
    /// ```
    /// use beaufort_rules::{DropRule, NoDrop, Position, builtin};
    ///
    /// let game = builtin::game("shogi").unwrap();
    /// let position = Position::parse(&game, "4k4/9/9/9/9/9/P8/9/4K4[P] w - - 0 1").unwrap();
    /// let pawn = game.definition().drops.items.iter().position(|item| item.letters == "P").unwrap();
    /// let on = |square| position.no_drop(pawn, Some(game.size().parse(square).unwrap()));
    /// assert_eq!(on("b5"), None);
    /// assert_eq!(on("a5"), Some(NoDrop::Forbidden { rule: DropRule::FullFile(1) }));
    /// assert_eq!(on("b9"), Some(NoDrop::Forbidden { rule: DropRule::DeadEnd }));
    /// ```
    pub fn no_drop(&self, item: usize, to: Option<Square>) -> Option<NoDrop> {
        let (state, side) = (self.state(), self.side());
        let items = &self.game().definition().drops.items;
        let what = &items.get(item).filter(|_| state.reserve(side).count(item) > 0)?.what;
        // The pieces of a choice, or the piece itself.
        let whats: Vec<&Dropped> = match what {
            Dropped::Choice(among) => among.iter().map(|&item| &items[item].what).collect(),
            what => vec![what],
        };
        let is_meant = |turn: &Turn| {
            let Step { kind, from, to: other, promotion, .. } = turn.first;
            let is_there = to.is_none_or(|to| [from, other].contains(&to));
            kind == StepKind::Drop
                && is_there
                && promotion.is_some_and(|kind| whats.iter().any(|what| what.brings(kind)))
        };
        match self.look_for(is_meant) {
            Found::Legal => return None,
            Found::Illegal(reason) => return Some(NoDrop::Illegal { reason }),
            Found::Nothing => {}
        }
        if let (Some(hands), Dropped::Held(held)) = (self.game().hands(), what) {
            return Some(self.no_held_drop(hands, held, &hands.forms()[item], to));
        }
        let milestones = state.milestones();
        if milestones.has_reached() {
            return Some(NoDrop::TooLate);
        }
        if !are_open(milestones) {
            let waiting = Side::BOTH.into_iter().filter(|&side| !milestones.has_moved(side)).collect();
            return Some(NoDrop::TooEarly { waiting });
        }
        let forbidden = |rule| NoDrop::Forbidden { rule };
        let is_occupied = |square| !self.is_empty(square);
        Some(match *whats.first()? {
            Dropped::Single(_, Spot::RoyalsSeeing) if royals_see(self.game(), self.board()) => {
                forbidden(DropRule::Place)
            }
            Dropped::Single(_, Spot::RoyalsSeeing) => NoDrop::RoyalsApart,
            _ if to.is_some_and(is_occupied) => forbidden(DropRule::Occupied),
            Dropped::Single(_, Spot::GivingCheck) => forbidden(DropRule::NoCheck),
            _ => {
                let pairs: Vec<_> = whats.iter().flat_map(|what| self.pairs_of(what)).collect();
                if to.is_some_and(|to| !pairs.iter().any(|pair| pair.contains(&to))) {
                    return Some(forbidden(DropRule::Place));
                }
                let occupied =
                    pairs.iter().flatten().copied().filter(|&square| is_occupied(square)).collect();
                NoDrop::NoPair { pairs, occupied }
            }
        })
    }

    fn is_empty(&self, square: Square) -> bool {
        !(self.board().occupied() | self.board().walls()).contains(square)
    }

    /// Returns the pairs of squares on which pieces are dropped together, if they were empty.
    fn pairs_of(&self, what: &Dropped) -> Vec<[Square; 2]> {
        let (size, side) = (self.game().size(), self.side());
        match what {
            Dropped::Pair(_, pairs) => pairs.iter().map(|&pair| on_side(size, side, pair)).collect(),
            Dropped::BesideRoyal(_) => {
                self.board().royals(side).iter().filter_map(|royal| beside(size, royal)).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Returns the rule that leaves no square to a piece from a hand.
    fn no_held_drop(&self, hands: &Hands, held: &Held, forms: &[Form], to: Option<Square>) -> NoDrop {
        let Some(form) = forms.first().filter(|_| !hands.only_gates) else { return NoDrop::AtGates };
        let (view, side) = (self.view(), self.side());
        let mut rule = DropRule::Place;
        let mut tell = |found, left: &SquareSet, before: &SquareSet| {
            if left.is_empty() && !before.is_empty() {
                rule = found;
            }
        };
        let wanted = to.map_or(SquareSet::ALL, SquareSet::from);
        let placed = held.squares[side.index()] & wanted;
        let free: SquareSet = placed.iter().filter(|&square| self.is_empty(square)).collect();
        tell(DropRule::Occupied, &free, &placed);
        let leading = free & form.squares(side);
        tell(DropRule::DeadEnd, &leading, &free);
        let mut before = leading;
        narrowed(self, form, &view, leading, |found, left| {
            tell(found, left, &before);
            before = *left;
        });
        NoDrop::Forbidden { rule }
    }
}
