//! The definition of a game: its file after inheritance and parsing of the abilities, before compilation.

use std::sync::Arc;

use super::walling::Walling;
use crate::language::ast::{Ability, ExplosionEnd, ExplosiveCapture, Power};
use crate::vocabulary::{Geometry, PieceType, Side, Square, SquareSet};

pub use super::arrangement::{ArrangementList, Arrangements, PieceGroup};
pub use super::chase::Chase;
pub use super::objectives::{
    CaptureDuty, Condition, CountLimit, Counting, Facing, Goal, GroupCheck, Judged, Lack, NoMove, Objective,
    Obligations, PassRight, Pattern, Points, Repeated, Shape, Value,
};
pub use super::surroundings::Surroundings;
pub use crate::vocabulary::{
    PromotingMoves, Promotion, PromotionDuty, PromotionTerms, PromotionWhen, Region, Spot, TermsDuty,
};

/// A whole game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Definition {
    /// The id of the game in commands and records: `scirocco-1999`.
    pub id: String,
    /// The display name: `Scirocco (1999)`.
    pub name: String,
    /// The inventor of the game.
    pub author: String,
    /// The year of this version of the rules.
    pub year: u16,
    /// A paragraph about the game.
    pub summary: String,
    /// The usual length of a game in full moves (a turn of each side), if known.
    pub moves: Option<u16>,
    /// The board.
    pub size: Geometry,
    /// The squares of the board that do not exist.
    pub holes: SquareSet,
    /// The named sets of squares, in alphabetical order. At most 64.
    pub regions: Vec<Region>,
    /// The regions that are to be seen on the board.
    pub drawn: Vec<DrawnRegion>,
    /// The names of the sides, the first player's first: `Blue`, `Tan`.
    pub side_names: [String; 2],
    /// The piece types; a type's index is its [`PieceType`]. At most 200.
    pub pieces: Vec<PieceDef>,
    /// The default initial array.
    pub array: Vec<Placement>,
    /// The symmetry by which the second player's army in the array follows from the first's.
    pub symmetry: Symmetry,
    /// The depth of the promotion zone at the far side of the board, in ranks; 0 if there is none (K104).
    pub zone_ranks: u8,
    /// Whether a promotion that is offered is obligatory.
    pub promotion_duty: PromotionDuty,
    /// The notation of turns and positions.
    pub style: Style,
    /// The shape of the tiles that carry the signs of the pieces.
    pub sign_shape: SignShape,
    /// The drops.
    pub drops: Drops,
    /// The wall that belongs to a turn, if any does.
    pub walling: Option<Walling>,
    /// The castlings of both sides, the first player's first (L47); one for each square where the first piece may end. At most
    /// [`Castling::MAX`].
    pub castlings: Vec<Castling>,
    /// The conditions under which the game ends.
    pub ending: Ending,
    /// The pieces that may not be traded for each other, if there are any (R113).
    pub trade: Option<Trade>,
    /// The obligations of both sides in every turn.
    pub obligations: Obligations,
    /// The choices by which the players may change the array before the first turn.
    pub setup: SetupDef,
    /// The text of the game file, of a game that has its id from its text: see [`own_game`](crate::own_game).
    pub text: Option<Arc<str>>,
}

/// The rule of trade: pieces that are hard to trade for their likes (R113, R114).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trade {
    /// The pieces that the rule guards.
    pub guarded: Vec<PieceType>,
    /// The pieces that do not excuse a trade if they are taken on the way.
    pub trifles: Vec<PieceType>,
    /// The pieces that the rule forbids to take those; the guarded ones themselves, if `None`.
    pub takers: Option<Vec<PieceType>>,
    /// Whether the rule holds on the next square, too.
    pub adjacent: bool,
    /// Whether another guarded piece may be taken in answer to the capture of one.
    pub answer_is_free: bool,
}

impl Definition {
    /// Returns whether walls may stand on the board, besides the squares that do not exist.
    pub fn has_walls(&self) -> bool {
        let wall = ExplosiveCapture { end: ExplosionEnd::Wall };
        let petrifies = |power: &Power| {
            matches!(power, Power::PetrifyingCapture(_)) || *power == Power::ExplosiveCapture(wall.clone())
        };
        self.walling.is_some() || self.pieces.iter().any(|piece| piece.ability.powers.iter().any(petrifies))
    }
}

/// The author's picture of a piece.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    /// The part of the plane that it shows: the left edge, the upper edge, the width and the height, in its own unit.
    pub view: [f64; 4],
    /// Elements of SVG that draw shapes, and groups of them; nothing in them runs, or refers to anything. `currentColor` is the colour
    /// of the side's pieces.
    pub content: Arc<str>,
}

