//! Letters to players: sends those that wait in the store by SMTP, with retries. The log contains no addresses.

mod letter;
mod url;

use std::sync::Arc;
use std::time::{Duration, SystemTime};

use lettre::message::Mailbox;
use lettre::{AsyncSmtpTransport, AsyncTransport as _, Tokio1Executor};
use tokio::time::sleep;

use crate::services::Services;
use crate::store::{StoreError, WaitingLetter};
pub use url::{MailUrl, MailUrlError};

/// The time between two looks for letters.
const MAIL_INTERVAL: Duration = Duration::from_secs(2);
/// The most letters that are sent each time; the others are next.
const MAX_LETTERS: usize = 50;
/// The most attempts to send a letter.
const MAX_ATTEMPTS: u32 = 8;
/// The time from the first attempt to the second; each one after it is three times as long.
const FIRST_PAUSE: Duration = Duration::from_secs(60);

/// The settings for letters.
#[derive(Clone, Debug)]
pub struct Mail {
    /// The mail server.
    pub server: MailUrl,
    /// The sender: `Beaufort <chess@example.org>`.
    pub from: MailFrom,
}

/// The sender, whose address gets the answers.
#[derive(Clone, Debug)]
pub struct MailFrom(Mailbox);

impl std::str::FromStr for MailFrom {
    type Err = MailFromError;

    fn from_str(text: &str) -> Result<MailFrom, MailFromError> {
        text.parse().map(MailFrom).map_err(|_| MailFromError)
    }
}

/// The text is no mail address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("it is an address such as `Beaufort <chess@example.org>`")]
pub struct MailFromError;

/// Sends letters.
pub(crate) struct Mailer {
    transport: AsyncSmtpTransport<Tokio1Executor>,
    from: Mailbox,
    /// The address of the page, with a `/` at its end.
    page: String,
    services: Arc<Services>,
}

impl Mailer {
    pub(crate) fn new(mail: &Mail, page: String, services: &Arc<Services>) -> Mailer {
        let (transport, from) = (mail.server.transport(), mail.from.0.clone());
        Mailer { transport, from, page, services: Arc::clone(services) }
    }

    /// Sends letters, for ever.
    pub(crate) async fn run(&self) {
        loop {
            sleep(MAIL_INTERVAL).await;
            // A failure is logged where sessions are saved; the next look reads again.
            let (services, store) = (&self.services, &self.services.store);
            let letters = services.resave_if_gone(store.due_letters(SystemTime::now(), MAX_LETTERS).await);
            let Ok(letters) = letters else { continue };
            for letter in letters {
                if self.deliver(&letter).await.is_err() {
                    self.services.metrics.note_letter(false);
                }
            }
        }
    }

    /// Sends a letter that is due. A letter that cannot be put off is not sent: it would be sent again and again.
    async fn deliver(&self, letter: &WaitingLetter) -> Result<(), StoreError> {
        let (services, store, id) = (&self.services, &self.services.store, letter.id);
        if !services.resave_if_gone(store.admit_letter(letter, SystemTime::now()).await)? {
            tracing::info!("a letter is not sent: its reader wants none, or too many were asked for");
            return services.resave_if_gone(store.settle_letter(id, None).await);
        }
        let again = SystemTime::now() + FIRST_PAUSE * 3u32.saturating_pow(letter.attempts);
        services.resave_if_gone(store.settle_letter(id, Some(again)).await)?;
        if self.send(letter).await {
            // A letter that is not forgotten is sent twice: better than never.
            let _ = services.resave_if_gone(store.settle_letter(id, None).await);
        }
        Ok(())
    }

    /// Sends a letter. Returns `true` if it has been sent, or another attempt is of no use.
    async fn send(&self, waiting: &WaitingLetter) -> bool {
        let Some(message) = letter::write(&self.from, &self.page, waiting) else {
            self.services.metrics.note_letter(false);
            return true;
        };
        let Err(error) = self.transport.send(message).await else {
            self.services.metrics.note_letter(true);
            return true;
        };
        // The error of the mail server may contain the address.
        let (status, is_permanent) = (error.status().map(|code| code.to_string()), error.is_permanent());
        log_limited!(
            warn,
            status,
            is_permanent,
            attempt = waiting.attempts + 1,
            "a letter could not be sent"
        );
        self.services.metrics.note_letter(false);
        is_permanent || waiting.attempts + 1 >= MAX_ATTEMPTS
    }
}
