//! Names and ratings, as a server tells them.

use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;

/// What somebody says to sign up or to sign in.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(deny_unknown_fields)]
pub struct SignIn {
    /// The name.
    pub name: String,
    /// The password.
    pub password: String,
}

/// Says how somebody signs out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(deny_unknown_fields)]
pub struct SignOut {
    /// Whether all browsers are signed out, not this one alone.
    pub everywhere: bool,
}

/// What somebody says to have another password; all other browsers are signed out.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(deny_unknown_fields)]
pub struct NewPassword {
    /// The password so far.
    pub password: String,
    /// The one from now on.
    pub new: String,
}

/// What somebody says to have the account deleted.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(deny_unknown_fields)]
pub struct DeleteAccount {
    /// The password.
    pub password: String,
}

/// Who the browser is signed in as.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct SignedIn {
    /// The name; missing if it is signed in as nobody.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, ts(optional))]
    pub name: Option<String>,
}

/// Why something about an account is refused.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct AccountProblem {
    /// The kind of refusal.
    pub code: AccountCode,
    /// What is wrong, in a sentence without a full stop.
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
    /// Somebody has the name, or one that looks like it.
    NameTaken,
    /// The password is too short or too long.
    BadPassword,
    /// There is no such name, or the password is wrong.
    WrongPassword,
    /// The browser is not signed in.
    NotSignedIn,
    /// There is no such player.
    Unknown,
    /// The address, or somebody for the name, has asked too often.
    TooMany,
    /// The server has too much to do, or cannot read or save what it keeps.
    Busy,
}

/// Whoever logs a request logs no password.
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
