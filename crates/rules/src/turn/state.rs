//! Stage 6: changes of the state by a turn (L35, L36, L47 to L49, R50, R52).
//!
//! Everything is derived from the squares that the turn has changed, whatever has changed them: a move, a capture from afar, an
//! exchange. Captures in passing have their own file.

use crate::game::Hands;
use crate::game::definition::{DropItem, Dropped, Drops};
use crate::language::ast::{Mode, Path};
use crate::position::{Position, Reserve, State};
use crate::travel::Origin;
use crate::vocabulary::{Class, Piece, Side, Square, SquareSet};

use super::Turn;
use crate::powers::{Step, StepKind};

impl Position {
    /// Updates the state at the end of a turn.
    pub(crate) fn update_state(&mut self, turn: Turn) {
        let game = self.game();
        let (start, castlings) = (self.state().castling_start(), game.castlings());
        let kept =
            self.changed().iter().fold(!0, |kept, &(square, _)| kept & castlings.without(start, square));
        let passed = self.has_passed(turn);
        let traded = self.has_traded(turn);
        let counts_checks = game.checks_to_win() > 0;
        let keeps = passed.is_none() && traded.is_none() && self.state().keeps(kept);
        if keeps && !game.has_starts() && !counts_checks && (!game.has_drops() || self.keeps_reserves(turn)) {
            return;
        }
        let mut state = *self.state();
        if game.has_starts() {
            self.changed().iter().for_each(|&(square, _)| state.displace(square));
            if game.starts().end_when_aimed_at() {
                self.aimed_at().iter().for_each(|square| state.displace(square));
            }
        }
        state.keep_castlings(castlings, kept);
        state.set_passed(passed);
        state.set_traded(traded);
        if let Some(hands) = game.hands() {
            self.update_hands(hands, turn, &mut state);
        } else if game.has_drops() {
            self.note_royals(&mut state);
            self.update_reserves(turn, &mut state);
        }
        let mover = self.side();
        if counts_checks && self.attacks_royal() {
            let given = state.checks_given(mover).saturating_add(1);
            state.set_checks_given(mover, given.min(self.game().checks_to_win()));
        }
        self.change_state(state);
    }

    /// Returns whether a turn changes neither the reserves nor the milestones of the royal pieces, in a game without hands.
    fn keeps_reserves(&self, turn: Turn) -> bool {
        let matters = |piece: Piece| self.game().matters_to_reserves(piece);
        self.game().hands().is_none()
            && turn.steps().all(|step| step.kind != StepKind::Drop)
            && !self.changed().iter().any(|&(square, old)| matters(old) || matters(self.board().at(square)))
    }

    /// Returns the squares of opposing pieces that lose their travels from the start, as the turn has brought a piece to a square
    /// from which it takes along a line that leads to them, whatever stands between (R52).
    fn aimed_at(&self) -> SquareSet {
        let (game, board, side) = (self.game(), self.board(), self.side());
        let ends = |&square: &Square| game.starts().ends_when_aimed_at(board.at(square));
        let targets: SquareSet =
            (self.state().unmoved() & board.side(side.other())).iter().filter(ends).collect();
        let arrived = self.changed().iter().map(|&(square, _)| square);
        let arrived = arrived.filter(|&square| board.side(side).contains(square));
        arrived.fold(SquareSet::EMPTY, |aimed, square| {
            let Some(kind) = board.at(square).kind() else { return aimed };
            let travels = game.piece(kind).ability.travels.iter();
            let takes_along =
                travels.filter(|travel| travel.mode != Mode::Moving && matches!(travel.path, Path::Ride(_)));
            let origin = Origin { size: game.size(), square, turned: side == Side::Second };
            aimed | (origin.travels(takes_along) & targets)
        })
    }

    /// Returns whether the turn that is ending is quiet: no piece was added or removed, and no irreversible piece has moved
    /// (L49).
    pub(crate) fn is_quiet(&self, turn: Turn, pieces_before: u16) -> bool {
        let progresses = |step: Step| {
            let mover = self.changed().iter().find(|&&(square, _)| square == step.from);
            step.kind == StepKind::Drop || mover.is_some_and(|&(_, old)| self.game().is_irreversible(old))
        };
        self.pieces() == pieces_before && !turn.steps().any(progresses)
    }

