//! Games as data, compiled to tables.
//!
//! A [`Definition`] says what a game file says; a [`Game`] is the same game ready to be played: every ability turned
//! into tables for both sides and every square.
//!
//! ```
//! use beaufort_rules::builtin;
//!
//! let scirocco = builtin::game("scirocco").unwrap();
//! assert_eq!(scirocco.definition().pieces.len(), 36);
//! assert_eq!(scirocco.size().files(), 10);
//! ```

mod alias;
#[cfg(feature = "builtin")]
pub mod builtin;
mod castlings;
pub(crate) mod check;
mod compile;
pub mod definition;
mod fault;
mod load;
mod reach;
mod setup;

use std::sync::OnceLock;

use crate::powers::{Abilities, Names};
use crate::travel::View;
use crate::vocabulary::{Class, Classes, Geometry, Piece, PieceType, Rays, Side, Square, SquareSet};

pub use alias::{id_of, why_unknown};
pub(crate) use castlings::{Castlings, CompiledCastling};
use check::{Check, Lines, Tables};
pub use definition::{Definition, PieceDef};
pub(crate) use load::{At, GameReader, Value, document, read_definition};
pub use load::{BESTIARY, LoadError, LoadErrors, Source};
pub(crate) use reach::Reaches;
pub use setup::{Setup, SetupError};

use definition::Dropped;

/// A game ready to be played.
#[derive(Clone, Debug)]
pub struct Game {
    definition: Definition,
    rays: Rays,
    /// The compiled abilities, by [`Piece::code`].
    abilities: Vec<Abilities>,
    /// The exits of the pieces, by [`Piece::code`] and square: see [`Game::is_blocked_in`].
    exits: Vec<[SquareSet; Geometry::MAX_SQUARES]>,
    /// The classes of the pieces, by [`Piece::code`].
    classes: Vec<Classes>,
    /// Which types are what another type promotes to.
    promoted: Vec<bool>,
    /// Whether a power can bring a new piece on the board (K71).
    has_births: bool,
    /// Whether any piece has latent powers (K86).
    has_latent_states: bool,
    /// Whether any piece bewitches others or is armoured (L18, L27).
    has_bewitchers_or_armour: bool,
    /// Whether any piece lends to others or doubles them.
    lends_or_doubles: bool,
    /// Whether some promotion sets its piece down elsewhere (L43).
    places_promotions: bool,
    /// For each side, the squares where its pieces promote (K104).
    zones: [SquareSet; 2],
    /// For each side, the squares of the rank farthest from its player.
    last_ranks: [SquareSet; 2],
    /// Whether positions have anything to remember beside the board (L51).
    has_state: bool,
    /// The castlings (L47).
    castlings: Castlings,
    /// Whose moves begin the count of quiet turns anew (L49), by [`Piece::code`].
    irreversible: Vec<bool>,
    /// Which pieces have no influence (see [`Game::has_influence`]), by [`Piece::code`].
    without_influence: Vec<bool>,
    /// Which royal pieces change nothing when they move but where they stand, by [`Piece::code`].
    plain_royals: Vec<bool>,
    /// How the rule of check is kept (L46).
    check: Check,
    /// What every piece could take, found out when it is first asked for.
    reaches: OnceLock<Reaches>,
    /// What every piece attacks, found out when it is first asked for.
    lines: OnceLock<Lines>,
}

impl Game {
    /// Returns the definition the game was compiled from.
    pub fn definition(&self) -> &Definition {
        &self.definition
    }

    /// Returns the size of the board.
    #[inline]
    pub fn size(&self) -> Geometry {
        self.definition.size
    }

    /// Returns the description of a piece type.
    ///
    /// # Panics
    /// If the type is not one of this game.
    #[inline]
    pub fn piece(&self, kind: PieceType) -> &PieceDef {
        &self.definition.pieces[kind.index()]
    }

    /// Returns all piece types.
    pub fn types(&self) -> impl Iterator<Item = PieceType> + use<> {
        (0..self.definition.pieces.len()).map(|i| PieceType::new(i as u8))
    }

    /// Returns the type with exactly this id.
    pub fn type_by_id(&self, id: &str) -> Option<PieceType> {
        self.types().find(|&kind| self.piece(kind).id == id)
    }

