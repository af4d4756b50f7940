//! A position as planes of numbers.

use beaufort_engine::Features;
use beaufort_rules::game::Game;
use beaufort_rules::{Geometry, Position, Side, SquareSet};
use pyo3::PyResult;

use crate::convert::one_to;

/// The most positions that an array shows, with those before it.
const MAX_HISTORY: i64 = 64;

/// Returns how many positions an array shows.
pub(super) fn history_of(history: i64) -> PyResult<usize> {
    Ok(one_to("history", history, MAX_HISTORY)? as usize)
}

/// The planes of a game, seen by a side. In each the squares stand rank by rank from its edge.
///
/// In order: own types of pieces, the opponent's; of games that have them, how many of each item either holds in reserve and
/// the milestones of the royal pieces, and the castlings that are left; what has just passed, and where it stands; how often
/// the position has occurred before; the turns without progress; whether the second player is to move.
#[derive(Debug)]
pub(crate) struct Planes {
    features: Features,
    items: usize,
    /// Whether drops wait for royal pieces.
    waits: bool,
    /// The most castlings of a side.
    castlings: usize,
}

/// The planes of every game beside those of pieces, reserves and castlings.
const OTHERS: [&str; 5] = [
    "just passed",
    "what has just passed",
    "earlier occurrences",
    "quiet turns",
    "the second player is to move",
];
/// The planes of what has once happened to royal pieces.
const MILESTONES: [&str; 3] =
    ["the own King has moved", "the other King has moved", "a King has reached its last row"];

impl Planes {
    /// Returns the planes of a game.
    pub(crate) fn new(game: &Game) -> Planes {
        let definition = game.definition();
        let of = |side| definition.castlings.iter().filter(|castling| castling.side == side).count();
        let castlings = of(Side::First).max(of(Side::Second));
        let items = definition.drops.items.len();
        let waits = items > 0 && definition.drops.hand.is_none();
        Planes { features: Features::new(game), items, waits, castlings }
    }

    /// Returns the number of planes.
    pub(crate) fn count(&self) -> usize {
        let milestones = if self.waits { MILESTONES.len() } else { 0 };
        2 * (self.features.types() + self.items + self.castlings) + milestones + OTHERS.len()
    }

    /// Returns the shape of the array of a position with some before it: planes, ranks, files.
    pub(crate) fn shape(&self, history: usize) -> Vec<usize> {
        let size = self.size();
        vec![history * self.count(), size.ranks().into(), size.files().into()]
    }

    /// Returns the meaning of each plane.
    pub(crate) fn names(&self, game: &Game) -> Vec<String> {
        let definition = game.definition();
        let mut names = Vec::new();
        for whose in ["own", "other"] {
            names.extend(definition.pieces.iter().map(|piece| format!("{whose} {}", piece.id)));
        }
        for whose in ["own", "other"] {
            let items = definition.drops.items.iter();
            names.extend(items.map(|item| format!("{whose} {} in reserve", item.letters)));
        }
        if self.waits {
            names.extend(MILESTONES.map(str::to_owned));
        }
        for whose in ["own", "other"] {
            names.extend((1..=self.castlings).map(|number| format!("{whose} castling {number}")));
        }
        names.extend(OTHERS.map(str::to_owned));
        names
    }

    /// Writes the numbers of a position, and of those before it as far as there are any, over zeros, each an `i8` that is not
    /// negative.
    pub(crate) fn fill(&self, position: &Position, viewer: Side, history: usize, numbers: &mut [u8]) {
        self.fill_one(position, viewer, &mut numbers[..self.count() * self.size().squares()]);
        if history == 1 {
            return;
        }
        let mut earlier = position.clone();
        for numbers in numbers.chunks_mut(self.count() * self.size().squares()).skip(1) {
            if earlier.ply() == 0 {
                return;
            }
            earlier.undo();
            self.fill_one(&earlier, viewer, numbers);
        }
    }

    /// Writes the numbers of one position likewise.
    fn fill_one(&self, position: &Position, viewer: Side, numbers: &mut [u8]) {
        for (square, piece) in position.board().pieces() {
            numbers[self.features.row(viewer, piece, square)] = 1;
        }
        let mut writer = Writer { planes: self, viewer, rest: &mut numbers[self.features.rows()..] };
        let state = position.state();
        for side in [viewer, viewer.other()] {
            (0..self.items).for_each(|item| writer.constant(state.reserve(side).count(item).into()));
        }
        if self.waits {
            let milestones = state.milestones();
            for reached in
                [milestones.has_moved(viewer), milestones.has_moved(viewer.other()), milestones.has_reached()]
            {
                writer.constant(reached.into());
            }
        }
        let castlings = &position.game().definition().castlings;
        for side in [viewer, viewer.other()] {
            let own = castlings.iter().enumerate().filter(|(_, castling)| castling.side == side);
            let left = own.map(|(index, _)| usize::from(state.may_castle(index)));
            left.chain(std::iter::repeat(0)).take(self.castlings).for_each(|left| writer.constant(left));
        }
        let passed = state.passed();
        writer.squares(&passed.map_or(SquareSet::EMPTY, |passed| passed.squares));
        writer.squares(&passed.and_then(|passed| passed.at).into_iter().collect());
        writer.constant(position.earlier_occurrences());
        writer.constant(position.quiet_turns() as usize);
        writer.constant(position.side().index());
    }

    fn size(&self) -> Geometry {
        self.features.size()
    }
}

/// Writes one plane after the other.
struct Writer<'a> {
    planes: &'a Planes,
    viewer: Side,
    rest: &'a mut [u8],
}

impl<'a> Writer<'a> {
    /// Returns the next plane.
    fn plane(&mut self) -> &'a mut [u8] {
        let (plane, rest) = std::mem::take(&mut self.rest).split_at_mut(self.planes.size().squares());
        self.rest = rest;
        plane
    }

    /// Writes the same number everywhere, the greatest that fits at most.
    fn constant(&mut self, number: usize) {
        self.plane().fill(number.min(i8::MAX as usize) as u8);
    }

    /// Writes 1 on squares.
    fn squares(&mut self, squares: &SquareSet) {
        let (features, viewer) = (&self.planes.features, self.viewer);
        let plane = self.plane();
        squares.iter().for_each(|square| plane[features.seen(viewer, square).index()] = 1);
    }
}
