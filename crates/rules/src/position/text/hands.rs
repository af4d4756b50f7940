//! The hands, as FEN writes them behind the board: `[PPn]`, capital letters for the first player (R70).

use crate::game::definition::Drops;
use crate::vocabulary::{Side, phrase};

use super::board::sign;
use super::{Position, PositionError, PositionReader};
use crate::position::State;

/// Writes what is in hand; nothing in a game without hands.
pub(super) fn in_brackets(position: &Position) -> String {
    let mut text = String::new();
    if position.game().hands().is_none() {
        return text;
    }
    let items = position.game().definition().drops.items.iter().enumerate();
    text.push('[');
    for side in Side::BOTH {
        let reserve = position.state().reserve(side);
        for (index, item) in items.clone() {
            let Some(kind) = item.what.piece() else { continue };
            let sign = sign(position.game().piece(kind), side);
            text.push_str(&sign.repeat(reserve.count(index).into()));
        }
    }
    text.push(']');
    text
}

impl PositionReader<'_> {
    /// Reads what is in hand, in any order; without brackets, or with `[-]`, this is nothing.
    pub(super) fn hands(&mut self, state: &mut State) -> Result<(), PositionError> {
        let Some(hands) = self.game.hands().filter(|_| self.peek() == Some('[')) else {
            if self.game.hands().is_some() {
                self.endless(state);
            }
            return Ok(());
        };
        let open = self.at;
        self.at += 1;
        if self.text[self.at..].starts_with("-]") {
            self.at += 1;
        }
        while self.peek() != Some(']') {
            let start = self.at;
            if self.peek().is_none_or(|next| next == ' ') {
                return Err(self.error(open, phrase!("`{text}` is never closed", text = '[')));
            }
            let piece = self.letter()?;
            let items = &self.game.definition().drops.items;
            let item = items.iter().position(|item| item.what.piece() == piece.kind());
            let Some(item) = item.or_else(|| hands.taken_as(piece)) else {
                let text = self.text[start..self.at].to_owned();
                return Err(self.error(start, phrase!("`{text}` is never in a hand", text = text)));
            };
            let reserve = state.reserve_mut(piece.side());
            if reserve.count(item) == Drops::MAX_COUNT {
                let most = Drops::MAX_COUNT;
                return Err(
                    self.error(start, phrase!("a hand has at most {number} of a kind", number = most))
                );
            }
            reserve.set(item, reserve.count(item) + 1);
        }
        self.at += 1;
        self.endless(state);
        Ok(())
    }

    /// Gives each side one of what there is as many of as one likes.
    pub(super) fn endless(&self, state: &mut State) {
        for (index, _) in
            self.game.definition().drops.items.iter().enumerate().filter(|(_, item)| item.endless)
        {
            Side::BOTH.into_iter().for_each(|side| state.reserve_mut(side).set(index, 1));
        }
    }
}
