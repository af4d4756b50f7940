//! `circle`: circular ways around a friendly royal piece (L25, L26).

use chumsky::Parser as _;

use super::term::Term;
use super::{Compiler, Origin, Path, PathRules, Returns, Route, RouteRules, Syntax, View};
use crate::grammar::ast::Mode;
use crate::grammar::phrase;
use crate::grammar::words::{Word, shape};
use crate::vocabulary::{Geometry, Square, SquareSet, Vector};

/// The number of stops of a way, including the starting square.
const STOPS: i16 = 8;

/// Around a friendly royal piece at distance n: over empty squares along every n-th square of the ring, in both directions
/// (L25).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Circle;

impl PathRules for Circle {
    const WORDS: &[Word] = &[shape(
        "circle",
        "circle a royal friend",
        "Goes round a friendly royal piece, either way, over empty squares: at distance n it stands on every n-th square \
         of the ring. If all eight squares of its way are free it may go all round: a turn that changes nothing.",
        "circle a royal friend",
        "L25, L26, L28",
    )];

    /// It takes no note, as it ends on empty squares only.
    fn syntax<'t>() -> Syntax<'t> {
        Syntax::Alone(|| {
            let circle = phrase("circle a royal friend");
            let term = circle.map_with(|(), e| {
                vec![Term { path: Path::Circle(Circle), note: Some(Mode::Moving), span: e.span() }]
            });
            term.boxed()
        })
    }

    fn compile(&self, mode: Mode, compiler: &mut Compiler<'_>) {
        compiler.add(Route::Circle(Circles), mode);
    }

    fn cost(&self, size: Geometry) -> usize {
        size.squares()
    }

    fn superset(&self, origin: Origin) -> SquareSet {
        origin.size.iter().collect()
    }

    fn returns(&self, _: Geometry, _: bool) -> Option<Returns> {
        Some(Returns::WholeCircle)
    }
}

/// The circular ways around friendly royal pieces.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Circles;

impl RouteRules for Circles {
    fn destinations(&self, view: &View<'_>, mode: Mode, from: Square) -> SquareSet {
        view.allowed(mode, &circle(view, from))
    }
}

/// Returns the empty squares that a piece reaches on its ways around the royal pieces of its side.
fn circle(view: &View<'_>, from: Square) -> SquareSet {
    let mut reached = SquareSet::EMPTY;
    for royal in view.board.royals(view.side).iter().filter(|&royal| royal != from) {
        for turn in [1, -1] {
            let free = |stop: &Option<Square>| stop.is_some_and(|square| !view.occupied.contains(square));
            let way = (1..STOPS).map(|stop| stop_of(view.rays.size(), royal, from, turn * stop));
            way.take_while(free).flatten().for_each(|square| reached.insert(square));
        }
    }
    reached
}

/// Returns whether the piece can complete a circle around a royal piece of its side, back to its own square (L26).
pub(super) fn is_whole_circle(view: &View<'_>, from: Square) -> bool {
    view.board.royals(view.side).iter().filter(|&royal| royal != from).any(|royal| {
        (1..STOPS).all(|stop| {
            let square = stop_of(view.rays.size(), royal, from, stop);
            square.is_some_and(|square| !view.occupied.contains(square))
        })
    })
}

/// Returns the square `stop` stops from a square on its way around another, if it is on the board. At distance n the stops are
/// every n-th of the 8n squares of the ring.
fn stop_of(size: Geometry, royal: Square, from: Square, stop: i16) -> Option<Square> {
    let Vector { dx, dy } = size.vector(royal, from);
    let (x, y) = (i16::from(dx), i16::from(dy));
    let n = x.abs().max(y.abs());
    // The ring is numbered clockwise from its upper left corner.
    let index = if y == n {
        x + n
    } else if x == n {
        3 * n - y
    } else if y == -n {
        5 * n - x
    } else {
        7 * n + y
    };
    let (side, along) = {
        let index = (index + stop * n).rem_euclid(STOPS * n);
        (index / (2 * n), index % (2 * n))
    };
    let (x, y) = match side {
        0 => (along - n, n),
        1 => (n, n - along),
        2 => (n - along, -n),
        _ => (-n, along - n),
    };
    size.square(i16::from(size.file(royal)) + x, i16::from(size.rank(royal)) + y)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ways_of_the_examples() {
        let size = Geometry::new(12, 8).unwrap().with_first_file('y').unwrap();
        let at = |name: &str| size.parse(name).unwrap();
        let way = |royal, from: &str| {
            let stops = (0..STOPS).map(|stop| stop_of(size, at(royal), at(from), stop));
            stops.map(|square| square.map_or("-".to_owned(), |square| size.name(square))).collect::<Vec<_>>()
        };
        assert_eq!(way("c4", "b2"), ["b2", "a3", "a5", "b6", "d6", "e5", "e3", "d2"], "E2");
        assert_eq!(way("c4", "c3"), ["c3", "b3", "b4", "b5", "c5", "d5", "d4", "d3"], "E2");
        assert_eq!(way("y4", "y5"), ["y5", "z5", "z4", "z3", "y3", "-", "-", "-"], "E3");
    }
}