// The numbers are finite.
impl Eq for Picture {}

/// A piece type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceDef {
    /// The name: `Dervish`.
    pub name: String,
    /// The id in positions and notation: `Der`.
    pub id: String,
    /// The author's own abbreviation if it differs from the id; it is accepted when turns are read (K119).
    pub abbreviation: Option<String>,
    /// The text of the ability, in the language of the game files.
    pub ability_text: String,
    /// The parsed ability.
    pub ability: Ability,
    /// A description of one or two sentences for the piece guide.
    pub description: String,
    /// The promotions of the piece; empty if it has none.
    pub promotions: Vec<Promotion>,
    /// The worth of the piece in hundredths of the commonest piece; `None` if it can be derived from its moves.
    pub worth: Option<u16>,
    /// Whether turns omit the id of the piece, as those of a Pawn in chess (L50).
    pub unnamed: bool,
    /// The traditional character of the piece, `角`: that of the first player's and that of the second's, which may be the same.
    pub sign: Option<[String; 2]>,
    /// The author's picture of the piece.
    pub picture: Option<Picture>,
    /// The type that it becomes in the hand of a captor; `None` for its own (R71).
    pub in_hand: Option<PieceType>,
    /// How FEN writes it instead of its id: `+P`, `Q~`.
    pub fen: Option<String>,
    /// The type of which it is a copy that promotes no further; `None` for a piece that the game file names (R115).
    pub copy_of: Option<PieceType>,
}

impl Definition {
    /// Returns the region with a name.
    pub fn region(&self, name: &str) -> Option<&Region> {
        self.regions.iter().find(|region| region.name == name)
    }
}

impl PieceDef {
    /// The greatest worth that a game file may give, in hundredths of the commonest piece.
    pub const MAX_WORTH: u16 = 10_000;

    /// Returns the id in algebraic turns: a piece that FEN writes as `Q~` differs from a Queen there only by its square, as in
    /// the records of other programs (R77).
    pub(crate) fn id_in_turns(&self) -> &str {
        self.fen.as_deref().and_then(|sign| sign.strip_suffix('~')).unwrap_or(&self.id)
    }

    /// Returns how FEN writes the piece of the first player: a letter, perhaps with `+` before or `~` behind it; `None` if it has
    /// no such sign.
    pub(crate) fn fen_sign(&self) -> Option<&str> {
        self.fen.as_deref().or((self.id.len() == 1).then_some(self.id.as_str()))
    }

    /// Returns whether the piece stands on two squares (L22).
    pub(crate) fn is_twofold(&self) -> bool {
        self.ability.powers.iter().any(|power| matches!(power, Power::Twofold(_)))
    }

    /// Returns whether the piece, when it is set down, destroys itself and the pieces around it (L41).
    pub(crate) fn explodes(&self) -> bool {
        self.ability.powers.iter().any(|power| matches!(power, Power::Explode(_)))
    }
}

/// A region that is to be seen on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawnRegion {
    /// The index of the region in [`Definition::regions`].
    pub region: usize,
    /// How it is drawn.
    pub drawing: Drawing,
}

/// How a region is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Drawing {
    /// Lines between its squares and all others, as along the river of xiangqi.
    Edged,
    /// Such lines, and the two diagonals through the middles of its corner squares, as in a palace of xiangqi.
    Crossed,
    /// Its squares have a colour.
    Tinted,
}

/// The shape of a tile that carries the sign of a piece.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SignShape {
    /// A pentagon that points ahead, as in shogi.
    #[default]
    Pentagon,
    /// A disc, as in xiangqi.
    Disc,
    /// An octagon, as in janggi.
    Octagon,
}

/// The notation of turns and positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Adrian King's notation (K119 to K128).
    King,
    /// The algebraic notation of chess, with FEN-like positions (L50, L51).
    Algebraic {
        /// Whether check and checkmate are marked by `+` and `#`.
        marks_check: bool,
    },
}

/// A castling: two pieces, neither ever displaced, move at once (L47). Castlings of a side with the same letter start from the same
/// squares, so that both are left or neither.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Castling {
    /// The letter of the right to castle in position strings: `K`, `k`.
    pub letter: char,
    /// The text of the turn: `O-O`, or `O-O-h1` where the first piece may end on several squares.
    pub text: String,
    /// The side that castles.
    pub side: Side,
    /// The first piece; if it is royal, it may not be attacked on its way (R53).
    pub king: CastlingPart,
    /// The other piece.
    pub rook: CastlingPart,
}

impl Castling {
    /// The greatest number of castlings of both sides.
    pub const MAX: usize = 64;
}

/// The move of one of the two pieces of a castling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CastlingPart {
    /// The type of the piece.
    pub kind: PieceType,
    /// The square where it starts.
    pub from: Square,
    /// The square where it ends.
    pub to: Square,
}

