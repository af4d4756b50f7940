//! The ways of travelling: each file is one of them, or a family.
//!
//! A file contains everything about its ways, in this order: their meaning, their words with the help, parsing and compilation,
//! a superset of the squares that they could reach, and their destinations on a board. The table below makes enums of them;
//! nothing else in this crate lists the ways.
//!
//! A travel has a set of possible destinations; the order of events, arrivals and promotions are left to other modules. All
//! plain travels of a piece together are its [`Travels`].

mod anywhere;
mod area;
mod bend;
mod beside_friend;
mod beside_royal;
mod chain;
mod circle;
mod circular;
mod compile;
mod courses;
mod from_row;
mod from_start;
mod halfway;
mod hop;
mod in_region;
mod lame;
mod leap;
mod mirror;
mod onto_friends;
mod onto_royals;
mod origin;
mod over;
mod over_rank;
mod reflecting;
mod ride;
mod term;
mod track;
mod travels;
mod view;
mod wrapped;
mod zigzag;

use crate::grammar::ast::Mode;
use crate::grammar::words::Word;
use crate::vocabulary::{Geometry, Rays, Square, SquareSet};

use circle::is_whole_circle;
use compile::Compiler;
pub(crate) use from_row::row_of;
pub(crate) use leap::targets_of;
pub(crate) use mirror::mirrored_targets_of;
pub(crate) use origin::Origin;
pub(crate) use ride::Ray;
use term::Syntax;
pub(crate) use term::{Term, any_terms, term, terms};
pub(crate) use travels::Travels;
pub(crate) use view::View;

/// A plain way to travel, with its mode.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Travel {
    /// The squares passed and reached.
    pub path: Path,
    /// Whether it moves, captures or both.
    pub mode: Mode,
}

/// A way of travelling, from its words to its reach. The defaults are for ways without the respective property.
pub(crate) trait PathRules {
    /// Its words, with the texts for the help and the language page.
    const WORDS: &'static [Word] = &[];

    /// Returns the syntax.
    fn syntax<'t>() -> Syntax<'t>;

    /// Adds it to the travels of a piece.
    fn compile(&self, mode: Mode, compiler: &mut Compiler<'_>);

    /// Returns a superset of the squares on which it could end, wherever other pieces stand.
    fn superset(&self, origin: Origin) -> SquareSet;

    /// Returns the cost for each square of a board and each side: approximately the bytes of its tables and the squares visited
    /// to compute them.
    fn cost(&self, size: Geometry) -> usize;

    /// Returns whether it goes along lines, so that it passes squares (L32).
    fn passes_squares(&self) -> bool {
        false
    }

    /// Returns whether its captures depend only on the squares straight between.
    fn is_straight(&self) -> bool {
        false
    }

    /// Returns whether it depends on whether the piece has been displaced since the game began (R50).
    fn needs_start(&self) -> bool {
        false
    }

    /// Returns the returns to the piece's own square, if any: turns that change nothing.
    fn returns(&self, _size: Geometry, _turned: bool) -> Option<Returns> {
        None
    }
}

/// A way of travelling that depends on the other pieces of the board, compiled for the pieces of a side.
pub(crate) trait RouteRules {
    /// Returns the exits of a square: squares of which at least one is free of friends if there is any move from there. All
    /// squares, if friends are no obstacles.
    fn exits(&self, _: &Rays, _: Square) -> SquareSet {
        SquareSet::ALL
    }

