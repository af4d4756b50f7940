//! The flights of royal pieces from opposing pieces that startle them (R164).

use crate::position::Position;
use crate::travel::View;
use crate::vocabulary::{Square, SquareSet};

impl Position {
    /// Returns the squares to which the royal piece of the side to move on a square may flee because an opposing piece startles it,
    /// and which it does not reach by a travel of its own. It takes no royal piece by a flight. A piece that is held attacks nothing,
    /// so it startles nobody.
    pub(super) fn flights(&self, royal: Square, view: &View<'_>) -> SquareSet {
        let (game, other) = (self.game(), self.side().other());
        let startles = |&square: &Square| game.abilities(view.board.at(square)).startles.is_some();
        // Most positions need no list of captures.
        let may_startle = self.menacing(other).unwrap_or(view.enemy);
        if may_startle.iter().all(|square| !startles(&square)) {
            return SquareSet::EMPTY;
        }
        let sight = game.sight(view, royal);
        let startling = self.attackers(other, royal).iter().filter(startles);
        let flights =
            startling.filter_map(|square| game.abilities(view.board.at(square)).startles.as_deref());
        let to = flights.fold(SquareSet::EMPTY, |to, flights| to | flights.destinations(&sight, royal));
        let own = game.abilities(view.board.at(royal)).travels.destinations(&sight, royal);
        to - own - view.board.royals(other)
    }
}
