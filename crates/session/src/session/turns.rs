//! Playing turns and walking through the record.

use beaufort_rules::record::NodeId;
use beaufort_rules::{Position, Side, Turn};

use super::{Session, Stage};
use crate::error::PlayError;

impl Session {
    /// Plays a turn given by its text (K119).
    ///
    /// # Errors
    /// If no turn can be played now, or the text is not one that can.
    pub fn play(&mut self, text: &str) -> Result<Turn, PlayError> {
        self.expect_turn()?;
        let turn = self.position.read_turn(text)?;
        self.play_turn(turn)?;
        Ok(turn)
    }

    /// Plays a turn. If another has been played here before, that one becomes a variation.
    ///
    /// # Errors
    /// If no turn can be played now, or it is not one that can.
    pub fn play_turn(&mut self, turn: Turn) -> Result<(), PlayError> {
        self.branch_off(turn)?;
        self.record.moves.promote(self.here);
        self.note_result();
        Ok(())
    }

    /// Plays a turn as a variation, if another has been played here before.
    ///
    /// # Errors
    /// If no turn can be played now, or it is not one that can.
    pub fn branch_off(&mut self, turn: Turn) -> Result<(), PlayError> {
        self.expect_turn()?;
        let Some(text) = self.position.turn_text(turn) else {
            return Err(PlayError::NoTurn);
        };
        if self.position.is_repetition(turn) {
            return Err(PlayError::Repetition(text));
        }
        let node = self.record.moves.add(self.here, &text).expect("a turn's text can stand in a record");
        self.replay.add(node, turn);
        self.position.play_unchecked(turn);
        self.here = node;
        self.note_result();
        Ok(())
    }

    /// Takes back the last turn, which stays in the record; an end that the players had agreed on after it is void. Returns whether there was one.
    pub fn take_back(&mut self) -> bool {
        self.take_back_turns(1) == 1
    }

    /// Takes back up to `turns` turns, as [`Session::take_back`] does. Returns their number.
    pub fn take_back_turns(&mut self, turns: usize) -> usize {
        let mut back = 0;
        while back < turns
            && let Some(parent) = self.record.moves.parent(self.here)
        {
            self.position.undo();
            if self.ended.is_some_and(|(end, _)| end == self.here) {
                self.ended = None;
            }
            self.here = parent;
            back += 1;
        }
        if back > 0 {
            // Finding the result may replay the whole line, so it is done once after all turns are taken back.
            self.note_result();
        }
        back
    }

    /// Plays the turn again that was taken back last. Returns whether there was one.
    pub fn redo(&mut self) -> bool {
        self.redo_while(|done, _| done == 0) == 1
    }

    /// Plays turns again that were taken back, as long as `goes_on` says so of their number and the side to move, or to the last. Returns
    /// their number.
    pub fn redo_while(&mut self, goes_on: impl Fn(usize, Side) -> bool) -> usize {
        let (mut node, mut side, mut again) = (self.here, self.position.side(), 0);
        while goes_on(again, side)
            && let Some(&next) = self.record.moves.children(node).first()
        {
            (node, side, again) = (next, side.other(), again + 1);
        }
        if again > 0 {
            self.jump(node);
        }
        again
    }

    /// Shows another place of the record; the game stays as it is.
    pub fn jump(&mut self, node: NodeId) {
        self.position = self.replay.position(&self.record.moves, node);
        self.here = node;
        self.note_result();
    }

    /// Returns the position at another place of the record, with the turns that led there.
    pub fn position_at(&self, node: NodeId) -> Position {
        self.replay.position(&self.record.moves, node)
    }

    /// Returns the side to move at a place of the record.
    pub(crate) fn side_at(&self, node: NodeId) -> Side {
        let is_even = self.record.moves.path(node).len().is_multiple_of(2);
        if is_even { self.first_side() } else { self.first_side().other() }
    }

    /// Returns the position in which the game began.
    pub(crate) fn start(&self) -> &Position {
        self.replay.start()
    }

    /// Returns the turns that lead to a place of the record.
    pub(crate) fn turns_to(&self, node: NodeId) -> Vec<Turn> {
        self.record.moves.path(node).into_iter().filter_map(|node| self.replay.turn(node)).collect()
    }

    /// Returns the side that makes the first turn of the game.
    pub fn first_side(&self) -> Side {
        self.replay.start().side()
    }

    fn expect_turn(&self) -> Result<(), PlayError> {
        match self.stage() {
            Stage::Setup { .. } => Err(PlayError::SettingUp),
            Stage::Over(verdict) => Err(PlayError::Over(verdict)),
            Stage::Turn(_) => Ok(()),
        }
    }
}
