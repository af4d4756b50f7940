//! The subscription of a browser to push messages, as the Push API of browsers describes it, and the terms on which it subscribes.

use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
#[cfg(test)]
use ts_rs::TS;

/// The longest address of a subscription, in bytes.
const MAX_ENDPOINT_BYTES: usize = 1024;
/// The length of the browser's public key in base64url: an uncompressed point of P-256 has 65 bytes.
const P256DH_CHARS: usize = 87;
/// The length of the secret in base64url: it has 16 bytes.
const AUTH_CHARS: usize = 22;

/// A browser's subscription to push messages.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct PushSubscription {
    /// The address of the browser's push service to which messages go. Whoever knows it can send there.
    pub endpoint: String,
    /// The keys with which messages are encrypted (RFC 8291).
    pub keys: PushKeys,
}

/// The keys of a browser's subscription to push messages, in base64url without padding.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(deny_unknown_fields)]
pub struct PushKeys {
    /// The browser's public key, a point of the curve P-256.
    pub p256dh: String,
    /// The secret that the browser shares with the server.
    pub auth: String,
}

impl PushSubscription {
    /// Returns whether it is well formed: an address with one of the schemes, and keys of the right length.
    pub(crate) fn is_fit(&self, schemes: &[&str]) -> bool {
        let is_key = |text: &str, chars| {
            let is_fit = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
            text.len() == chars && text.bytes().all(is_fit)
        };
        let has_place = schemes.iter().any(|scheme| {
            self.endpoint.strip_prefix(scheme).is_some_and(|rest| !rest.is_empty() && !rest.starts_with('/'))
        });
        has_place
            && self.endpoint.len() <= MAX_ENDPOINT_BYTES
            && self.endpoint.bytes().all(|byte| byte.is_ascii_graphic())
            && is_key(&self.keys.p256dh, P256DH_CHARS)
            && is_key(&self.keys.auth, AUTH_CHARS)
    }
}

/// The terms on which browsers subscribe to push messages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PushTerms {
    /// The server's public key, in base64url.
    pub key: Arc<str>,
    /// Whether a push service may do without encryption, as that of a test does.
    pub allows_http: bool,
}

impl PushTerms {
    /// Returns the schemes of addresses that are accepted.
    pub(crate) fn schemes(&self) -> &'static [&'static str] {
        if self.allows_http { &["https://", "http://"] } else { &["https://"] }
    }
}

/// The debug output hides the keys, so that logs of commands do not contain them.
impl fmt::Debug for PushKeys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PushKeys(..)")
    }
}

/// The debug output hides the subscription.
impl fmt::Debug for PushSubscription {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PushSubscription(..)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_subscription_has_an_address_and_two_keys() {
        let good = PushSubscription {
            endpoint: "https://push.example.org/a".to_owned(),
            keys: PushKeys { p256dh: "B".repeat(87), auth: "a".repeat(22) },
        };
        assert!(good.is_fit(&["https://"]));
        assert_eq!(format!("{good:?}"), "PushSubscription(..)");
        let with = |change: fn(&mut PushSubscription)| {
            let mut other = good.clone();
            change(&mut other);
            other.is_fit(&["https://"])
        };
        assert!(!with(|other| other.endpoint = "http://push.example.org/a".to_owned()));
        assert!(!with(|other| other.endpoint = "https:///a".to_owned()));
        assert!(!with(|other| other.endpoint = "https://a/\r\nHost: b".to_owned()));
        assert!(!with(|other| other.endpoint += &"a".repeat(1024)));
        assert!(!with(|other| other.keys.p256dh.push('a')));
        assert!(!with(|other| other.keys.auth = "+".repeat(22)));
    }
}
