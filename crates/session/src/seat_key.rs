//! The keys of seats: secrets that their owners have drawn, of which only the hash is kept.

use std::fmt;

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use subtle::ConstantTimeEq as _;
#[cfg(test)]
use ts_rs::TS;

/// The length of a key, in characters: 22 of them hold 128 random bits in base64url.
const KEY_CHARS: std::ops::RangeInclusive<usize> = 22..=64;

/// The key to a seat, or the invitation to take one: 128 random bits or more, as 22 to 64 letters, digits, `-` and `_`.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(transparent)]
pub struct SeatKey(String);

impl SeatKey {
    /// Returns the hash of the key; `None` if it is none.
    pub(crate) fn hash(&self) -> Option<KeyHash> {
        let is_fit = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
        let is_key = KEY_CHARS.contains(&self.0.len()) && self.0.bytes().all(is_fit);
        is_key.then(|| KeyHash(Sha256::digest(self.0.as_bytes()).into()))
    }

    /// Derives a key from a secret: a different one for each seat and each number, unpredictable without the secret.
    pub(crate) fn of_letter(secret: [u8; 32], seat: Option<KeyHash>, number: u8) -> SeatKey {
        let mut hasher = Sha256::new_with_prefix(b"letter");
        hasher.update(secret);
        seat.iter().for_each(|key| hasher.update(key.0));
        hasher.update([number]);
        let mut key = String::from(KeyHash(hasher.finalize().into()));
        key.truncate(32);
        SeatKey(key)
    }

    /// Returns the key as it is written.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl From<&str> for SeatKey {
    fn from(text: &str) -> SeatKey {
        SeatKey(text.to_owned())
    }
}

/// The debug output hides the key, so that logs of commands do not contain it.
impl fmt::Debug for SeatKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SeatKey(..)")
    }
}

/// The SHA-256 hash of a key: saved sessions do not reveal the keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub(crate) struct KeyHash([u8; 32]);

impl KeyHash {
    /// Returns the hash of a player's name: a saved session does not contain the name.
    pub(crate) fn of_name(name: &str) -> KeyHash {
        KeyHash(Sha256::new_with_prefix(b"name").chain_update(name.as_bytes()).finalize().into())
    }

    /// Returns whether the hashes are the same, in a time that does not depend on them.
    pub(crate) fn matches(self, other: KeyHash) -> bool {
        self.0.ct_eq(&other.0).into()
    }
}

impl From<KeyHash> for String {
    fn from(hash: KeyHash) -> String {
        hash.0.iter().map(|byte| format!("{byte:02x}")).collect()
    }
}

impl TryFrom<String> for KeyHash {
    type Error = &'static str;

    fn try_from(text: String) -> Result<KeyHash, &'static str> {
        const PROBLEM: &str = "a hash has 64 hexadecimal digits";
        if text.len() != 64 || !text.is_ascii() {
            return Err(PROBLEM);
        }
        let mut hash = [0; 32];
        for (byte, at) in hash.iter_mut().zip((0..64).step_by(2)) {
            *byte = u8::from_str_radix(&text[at..at + 2], 16).map_err(|_| PROBLEM)?;
        }
        Ok(KeyHash(hash))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_has_128_bits_and_its_hash_is_that_of_the_standard() {
        for bad in ["", "short", "aaaaaaaaaaaaaaaaaaaaa", "aaaaaaaaaaaaaaaaaaaaa ", &"a".repeat(65)] {
            assert_eq!(SeatKey::from(bad).hash(), None, "{bad}");
        }
        let key = SeatKey::from("abcdefghijklmnopqrstuvwxyz");
        let hash = key.hash().unwrap();
        let text = "71c480df93d6ae2f1efad1447c66c9525e316218cf51fc8d9ed832f2daf18b73";
        assert_eq!(String::from(hash), text);
        assert_eq!(KeyHash::try_from(text.to_owned()), Ok(hash));
        assert!(hash.matches(hash));
        assert!(!hash.matches(SeatKey::from("abcdefghijklmnopqrstuvwxyy").hash().unwrap()));
        assert!(KeyHash::try_from("zz".repeat(32)).is_err());
        assert_eq!(format!("{key:?}"), "SeatKey(..)");
    }
}
