//! Names and ratings, as a server tells them.

use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;

use super::ListedGame;

/// A request to sign up or to sign in.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(deny_unknown_fields)]
pub struct SignIn {
    /// The name.
    pub name: String,
    /// The password.
    pub password: String,
}

/// A request to sign out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(deny_unknown_fields)]
pub struct SignOut {
    /// Whether all browsers are signed out, not this one alone.
    pub everywhere: bool,
}

/// A request to change the password; all other browsers are signed out.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(deny_unknown_fields)]
pub struct NewPassword {
    /// The password so far.
    pub password: String,
    /// The one from now on.
    pub new: String,
}

/// A request to delete the account.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(deny_unknown_fields)]
pub struct DeleteAccount {
    /// The password.
    pub password: String,
}

/// The account that the browser is signed in to.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS), ts(optional_fields))]
pub struct SignedIn {
    /// The name; missing if the browser is not signed in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

/// The player of a seat: an account, or a guest with a nickname.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS), ts(optional_fields))]
pub struct NamedPlayer {
    /// The name; missing if it has been deleted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// Whether it is a guest's nickname, which is reserved for no player: an account may have the same name.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(test, ts(as = "Option<bool>", optional))]
    pub guest: bool,
}

impl NamedPlayer {
    /// Returns the player of an account; without a name it has been deleted.
    pub fn account(name: Option<String>) -> NamedPlayer {
        NamedPlayer { name, guest: false }
    }

    /// Returns a guest with a nickname.
    pub fn guest(name: &str) -> NamedPlayer {
        NamedPlayer { name: Some(name.to_owned()), guest: true }
    }
}

/// Returns whether no side has a name.
pub(crate) fn nobody_is_named(names: &[Option<NamedPlayer>; 2]) -> bool {
    names.iter().all(Option::is_none)
}

/// A rating.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct RatingView {
    /// How well the player plays: 1500 at the beginning.
    pub rating: i32,
    /// How sure that is: the true value is between twice as much below and above, nineteen times of twenty.
    pub deviation: i32,
    /// Whether that is too unsure to be compared.
    pub provisional: bool,
    /// How many rated games it comes from.
    pub games: u32,
}

/// The rating of a player in a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct GameRating {
    /// The id of the game.
    pub game: String,
    /// The rating.
    pub rating: RatingView,
    /// The ratings after each of the last rated games, at most 100, the oldest first.
    pub curve: Vec<RatedAt>,
}

/// The rating after a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct RatedAt {
    /// When the game was over, in seconds since 1970.
    #[cfg_attr(test, ts(type = "number"))]
    pub at: i64,
    /// The rating, rounded.
    pub rating: i32,
}

/// The public data of a player.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct PlayerView {
    /// The name.
    pub name: String,
    /// The ratings, by the ids of the games.
    pub ratings: Vec<GameRating>,
    /// Whether the player accepts challenges.
    pub challenges: bool,
    /// The results of the player's rated games by opponents, at most 20, those with most games first.
    pub opponents: Vec<OpponentScore>,
}

/// The results of a player's rated games against one opponent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct OpponentScore {
    /// The name of the opponent.
    pub name: String,
    /// The results.
    pub score: PairScore,
}

/// The games to which the account is challenged.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct Challenges {
    /// The games that wait for the account, the newest first.
    pub games: Vec<ListedGame>,
    /// Whether the account accepts challenges.
    pub allowed: bool,
}

/// The results of the games that a player has played against another one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct PairScore {
    /// The number of games that the player has won.
    pub won: u32,
    /// The number of games that the player has lost.
    pub lost: u32,
    /// The number of draws.
    pub drawn: u32,
}

/// A player whom the account follows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS), ts(optional_fields))]
pub struct FollowedPlayer {
    /// The name.
    pub name: String,
    /// Whether the player is connected to the server.
    pub online: bool,
    /// The session of a public game that the player plays.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub playing: Option<String>,
}

/// The players whom the account follows, by name.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct FollowedPlayers {
    /// The players.
    pub players: Vec<FollowedPlayer>,
}

/// Follows a player, or not any more.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(deny_unknown_fields)]
pub struct Follow {
    /// The name.
    pub name: String,
    /// Whether the account follows the player from now on.
    pub on: bool,
}

/// Sets whether the account may be challenged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(deny_unknown_fields)]
pub struct AllowChallenges {
    /// Whether it may.
    pub allowed: bool,
}

/// The rating of one of the best players of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct RatedPlayer {
    /// The name.
    pub name: String,
    /// The rating.
    pub rating: RatingView,
}

/// The best players of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct BestPlayers {
    /// The best first, without those whose rating is provisional.
    pub players: Vec<RatedPlayer>,
}

/// Why something about an account or a published game is refused.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct AccountProblem {
    /// The kind of refusal.
    pub code: AccountCode,
    /// The reason, in a sentence without a full stop.
    pub message: String,
}

/// A kind of refusal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "camelCase")]
pub enum AccountCode {
    /// The request is not what is expected.
    Malformed,
    /// The page of another site asks.
    Elsewhere,
    /// The name cannot be had.
    BadName,
    /// The name is taken, or looks like one that is.
    NameTaken,
    /// The password is too short or too long.
    BadPassword,
    /// There is no such name, or the password is wrong.
    WrongPassword,
    /// The browser is not signed in.
    NotSignedIn,
    /// There is no such player.
    Unknown,
    /// There were too many requests from the address, or for the name.
    TooMany,
    /// The text is no game that can be played.
    BadGame,
    /// There is no such published game.
    NoGame,
    /// The owner of the server has removed the game.
    Removed,
    /// The game has another publisher.
    NotYours,
    /// The account has as many published games, or favourites, as it may have.
    TooManyGames,
    /// The account follows as many players as it may.
    TooManyPlayers,
    /// The server has no space for another game.
    NoSpace,
    /// The server has too much to do, or cannot read or save what it keeps.
    Busy,
}

/// The debug output hides the password, so that logs of requests do not contain it.
macro_rules! hide {
    ($($name:ident),*) => {
        $(impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(concat!(stringify!($name), "(..)"))
            }
        })*
    };
}
hide!(SignIn, NewPassword, DeleteAccount);
