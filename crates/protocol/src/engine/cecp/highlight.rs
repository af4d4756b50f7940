//! The squares that a piece may move to, for XBoard's mouse: XBoard does not know the rules.

use std::collections::BTreeMap;

use crate::notation::xboard::Dialect;
use beaufort_rules::xboard::square_name;
use beaufort_rules::{Position, Side, Square};

/// The colours with a meaning in XBoard.
mod colour {
    /// An empty square to move to.
    pub(super) const MOVE: char = 'Y';
    /// A piece to take.
    pub(super) const CAPTURE: char = 'R';
    /// A promotion that may be declined.
    pub(super) const PROMOTION: char = 'M';
    /// The turn continues from there, or ends with a second click.
    pub(super) const LEG: char = 'C';
}

/// The part of a turn that the mouse has entered: the squares where the piece was lifted and put down, as the turn's text begins.
#[derive(Debug, Default)]
pub(super) struct MouseInput {
    text: String,
    /// The square where the piece was put down last; empty while it is lifted.
    put: String,
}

/// The longest text of an unfinished turn, in bytes.
const MAX_TURN_BYTES: usize = 60;

impl MouseInput {
    /// Handles `lift`: the piece begins another turn or the next leg of the same.
    pub(super) fn lift(&mut self, square: &str) {
        let goes_on = !square.is_empty() && square == self.put && self.text.len() < MAX_TURN_BYTES;
        self.text = if goes_on { format!("{},{square}", self.text) } else { square.to_owned() };
        self.put.clear();
    }

    /// Handles `put`: the piece is put down.
    pub(super) fn put(&mut self, square: &str) {
        // XBoard sends it twice where a promotion may be declined.
        if self.put.is_empty() {
            self.text += square;
        }
        square.clone_into(&mut self.put);
    }

    /// Returns the line that marks the squares that the piece may move to.
    ///
    /// `None`: the other program is not XBoard.
    pub(super) fn targets(&self, dialect: &Dialect, position: &Position) -> Option<String> {
        let shape = dialect.shape()?;
        let size = position.game().size();
        let mut colours = BTreeMap::new();
        for (text, _) in dialect.tellable(position) {
            let Some((square, colour)) = self.target(&text) else { continue };
            let entry = colours.entry(square).or_insert(colour);
            // A square where the turn may end or continue is marked as a leg, a promotion that may be declined as a promotion.
            if colour == colour::LEG || colour == colour::PROMOTION && *entry == colour::MOVE {
                *entry = colour;
            }
        }
        let ranks = shape.ranks(|square| {
            let colour = *colours.get(&square_name(size, square))?;
            let takes = colour == colour::MOVE && holds(position, square, position.side().other());
            Some(if takes { colour::CAPTURE } else { colour }.to_string())
        });
        Some(format!("highlight {ranks}"))
    }

    /// Returns the next square of a turn that begins like the mouse input, with its colour.
    fn target(&self, turn: &str) -> Option<(String, char)> {
        let Some(rest) = turn.strip_prefix(&self.text) else {
            // After a first leg the turn may end on the same square.
            let (first, last) = self.text.rsplit_once(',')?;
            return (turn == first).then(|| (last.to_owned(), colour::MOVE));
        };
        let (first, more) = rest.split_once(',').map_or((rest, None), |(first, more)| (first, Some(more)));
        let colour = match more {
            Some(_) => colour::LEG,
            None if first.ends_with('+') => colour::PROMOTION,
            None => colour::MOVE,
        };
        Some((first.trim_end_matches('+').to_owned(), colour))
    }
}

/// Returns whether a piece of a side stands on a square.
fn holds(position: &Position, square: Square, side: Side) -> bool {
    let piece = position.board().at(square);
    !piece.is_none() && piece.side() == side
}

#[cfg(test)]
mod tests {
    use beaufort_rules::builtin;

    use super::*;

    /// Returns the marks after the squares were lifted and put down in turn.
    fn marked(fen: &str, squares: &[&str]) -> String {
        let game = builtin::game("scirocco").unwrap();
        let dialect = Dialect::of(&game);
        let position = dialect.position(&game, fen).unwrap();
        let mut hand = MouseInput::default();
        hand.lift("j9");
        for (index, square) in squares.iter().enumerate() {
            if index % 2 == 0 { hand.lift(square) } else { hand.put(square) }
        }
        hand.targets(&dialect, &position).unwrap()
    }

    #[test]
    fn promotion_is_a_choice() {
        let fen = "k9/1pp7/P9/10/10/10/10/10/10/K9 w";
        assert_eq!(marked(fen, &["a7"]), "highlight 10/MM8/10/10/10/10/10/10/10/10");
    }

    #[test]
    fn a_piece_that_takes_without_moving_goes_there_and_back() {
        let fen = "k9/10/10/10/10/10/10/10/p9/+D4K4 w";
        let first = "highlight 10/10/10/10/10/10/3Y6/2Y7/CY8/1YYY6";
        assert_eq!(marked(fen, &["a0"]), first);
        // The piece moves back, or stays where its victim was.
        let second = "highlight 10/10/10/10/10/10/10/10/R9/Y9";
        assert_eq!(marked(fen, &["a0", "a1", "a1"]), second);
        // Another turn begins.
        assert_eq!(marked(fen, &["a0", "b0", "a0"]), first);
    }
}
