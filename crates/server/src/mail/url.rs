//! The address of a mail server, which may hold a password: no message and no log repeats it.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use lettre::{AsyncSmtpTransport, Tokio1Executor};

/// The longest wait for an answer of the mail server.
const MAIL_TIMEOUT: Duration = Duration::from_secs(20);

/// The address of a mail server: `smtps://user:password@mail.example.org`, `smtp://mail.example.org:587?tls=required` for STARTTLS,
/// or `smtp://localhost` for a relay on this machine without encryption.
#[derive(Clone)]
pub struct MailUrl(String);

/// Why a text is no address of a mail server. The text, which may hold a password, is not repeated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("it has the form `smtps://USER:PASSWORD@HOST` or `smtp://HOST:PORT?tls=required`")]
pub struct MailUrlError;

impl MailUrl {
    /// Returns the transport to the server.
    pub(super) fn transport(&self) -> AsyncSmtpTransport<Tokio1Executor> {
        let builder = AsyncSmtpTransport::<Tokio1Executor>::from_url(&self.0);
        builder.expect("it was read once already").timeout(Some(MAIL_TIMEOUT)).build()
    }
}

impl FromStr for MailUrl {
    type Err = MailUrlError;

    fn from_str(text: &str) -> Result<MailUrl, MailUrlError> {
        let is_known = ["smtp://", "smtps://"].iter().any(|scheme| text.starts_with(scheme));
        if !is_known || AsyncSmtpTransport::<Tokio1Executor>::from_url(text).is_err() {
            return Err(MailUrlError);
        }
        Ok(MailUrl(text.to_owned()))
    }
}

impl fmt::Debug for MailUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("MailUrl(..)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_is_shown_to_nobody() {
        let url: MailUrl = "smtps://anne:secret@mail.example.org".parse().unwrap();
        assert_eq!(format!("{url:?}"), "MailUrl(..)");
        for bad in ["anne:secret@mail.example.org", "http://secret", "smtp://", "smtp://a?tls=secret"] {
            let error = bad.parse::<MailUrl>().unwrap_err();
            assert!(!error.to_string().contains("secret"), "{bad}");
        }
    }
}
