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
mod superset;
mod track;

use crate::grammar::ast::{Mode, Path, Travel};
use crate::vocabulary::{Board, Class, Geometry, Rays, Side, Square, SquareSet};

use bend::Bend;
use beside::{beside_friend, beside_royal};
pub(crate) use circle::{circle, is_whole_circle};
use hop::Hop;
use leap::Leaps;
pub(crate) use leap::{mirrored_targets_of, targets_of};
use over::Over;
pub(crate) use ride::Ride;
use ride::Rides;
pub(crate) use superset::Origin;
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
        View { rays, board, side, own, enemy, occupied: own | enemy }
    }

    /// Returns what a piece sees that cannot take armoured ones: those of the other side are like friends to it (L27).
    pub(crate) fn sparing(&self) -> View<'a> {
        let armoured = self.board.class(Class::Armoured, self.side.other());
        View { own: self.own | armoured, enemy: self.enemy - armoured, ..*self }
    }

    /// Returns the same view with opposing pieces on some squares.
    pub(crate) fn with_enemies_on(&self, squares: &SquareSet) -> View<'a> {
        let (enemy, occupied) = (self.enemy | squares, self.occupied | squares);
        View { own: self.own - squares, enemy, occupied, ..*self }
    }

    /// Returns those squares on which a travel of the mode may end: empty ones, opposing pieces or both (K13).
    #[inline]
    fn allowed(&self, mode: Mode, squares: &SquareSet) -> SquareSet {
        match mode {
            Mode::Both => squares - self.own,
            Mode::Moving => squares - self.occupied,
            Mode::Capturing => squares & self.enemy,
        }
    }
}

/// The plain travels of a piece of one side, compiled for a board.
#[derive(Clone, Debug, Default)]
pub(crate) struct Travels {
    leaps: Leaps,
    /// What is not a leap; nothing for many pieces.
    lines: Option<Box<Lines>>,
}