    /// Returns the type a person means by a text: an id, the author's abbreviation or a name; if none of these fits
    /// exactly, one that fits when case is ignored.
    pub fn type_by_any_name(&self, text: &str) -> Option<PieceType> {
        let exact = |piece: &PieceDef| {
            piece.id == text || piece.name == text || piece.abbreviation.as_deref() == Some(text)
        };
        let loose = |piece: &PieceDef| {
            let fits = |name: &str| name.eq_ignore_ascii_case(text);
            fits(&piece.id) || fits(&piece.name) || piece.abbreviation.as_deref().is_some_and(fits)
        };
        let find = |fits: &dyn Fn(&PieceDef) -> bool| self.types().find(|&kind| fits(self.piece(kind)));
        find(&exact).or_else(|| find(&loose))
    }

    /// Returns the name of a side: `Blue`.
    pub fn side_name(&self, side: Side) -> &str {
        &self.definition.side_names[side.index()]
    }

    /// Returns the squares of a side's promotion zone (K104).
    #[inline]
    pub fn zone(&self, side: Side) -> &SquareSet {
        &self.zones[side.index()]
    }

    /// Returns the squares of the rank farthest from a side's player.
    #[inline]
    pub(crate) fn last_rank(&self, side: Side) -> &SquareSet {
        &self.last_ranks[side.index()]
    }

    /// Returns whether a piece type is royal (K113).
    pub fn is_royal(&self, kind: PieceType) -> bool {
        self.classes(Piece::new(kind, Side::First)).contains(Class::Royal)
    }