    /// Records which royal pieces have moved or have been moved, and whether one has reached its last rank (L36).
    fn note_royals(&self, state: &mut State) {
        let is_royal = |piece: Piece| self.game().classes(piece).contains(Class::Royal);
        for &(square, old) in self.changed() {
            let new = self.board().at(square);
            if is_royal(old) {
                state.milestones_mut().moved(old.side());
            }
            if is_royal(new) && self.game().zone(new.side()).contains(square) {
                state.milestones_mut().reached();
            }
        }
    }

    /// Takes what a turn drops out of the hand of its side, and adds its captures (R70, R71); closes the gates of an empty hand
    /// (R106).
    fn update_hands(&self, hands: &Hands, turn: Turn, state: &mut State) {
        let (items, side) = (&self.game().definition().drops.items, self.side());
        let mut changes = [0i16; Drops::MAX_ITEMS];
        for kind in turn.steps().filter(|step| step.kind == StepKind::Drop).filter_map(|step| step.promotion)
        {
            if let Some(index) = items.iter().position(|item| item.what.brings(kind)) {
                changes[index] -= 1;
            }
        }
        if hands.captures {
            for (square, old) in self.first_changes() {
                let now = self.board().at(square);
                let of_other = |piece: &Piece| piece.kind().is_some() && piece.side() != side;
                let converted = now.kind() == old.kind()
                    && now.side() == side
                    && !turn.steps().any(|step| step.to == square);
                if let Some(item) =
                    Some(old).filter(of_other).filter(|_| !converted).and_then(|old| hands.taken_as(old))
                {
                    changes[item] += 1;
                }
                // A piece that has only been moved is still there.
                if let Some(item) = Some(now).filter(of_other).and_then(|now| hands.taken_as(now)) {
                    changes[item] -= 1;
                }
            }
        }
        if hands.losses {
            let reserve = state.reserve_mut(side.other());
            for (index, &lost) in self.own_losses(hands, turn).iter().enumerate() {
                reserve.set(index, reserve.count(index).saturating_add(lost));
            }
        }
        let reserve = state.reserve_mut(side);
        for (index, (&change, item)) in
            changes.iter().zip(items).enumerate().filter(|(_, (change, _))| **change != 0)
        {
            if !item.endless {
                let count = i16::from(reserve.count(index)).saturating_add(change);
                reserve.set(index, u8::try_from(count.max(0)).unwrap_or(u8::MAX));
            }
        }
        self.close_gates(hands, side, state);
    }

    /// Forgets which pieces have not left their gates, if a side's hand is empty for ever (R106).
    pub(crate) fn close_gates(&self, hands: &Hands, side: Side, state: &mut State) {
        if state.reserve(side).is_empty() && hands.closes_gates() {
            let without = |square: &Square| !self.game().starts().matters_to(self.board().at(*square));
            let closed = (hands.gates(side) & *state.unmoved()).iter().filter(without).collect();
            state.forget(&closed);
        }
    }

    /// Returns the numbers of a side's own pieces that its turn has removed, by what they become in a hand (R131).
    #[cold]
    fn own_losses(&self, hands: &Hands, turn: Turn) -> [u8; Drops::MAX_ITEMS] {
        let side = self.side();
        let mut lost = [0i16; Drops::MAX_ITEMS];
        let mut add = |piece: Piece, number: i16| {
            let own = Some(piece).filter(|piece| piece.kind().is_some() && piece.side() == side);
            if let Some(item) = own.and_then(|own| hands.taken_as(own)) {
                lost[item] += number;
            }
        };
        for (square, old) in self.first_changes() {
            add(old, 1);
            add(self.board().at(square), -1);
        }
        for (step, kind) in turn.steps().filter_map(|step| Some((step, step.promotion?))) {
            // A piece from the hand or by promotion has not been there before.
            add(Piece::new(kind, side), 1);
            let mover = self.first_changes().find(|&(square, _)| square == step.from);
            if let Some((_, mover)) = mover.filter(|_| step.kind != StepKind::Drop) {
                add(mover, -1);
            }
        }
        lost.map(|number| u8::try_from(number.max(0)).unwrap_or(u8::MAX))
    }

