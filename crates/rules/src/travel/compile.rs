//! Compilation of travels to tables.

use super::leap::Leaps;
use super::ride::Rides;
use super::track::{Track, Tracks};
use super::travels::Routes;
use super::{Path, Route, Travel, Travels};
use crate::grammar::ast::Mode;
use crate::vocabulary::{Geometry, Rays, SquareSet, Vector};

/// Compiles the travels of a piece of one side.
pub(crate) struct Compiler<'a> {
    pub(super) rays: &'a mut Rays,
    /// Whether vectors are rotated by half a turn, for the second player (K9).
    pub(super) turned: bool,
    leaps: Vec<(Box<[SquareSet]>, Mode)>,
    rides: Rides,
    routes: Vec<(Route, Mode)>,
    /// The crooked paths, which are compiled together.
    tracks: Vec<(Track, Mode)>,
}

impl Travels {
    /// Compiles travels; `turned` for the second player, whose vectors are rotated by half a turn (K9).
    pub(crate) fn compile(rays: &mut Rays, travels: &[Travel], turned: bool) -> Travels {
        let paths = travels.iter().map(|travel| (&travel.path, travel.mode));
        Travels::of_paths(rays, paths, turned)
    }

    /// Compiles paths.
    pub(super) fn of_paths<'p>(
        rays: &mut Rays,
        paths: impl IntoIterator<Item = (&'p Path, Mode)>,
        turned: bool,
    ) -> Travels {
        let (leaps, rides, routes) = (Vec::new(), Rides::default(), Vec::new());
        let mut compiler = Compiler { rays, turned, leaps, rides, routes, tracks: Vec::new() };
        for (path, mode) in paths {
            path.compile(mode, &mut compiler);
        }
        compiler.join_tracks();
        let Compiler { rays, leaps, rides, routes, .. } = compiler;
        Travels::new(Leaps::compile(rays.size(), &leaps), Routes { rides, others: routes })
    }
}

impl Compiler<'_> {
    /// Returns the size of the board.
    pub(super) fn size(&self) -> Geometry {
        self.rays.size()
    }

    /// Converts a vector from its owner's perspective to the first player's coordinates.
    pub(super) fn turn(&self, vector: Vector) -> Vector {
        if self.turned { -vector } else { vector }
    }

    /// Adds leaps: their targets by square.
    pub(super) fn add_leaps(&mut self, targets: Box<[SquareSet]>, mode: Mode) {
        self.leaps.push((targets, mode));
    }

    /// Adds rides, one direction each.
    pub(super) fn add_rides(&mut self, rays: Vec<super::Ray>, mode: Mode) {
        self.rides.add(rays, mode);
    }

    /// Adds a crooked path.
    pub(super) fn add_track(&mut self, track: &Track, mode: Mode) {
        self.tracks.push((track.clone(), mode));
    }

    /// Joins the crooked paths of each mode, as they often have a common beginning.
    fn join_tracks(&mut self) {
        for mode in [Mode::Both, Mode::Moving, Mode::Capturing] {
            let tracks: Vec<Track> =
                self.tracks.extract_if(.., |(_, of)| *of == mode).map(|(track, _)| track).collect();
            if !tracks.is_empty() {
                let tracks = Tracks::compile(self.rays, tracks, self.turned);
                self.add(Route::Track(tracks), mode);
            }
        }
    }

    /// Adds a travel of another kind.
    pub(super) fn add(&mut self, route: Route, mode: Mode) {
        self.routes.push((route, mode));
    }
}