    /// Returns what the piece on a square sees: to most, armoured opposing pieces are like friends (L27).
    #[inline]
    pub(crate) fn sight<'a>(&self, view: &View<'a>, from: Square) -> View<'a> {
        if self.has_bewitchers_or_armour && !self.abilities(view.board.at(from)).pierces {
            view.sparing()
        } else {
            *view
        }
    }

    /// Returns for each piece type whether another type promotes to it (K61).
    #[inline]
    pub(crate) fn promoted(&self) -> &[bool] {
        &self.promoted
    }

    /// Returns whether a piece type is what another type promotes to (K61).
    ///
    /// # Panics
    /// If the type is not one of this game.
    #[inline]
    pub fn is_promoted(&self, kind: PieceType) -> bool {
        self.promoted[kind.index()]
    }

    /// Returns whether a piece that has been taken may come back, by birth (K71) or from the reserve (L35).
    #[inline]
    pub(crate) fn pieces_return(&self) -> bool {
        self.has_births || self.has_drops()
    }

    /// Returns whether there is anything to drop (L36).
    #[inline]
    pub(crate) fn has_drops(&self) -> bool {
        !self.definition.drops.items.is_empty()
    }

    /// Returns whether any piece lends to others or doubles them, so that a piece does more than its own ability says.
    #[inline]
    pub(crate) fn lends_or_doubles(&self) -> bool {
        self.lends_or_doubles
    }

    /// Returns whether some promotion sets its piece down elsewhere (L43).
    #[inline]
    pub(crate) fn places_promotions(&self) -> bool {
        self.places_promotions
    }

    /// Returns whether any piece bewitches others or is armoured (L18, L27).
    #[inline]
    pub(crate) fn has_bewitchers_or_armour(&self) -> bool {
        self.has_bewitchers_or_armour
    }

    /// Returns whether positions have anything to remember beside the board (L51).
    #[inline]
    pub(crate) fn has_state(&self) -> bool {
        self.has_state
    }

    /// Returns whether a piece that comes or goes changes more than whether those squares are free: for others, as what they
    /// lose with it or what it does to them from where it stands, or on other squares.
    #[inline]
    pub(crate) fn has_influence(&self, piece: Piece) -> bool {
        !self.without_influence[piece.code()]
    }

    /// Returns the castlings (L47).
    #[inline]
    pub(crate) fn castlings(&self) -> &Castlings {
        &self.castlings
    }

    /// Returns the castlings that are left when what stands on a square is displaced, a bit for each (L47).
    #[inline]
    pub(crate) fn castlings_without(&self, square: Square) -> u8 {
        self.castlings.without(square)
    }

    /// Returns whether turns without a capture, a drop or a move of certain pieces are counted (L49).
    #[inline]
    pub(crate) fn counts_quiet_turns(&self) -> bool {
        self.definition.ending.quiet.is_some()
    }

    /// Returns whether every move of a piece begins the count of quiet turns anew (L49).
    #[inline]
    pub(crate) fn is_irreversible(&self, piece: Piece) -> bool {
        self.irreversible[piece.code()]
    }

    /// Returns the tables of the game, if it has any and a check binds.
    #[inline]
    pub(crate) fn tables(&self) -> Option<&Tables> {
        match &self.check {
            Check::Tables(tables) => Some(tables),
            Check::Ignored | Check::Trial => None,
        }
    }

    /// Returns whether a royal piece that moves changes nothing but where it stands, and can be taken nowhere else.
    #[inline]
    pub(crate) fn is_plain_royal(&self, piece: Piece) -> bool {
        self.plain_royals[piece.code()]
    }

    /// Returns what the pieces attack, if a check binds and there are no tables.
    #[inline]
    pub(crate) fn lines(&self) -> Option<&Lines> {
        matches!(self.check, Check::Trial).then(|| self.lines.get_or_init(|| Lines::new(self)))
    }

    /// Returns how the rule of check is kept (L46).
    #[inline]
    pub(crate) fn check(&self) -> &Check {
        &self.check
    }

    /// Returns whether any piece has latent powers (K86).
    #[inline]
    pub(crate) fn has_latent_states(&self) -> bool {
        self.has_latent_states
    }

    /// Returns the classes of all pieces, by [`Piece::code`].
    #[inline]
    pub(crate) fn all_classes(&self) -> &[Classes] {
        &self.classes
    }

    #[inline]
    pub(crate) fn classes(&self, piece: Piece) -> Classes {
        self.classes[piece.code()]
    }

    #[inline]
    pub(crate) fn abilities(&self, piece: Piece) -> &Abilities {
        &self.abilities[piece.code()]
    }

    /// Returns whether friends stand on all exits of a piece, so that it has no step by its own power. Most pieces in an
    /// opening are: a cheap test.
    #[inline]
    pub(crate) fn is_blocked_in(&self, piece: Piece, square: Square, friends: &SquareSet) -> bool {
        (self.exits[piece.code()][square.index()] - friends).is_empty()
    }

    /// Makes the tables that are otherwise made when captures are listed for the first time: for whoever plays by the clock.
    /// It takes tens of milliseconds in a game of many pieces on a large board.
    pub fn prepare(&self) {
        self.reaches();
        self.lines();
    }

    /// Returns the squares of all opposing pieces that a piece on a square could ever take or convert by its own power,
    /// whoever stands elsewhere: rather too many than too few.
    ///
    /// # Panics
    /// If the piece is none of this game.
    ///
    /// # Examples
    /// ```
    /// use beaufort_rules::{Piece, Side, builtin};
    ///
    /// let game = builtin::game("orthochess").unwrap();
    /// let knight = Piece::new(game.type_by_id("N").unwrap(), Side::First);
    /// let corner = game.size().parse("a1").unwrap();
    /// assert_eq!(game.capture_superset(knight, corner).len(), 2);
    /// ```
    pub fn capture_superset(&self, piece: Piece, from: Square) -> &SquareSet {
        self.reaches().of(piece, from)
    }

    #[inline]
    pub(crate) fn reaches(&self) -> &Reaches {
        self.reaches.get_or_init(|| Reaches::new(&self.definition, &self.zones))
    }

    #[inline]
    pub(crate) fn rays(&self) -> &Rays {
        &self.rays
    }
}

impl Names for Game {
    fn id(&self, kind: PieceType) -> &str {
        &self.piece(kind).id
    }

    fn side(&self, side: Side) -> &str {
        self.side_name(side)
    }

    fn has_one_place(&self, kind: PieceType) -> bool {
        let mut items = self.definition.drops.items.iter();
        items.any(|item| item.what == Dropped::BesideRoyal(kind))
    }
}
