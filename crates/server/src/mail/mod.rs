//! Letters by SMTP. The log contains no addresses.

mod letter;
mod url;

use async_trait::async_trait;
use beaufort_session::Way;
use lettre::message::Mailbox;
use lettre::{AsyncSmtpTransport, AsyncTransport as _, Tokio1Executor};

use crate::carrier::{Carried, Carrier};
use crate::store::WaitingLetter;
pub use url::{MailUrl, MailUrlError};

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

/// Sends letters by SMTP.
pub(crate) struct Mailer {
    transport: AsyncSmtpTransport<Tokio1Executor>,
    from: Mailbox,
    /// The address of the page, with a `/` at its end.
    page: String,
}

impl Mailer {
    pub(crate) fn new(mail: &Mail, page: String) -> Mailer {
        Mailer { transport: mail.server.transport(), from: mail.from.0.clone(), page }
    }
}

#[async_trait]
impl Carrier for Mailer {
    fn way(&self) -> Way {
        Way::Mail
    }

    fn at_once(&self) -> usize {
        1
    }

    async fn carry(&self, waiting: &WaitingLetter) -> Carried {
        let Some(message) = letter::write(&self.from, &self.page, waiting) else {
            return Carried::Refused;
        };
        let Err(error) = self.transport.send(message).await else {
            return Carried::Sent;
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
        if is_permanent { Carried::Refused } else { Carried::Failed }
    }
}
