//! The board, the array and its holes.

use beaufort_rules::game::definition::Surroundings;

use super::Translator;

/// The lines of a table.
type Lines = Vec<(String, String)>;

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
        let has_pieces = |side: usize| {
            self.start.pieces.values().any(|piece| piece.side == side)
                || !self.start.hands[side].is_empty()
                || self.variant.is("freeDrops")
        };
        if !(0..2).all(has_pieces) {
            self.unsaid("startFen", "a side has no pieces at all");
        }
    }

    /// Makes the side that begins the first player: the board is turned upside down.
    pub(super) fn order(&mut self) {
        if !self.start.second_begins {
            return;
        }
        let names_squares = |(header, _): &(String, Lines)| header == "[[castling]]";
        // Pieces fall to the first rank of both sides.
        let falls = |(header, lines): &(String, Lines)| {
            header == "[hand]"
                && lines.iter().any(|(_, value)| value.contains(Surroundings::AboveEmpty.words()))
        };
        let names_players = |(_, value): &(String, String)| value.contains("the first player");
        let lines = self.file.endings.iter().flat_map(|(_, lines)| lines);
        if self.file.sections.iter().any(|section| names_squares(section) || falls(section))
            || self.file.ending.iter().chain(lines).any(names_players)
        {
            self.unsaid("startFen", "the board cannot be turned for the second player to begin");
        }
        self.file.turn();
    }
}
