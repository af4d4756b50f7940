//! The field of a position string for pieces that have returned: those that stand where a game begins with their like, and have
//! been displaced all the same (R50).

use crate::vocabulary::{SquareSet, phrase};

use super::{Position, PositionError, PositionReader};
use crate::position::State;

/// Returns the names of the squares, or `-`; `None` in a game to which it does not matter.
pub(super) fn returned(position: &Position) -> Option<String> {
    let game = position.game();
    if !game.has_starts() {
        return None;
    }
    let squares = position.at_home() - position.state().unmoved();
    let names: Vec<String> = squares.iter().map(|square| game.size().name(square)).collect();
    Some(if names.is_empty() { "-".to_owned() } else { names.join(",") })
}

impl PositionReader<'_> {
    /// Counts all pieces that stand where a game begins with their like as not displaced, until the field is read.
    pub(super) fn expect_unmoved(&self, position: &mut Position, state: &mut State) {
        if self.game.has_starts() {
            state.set_unmoved(position.at_home());
            position.set_state(*state);
        }
    }

    /// Reads the field, if the game has it; where the text ends before it, no piece has returned.
    pub(super) fn returned(
        &mut self,
        position: &mut Position,
        state: &mut State,
    ) -> Result<(), PositionError> {
        if !self.game.has_starts() || self.text[self.at..].is_empty() {
            return Ok(());
        }
        let at_home = *state.unmoved();
        let (start, field) = self.field(phrase!("the squares of pieces that have returned, or `-`,"))?;
        if field == "-" {
            return Ok(());
        }
        let mut returned = SquareSet::EMPTY;
        let mut at = start;
        for name in field.split(',') {
            let square = self.square(at, name)?;
            if !at_home.contains(square) {
                let message = phrase!("on {square} stands no piece that could have returned", square = name);
                return Err(self.error(at, message));
            }
            returned.insert(square);
            at += name.len() + 1;
        }
        state.set_unmoved(at_home - returned);
        position.set_state(*state);
        // Fewer pieces may take in passing than was thought.
        state.set_passed(state.passed().filter(|passed| position.is_answerable(position.side(), passed)));
        Ok(())
    }
}
