//! The board, the array and its holes.

use super::Translator;

impl Translator<'_> {
    pub(super) fn array(&mut self) {
        for (&at, piece) in &self.start.pieces {
            let index = match piece.unpromoted {
                Some(from) => self.promoted_piece(from, piece.slot),
                None => self.index.get(&piece.slot).copied(),
            };
            if let Some(index) = index {
                self.file.array.insert(at, (piece.side, index));
            }
        }
        self.said("startFen");
        if !self.start.walls.is_empty() {
            self.file.holes = self.start.walls.clone();
        }
        if self.start.second_begins {
            self.unsaid("startFen", "the first player always begins");
        }
        let sides = [0, 1].map(|side| self.start.pieces.values().any(|piece| piece.side == side));
        if sides.contains(&false) {
            self.unsaid("startFen", "an army has no piece on the board");
        }
    }
}
