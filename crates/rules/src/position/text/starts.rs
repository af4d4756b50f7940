//! The field of a position string for pieces that have returned: those that stand where a game begins with their like, and have
//! been displaced all the same (R50). Those on gates have letters among the castlings instead (R107).

use crate::game::Hands;
use crate::vocabulary::{Side, Square, SquareSet, phrase};

use super::{Position, PositionError, PositionReader};
use crate::position::State;

/// Returns the names of the squares, or `-`; `None` in a game to which it does not matter.
pub(super) fn returned(position: &Position) -> Option<String> {
    let game = position.game();
    if !game.has_starts() {
        return None;
    }
    if game.starts().only_gates() {
        return None;
    }
    let squares = position.at_home() - position.state().unmoved() - position.all_gates();
    let names: Vec<String> = squares.iter().map(|square| game.size().name(square)).collect();
    Some(if names.is_empty() { "-".to_owned() } else { names.join(",") })
}

/// Writes the files of a side's pieces that have not left their gates, besides those whose castling tells it: capital letters for
/// the first player (R107).
pub(super) fn gates(position: &Position, side: Side) -> String {
    let castlings = position.game().castlings().of(position.state().castling_start());
    let left = castlings.iter().enumerate().filter(|(index, _)| position.state().may_castle(*index));
    let told: SquareSet = left.flat_map(|(_, castling)| castling.squares()).collect();
    let size = position.game().size();
    let gates = (position.gates_of(side) & *position.state().unmoved()) - told;
    let letters = gates.iter().map(|square| size.file_letter(size.file(square)));
    letters.map(|letter| if side == Side::First { letter.to_ascii_uppercase() } else { letter }).collect()
}

impl Position {
    /// Returns the squares of a side's pieces that are at home on a gate.
    fn gates_of(&self, side: Side) -> SquareSet {
        let gates = self.game().hands().map_or(SquareSet::EMPTY, |hands| hands.gates(side));
        gates & self.board().side(side) & self.at_home()
    }

    /// Returns the squares of all pieces that are at home on a gate.
    fn all_gates(&self) -> SquareSet {
        self.gates_of(Side::First) | self.gates_of(Side::Second)
    }
}

impl PositionReader<'_> {
    /// Counts all pieces that stand where a game begins with their like as not displaced, until the field is read; those on gates if
    /// a castling or one of the letters that named `gates` tells it.
    pub(super) fn expect_unmoved(&self, gates: &SquareSet, position: &mut Position, state: &mut State) {
        if self.game.has_starts() {
            let closed = position.all_gates() - *gates - self.castling_squares(state);
            state.set_unmoved(position.at_home() - closed);
            position.set_state(*state);
        }
    }

    /// Reads the letters of pieces that have not left their gates out of the field of the castlings (R107). Returns the field
    /// without them, and the squares.
    pub(super) fn gates(
        &self,
        start: usize,
        field: &str,
        position: &Position,
    ) -> Result<(String, SquareSet), PositionError> {
        let mut squares = SquareSet::EMPTY;
        if !self.game.hands().is_some_and(Hands::have_gates) || field == "-" {
            return Ok((field.to_owned(), squares));
        }
        let is_castling =
            |letter: char| self.game.definition().castlings.iter().any(|castling| castling.letter == letter);
        let mut castlings = String::new();
        for (offset, letter) in field.char_indices() {
            if is_castling(letter) {
                castlings.push(letter);
                continue;
            }
            let side = if letter.is_ascii_uppercase() { Side::First } else { Side::Second };
            let size = self.game.size();
            let on_file =
                |&square: &Square| size.file_letter(size.file(square)) == letter.to_ascii_lowercase();
            let Some(gate) = position.gates_of(side).iter().find(on_file) else {
                let text = phrase!(
                    "`{text}` is neither a castling nor the file of a piece on its gate",
                    text = letter
                );
                return Err(self.error(start + offset, text));
            };
            squares.insert(gate);
        }
        if castlings.is_empty() && !field.is_empty() {
            castlings.push('-');
        }
        Ok((castlings, squares))
    }

    /// Returns the squares of the pieces whose castling is left.
    fn castling_squares(&self, state: &State) -> SquareSet {
        let castlings = self.game.castlings().of(state.castling_start()).iter().enumerate();
        castlings
            .filter(|(index, _)| state.may_castle(*index))
            .flat_map(|(_, castling)| castling.squares())
            .collect()
    }

    /// Reads the field, if the game has it; where the text ends before it, no piece has returned.
    pub(super) fn returned(
        &mut self,
        position: &mut Position,
        state: &mut State,
    ) -> Result<(), PositionError> {
        if !self.game.has_starts() || self.game.starts().only_gates() || self.text[self.at..].is_empty() {
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
            if !at_home.contains(square) || position.all_gates().contains(square) {
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