/// The travels of a piece on which others stand in its way.
#[derive(Clone, Debug, Default)]
struct Lines {
    rides: Rides,
    bends: Vec<Bend>,
    rare: Vec<(Rare, Mode)>,
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
    pub(crate) fn compile(size: Geometry, rays: &mut Rays, travels: &[Travel], turned: bool) -> Travels {
        let mut leaps: Vec<(Box<[SquareSet]>, Mode)> = Vec::new();
        let mut lines = Lines::default();
        let Lines { rides, bends, rare } = &mut lines;
        for Travel { path, mode } in travels {
            let mode = *mode;
            match path {
                Path::Leap(vectors) => leaps.push((targets_of(size, vectors, turned), mode)),
                Path::Mirror(vectors) => leaps.push((mirrored_targets_of(size, vectors, turned), mode)),
                Path::Circle => rare.push((Rare::Circle, mode)),
                Path::Halfway(ride) => rides.add(Ride::halfway(rays, ride, turned), mode),
                Path::Ride(ride) => rides.add(Ride::compile(rays, ride, turned), mode),
                Path::Bend { first, stop, second, bearing } => {
                    bends.extend(Bend::compile(rays, first, *stop, second, *bearing, mode, turned));
                }
                Path::Over { ride, most, sparing } => {
                    let lines = Over::compile(rays, ride, *most, *sparing, turned);
                    rare.extend(lines.into_iter().map(|line| (Rare::Over(line), mode)));
                }
                Path::Hop(ride) => rare.push((Rare::Hop(Hop::compile(rays, ride, turned)), mode)),
                Path::HopChain(ride) => {
                    rare.push((Rare::HopChain(Hop::compile(rays, ride, turned)), mode));
                }
                Path::Track(path) => rare.push((Rare::Tracks(Tracks::path(size, path, turned)), mode)),
                Path::Zigzag(vectors) => {
                    rare.push((Rare::Tracks(Tracks::zigzag(size, vectors, turned)), mode));
                }
                Path::BesideFriend(ride) => {
                    let lines = Ride::compile(rays, ride, turned);
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
        let any = !lines.rides.is_empty() || !lines.bends.is_empty() || !lines.rare.is_empty();
        Travels { leaps, lines: any.then(|| Box::new(lines)) }
    }

    /// Returns the gates of a square: squares of which at least one is free of friends if there is any move from it.
    pub(crate) fn gates(&self, rays: &Rays, from: Square) -> SquareSet {
        let leaps = self.leaps.gates(from);
        self.lines.as_ref().map_or(leaps, |lines| leaps | lines.gates(rays, from))
    }

    /// Returns the squares on which a move from `from` may end. Each is empty or held by an opposing piece, but for those
    /// beside a friendly royal piece, which may hold a friend (K72).
    #[inline(always)]
    pub(crate) fn destinations(&self, view: &View<'_>, from: Square) -> SquareSet {
        let leaps = self.leaps.destinations(view, from);
        match &self.lines {
            None => leaps,
            Some(lines) => leaps | lines.destinations(view, from),
        }
    }

    /// Returns the destinations after which a doubled piece may not go on: those of a chain of hops that is not a single
    /// hop with a capture, unless another travel leads there too (K96).
    pub(crate) fn final_destinations(&self, view: &View<'_>, from: Square) -> SquareSet {
        let last = |lines: &Lines| lines.final_destinations(view, from, self.leaps.destinations(view, from));
        self.lines.as_ref().map_or(SquareSet::EMPTY, |lines| last(lines))
    }

    /// Returns whether some travel leads over pieces (L8).
    pub(crate) fn pass_over_pieces(&self) -> bool {
        let over = |lines: &Lines| lines.rare.iter().any(|(rare, _)| matches!(rare, Rare::Over(_)));
        self.lines.as_ref().is_some_and(|lines| over(lines))
    }
}

impl Lines {
    /// See [`Travels::gates`].
    fn gates(&self, rays: &Rays, from: Square) -> SquareSet {
        let bends = self.bends.iter().map(|bend| bend.gates(rays, from));
        let rare = self.rare.iter().map(|(rare, _)| rare.gates(rays, from));
        bends.chain(rare).fold(self.rides.gates(rays, from), |all, gates| all | gates)
    }

    /// See [`Travels::destinations`].
    fn destinations(&self, view: &View<'_>, from: Square) -> SquareSet {
        let mut reached = self.rides.destinations(view, from);
        for bend in &self.bends {
            reached |= bend.destinations(view, from);
        }
        for (rare, mode) in &self.rare {
            reached |= rare.destinations(view, *mode, from);
        }
        reached
    }

    /// See [`Travels::final_destinations`].
    fn final_destinations(&self, view: &View<'_>, from: Square, leaps: SquareSet) -> SquareSet {
        let mut last = SquareSet::EMPTY;
        let mut others = leaps | self.rides.destinations(view, from);
        for bend in &self.bends {
            others |= bend.destinations(view, from);
        }
        for (rare, mode) in &self.rare {
            let reached = rare.destinations(view, *mode, from);
            if let Rare::HopChain(hop) = rare {
                last |= reached;
                others |= hop.reach(view, from) & view.enemy;
            } else {
                others |= reached;
            }
        }
        last - others
    }
}

impl Rare {
    fn gates(&self, rays: &Rays, from: Square) -> SquareSet {
        match self {
            Rare::Over(over) => over.gates(rays, from),
            Rare::Hop(hop) | Rare::HopChain(hop) => hop.gates(rays, from),
            Rare::Tracks(tracks) => tracks.gates(from),
            Rare::BesideFriend(ride) => SquareSet::from_iter([ride.first_step(rays, from)]),
            // One may take friends, the other depends on where the royal piece stands.
            Rare::BesideRoyal | Rare::Circle => SquareSet::ALL,
            Rare::From(squares, travels) if squares.contains(from) => travels.gates(rays, from),
            Rare::From(..) => SquareSet::EMPTY,
        }
    }

    #[inline(always)]
    fn destinations(&self, view: &View<'_>, mode: Mode, from: Square) -> SquareSet {
        match self {
            Rare::Over(over) => over.destinations(view, mode, from),
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
pub(crate) fn row_of(size: Geometry, row: u8, turned: bool) -> SquareSet {
    let rank = |square| if turned { size.ranks() - size.rank(square) } else { size.rank(square) + 1 };
    size.iter().filter(|&square| rank(square) == row).collect()
}
