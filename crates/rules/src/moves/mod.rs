//! How pieces travel: by leaps, along rides, over bends, over other pieces, along crooked paths.
//!
//! A travel tells the set of squares it may end on; in which order pieces move, what arrival does and who promotes
//! is not its business. All plain travels of a piece together are its [`Travels`].

mod bend;
mod beside;
mod circle;
mod hop;
mod leap;
mod over;
mod ride;
mod track;

use crate::game::{Class, Side};
use crate::geometry::{BoardSize, Rays, Square, SquareSet};
use crate::language::ast::{Mode, Path, Travel};
use crate::position::Board;

use bend::Bend;
use beside::{beside_friend, beside_royal};
pub(crate) use circle::{circle, is_whole_circle};
use hop::Hop;
use leap::Leaps;
pub(crate) use leap::{mirrored_targets_of, targets_of};
use over::Over;
pub(crate) use ride::Ride;
use track::Tracks;

/// What a travel must know of a position: who stands where, seen by the side that moves.
#[derive(Clone, Copy, Debug)]
pub(crate) struct View<'a> {
    /// The rays of the game.
    pub(crate) rays: &'a Rays,
    /// The board.
    pub(crate) board: &'a Board,
    /// The moving side.
    pub(crate) side: Side,
    /// The squares of the moving side's pieces.
    pub(crate) own: SquareSet,
    /// The squares of the other side's pieces.
    pub(crate) enemy: SquareSet,
    /// The squares of both.
    pub(crate) occupied: SquareSet,
}

impl<'a> View<'a> {
    /// Returns what a side sees.
    #[inline]
    pub(crate) fn new(rays: &'a Rays, board: &'a Board, side: Side) -> View<'a> {
        let own = *board.side(side);
        let enemy = *board.side(side.other());
        View { rays, board, side, own, enemy, occupied: own.union(&enemy) }
    }

    /// Returns what a piece sees that cannot take armoured ones: those of the other side are like friends to it (L27).
    pub(crate) fn sparing(&self) -> View<'a> {
        let armoured = self.board.class(Class::Armoured, self.side.other());
        View { own: self.own.union(armoured), enemy: self.enemy.without(armoured), ..*self }
    }

    /// Returns the same view with opposing pieces on some squares.
    pub(crate) fn with_enemies_on(&self, squares: &SquareSet) -> View<'a> {
        let (enemy, occupied) = (self.enemy.union(squares), self.occupied.union(squares));
        View { own: self.own.without(squares), enemy, occupied, ..*self }
    }

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
    rare: Box<[(Rare, Mode)]>,
}

/// A travel that few pieces have.
#[derive(Clone, Debug)]
enum Rare {
    Over(Over),
    Hop(Hop),
    HopChain(Hop),
    Tracks(Tracks),
    BesideFriend(Ride),
    BesideRoyal,
    Circle,
    /// Travels from these squares alone.
    From(SquareSet, Box<Travels>),
}

impl Travels {
    /// Compiles travels; `turned` for the second player, whose vectors are turned half round (K9).
    pub(crate) fn compile(size: BoardSize, rays: &mut Rays, travels: &[Travel], turned: bool) -> Travels {
        let mut leaps: Vec<(Box<[SquareSet]>, Mode)> = Vec::new();
        let mut rides = Vec::new();
        let mut bends = Vec::new();
        let mut rare = Vec::new();
        for Travel { path, mode } in travels {
            let mode = *mode;
            match path {
                Path::Leap(vectors) => leaps.push((targets_of(size, vectors, turned), mode)),
                Path::Mirror(vectors) => leaps.push((mirrored_targets_of(size, vectors, turned), mode)),
                Path::Circle => rare.push((Rare::Circle, mode)),
                Path::Halfway(ride) => {
                    rides
                        .extend(Ride::halfway(size, rays, ride, turned).into_iter().map(|line| (line, mode)));
                }
                Path::Ride(ride) => {
                    rides
                        .extend(Ride::compile(size, rays, ride, turned).into_iter().map(|line| (line, mode)));
                }
                Path::Bend { first, stop, second, bearing } => {
                    bends.extend(Bend::compile(size, rays, first, *stop, second, *bearing, mode, turned));
                }
                Path::Over { ride, most, sparing } => {
                    let lines = Over::compile(size, rays, ride, *most, *sparing, turned);
                    rare.extend(lines.into_iter().map(|line| (Rare::Over(line), mode)));
                }
                Path::Hop(ride) => rare.push((Rare::Hop(Hop::compile(size, rays, ride, turned)), mode)),
                Path::HopChain(ride) => {
                    rare.push((Rare::HopChain(Hop::compile(size, rays, ride, turned)), mode));
                }
                Path::Track(path) => rare.push((Rare::Tracks(Tracks::path(size, path, turned)), mode)),
                Path::Zigzag(vectors) => {
                    rare.push((Rare::Tracks(Tracks::zigzag(size, vectors, turned)), mode));
                }
                Path::BesideFriend(ride) => {
                    let lines = Ride::compile(size, rays, ride, turned);
                    rare.extend(lines.into_iter().map(|line| (Rare::BesideFriend(line), mode)));
                }
                Path::BesideRoyal => rare.push((Rare::BesideRoyal, mode)),
                Path::FromRow { row, path } => {
                    let travel = Travel { path: (**path).clone(), mode };
                    let travels = Travels::compile(size, rays, &[travel], turned);
                    rare.push((Rare::From(row_of(size, *row, turned), Box::new(travels)), mode));
                }
            }
        }
        let leaps = Leaps::compile(size, &leaps);
        Travels { leaps, rides: rides.into(), bends: bends.into(), rare: rare.into() }
    }