/// The drops of a game. Without hands the general conditions are the same in every game: both royal pieces have moved and neither
/// has reached the promotion zone (L36).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Drops {
    /// The kinds of items, in the order of position strings; at most [`Drops::MAX_ITEMS`].
    pub items: Vec<DropItem>,
    /// The rules of hands; then every item is [held](Dropped::Held).
    pub hand: Option<Hand>,
}

/// The rules of hands: pieces beside the board that may be dropped in any turn (R70).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hand {
    /// Whether captured pieces change sides and go to the captor's hand (R71).
    pub captures: bool,
    /// Whether a side's own losses go to the hand of the other side likewise (R131).
    pub losses: bool,
    /// Whether no piece may be dropped where it could never move (R73).
    pub no_dead_ends: bool,
    /// The pieces that must be dropped before any other turn (R76).
    pub first: DroppedFirst,
    /// For each side, the squares on which a piece from the hand may follow one that leaves with its first move (R104).
    pub gates: [SquareSet; 2],
    /// Whether pieces come on the board by these gates alone.
    pub only_gates: bool,
}

/// The pieces that must be dropped before any other turn (R76).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum DroppedFirst {
    /// Nothing.
    #[default]
    Nothing,
    /// All that is in hand.
    All,
    /// Pieces of these types.
    Types(Vec<PieceType>),
}

impl Drops {
    /// Returns each side's gates (R104), none if its hand is empty for ever.
    pub(crate) fn gates(&self) -> [SquareSet; 2] {
        let Some(hand) = &self.hand else { return [SquareSet::EMPTY; 2] };
        Side::BOTH.map(|side| {
            let holds = hand.captures || self.items.iter().any(|item| item.at_start[side.index()] > 0);
            if holds { hand.gates[side.index()] } else { SquareSet::EMPTY }
        })
    }

    /// The greatest number of kinds of items.
    pub const MAX_ITEMS: usize = 25;
    /// The greatest number of one item that a side may hold.
    pub const MAX_COUNT: u8 = 31;
}

/// An item of the reserve.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DropItem {
    /// The text of the item in position strings.
    pub letters: String,
    /// The pieces to drop, and where.
    pub what: Dropped,
    /// The numbers that the first and the second player have at the start.
    pub at_start: [u8; 2],
    /// Whether a side that captures the piece may drop it (L35).
    pub recaptured: bool,
    /// Whether a drop takes none away: there are as many as one likes.
    pub endless: bool,
}

/// The pieces of a drop, and where they may be dropped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Dropped {
    /// One of the items with these indices; the first player to drop it chooses for both (L3).
    Choice(Vec<usize>),
    /// Two pieces on one of these pairs of squares of the first player; the second player's are opposite (L37, L38).
    Pair(PieceType, Vec<[Square; 2]>),
    /// Two pieces, one on either side of the royal piece (L39).
    BesideRoyal(PieceType),
    /// One piece on a square of this kind.
    Single(PieceType, Spot),
    /// One piece from a hand.
    Held(Held),
}

/// A piece in a hand, and where it may be dropped (R70).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Held {
    /// The type of the piece.
    pub piece: PieceType,
    /// The types as which it may come on the board: its own, and perhaps those that it promotes to (R75).
    pub forms: Vec<PieceType>,
    /// For each side, the squares on which it may be dropped if they are empty.
    pub squares: [SquareSet; 2],
    /// The number of pieces of the same type and side that are too many for another one on the same file (R74).
    pub full_file: Option<u8>,
    /// Whether it may not be dropped with check (R72).
    pub no_check: bool,
    /// Whether it may not be dropped with checkmate (R72).
    pub no_mate: bool,
    /// The surroundings that forbid its square (R160).
    pub surroundings: Vec<Surroundings>,
}

impl Dropped {
    /// Returns the type of the dropped pieces; `None` for a choice between items.
    pub fn piece(&self) -> Option<PieceType> {
        match *self {
            Dropped::Choice(_) => None,
            Dropped::Pair(piece, _) | Dropped::BesideRoyal(piece) | Dropped::Single(piece, _) => Some(piece),
            Dropped::Held(Held { piece, .. }) => Some(piece),
        }
    }

    /// Returns whether it brings pieces of a type on the board.
    pub fn brings(&self, kind: PieceType) -> bool {
        match self {
            Dropped::Held(held) => held.forms.contains(&kind),
            what => what.piece() == Some(kind),
        }
    }
}

/// A piece of the initial array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placement {
    /// The square of the piece.
    pub square: Square,
    /// The owner of the piece.
    pub side: Side,
    /// The type of the piece.
    pub piece: PieceType,
}

