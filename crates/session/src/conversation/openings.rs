//! How far a game follows the openings that are known.

use beaufort_rules::record::{NodeId, Tree};

use super::table::Table;
use crate::library::Library;
use crate::view::OpeningView;

impl Table {
    /// Returns the opening of the line through the place shown.
    pub(super) fn opening(&self, library: &Library) -> Option<OpeningView> {
        let (moves, here) = (&self.session.record().moves, self.session.here());
        self.opening_of(library, moves.path(here).into_iter().chain(moves.line(here)))
    }

    /// Returns the opening of the main line.
    pub(super) fn main_opening(&self, library: &Library) -> Option<OpeningView> {
        self.opening_of(library, self.session.record().moves.line(Tree::ROOT))
    }

    fn opening_of(&self, library: &Library, line: impl Iterator<Item = NodeId>) -> Option<OpeningView> {
        let openings = library.openings(&self.session.game().definition().id)?;
        let line: Vec<NodeId> = line.take(openings.plies() + 1).collect();
        let turns = line.iter().filter_map(|&node| self.session.turn_at(node));
        let found = openings.follow(self.session.start(), turns)?;
        let left = line.get(found.known_plies).filter(|_| found.known_plies > 0);
        let view =
            OpeningView { name: found.name.map(str::to_owned), left: left.map(|node| node.index() as u32) };
        Some(view).filter(|view| *view != OpeningView::default())
    }
}
