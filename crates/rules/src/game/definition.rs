//! A game as its file tells it, after inheritance and reading of the abilities, before compilation.

use crate::language::ast::{Ability, Power};
use crate::vocabulary::{Geometry, PieceType, Side, Square};

pub use crate::vocabulary::{Promotion, PromotionDuty, PromotionWhen, Spot};

/// A whole game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Definition {
    /// The id by which commands and records name the game: `scirocco-1999`.
    pub id: String,
    /// The name for people: `Scirocco (1999)`.
    pub name: String,
    /// Who invented the game.
    pub author: String,
    /// The year of these rules.
    pub year: u16,
    /// A paragraph about the game.
    pub summary: String,
    /// About how many moves, a move being a turn of each side, a game lasts, if that is known.
    pub moves: Option<u16>,
    /// The board.
    pub size: Geometry,
    /// The names of the sides: `Blue`, `Tan`.
    pub side_names: [String; 2],
    /// The piece types; a type's index is its [`PieceType`]. At most 200.
    pub pieces: Vec<PieceDef>,
    /// The default initial array.
    pub array: Vec<Placement>,
    /// How the second player's army in it follows from the first's.
    pub symmetry: Symmetry,
    /// The depth in ranks of the promotion zone on the far side of the board; 0 if there is none (K104).
    pub zone_ranks: u8,
    /// Whether a piece that may promote must.
    pub promotion_duty: PromotionDuty,
    /// How turns and positions are written.
    pub style: Style,
    /// What the players may drop.
    pub drops: Drops,
    /// The castlings of both sides, the first player's first (L47). At most 8.
    pub castlings: Vec<Castling>,
    /// When the game ends.
    pub ending: Ending,
    /// How the players may change the array before the first turn.
    pub setup: SetupDef,
}

/// A piece type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceDef {
    /// The name: `Dervish`.
    pub name: String,
    /// The id in positions and notation: `Der`.
    pub id: String,
    /// The author's own abbreviation where it differs from the id; the reader accepts it too (K119).
    pub abbreviation: Option<String>,
    /// The ability in the language of the game files.
    pub ability_text: String,
    /// What that text means.
    pub ability: Ability,
    /// A sentence or two about the piece for the piece guide.
    pub description: String,
    /// What the piece may promote to; empty if nothing.
    pub promotions: Vec<Promotion>,
    /// What it is worth to a player, in hundredths of the commonest piece, where that cannot be seen from its moves.
    pub worth: Option<u16>,
    /// Whether turns are written without its id, as those of a Pawn in chess are (L50).
    pub unnamed: bool,
}

impl PieceDef {
    /// Returns whether it stands on two squares (L22).
    pub(crate) fn is_twofold(&self) -> bool {
        self.ability.powers.iter().any(|power| matches!(power, Power::Twofold(_)))
    }

    /// Returns whether it destroys what stands around it when it is set down, and itself (L41).
    pub(crate) fn explodes(&self) -> bool {
        self.ability.powers.iter().any(|power| matches!(power, Power::Explode(_)))
    }
}

/// How turns and positions are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// As Adrian King writes them (K119 to K128).
    King,
    /// As chess players do (L50, L51).
    Algebraic {
        /// Whether `+` and `#` tell check and checkmate.
        marks_check: bool,
    },
}

/// One way of castling: a King and a Rook, neither ever displaced, go at once (L47).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Castling {
    /// The letter of the right in positions: `K`, `k`.
    pub letter: char,
    /// How turns write it: `O-O`.
    pub text: String,
    /// Whose it is.
    pub side: Side,
    /// The piece that is not to be attacked on its way: what it is, where it starts and where it ends.
    pub king: CastlingPart,
    /// The other.
    pub rook: CastlingPart,
}

/// The way of one of the two pieces that castle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CastlingPart {
    /// What it is.
    pub kind: PieceType,
    /// Where it starts.
    pub from: Square,
    /// Where it ends.
    pub to: Square,
}

/// What may be brought on the board from beside it (L36). The rules of the drops as a whole are those of the one game that
/// has them: both royal pieces have moved and none has reached the promotion zone.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Drops {
    /// The kinds of items, in the order in which positions list them; at most [`Drops::MAX_ITEMS`].
    pub items: Vec<DropItem>,
}

impl Drops {
    /// The most kinds of items.
    pub const MAX_ITEMS: usize = 12;
    /// The most of one item that a side may hold.
    pub const MAX_COUNT: u8 = 31;
}

