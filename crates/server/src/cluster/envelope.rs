//! The messages between servers: a head in a line of JSON, then a body that is passed on unread.
//!
//! NATS delivers a message at most once, and bounds its size. So the messages from one server to another are numbered, and long
//! ones are split into parts: a missing number tells the receiver that a part is lost.

use std::net::IpAddr;

use beaufort_session::AccountId;
use serde::{Deserialize, Serialize};

use crate::identity::{TokenHash, WhichTokens};
use crate::store::ServerId;

/// The longest head, in bytes.
const MAX_HEAD_BYTES: usize = 1024;
/// The longest message in all its parts, in bytes.
pub(super) const MAX_WHOLE_BYTES: usize = 64 * 1024 * 1024;

/// The head of each part.
#[derive(Serialize, Deserialize)]
pub(super) struct Head {
    /// The sender.
    pub(super) from: ServerId,
    /// The number of the part among all that the sender has sent to this server.
    pub(super) number: u64,
    /// The number of the part in its message.
    pub(super) part: usize,
    /// The number of parts of the message that follow.
    pub(super) rest: usize,
    pub(super) note: Note,
}

/// The kind of a message. A link belongs to one client, and is numbered by the server to which the client is connected.
#[derive(Clone, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "camelCase")]
pub(super) enum Note {
    /// A heartbeat.
    Beat,
    /// Browsers have been signed out.
    SignedOut { account: AccountId, which: WhichTokens },
    /// An account has been deleted.
    AccountDeleted { account: AccountId },
    /// A client joins a session that the receiver owns.
    Join { link: u64, session: String, browser: Option<KnownBrowser>, address: Option<IpAddr> },
    /// A client has sent a text.
    Request { link: u64 },
    /// A client has sent something that is refused unread: the id of the request, if it has one; the body is the problem.
    Unreadable { link: u64, id: Option<u32> },
    /// A client has left.
    Leave { link: u64 },
    /// Messages to a client, one in each line.
    Batch { link: u64 },
    /// A request of a client has been answered.
    Answered { link: u64 },
    /// The link ends: the client reconnects, or the session is damaged and the body is the reason.
    End { link: u64, is_damaged: bool },
}

/// A browser that is signed in.
#[derive(Clone, Serialize, Deserialize)]
pub(super) struct KnownBrowser {
    pub(super) account: AccountId,
    pub(super) name: String,
    pub(super) token: TokenHash,
}

/// Splits a message into parts of at most `most` bytes, numbered from `number`.
pub(super) fn write(from: ServerId, number: u64, note: &Note, text: &[u8], most: usize) -> Vec<Vec<u8>> {
    let room = most.saturating_sub(MAX_HEAD_BYTES).max(1);
    let texts: Vec<&[u8]> = if text.is_empty() { vec![text] } else { text.chunks(room).collect() };
    let count = texts.len();
    let part = |(part, text): (usize, &[u8])| {
        let head =
            Head { from, number: number + part as u64, part, rest: count - 1 - part, note: note.clone() };
        let mut bytes = serde_json::to_vec(&head).expect("a head is made of numbers and texts");
        bytes.push(b'\n');
        bytes.extend_from_slice(text);
        bytes
    };
    texts.into_iter().enumerate().map(part).collect()
}

/// Parses a part; `None` if it is malformed.
pub(super) fn read(bytes: &[u8]) -> Option<(Head, &[u8])> {
    let end = bytes.iter().take(MAX_HEAD_BYTES).position(|&byte| byte == b'\n')?;
    let head = serde_json::from_slice(&bytes[..end]).ok()?;
    Some((head, &bytes[end + 1..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_too_long_goes_in_parts() {
        let text: Vec<u8> = (0..10_000u32).flat_map(u32::to_le_bytes).collect();
        let parts = write(ServerId(7), 5, &Note::Request { link: 3 }, &text, MAX_HEAD_BYTES + 9_000);
        assert_eq!(parts.len(), 5);
        let mut whole = Vec::new();
        for (at, bytes) in parts.iter().enumerate() {
            assert!(bytes.len() <= MAX_HEAD_BYTES + 9_000);
            let (head, text) = read(bytes).unwrap();
            assert_eq!(
                (head.from, head.number, head.part, head.rest),
                (ServerId(7), 5 + at as u64, at, 4 - at)
            );
            assert!(matches!(head.note, Note::Request { link: 3 }));
            whole.extend_from_slice(text);
        }
        assert_eq!(whole, text);
    }

    #[test]
    fn the_longest_head_has_room() {
        let browser = KnownBrowser {
            account: AccountId(i64::MAX),
            name: "\u{1F409}".repeat(20),
            token: TokenHash::of(b"x"),
        };
        let address = Some("2001:db8:ffff:ffff:ffff:ffff:ffff:ffff".parse().unwrap());
        let note = Note::Join { link: u64::MAX, session: "s".repeat(64), browser: Some(browser), address };
        let parts = write(ServerId(i64::MAX), u64::MAX, &note, b"", 2048);
        assert!(parts[0].len() <= MAX_HEAD_BYTES, "{}", parts[0].len());
        assert!(read(&parts[0]).is_some());
    }

    #[test]
    fn garbage_is_no_message() {
        for bytes in [&b""[..], b"\n", b"{}\n", b"garbage", &[0xff; 4096], b"{\"from\":1,\"number\":0}\nx"] {
            assert!(read(bytes).is_none());
        }
    }
}
