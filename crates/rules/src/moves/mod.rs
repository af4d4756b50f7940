//! How pieces travel: by leaps, along rides, over bends.
//!
//! A travel tells the set of squares it may end on; in which order pieces move, what arrival does and who promotes
//! is not its business. All plain travels of a piece together are its [`Travels`].

mod bend;
mod leap;
mod ride;

use crate::geometry::{BoardSize, Rays, Square, SquareSet};
use crate::language::ast::{Mode, Path, Travel};

use bend::Bend;
use leap::Leaps;
pub(crate) use leap::targets_of;
pub(crate) use ride::Ride;

/// What a travel must know of a position: who stands where, seen by the side that moves.
#[derive(Clone, Copy, Debug)]
pub(crate) struct View<'a> {
    /// The rays of the game.
    pub(crate) rays: &'a Rays,
    /// The squares of the moving side's pieces.
    pub(crate) own: SquareSet,
    /// The squares of the other side's pieces.
    pub(crate) enemy: SquareSet,
    /// The squares of both.
    pub(crate) occupied: SquareSet,
}

impl View<'_> {
    /// Returns those squares on which a travel of the mode may end: empty ones, opposing pieces or both (K13).
    #[inline]
    fn allowed(&self, mode: Mode, squares: &SquareSet) -> SquareSet {
        match mode {
            Mode::Both => squares.without(&self.own),
            Mode::Moving => squares.without(&self.occupied),
            Mode::Capturing => squares.intersection(&self.enemy),
        }
    }
}

/// The plain travels of a piece of one side, compiled for a board.
#[derive(Clone, Debug, Default)]
pub(crate) struct Travels {
    leaps: Leaps,
    rides: Box<[(Ride, Mode)]>,
    bends: Box<[Bend]>,
}

impl Travels {
    /// Compiles travels; `turned` for the second player, whose vectors are turned half round (K9).
    pub(crate) fn compile(size: BoardSize, rays: &mut Rays, travels: &[Travel], turned: bool) -> Travels {
        let mut leaps = Leaps::default();
        let mut rides = Vec::new();
        let mut bends = Vec::new();
        for travel in travels {
            match &travel.path {
                Path::Leap(vectors) => leaps.add(size, vectors, travel.mode, turned),
                Path::Ride(ride) => {
                    let lines = Ride::compile(size, rays, ride, turned);
                    rides.extend(lines.into_iter().map(|line| (line, travel.mode)));
                }
                Path::Bend { first, stop, second, bearing } => {
                    bends.extend(Bend::compile(
                        size,
                        rays,
                        first,
                        *stop,
                        second,
                        *bearing,
                        travel.mode,
                        turned,
                    ));
                }
            }
        }
        Travels { leaps, rides: rides.into(), bends: bends.into() }
    }

    /// Returns the squares on which a move from `from` may end, each empty or held by an opposing piece.
    #[inline]
    pub(crate) fn destinations(&self, view: &View<'_>, from: Square) -> SquareSet {
        let mut reached = self.leaps.destinations(view, from);
        for (ride, mode) in &self.rides {
            reached = reached.union(&view.allowed(*mode, &ride.reach(view, from)));
        }
        for bend in &self.bends {
            reached = reached.union(&bend.destinations(view, from));
        }
        reached
    }
}