    /// Returns the squares on which a move may end.
    fn destinations(&self, view: &View<'_>, mode: Mode, from: Square) -> SquareSet;

    /// Returns the destinations after which a doubled piece may go on (K96).
    fn open_destinations(&self, view: &View<'_>, mode: Mode, from: Square) -> SquareSet {
        self.destinations(view, mode, from)
    }

    /// Returns whether it leads over pieces that are not taken (L8).
    fn passes_over_pieces(&self) -> bool {
        false
    }
}

/// The conditions under which a travel leads back to the piece's own square.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Returns {
    /// From these squares (L17).
    On(SquareSet),
    /// If the piece can complete a circle around a royal piece (L26).
    WholeCircle,
}

impl Returns {
    /// Returns whether the piece on a square may return to it.
    pub(crate) fn is_open(&self, view: &View<'_>, from: Square) -> bool {
        match self {
            Returns::On(squares) => squares.contains(from),
            Returns::WholeCircle => is_whole_circle(view, from),
        }
    }
}

macro_rules! paths {
    (@routes $($path:ident => $route:ty;)*) => {
        /// A compiled way of travelling that depends on the other pieces of the board.
        #[derive(Clone, Debug)]
        enum Route {
            $($path($route),)*
        }

        impl RouteRules for Route {
            fn exits(&self, rays: &Rays, from: Square) -> SquareSet {
                match self {
                    $(Route::$path(route) => route.exits(rays, from),)*
                }
            }

            #[inline(always)]
            fn destinations(&self, view: &View<'_>, mode: Mode, from: Square) -> SquareSet {
                match self {
                    $(Route::$path(route) => route.destinations(view, mode, from),)*
                }
            }

            fn open_destinations(&self, view: &View<'_>, mode: Mode, from: Square) -> SquareSet {
                match self {
                    $(Route::$path(route) => route.open_destinations(view, mode, from),)*
                }
            }

            fn passes_over_pieces(&self) -> bool {
                match self {
                    $(Route::$path(route) => route.passes_over_pieces(),)*
                }
            }
        }
    };
    ($($path:ident in $file:ident $(=> $route:ty)?;)*) => {
        /// The shape of a travel.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub enum Path {
            $(
                #[doc = concat!("See [`", stringify!($path), "`](ast::", stringify!($path), ").")]
                $path(ast::$path),
            )*
        }

        /// The meaning of each way of travelling.
        pub(crate) mod ast {
            pub use super::in_region::Bound;
            pub use super::{Path, Travel};
            $(pub use super::$file::$path;)*
            pub use super::chain::ChainLeg;
        }

        impl Path {
            /// Returns the travel without conditions for the squares where it may start, pass and end.
            pub(crate) fn unconditional(&self) -> &Path {
                match self {
                    Path::FromRow(inner) => inner.path.unconditional(),
                    Path::InRegion(inner) => inner.path.unconditional(),
                    Path::FromStart(inner) => inner.path.unconditional(),
                    path => path,
                }
            }

            /// Returns the travel without conditions, where [`Path::superset`] obeys them.
            pub(crate) fn without_regions(&self) -> &Path {
                match self {
                    Path::InRegion(inner) => inner.path.unconditional(),
                    path => path,
                }
            }

            /// The words of the ways, in the order of this table.
            pub(crate) const WORDS: &[&[Word]] = &[$(<ast::$path as PathRules>::WORDS,)*];

            /// Returns the words of the path; none if it is written like a leg.
            pub fn words(&self) -> &'static [Word] {
                match self {
                    $(Path::$path(_) => <ast::$path as PathRules>::WORDS,)*
                }
            }

            /// Returns the syntax of each way.
            fn syntaxes<'t>() -> Vec<Syntax<'t>> {
                vec![$(<ast::$path as PathRules>::syntax(),)*]
            }

            /// Adds the path to the travels of a piece.
            fn compile(&self, mode: Mode, compiler: &mut Compiler<'_>) {
                match self {
                    $(Path::$path(path) => path.compile(mode, compiler),)*
                }
            }

            /// Returns a superset of the squares on which the path could end: see [`PathRules::superset`].
            pub(crate) fn superset(&self, origin: Origin) -> SquareSet {
                match self {
                    $(Path::$path(path) => path.superset(origin),)*
                }
            }

            /// Returns the cost of the path for each square of a board and each side: see [`PathRules::cost`].
            pub(crate) fn cost(&self, size: Geometry) -> usize {
                match self {
                    $(Path::$path(path) => path.cost(size),)*
                }
            }

            /// Returns whether the path goes along lines, so that the piece passes squares (L32).
            pub(crate) fn passes_squares(&self) -> bool {
                match self {
                    $(Path::$path(path) => path.passes_squares(),)*
                }
            }

            /// Returns whether the captures of the path depend only on the squares straight between.
            pub(crate) fn is_straight(&self) -> bool {
                match self {
                    $(Path::$path(path) => path.is_straight(),)*
                }
            }

            /// Returns whether the path depends on whether the piece has been displaced since the game began (R50).
            pub(crate) fn needs_start(&self) -> bool {
                match self {
                    $(Path::$path(path) => path.needs_start(),)*
                }
            }

            /// Returns the returns to the piece's own square, if any; `turned` for the second player (K9).
            pub(crate) fn returns(&self, size: Geometry, turned: bool) -> Option<Returns> {
                match self {
                    $(Path::$path(path) => path.returns(size, turned),)*
                }
            }
        }

        paths! { @routes $($($path => $route;)?)* }
    };
}

// In the order of the language page; after the arrow is the compiled form, for ways that are neither leaps nor rides.
paths! {
    Leap in leap;
    Ride in ride;
    OverRank in over_rank => over_rank::OverRankRay;
    Over in over => over::OverRay;
    OverUnlike in over => over::UnlikeRay;
    Hop in hop => hop::Hops;
    HopChain in hop => hop::HopChains;
    Zigzag in zigzag => courses::Courses;
    Circular in circular => courses::Courses;
    Track in track => track::Tracks;
    AreaMove in area => area::Flood;
    BesideFriend in beside_friend => beside_friend::FriendlyRay;
    Reflecting in reflecting => courses::Courses;
    Wrapped in wrapped => courses::Courses;
    BesideRoyal in beside_royal => beside_royal::RoyalNeighbours;
    Bend in bend => bend::BentRay;
    Chain in chain => chain::Chains;
    Lame in lame => lame::LameLeaps;
    FromRow in from_row => from_row::RowTravels;
    FromStart in from_start => from_start::StartTravels;
    InRegion in in_region => in_region::RegionTravels;
    OntoFriends in onto_friends => onto_friends::FriendlyTravels;
    OntoRoyals in onto_royals => onto_royals::RoyalHunt;
    Anywhere in anywhere;
    Halfway in halfway;
    Mirror in mirror;
    Circle in circle => circle::Circles;
}