/// The symmetry by which the second player's army follows from the first's (K19).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Symmetry {
    /// Rotation by half a turn.
    #[default]
    Rotational,
    /// Reflection: each piece stands on the same file as its counterpart.
    Mirror,
    /// No symmetry: both armies are given.
    None,
}

impl Symmetry {
    /// Returns the square that is to the second player what this one is to the first: the twin, or the one straight opposite if
    /// there is no symmetry.
    pub(crate) fn opposite(self, size: Geometry, square: Square) -> Square {
        self.twin(size, square).unwrap_or_else(|| size.flip(square))
    }

    /// Returns the square of the second player's counterpart of a piece, if there is one.
    pub(crate) fn twin(self, size: Geometry, square: Square) -> Option<Square> {
        match self {
            Symmetry::Rotational => Some(size.rotate(square)),
            Symmetry::Mirror => Some(size.flip(square)),
            Symmetry::None => None,
        }
    }
}

/// The conditions under which a game ends.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ending {
    /// The result for a side left with a single piece.
    pub bare_royal: BareRoyal,
    /// Whether a side needs no royal piece, even where no objectives decide the game (R126).
    pub without_royals: bool,
    /// Whether a turn that leaves the own royal piece attacked is illegal (L46).
    pub check_binds: bool,
    /// The result for a side that has no turn (L49).
    pub no_move: NoMove,
    /// The conditions that decide the game besides the royal pieces, in the order in which they are examined.
    pub objectives: Vec<Objective>,
    /// The rule of repetition.
    pub repetition: Repetition,
    /// Which pieces may not chase others for ever, in a game with such a rule; then [`Ending::repetition`] is judged (R137).
    pub perpetual_chase: Option<Chase>,
    /// The draw by quiet turns, if there is one (L49).
    pub quiet: Option<Quiet>,
    /// The count of moves in which a weakened side must be mated, if there is one (R90).
    pub counting: Option<Counting>,
    /// The points that decide what would be a draw, if they are counted (R87).
    pub points: Option<Points>,
    /// The draw by insufficient material, if there is one (L49).
    pub dead: Option<Dead>,
}

/// The result for a side left with a single piece.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BareRoyal {
    /// The game goes on.
    #[default]
    PlaysOn,
    /// The side loses (K113).
    Loses,
    /// The side loses, unless it is to move and can at once reduce the opponent from two pieces to one (R32).
    LosesUnlessAnswered,
}

/// The rule of repetition.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Repetition {
    /// There is none.
    #[default]
    Allowed,
    /// A turn may not bring about a position for the given time: 3 for the third (K117).
    Illegal(u8),
    /// A position that occurs for the given time is a draw (L49).
    Draws(u8),
    /// A position that occurs for a given time ends the game otherwise (R86).
    Judged(Judged),
}

/// The draw by quiet turns (L49).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quiet {
    /// The number of moves by each side without a capture, a drop or a move of one of the pieces in `but`.
    pub moves: u16,
    /// The types whose moves reset the count.
    pub but: Vec<PieceType>,
}

/// The draw by insufficient material (L49): only royal pieces and those listed here are left.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Dead {
    /// At most one piece of these types, of either side.
    pub one_of: Vec<PieceType>,
    /// Or any number of pieces of these types, all on squares of one colour.
    pub one_colour: Vec<PieceType>,
}

/// The setup phases: choices in the order in which they are made (K21 to K25).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SetupDef {
    /// The phases; empty if the array is fixed.
    pub phases: Vec<SetupPhase>,
}

/// One player's choices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetupPhase {
    /// The side that chooses.
    pub chooser: Side,
    /// The choices, in order; each is independent of the others.
    pub choices: Vec<SetupChoice>,
}

/// One choice: to keep the default or to change it, in one of several ways if it is about arrangements.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SetupChoice {
    /// To arrange the second player's army by the other symmetry than that of the array: mirror instead of rotational, or the
    /// other way round (K19).
    Symmetry,
    /// To exchange the pieces on two squares of the first player, and on their counterparts (K21); or on two squares of either side
    /// alone (R140).
    Exchange {
        /// The name of the pair: `Chariot-Wagon`.
        name: String,
        /// The two squares, on the first player's side or on that of the only army that changes; one of them may be empty.
        squares: [Square; 2],
        /// Whether the other army stays as it is.
        one_sided: bool,
    },
    /// To arrange pieces on some squares in another order, and their counterparts likewise (R120).
    Arrange {
        /// The name of the choice: `Position`.
        name: String,
        /// The arrangements.
        arrangements: Arrangements,
    },
    /// To reflect one side's army left to right (K23).
    Reflect {
        /// The side whose army is reflected.
        side: Side,
    },
}
