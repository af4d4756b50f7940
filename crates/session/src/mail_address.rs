//! The address of a player to whom letters may be sent.

use std::fmt;

use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;

/// The longest address, in bytes, and the longest part of it before the `@`.
const MAX_ADDRESS_BYTES: usize = 254;
const MAX_LOCAL_BYTES: usize = 64;

/// A mail address, such as `anne@example.org`.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(transparent)]
pub struct MailAddress(String);

impl MailAddress {
    /// Returns whether it is one: ASCII letters, digits and signs, a single `@`, and a name of a domain.
    pub(crate) fn is_fit(&self) -> bool {
        let Some((local, domain)) = self.0.split_once('@') else { return false };
        let is_atom = |text: &str| {
            !text.is_empty()
                && text
                    .bytes()
                    .all(|byte| byte.is_ascii_alphanumeric() || b"!#$%&'*+/=?^_`{|}~-".contains(&byte))
        };
        let is_label = |text: &str| {
            is_atom(text)
                && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
                && !text.starts_with('-')
                && !text.ends_with('-')
        };
        self.0.len() <= MAX_ADDRESS_BYTES
            && local.len() <= MAX_LOCAL_BYTES
            && local.split('.').all(is_atom)
            && domain.split('.').all(is_label)
    }

    /// Returns the address as it is written.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl From<&str> for MailAddress {
    fn from(text: &str) -> MailAddress {
        MailAddress(text.to_owned())
    }
}

/// The debug output hides the address, so that logs of commands do not contain it.
impl fmt::Debug for MailAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("MailAddress(..)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_told_from_what_is_none() {
        for fit in ["a@b", "anne.o'hara+chess@mail.example.org", "x_1@a-b.example"] {
            assert!(MailAddress::from(fit).is_fit(), "{fit}");
        }
        let (long, longer) = (format!("{}@b", "a".repeat(65)), format!("a@{}", "b.".repeat(130)));
        for bad in [
            "",
            "a",
            "@b",
            "a@",
            "a@b@c",
            "a b@c",
            "a@b\r\nBcc: c@d",
            "a..b@c",
            ".a@b",
            "a@-b",
            "a@b..c",
            "<a@b>",
            "é@b",
            "a,b@c",
            "a@[127.0.0.1]",
            &long,
            &longer,
        ] {
            assert!(!MailAddress::from(bad).is_fit(), "{bad}");
        }
        assert_eq!(format!("{:?}", MailAddress::from("a@b")), "MailAddress(..)");
    }
}
