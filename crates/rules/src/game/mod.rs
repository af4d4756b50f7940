//! Games as data, compiled to tables.
//!
//! A [`Definition`] is the content of a game file; a [`Game`] is the same game ready to be played: every ability compiled to
//! tables for both sides and every square.
//!
//! ```
//! use beaufort_rules::builtin;
//!
//! let scirocco = builtin::game("scirocco").unwrap();
//! assert_eq!(scirocco.definition().pieces.len(), 36);
//! assert_eq!(scirocco.size().files(), 10);
//! ```

mod alias;
pub(crate) mod arrangement;
#[cfg(feature = "builtin")]
pub mod builtin;
mod castlings;
mod chase;
pub(crate) mod check;
mod compile;
pub mod definition;
mod fault;
mod hands;
mod load;
mod objectives;
mod reach;
mod setup;
mod starts;
mod surroundings;
mod trade;
pub mod walling;

use std::sync::OnceLock;

use crate::powers::{Abilities, Habits, Names};
use crate::travel::View;
use crate::vocabulary::{Class, Classes, Geometry, Piece, PieceType, Rays, Side, Square, SquareSet};

pub use alias::{id_of, why_unknown};
pub(crate) use castlings::{Castlings, CompiledCastling};
use check::{Lines, SetwiseType};
pub use definition::{Definition, PieceDef};
pub(crate) use load::{At, GameReader, Value, document, read_definition};
pub use load::{BESTIARY, BestiaryPiece, LoadError, LoadErrors, Source};
pub(crate) use reach::Reaches;
pub use setup::{Setup, SetupError};
pub(crate) use trade::TradeTable;

use definition::Dropped;
pub(crate) use hands::{Form, Hands};
use starts::Starts;
use walling::Walling;

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
    /// The properties of each type that matter when another piece arrives.
    habits: Vec<Habits>,
    /// Whether some piece takes others as they take (R142).
    has_imitators: bool,
    /// Whether a power can bring a new piece on the board (K71).
    has_births: bool,
    /// Whether any piece has latent powers (K86).
    has_latent_states: bool,
    /// Whether check binds and some piece startles royal pieces (R164).
    has_flights: bool,
    /// The squares on which some piece of each side drowns (R161).
    drowning: [SquareSet; 2],
    /// Whether some piece explodes or petrifies when it takes (R100, R102).
    has_after_captures: bool,
    /// Whether any piece bewitches others or is armoured (L18, L27), or immune to its kind (R103).
    has_bewitchers_or_armour: bool,
    /// Whether any piece lends powers to others or doubles them.
    lends_or_doubles: bool,
    /// Whether some promotion sets its piece down on another square (L43).
    places_promotions: bool,
    /// For each side, the squares where its pieces promote (K104).
    zones: [SquareSet; 2],
    /// For each side, the squares of the rank farthest from its player.
    last_ranks: [SquareSet; 2],
    /// Whether positions have a state besides the board (L51).
    has_state: bool,
    /// Whether quiet turns are counted (L49), or moves to mate (R90).
    counts_turns: bool,
    /// Whether conditions besides the loss of royal pieces decide the game (R81), or two passes (R89).
    has_objectives: bool,
    /// Whether check binds for groups of pieces (R82).
    has_group_checks: bool,
    /// Whether anything binds both sides in every turn besides the rule of check (R82, R88).
    has_obligations: bool,
    /// Whether no rule restricts what the pieces can do or adds to it (see [`Game::lists_freely`]).
    lists_freely: bool,
    /// Whether a side that has no royal piece has lost (K113).
    needs_royal: [bool; 2],
    /// The number of checks that decides the game; 0 if checks are not counted (R84).
    checks: u8,
    /// The castlings (L47).
    castlings: Castlings,
    /// Where pieces begin to which it matters whether they have been displaced (R50).
    starts: Starts,
    /// The rules of hands, if the game has them (R70).
    hands: Option<Hands>,
    /// The rule of trade (R113).
    trade: Option<TradeTable>,
    /// By type, the type from which a piece differs only by where it came from (R77); mostly itself.
    known_as: Vec<PieceType>,
    /// Whether there is a rule of trade, or gates.
    lists_by_rare_rules: bool,
    /// Whether moves of a piece reset the count of quiet turns (L49), by [`Piece::code`].
    irreversible: Vec<bool>,
    /// By [`Piece::code`]: whether a capture or a move of the piece may change the reserves or the milestones (L35, L36).
    matters_to_reserves: Vec<bool>,
    /// Whether a piece has no influence (see [`Game::has_influence`]), by [`Piece::code`].
    without_influence: Vec<bool>,
    /// Whether a royal piece is plain (see [`Game::is_plain_royal`]), by [`Piece::code`].
    plain_royals: Vec<bool>,
    /// The type whose pieces are moved all at once.
    setwise: Option<SetwiseType>,
    /// The squares on which each piece could take, computed on first use.
    reaches: OnceLock<Reaches>,
    /// The attack tables of each piece, computed on first use.
    lines: OnceLock<Lines>,
}

