//! How pieces travel: each file a way of travelling, or a family of them.
//!
//! A file tells all about its ways, in this order: what they mean, their words with what the help says, how they are read
//! and compiled, which squares they could reach, where they lead from a square of a board. The table below makes enums of
//! them; nothing else in this crate lists the ways.
//!
//! A travel tells the set of squares it may end on; in which order pieces move, what arrival does and who promotes is not
//! its business. All plain travels of a piece together are its [`Travels`].

mod bend;
mod beside_friend;
mod beside_royal;
mod circle;
mod compile;
mod courses;
mod from_row;
mod halfway;
mod hop;
mod leap;
mod mirror;
mod origin;
mod over;
mod reflecting;
mod ride;
mod term;
mod track;
mod travels;
mod view;
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

/// One plain way to travel, with the note that restricts it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Travel {
    /// The squares passed and reached.
    pub path: Path,
    /// Whether it moves, captures or both.
    pub mode: Mode,
}

/// What a way of travelling is, from its words to what it could reach. What it does not do it need not say.
pub(crate) trait PathRules {
    /// Its words, with what the help and the language page say of them.
    const WORDS: &'static [Word] = &[];

    /// Says how it is written.
    fn syntax<'t>() -> Syntax<'t>;

    /// Adds it to the travels of a piece.
    fn compile(&self, mode: Mode, compiler: &mut Compiler<'_>);

    /// Returns where it could end, whoever stands where: rather too much than too little.
    fn superset(&self, origin: Origin) -> SquareSet;

    /// Returns what it costs for each square of a board and each side: about so many bytes of tables and squares that are
    /// looked at while they are made.
    fn cost(&self, size: Geometry) -> usize;

    /// Returns whether it goes along lines, so that it passes squares (L32).
    fn passes_squares(&self) -> bool {
        false
    }

    /// Returns whether nothing but what stands on the squares straight between decides whether it reaches a piece.
    fn is_straight(&self) -> bool {
        false
    }

    /// Returns when it leads back to where the piece stands: a turn that changes nothing.
    fn returns(&self, _size: Geometry, _turned: bool) -> Option<Returns> {
        None
    }
}

/// A way of travelling on which the other pieces of the board matter, compiled for the pieces of a side.
pub(crate) trait RouteRules {
    /// Returns the exits of a square: squares of which at least one is free of friends if there is any move from it. All
    /// squares, if friends do not hinder it.
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

/// Where a travel leads back to where the piece stands.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Returns {
    /// On these squares (L17).
    On(SquareSet),
    /// Where the piece can go all round a royal piece (L26).
    WholeCircle,
}

impl Returns {
    /// Returns whether the piece on a square may come back to it.
    pub(crate) fn is_open(&self, view: &View<'_>, from: Square) -> bool {
        match self {
            Returns::On(squares) => squares.contains(from),
            Returns::WholeCircle => is_whole_circle(view, from),
        }
    }
}

macro_rules! paths {
    (@routes $($path:ident => $route:ty;)*) => {
        /// A way of travelling on which the other pieces of the board matter.
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
            pub use super::{Path, Travel};
            $(pub use super::$file::$path;)*
        }

        impl Path {
            /// The words of the ways, in the order of the table.
            pub(crate) const WORDS: &[&[Word]] = &[$(<ast::$path as PathRules>::WORDS,)*];

            /// Returns the words that stand for the path; none if legs are written with words of their own.
            pub fn words(&self) -> &'static [Word] {
                match self {
                    $(Path::$path(_) => <ast::$path as PathRules>::WORDS,)*
                }
            }

            /// Returns how each of the ways is written.
            fn syntaxes<'t>() -> Vec<Syntax<'t>> {
                vec![$(<ast::$path as PathRules>::syntax(),)*]
            }

            /// Adds the path to the travels of a piece.
            fn compile(&self, mode: Mode, compiler: &mut Compiler<'_>) {
                match self {
                    $(Path::$path(path) => path.compile(mode, compiler),)*
                }
            }

            /// Returns where the path could end: see [`PathRules::superset`].
            pub(crate) fn superset(&self, origin: Origin) -> SquareSet {
                match self {
                    $(Path::$path(path) => path.superset(origin),)*
                }
            }

            /// Returns what the path costs for each square of a board and each side: see [`PathRules::cost`].
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

            /// Returns whether nothing but what stands on the squares straight between decides whether it reaches a piece.
            pub(crate) fn is_straight(&self) -> bool {
                match self {
                    $(Path::$path(path) => path.is_straight(),)*
                }
            }

            /// Returns when the path leads back to where the piece stands; `turned` for the second player (K9).
            pub(crate) fn returns(&self, size: Geometry, turned: bool) -> Option<Returns> {
                match self {
                    $(Path::$path(path) => path.returns(size, turned),)*
                }
            }
        }

        paths! { @routes $($($path => $route;)?)* }
    };
}

// In the order of the language page; behind the arrow is the compiled form, for ways that are neither leaps nor rides.
paths! {
    Leap in leap;
    Ride in ride;
    Over in over => over::OverRay;
    Hop in hop => hop::Hops;
    HopChain in hop => hop::HopChains;
    Zigzag in zigzag => courses::Courses;
    Track in track => track::Tracks;
    BesideFriend in beside_friend => beside_friend::FriendlyRay;
    Reflecting in reflecting => courses::Courses;
    BesideRoyal in beside_royal => beside_royal::RoyalNeighbours;
    Bend in bend => bend::BentRay;
    FromRow in from_row => from_row::RowTravels;
    Halfway in halfway;
    Mirror in mirror;
    Circle in circle => circle::Circles;
}
