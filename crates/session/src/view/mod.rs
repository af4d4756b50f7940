//! Views: the parts of the events, made for a client that knows no rules.

mod account;
mod beside;
mod change;
mod gallery;
mod game;
mod idle;
mod imported;
mod lobby;
#[cfg(test)]
mod phrase;
mod position;
mod reading;
mod rules;
mod state;
mod terms;
mod tree;
mod trial;
mod tuning;
mod turn;
mod turn_list;

use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;

use beaufort_rules::vocabulary::{Square, SquareSet};
use beaufort_rules::{Position, Side};

pub use account::{
    AccountCode, AccountProblem, AllowChallenges, BestPlayers, Challenges, DeleteAccount, Follow,
    FollowedPlayer, FollowedPlayers, GameRating, NamedPlayer, NewPassword, OpponentScore, PairScore,
    PlayerView, RatedAt, RatedPlayer, RatingView, SignIn, SignOut, SignedIn,
};
pub use beside::{BesideView, CastlingView, ItemView, Standing};
pub use change::{Change, Fate};
pub use gallery::{
    ChangeVisibility, GalleryPage, GameOrigin, MarkFavourite, PublishGame, PublishedGame, PublishedText,
};
pub use game::{
    ArrangementsView, BetzaView, ChoiceView, Companion, CompanionView, DrawingView, DrawnRegionView,
    GameSummary, GameView, HeatMapView, LevelView, PhaseView, PromotionView, TileView, TypeView, Worth,
};
pub use idle::IdleView;
pub use imported::{
    ExportedGame, ImportAnswer, ImportError, ImportFormat, ImportNote, ImportTreatment, ImportedGame,
    ImportedPiece,
};
pub use lobby::{FreeSeat, ListedGame, LobbyPage, PublicGame};
pub use position::{Coverage, LoanView, Marks, PositionView, Threat};
pub use reading::{BestiaryPieceView, GameMistake, WordView};
pub use rules::{ChapterView, DiagramView, EntryView};
pub use state::{
    ChatLine, ClaimView, ClockView, FinishedPhase, OpeningView, Player, PresenceView, ResultView, SeatsView,
    SetupView, StageView, StateView, TableSummary, VacationView,
};
pub use terms::{ClockRule, Publicity};
pub use tree::{Judgement, NodeScore, NodeView, Score, Thought, ThoughtLine};
pub use trial::{TrialEndView, TrialGameView, TrialTypeView, TrialView};
pub use tuning::TuningView;
pub use turn::{StepView, TurnView};
pub use turn_list::{MAX_TOLD_TURNS, UnlistedTurns};

#[cfg(test)]
pub(crate) use phrase::PhraseText;

pub(crate) use beside::{item_types, remembers_royals};
pub(crate) use position::{attackers, captures_within, coverage, key, last_turn};
pub(crate) use turn::{Viewer, turns_of};
pub(crate) use turn_list::{begins_on, drops_any, drops_on, told_turns, types_of, views_of};

/// A square: `rank * files + file`, both counted from 0, rank 0 at the first player's side, file 0 being `a`.
pub type SquareIndex = u8;

/// A side: 0 for the first player, 1 for the second.
pub type SideIndex = u8;

/// The pieces on the board: for each square 0 if it is empty, 1 for a wall or a square that does not exist, else
/// `2 * (type + 1) + side`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(transparent)]
pub struct BoardView(pub Vec<u16>);

impl From<&Position> for BoardView {
    fn from(position: &Position) -> BoardView {
        let squares = position.game().size().iter();
        BoardView(squares.map(|square| position.board().at(square).code() as u16).collect())
    }
}

/// A piece on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS), ts(optional_fields))]
#[serde(deny_unknown_fields)]
pub struct Placed {
    /// The square.
    pub square: SquareIndex,
    /// The piece: see `Board`.
    pub piece: u16,
    /// The square of its other part, if it stands on two; both parts are listed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub other: Option<SquareIndex>,
}

/// Returns a side by its index on the wire.
pub(crate) fn side(index: SideIndex) -> Option<Side> {
    Side::BOTH.get(usize::from(index)).copied()
}

/// Returns the index of a side on the wire.
pub fn side_index(side: Side) -> SideIndex {
    side.index() as SideIndex
}

/// Returns the squares of a set as they go over the wire.
pub(crate) fn squares(set: SquareSet) -> Vec<SquareIndex> {
    indices(set.iter())
}

/// Returns squares as they go over the wire.
pub(crate) fn indices(squares: impl IntoIterator<Item = Square>) -> Vec<SquareIndex> {
    squares.into_iter().map(|square| square.byte()).collect()
}
