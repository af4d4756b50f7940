//! Passwords: their length and their hashes.

use std::sync::LazyLock;

use argon2::Argon2;
use argon2::password_hash::{PasswordHasher as _, PasswordVerifier as _};
use beaufort_session::view::AccountCode;

use super::AccountRefusal;
use crate::identity::PasswordHash;

/// The shortest password, in characters.
const MIN_PASSWORD_CHARS: usize = 10;
/// The longest password, in bytes.
const MAX_PASSWORD_BYTES: usize = 256;

/// A valid password.
pub(crate) struct Password(String);

/// The hash with which a password is compared if there is no such name, so that the answer takes as long.
static NOBODYS: LazyLock<PasswordHash> =
    LazyLock::new(|| Password("nobody has this password".to_owned()).hash());

impl Password {
    /// Parses a password.
    ///
    /// # Errors
    /// If it is too short or too long.
    pub(crate) fn parse(text: String) -> Result<Password, AccountRefusal> {
        if text.chars().count() >= MIN_PASSWORD_CHARS && text.len() <= MAX_PASSWORD_BYTES {
            return Ok(Password(text));
        }
        let message = format!(
            "a password has at least {MIN_PASSWORD_CHARS} characters and at most {MAX_PASSWORD_BYTES} bytes"
        );
        Err(AccountRefusal::new(AccountCode::BadPassword, message))
    }

    /// Hashes it with the costs that OWASP recommends: 19 MiB, two passes, one lane. That takes some hundredths of a second.
    pub(crate) fn hash(&self) -> PasswordHash {
        let hash = Argon2::default().hash_password(self.0.as_bytes());
        let hash = hash.expect("the costs are right, and the system has random numbers");
        PasswordHash::kept(hash.to_string())
    }
}

impl PasswordHash {
    /// Returns whether a hash is that of a password; that takes as long without a hash.
    pub(crate) fn matches(hash: Option<&PasswordHash>, password: &str) -> bool {
        // A password that is too long is compared, too, up to the first byte beyond.
        let password = &password.as_bytes()[..password.len().min(MAX_PASSWORD_BYTES + 1)];
        let parsed = |hash: &PasswordHash| argon2::password_hash::phc::PasswordHash::new(hash.as_str()).ok();
        let known = hash.unwrap_or(&NOBODYS);
        let is_right =
            parsed(known).is_some_and(|known| Argon2::default().verify_password(password, &known).is_ok());
        is_right && hash.is_some()
    }
}

/// Computes the hash for unknown names, which takes as long as a comparison.
pub(crate) fn prepare() {
    LazyLock::force(&NOBODYS);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hash_knows_its_password_alone() {
        let hash = Password::parse("correct horse".to_owned()).unwrap().hash();
        assert!(hash.as_str().starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{}", hash.as_str());
        assert_ne!(hash, Password("correct horse".to_owned()).hash(), "each has a salt of its own");
        let long = "a".repeat(1_000_000);
        for (password, expected) in
            [("correct horse", true), ("correct horsf", false), ("", false), (&long, false)]
        {
            assert_eq!(PasswordHash::matches(Some(&hash), password), expected);
        }
        assert!(!PasswordHash::matches(None, "nobody has this password"));
        assert!(!PasswordHash::matches(Some(&PasswordHash::kept(String::new())), ""));
    }

    #[test]
    fn a_password_is_long_enough() {
        for (text, expected) in
            [("ninechars", false), ("ten chars!", true), (&"a".repeat(256), true), (&"a".repeat(257), false)]
        {
            assert_eq!(Password::parse(text.to_owned()).is_ok(), expected, "{text}");
        }
    }
}
