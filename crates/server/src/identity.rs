//! The identity of a player as the store, the connections and other servers know it: the folded name, the hashes of the password and of
//! the tokens, and the browser that is signed in.

use std::fmt;

use beaufort_session::Account;
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use unicode_normalization::UnicodeNormalization as _;
use unicode_security::confusable_detection::skeleton;

/// The longest name, in characters.
pub(crate) const MAX_NAME_CHARS: usize = 20;

/// The folded form of a name: names that look alike fold to the same.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct FoldedName(String);

/// The argon2id hash of a password, with its salt and parameters, in PHC format.
#[derive(Clone, PartialEq, Eq)]
pub struct PasswordHash(String);

/// The SHA-256 hash of a token. The store keeps the hash alone, from which the token cannot be found.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct TokenHash([u8; 32]);

/// Which tokens of an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum WhichTokens {
    /// All of them.
    All,
    /// This one.
    One(TokenHash),
    /// All but this one.
    AllBut(TokenHash),
}

/// A browser that is signed in.
#[derive(Clone, Debug)]
pub(crate) struct Browser {
    pub(crate) account: Account,
    pub(crate) token: TokenHash,
}

impl FoldedName {
    /// Folds any text: to lower case, each letter to the one that stands for all that look like it (Unicode UTS 39), and `i` to
    /// `l`, since the capital of the one looks like the other.
    pub(crate) fn new(text: &str) -> FoldedName {
        // A database cannot keep the character 0: it becomes another one that no name has.
        let text = text.chars().map(|c| if c == '\0' { char::REPLACEMENT_CHARACTER } else { c });
        let text = text.take(4 * MAX_NAME_CHARS).nfkc().collect::<String>().to_lowercase();
        let folded: String = skeleton(&text).flat_map(char::to_lowercase).collect();
        FoldedName(folded.replace('i', "l"))
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

impl PasswordHash {
    /// Returns a hash from the store.
    pub(crate) fn kept(text: String) -> PasswordHash {
        PasswordHash(text)
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

impl TokenHash {
    pub(crate) fn of(token: &[u8]) -> TokenHash {
        TokenHash(Sha256::digest(token).into())
    }

    pub(crate) fn as_bytes(&self) -> &[u8] {
        &self.0
    }
}

impl WhichTokens {
    /// Returns whether a token is one of them.
    pub(crate) fn has(self, token: TokenHash) -> bool {
        match self {
            WhichTokens::All => true,
            WhichTokens::One(one) => one == token,
            WhichTokens::AllBut(one) => one != token,
        }
    }
}

/// Returns bytes in hexadecimal digits.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

impl fmt::Debug for PasswordHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PasswordHash(..)")
    }
}

impl fmt::Debug for TokenHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("TokenHash(..)")
    }
}