/// An item of the reserve.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DropItem {
    /// How positions write it.
    pub letters: String,
    /// What is dropped, and where.
    pub what: Dropped,
    /// How many each player has at the start.
    pub at_start: u8,
    /// Whether who takes the piece may drop it (L35).
    pub recaptured: bool,
}

/// What a drop brings on the board, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Dropped {
    /// One of these items; the first player to drop it chooses for both (L3).
    Choice(Vec<usize>),
    /// Two pieces on one of these pairs of squares, which are the first player's; the second's lie opposite (L37, L38).
    Pair(PieceType, Vec<[Square; 2]>),
    /// Two pieces on either side of the royal one (L39).
    BesideRoyal(PieceType),
    /// One piece on a square of this kind.
    Single(PieceType, Spot),
}

impl Dropped {
    /// Returns the type of the pieces that come on the board; `None` for a choice, whose items have their own.
    pub fn piece(&self) -> Option<PieceType> {
        match *self {
            Dropped::Choice(_) => None,
            Dropped::Pair(piece, _) | Dropped::BesideRoyal(piece) | Dropped::Single(piece, _) => Some(piece),
        }
    }
}

/// A piece of the initial array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Placement {
    /// Where it stands.
    pub square: Square,
    /// Whose it is.
    pub side: Side,
    /// What it is.
    pub piece: PieceType,
}

/// How the second player's army follows from the first's (K19).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Symmetry {
    /// It is turned half round.
    #[default]
    Rotational,
    /// It stands straight opposite.
    Mirror,
    /// It does not follow.
    None,
}

impl Symmetry {
    /// Returns the square on which the second player's counterpart of a piece stands, if there is one.
    pub(crate) fn twin(self, size: Geometry, square: Square) -> Option<Square> {
        match self {
            Symmetry::Rotational => Some(size.rotate(square)),
            Symmetry::Mirror => Some(size.flip(square)),
            Symmetry::None => None,
        }
    }
}

/// When a game ends.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ending {
    /// What becomes of a side left with only one piece.
    pub bare_royal: BareRoyal,
    /// A turn that leaves the own royal piece attacked is illegal (L46).
    pub check_binds: bool,
    /// A side without a turn that is not in check draws instead of losing (L49).
    pub stalemate_draws: bool,
    /// What the rules say of a position that occurs again.
    pub repetition: Repetition,
    /// The draw by turns that change little, if there is one (L49).
    pub quiet: Option<Quiet>,
    /// The draw by pieces that cannot mate, if there is one (L49).
    pub dead: Option<Dead>,
}

/// What becomes of a side left with only one piece.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BareRoyal {
    /// It plays on.
    #[default]
    PlaysOn,
    /// It loses (K113).
    Loses,
    /// It loses unless it is to move and can leave the opponent, who has two pieces, with only one, too, and does so (R32).
    LosesUnlessAnswered,
}

/// What the rules say of a position that occurs again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Repetition {
    /// Nothing.
    #[default]
    Allowed,
    /// It may not be brought about for this time: 3 for the third (K117).
    Illegal(u8),
    /// Its occurrence for this time is a draw (L49).
    Draws(u8),
}

/// The draw by turns that change little (L49).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quiet {
    /// The number of moves by each side without a capture, a drop or a move of the pieces below.
    pub moves: u16,
    /// The pieces whose every move changes much.
    pub but: Vec<PieceType>,
}

/// The draw by pieces that cannot mate (L49): nothing is left but royal pieces and what is listed here.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Dead {
    /// At most one of these, of either side.
    pub one_of: Vec<PieceType>,
    /// Or any number of these, all on squares of one colour.
    pub one_colour: Vec<PieceType>,
}

/// The choices of the set-up phase, in the order in which they are made (K21 to K25).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SetupDef {
    /// The phases; empty if the array is fixed.
    pub phases: Vec<SetupPhase>,
}

/// One player's choices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetupPhase {
    /// Who chooses.
    pub chooser: Side,
    /// What he may choose, in order; each choice is independent of the others.
    pub choices: Vec<SetupChoice>,
}

/// One choice: to keep the default or to change it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SetupChoice {
    /// To stand the second player's army in the other symmetry than that of the array: opposite (mirror) instead of turned half
    /// round (rotational), or the other way round (K19).
    Symmetry,
    /// To exchange what stands on two squares of the first player's side, and likewise on the other (K21).
    Exchange {
        /// The name of the pair: `Chariot-Wagon`.
        name: String,
        /// The two squares on the first player's side; one of them may be empty.
        squares: [Square; 2],
    },
    /// To reflect one side's army left to right (K23).
    Reflect {
        /// Whose army.
        side: Side,
    },
}
