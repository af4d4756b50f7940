//! Where a piece may go, for the mouse: the engine knows the rules, XBoard does not.

use std::collections::BTreeMap;

use beaufort_rules::Position;

use super::legs::{Legs, square_name};
use super::shape::Shape;

/// The colours of XBoard, as far as they mean something to it.
mod colour {
    /// An empty square to go to.
    pub(super) const MOVE: char = 'Y';
    /// A piece to take.
    pub(super) const CAPTURE: char = 'R';
    /// Promotion is a choice.
    pub(super) const PROMOTION: char = 'M';
    /// The turn goes on from there.
    pub(super) const LEG: char = 'C';
}

/// Returns the line that marks the squares to which the piece on a square may go.
pub(super) fn targets(shape: &Shape, legs: Legs, position: &Position, from: &str) -> String {
    let size = position.game().size();
    let mut colours = BTreeMap::new();
    for (text, _) in legs.tellable(position) {
        let Some(rest) = text.strip_prefix(from) else { continue };
        let (first, more) = rest.split_once(',').map_or((rest, None), |(first, more)| (first, Some(more)));
        let to = first.trim_end_matches('+').to_owned();
        let colour = match more {
            Some(_) => colour::LEG,
            None if first.ends_with('+') => colour::PROMOTION,
            None => colour::MOVE,
        };
        // A promotion that may be declined is a choice; a plain move ends a turn where others would go on.
        let entry = colours.entry(to).or_insert(colour);
        if colour == colour::PROMOTION || *entry == colour::LEG {
            *entry = colour;
        }
    }
    let ranks = shape.ranks(|square| {
        let colour = *colours.get(&square_name(size, square))?;
        let takes = colour == colour::MOVE && !position.board().at(square).is_none();
        Some(if takes { colour::CAPTURE } else { colour }.to_string())
    });
    format!("highlight {ranks}")
}
