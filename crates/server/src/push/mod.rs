//! Push messages to browsers, which show them as notifications: a second way of sending letters. The log contains no addresses.

mod encryption;
mod reach;
mod request;
mod vapid;

use std::sync::Arc;
use std::time::SystemTime;

use async_trait::async_trait;
use axum::http::StatusCode;
use beaufort_session::Way;
use serde_json::json;
use sha2::{Digest as _, Sha256};
use tokio_rustls::TlsConnector;

use crate::carrier::{Carried, Carrier};
use crate::identity::hex;
use crate::letter_texts::texts;
use crate::store::WaitingLetter;
pub use reach::PushServices;
use reach::{ReachError, Service};
use request::PushRequest;
pub(crate) use vapid::{KeyError, VapidKey};

/// The most messages that are sent at the same time: a push service that is slow keeps few others waiting.
const PUSHES_AT_ONCE: usize = 16;
/// The longest text of a notification, in characters.
const MAX_TEXT_CHARS: usize = 200;
/// The length of the topic of a message, in characters; the standard allows 32.
const TOPIC_CHARS: usize = 32;

/// Sends push messages.
pub(crate) struct Pusher {
    key: Arc<VapidKey>,
    services: PushServices,
    /// An address of the operator, for the push services.
    contact: String,
    tls: TlsConnector,
}

impl Pusher {
    pub(crate) fn new(key: Arc<VapidKey>, services: PushServices, contact: String) -> Pusher {
        Pusher { key, services, contact, tls: request::tls() }
    }

    async fn push(&self, letter: &WaitingLetter) -> Result<StatusCode, Carried> {
        let (p256dh, auth) = letter.token.split_once('.').ok_or(Carried::Gone)?;
        let service = Service::read(&letter.address, self.services).map_err(carried)?;
        let body = encryption::encrypt(p256dh, auth, notification(letter).as_bytes());
        let body = body.map_err(|_| Carried::Gone)?;
        let authorization = self.key.authorization(&service.origin, &self.contact, SystemTime::now());
        let authorization = authorization.map_err(|_| Carried::Failed)?;
        let addresses = service.resolve(self.services).await.map_err(carried)?;
        let message = PushRequest { authorization, topic: topic(&letter.session), body };
        request::send(&self.tls, &service, &addresses, message).await.map_err(|error| {
            log_limited!(info, kind = %error.kind(), "a push service does not answer");
            Carried::Failed
        })
    }
}

#[async_trait]
impl Carrier for Pusher {
    fn way(&self) -> Way {
        Way::Push
    }

    fn at_once(&self) -> usize {
        PUSHES_AT_ONCE
    }

    async fn carry(&self, letter: &WaitingLetter) -> Carried {
        let status = match self.push(letter).await {
            Ok(status) => status,
            Err(carried) => return carried,
        };
        match status {
            status if status.is_success() => Carried::Sent,
            StatusCode::NOT_FOUND | StatusCode::GONE => Carried::Gone,
            StatusCode::TOO_MANY_REQUESTS => Carried::Failed,
            status => {
                log_limited!(warn, status = status.as_u16(), "a push service refuses a message");
                if status.is_server_error() { Carried::Failed } else { Carried::Refused }
            }
        }
    }
}

fn carried(error: ReachError) -> Carried {
    match error {
        ReachError::Forbidden => Carried::Gone,
        ReachError::Unresolved => Carried::Failed,
    }
}

/// Returns what the browser's service worker (`web/src/push/sw.ts`) gets, as JSON.
fn notification(letter: &WaitingLetter) -> String {
    let WaitingLetter { session, game, opponent, language, .. } = letter;
    let mut lines = texts(language).push.lines();
    let [title, against, alone] = [(); 3].map(|()| lines.next().unwrap_or_default());
    // Names come last: nothing in them is filled in.
    let text = match opponent.as_str() {
        "" => alone.replace("{game}", game),
        opponent => {
            let mut parts = against.split("{game}");
            let fill = |part: &str| part.replace("{opponent}", opponent);
            let first = parts.next().map(fill).unwrap_or_default();
            parts.fold(first, |text, part| text + game + &fill(part))
        }
    };
    let text: String = text.chars().take(MAX_TEXT_CHARS).collect();
    json!({ "title": title, "body": text, "url": format!("#/play/{session}"), "tag": topic(session) })
        .to_string()
}

/// Returns the topic of messages about a session, which tells a push service nothing of its name.
fn topic(session: &str) -> String {
    let mut topic = hex(&Sha256::digest(session.as_bytes()));
    topic.truncate(TOPIC_CHARS);
    topic
}

#[cfg(test)]
mod tests {
    use beaufort_session::LetterKind;

    use super::*;

    fn letter(game: &str, opponent: &str, language: &str) -> WaitingLetter {
        WaitingLetter {
            id: 1,
            session: "table".to_owned(),
            way: Way::Push,
            address: "https://push.example.org/a".to_owned(),
            token: "point.secret".to_owned(),
            game: game.to_owned(),
            opponent: opponent.to_owned(),
            kind: LetterKind::Turn,
            language: language.to_owned(),
            attempts: 0,
        }
    }

    #[test]
    fn a_notification_names_the_game_and_the_opponent_in_the_language_of_its_reader() {
        let shown = |game: &str, opponent: &str, language: &str| {
            let notification = notification(&letter(game, opponent, language));
            let notification: serde_json::Value = serde_json::from_str(&notification).unwrap();
            assert_eq!(notification["url"], "#/play/table");
            format!("{}: {}", notification["title"].as_str().unwrap(), notification["body"].as_str().unwrap())
        };
        assert_eq!(shown("Scirocco", "Boreas", "en"), "Your turn: Scirocco against Boreas");
        assert_eq!(shown("Scirocco", "", ""), "Your turn: Scirocco");
        assert_eq!(shown("Scirocco", "Boreas", "fr-CA"), "À vous de jouer: Scirocco contre Boreas");
        assert_eq!(shown("{opponent}", "{game}", "en"), "Your turn: {opponent} against {game}");
        assert_eq!(shown(&"é".repeat(5000), "", "en").chars().count(), "Your turn: ".len() + MAX_TEXT_CHARS);
    }
}
