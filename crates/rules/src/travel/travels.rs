//! All plain travels of a piece together.

use super::leap::Leaps;
use super::ride::Rides;
use super::{Ray, Route, RouteRules, View};
use crate::grammar::ast::Mode;
use crate::vocabulary::{Rays, Square, SquareSet};

/// The plain travels of a piece of one side, compiled for a board.
#[derive(Clone, Debug, Default)]
pub(crate) struct Travels {
    leaps: Leaps,
    /// The travels other than leaps; many pieces have none.
    routes: Option<Box<Routes>>,
}

/// The travels of a piece that depend on the other pieces of the board.
#[derive(Clone, Debug, Default)]
pub(super) struct Routes {
    pub(super) rides: Rides,
    pub(super) others: Vec<(Route, Mode)>,
}

impl Travels {
    /// Combines leaps and other travels.
    pub(super) fn new(leaps: Leaps, routes: Routes) -> Travels {
        let any = !routes.rides.is_empty() || !routes.others.is_empty();
        Travels { leaps, routes: any.then(|| Box::new(routes)) }
    }

    /// Returns rides of one mode.
    pub(super) fn of_rides(rays: Vec<Ray>, mode: Mode) -> Travels {
        let mut rides = Rides::default();
        rides.add(rays, mode);
        Travels::new(Leaps::None, Routes { rides, others: Vec::new() })
    }

    /// Returns the exits of a square: squares of which at least one is free of friends if there is any move from there.
    pub(crate) fn exits(&self, rays: &Rays, from: Square) -> SquareSet {
        let leaps = self.leaps.exits(from);
        self.routes.as_ref().map_or(leaps, |routes| leaps | routes.exits(rays, from))
    }

    /// Returns the squares on which a move from `from` may end. Each is empty or holds an opposing piece, except those next to
    /// a friendly royal piece, which may hold a friend (K72).
    #[inline(always)]
    pub(crate) fn destinations(&self, view: &View<'_>, from: Square) -> SquareSet {
        let leaps = self.leaps.destinations(view, from);
        match &self.routes {
            None => leaps,
            Some(routes) => leaps | routes.destinations(view, from),
        }
    }

    /// Returns the destinations after which a doubled piece may not continue: those of a chain of hops that is not a single hop
    /// with a capture, unless another travel leads there, too (K96).
    pub(crate) fn final_destinations(&self, view: &View<'_>, from: Square) -> SquareSet {
        self.destinations(view, from) - self.open_destinations(view, from)
    }

    /// Returns the destinations after which a doubled piece may continue (K96).
    pub(super) fn open_destinations(&self, view: &View<'_>, from: Square) -> SquareSet {
        let leaps = self.leaps.destinations(view, from);
        self.routes.as_ref().map_or(leaps, |routes| leaps | routes.open_destinations(view, from))
    }

    /// Returns whether some travel leads over pieces that are not taken (L8).
    pub(crate) fn pass_over_pieces(&self) -> bool {
        let over = |routes: &Routes| routes.others.iter().any(|(route, _)| route.passes_over_pieces());
        self.routes.as_ref().is_some_and(|routes| over(routes))
    }
}

impl Routes {
    /// See [`Travels::exits`].
    fn exits(&self, rays: &Rays, from: Square) -> SquareSet {
        let others = self.others.iter().map(|(route, _)| route.exits(rays, from));
        others.fold(self.rides.exits(rays, from), |all, exits| all | exits)
    }

    /// See [`Travels::destinations`].
    fn destinations(&self, view: &View<'_>, from: Square) -> SquareSet {
        let mut reached =
            if self.rides.is_empty() { SquareSet::EMPTY } else { self.rides.destinations(view, from) };
        for (route, mode) in &self.others {
            reached |= route.destinations(view, *mode, from);
        }
        reached
    }

    /// See [`Travels::open_destinations`].
    fn open_destinations(&self, view: &View<'_>, from: Square) -> SquareSet {
        let others = self.others.iter().map(|(route, mode)| route.open_destinations(view, *mode, from));
        others.fold(self.rides.destinations(view, from), |all, reached| all | reached)
    }
}