impl Game {
    /// Returns the definition the game was compiled from.
    pub fn definition(&self) -> &Definition {
        &self.definition
    }

    /// Returns the geometry of the board.
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

    /// Returns the type that a text denotes: its id, the author's abbreviation or its name. If none of these matches exactly,
    /// case is ignored.
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

    /// Returns the view of the piece on a square: to most pieces, armoured opposing pieces are obstacles like friends (L27), and to
    /// some those of their own kind (R103).
    #[inline]
    pub(crate) fn sight<'a>(&self, view: &View<'a>, from: Square) -> View<'a> {
        if !self.has_bewitchers_or_armour {
            return *view;
        }
        let piece = view.board.at(from);
        let abilities = self.abilities(piece);
        let mut seen = if abilities.pierces { *view } else { view.sparing() };
        if abilities.spares_its_kind {
            let is_like = |&square: &Square| view.board.at(square).kind() == piece.kind();
            let alike: SquareSet = seen.enemy.iter().filter(is_like).collect();
            seen.own |= alike;
            seen.enemy -= alike;
        }
        seen
    }

    /// Returns whether some piece explodes or petrifies when it takes (R100, R102).
    #[inline]
    pub(crate) fn has_after_captures(&self) -> bool {
        self.has_after_captures
    }

    /// Returns what is to be known of each type when another piece arrives.
    #[inline]
    pub(crate) fn habits(&self) -> &[Habits] {
        &self.habits
    }

    /// Returns whether some piece takes others as they take (R142).
    #[inline]
    pub(crate) fn has_imitators(&self) -> bool {
        self.has_imitators
    }

    /// Returns whether another type promotes to a piece type (K61).
    ///
    /// # Panics
    /// If the type is not one of this game.
    #[inline]
    pub fn is_promoted(&self, kind: PieceType) -> bool {
        self.habits[kind.index()].promoted
    }

    /// Returns whether a captured piece may return, by birth (K71) or from the reserve (L35).
    #[inline]
    pub(crate) fn pieces_return(&self) -> bool {
        self.has_births || self.has_drops()
    }

    /// Returns whether the game has drops (L36).
    #[inline]
    pub(crate) fn has_drops(&self) -> bool {
        !self.definition.drops.items.is_empty()
    }

    /// Returns the rules of hands, if the game has them (R70).
    #[inline]
    pub(crate) fn hands(&self) -> Option<&Hands> {
        self.hands.as_ref()
    }

    /// Returns whether any piece lends powers to others or doubles them, so that a piece may do more than its own ability.
    #[inline]
    pub(crate) fn lends_or_doubles(&self) -> bool {
        self.lends_or_doubles
    }

    /// Returns whether some promotion sets its piece down on another square (L43).
    #[inline]
    pub(crate) fn places_promotions(&self) -> bool {
        self.places_promotions
    }

    /// Returns whether any piece bewitches others or is armoured (L18, L27), or immune to its kind (R103).
    #[inline]
    pub(crate) fn has_bewitchers_or_armour(&self) -> bool {
        self.has_bewitchers_or_armour
    }

    /// Returns whether positions have a state besides the board (L51).
    #[inline]
    pub(crate) fn has_state(&self) -> bool {
        self.has_state
    }

    /// Returns whether placing or removing a piece affects more than the occupancy of its square: the powers or states of other
    /// pieces, or other squares.
    #[inline]
    pub(crate) fn has_influence(&self, piece: Piece) -> bool {
        !self.without_influence[piece.code()]
    }

    /// Returns whether it matters which pieces have been displaced since the game began (R50).
    #[inline]
    pub(crate) fn has_starts(&self) -> bool {
        self.starts.any()
    }

    /// Returns where pieces begin to which it matters whether they have been displaced (R50).
    pub(crate) fn starts(&self) -> &Starts {
        &self.starts
    }

    /// Returns the rule of trade, if the game has one (R113).
    #[inline]
    pub(crate) fn trade(&self) -> Option<&TradeTable> {
        self.trade.as_ref()
    }

    /// Returns whether turns are filtered or added by rules that few games have: a rule of trade (R113), or gates (R104).
    #[inline]
    pub(crate) fn lists_by_rare_rules(&self) -> bool {
        self.lists_by_rare_rules
    }

    /// Returns the castlings (L47).
    #[inline]
    pub(crate) fn castlings(&self) -> &Castlings {
        &self.castlings
    }

    /// Returns whether quiet turns are counted, turns without a capture, a drop or a move of certain pieces (L49), or the moves
    /// in which a weakened side must be mated (R90).
    #[inline]
    pub(crate) fn counts_quiet_turns(&self) -> bool {
        self.counts_turns
    }

    /// Returns whether it may change what the sides may drop that a piece is captured or moved: it is royal, or its captors get it
    /// (L35, L36).
    #[inline]
    pub(crate) fn matters_to_reserves(&self, piece: Piece) -> bool {
        self.matters_to_reserves[piece.code()]
    }

    /// Returns whether every move of a piece resets the count of quiet turns (L49).
    #[inline]
    pub(crate) fn is_irreversible(&self, piece: Piece) -> bool {
        self.irreversible[piece.code()]
    }

    /// Returns the type from which a piece differs only by where it came from, as a promoted Queen is from a Queen in a game with
    /// hands (R77); mostly itself.
    pub(crate) fn known_as(&self, kind: PieceType) -> PieceType {
        self.known_as[kind.index()]
    }

    /// Returns the type whose pieces are moved all at once, if there is one.
    #[inline]
    pub(crate) fn setwise_type(&self) -> Option<&SetwiseType> {
        self.setwise.as_ref()
    }

    /// Returns whether the moves of a royal piece change nothing but its square, and it can be taken only there.
    #[inline]
    pub(crate) fn is_plain_royal(&self, piece: Piece) -> bool {
        self.plain_royals[piece.code()]
    }

    /// Returns whether check binds: no turn may leave the own royal piece attacked (L46).
    #[inline]
    pub(crate) fn check_binds(&self) -> bool {
        self.definition.ending.check_binds
    }

    /// Returns the attack tables, if check binds.
    #[inline]
    pub(crate) fn lines(&self) -> Option<&Lines> {
        self.check_binds().then(|| self.lines.get_or_init(|| Lines::new(self)))
    }

    /// Returns the wall that belongs to a turn, if any does.
    #[inline]
    pub(crate) fn walling(&self) -> Option<&Walling> {
        self.definition.walling.as_ref()
    }

    /// Returns whether walls may stand on the board, besides the squares that do not exist.
    pub(crate) fn has_walls(&self) -> bool {
        self.definition.has_walls()
    }

    /// Returns whether conditions besides the loss of royal pieces decide the game (R81), or two passes (R89).
    #[inline]
    pub(crate) fn has_objectives(&self) -> bool {
        self.has_objectives
    }

    /// Returns whether check binds for groups of pieces (R82).
    #[inline]
    pub(crate) fn has_group_checks(&self) -> bool {
        self.has_group_checks
    }

    /// Returns whether anything binds both sides in every turn besides the rule of check (R82, R88).
    #[inline]
    pub fn has_obligations(&self) -> bool {
        self.has_obligations
    }

    /// Returns whether every turn that the pieces can make is one: there are no obligations, check does not bind, and there is
    /// neither a rule of trade nor a wall in every turn, and no piece comes in by a gate.
    #[inline]
    pub(crate) fn lists_freely(&self) -> bool {
        self.lists_freely
    }

    /// Returns whether a side may pass (R89).
    #[inline]
    pub(crate) fn may_pass(&self) -> bool {
        self.has_obligations && self.definition.obligations.pass != definition::PassRight::None
    }

    /// Returns whether royal pieces that face each other offer a draw (R136).
    #[inline]
    pub(crate) fn has_offers(&self) -> bool {
        self.has_obligations && self.definition.obligations.facing == definition::Facing::Offers
    }

    /// Returns whether a side that has no royal piece has lost (K113): it has one at the start.
    #[inline]
    pub fn needs_royal(&self, side: Side) -> bool {
        self.needs_royal[side.index()]
    }

    /// Returns the number of checks that decides the game; 0 if checks are not counted (R84).
    #[inline]
    pub fn checks_to_win(&self) -> u8 {
        self.checks
    }

    /// Returns whether any piece has latent powers (K86).
    #[inline]
    pub(crate) fn has_latent_states(&self) -> bool {
        self.has_latent_states
    }

    /// Returns whether royal pieces may flee from those that startle them (R164).
    #[inline]
    pub(crate) fn has_flights(&self) -> bool {
        self.has_flights
    }

    /// Returns the squares on which some piece of a side drowns (R161).
    #[inline]
    pub(crate) fn drowning(&self, side: Side) -> &SquareSet {
        &self.drowning[side.index()]
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

    /// Returns whether friends stand on all exits of a piece, so that it has no step by its own power. This is a cheap test,
    /// and true for most pieces in an opening.
    #[inline]
    pub(crate) fn is_blocked_in(&self, piece: Piece, square: Square, friends: &SquareSet) -> bool {
        (self.exits[piece.code()][square.index()] - friends).is_empty()
    }

    /// Returns whether a piece has exits, and friends stand on all of them.
    pub(crate) fn is_shut_in(&self, piece: Piece, square: Square, friends: &SquareSet) -> bool {
        !self.exits[piece.code()][square.index()].is_empty() && self.is_blocked_in(piece, square, friends)
    }

    /// Computes the tables that are otherwise computed when captures are first listed, so that this does not happen while a
    /// clock runs. It takes tens of milliseconds in a game with many pieces on a large board.
    pub fn prepare(&self) {
        self.reaches();
        self.lines();
    }

    /// Returns a superset of the squares on which a piece on a given square could ever take or convert an opposing piece by its
    /// own power, wherever the other pieces stand.
    ///
    /// # Panics
    /// If the game has no such piece.
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