    /// Returns the squares on which a move from `from` may end. Each is empty or held by an opposing piece, but for those
    /// beside a friendly royal piece, which may hold a friend (K72).
    #[inline(always)]
    pub(crate) fn destinations(&self, view: &View<'_>, from: Square) -> SquareSet {
        let mut reached = self.leaps.destinations(view, from);
        if !self.rides.is_empty() {
            reached = reached.union(&self.ridden(view, from));
        }
        if !self.bends.is_empty() || !self.rare.is_empty() {
            reached = reached.union(&self.seldom(view, from));
        }
        reached
    }

    /// Returns whether some travel leads over pieces (L8).
    pub(crate) fn pass_over_pieces(&self) -> bool {
        self.rare.iter().any(|(rare, _)| matches!(rare, Rare::Over(_)))
    }

    /// The destinations of rides.
    fn ridden(&self, view: &View<'_>, from: Square) -> SquareSet {
        let mut reached = SquareSet::EMPTY;
        for (ride, mode) in &self.rides {
            if !ride.is_shut(view, from) {
                reached = reached.union(&view.allowed(*mode, &ride.reach(view, from)));
            }
        }
        reached
    }

    /// The destinations of travels that few pieces have.
    fn seldom(&self, view: &View<'_>, from: Square) -> SquareSet {
        let mut reached = SquareSet::EMPTY;
        for bend in &self.bends {
            reached = reached.union(&bend.destinations(view, from));
        }
        for (rare, mode) in &self.rare {
            reached = reached.union(&rare.destinations(view, *mode, from));
        }
        reached
    }

    /// Returns the destinations after which a doubled piece may not go on: those of a chain of hops that is not a single
    /// hop with a capture, unless another travel leads there too (K96).
    pub(crate) fn final_destinations(&self, view: &View<'_>, from: Square) -> SquareSet {
        let mut last = SquareSet::EMPTY;
        let mut others = self.leaps.destinations(view, from).union(&self.ridden(view, from));
        for bend in &self.bends {
            others = others.union(&bend.destinations(view, from));
        }
        for (rare, mode) in &self.rare {
            let reached = rare.destinations(view, *mode, from);
            if let Rare::HopChain(hop) = rare {
                last = last.union(&reached);
                others = others.union(&hop.reach(view, from).intersection(&view.enemy));
            } else {
                others = others.union(&reached);
            }
        }
        last.without(&others)
    }
}

impl Rare {
    fn destinations(&self, view: &View<'_>, mode: Mode, from: Square) -> SquareSet {
        match self {
            Rare::Over(over) => view.allowed(mode, &over.reach(view, from)),
            Rare::Hop(hop) => view.allowed(mode, &hop.reach(view, from)),
            Rare::HopChain(hop) => view.allowed(mode, &hop.chain(view, from)),
            Rare::Tracks(tracks) => view.allowed(mode, &tracks.reach(view, from)),
            Rare::BesideFriend(ride) => {
                beside_friend(view, from, &view.allowed(mode, &ride.reach(view, from)))
            }
            Rare::BesideRoyal => beside_royal(view, from),
            Rare::Circle => view.allowed(mode, &circle(view, from)),
            Rare::From(squares, travels) if squares.contains(from) => travels.destinations(view, from),
            Rare::From(..) => SquareSet::EMPTY,
        }
    }
}

/// Returns the squares of a side's row, the nearest to its player being 1 (L4).
pub(crate) fn row_of(size: BoardSize, row: u8, turned: bool) -> SquareSet {
    let rank = |square| if turned { size.ranks() - size.rank(square) } else { size.rank(square) + 1 };
    size.iter().filter(|&square| rank(square) == row).collect()
}