    /// Returns the squares that a turn has changed, each once, with what stood there before it.
    fn first_changes(&self) -> impl Iterator<Item = (Square, Piece)> {
        let changed = self.changed();
        let is_first = |&(index, &(square, _)): &(usize, &(Square, Piece))| {
            !changed[..index].iter().any(|&(before, _)| before == square)
        };
        changed.iter().enumerate().filter(is_first).map(|(_, &change)| change)
    }

    /// Removes the drop of a turn from the reserve, and adds its captures, unless a royal piece has reached its last rank
    /// (L35). A turn with a drop captures nothing.
    fn update_reserves(&self, turn: Turn, state: &mut State) {
        let items = &self.game().definition().drops.items;
        let sides = [self.side(), self.side().other()];
        let is_drop = |step: &Step| step.kind == StepKind::Drop;
        if turn.steps().any(|step| is_drop(&step)) {
            for step in turn.steps().filter(is_drop) {
                let left = take_out(items, step, sides.map(|side| state.reserve(side)));
                sides.into_iter().zip(left).for_each(|(side, reserve)| *state.reserve_mut(side) = reserve);
            }
        } else if !state.milestones().has_reached() {
            for (index, item) in items.iter().enumerate().filter(|(_, item)| item.recaptured) {
                if let Dropped::Single(kind, _) = item.what {
                    let captured = self.captured(turn, Piece::new(kind, self.side().other()));
                    let reserve = state.reserve_mut(self.side());
                    reserve.set(index, reserve.count(index).saturating_add(captured));
                }
            }
        }
    }

    /// Returns the number of opposing pieces of a kind that a turn has captured. Pieces destroyed by an explosion or converted
    /// are not captured (R39).
    fn captured(&self, turn: Turn, piece: Piece) -> u8 {
        let explodes = turn.steps().any(|step| step.kind == StepKind::Place);
        let is_converted = |square: Square| {
            let there = self.board().at(square);
            there.kind() == piece.kind() && there.side() != piece.side()
        };
        let counts =
            |square: Square| turn.steps().any(|step| step.to == square) || !explodes && !is_converted(square);
        let changed = self.changed();
        // For a square changed by both moves of a turn, the first change has the original piece.
        let squares = changed.iter().enumerate().filter(|&(index, &(square, _))| {
            counts(square) && !changed[..index].iter().any(|&(before, _)| before == square)
        });
        let captured = squares.fold(0, |captured, (_, &(square, old))| {
            captured + i16::from(old == piece) - i16::from(self.board().at(square) == piece)
        });
        u8::try_from(captured.max(0)).unwrap_or(u8::MAX)
    }
}

/// Returns the reserves after a drop, of the dropping side and of the other. The first drop of one item of a choice chooses for
/// both sides (L3).
fn take_out(items: &[DropItem], step: Step, [mut own, mut other]: [Reserve; 2]) -> [Reserve; 2] {
    let brings = |item: &DropItem| item.what.piece().is_some_and(|piece| step.promotion == Some(piece));
    let Some(chosen) = items.iter().position(brings) else { return [own, other] };
    let choice = items.iter().enumerate().find_map(|(index, item)| match &item.what {
        Dropped::Choice(among) if among.contains(&chosen) => Some((index, among)),
        _ => None,
    });
    let taken = if own.count(chosen) > 0 { chosen } else { choice.map_or(chosen, |(index, _)| index) };
    own.set(taken, own.count(taken).saturating_sub(1));
    if let Some((index, among)) = choice {
        let all = std::iter::once(index).chain(among.iter().copied());
        let left = all.clone().map(|item| other.count(item)).sum();
        all.for_each(|item| other.set(item, 0));
        other.set(chosen, left);
    }
    [own, other]
}
