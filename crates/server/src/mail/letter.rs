//! What stands in a letter.

use beaufort_session::LetterKind;
use lettre::Message;
use lettre::message::Mailbox;
use lettre::message::header::{ContentType, HeaderName, HeaderValue};

use crate::store::WaitingLetter;

/// Writes a letter. Its links lead to the page: what stands behind the `#` no server on the way hears of. Returns nothing if there is
/// no such address.
pub(super) fn write(from: &Mailbox, page: &str, waiting: &WaitingLetter) -> Option<Message> {
    let WaitingLetter { session, address, token, game, kind, .. } = waiting;
    let (answer, stop) =
        (format!("{page}#/mail/{session}/{token}"), format!("{page}#/mail/{session}/{token}/stop"));
    let (subject, text) = match kind {
        LetterKind::Confirm => (
            format!("Beaufort: letters about your game of {game}?"),
            format!(
                "Somebody, you perhaps, wants to be told by mail when it is their turn in a game of {game}.\n\
                If you want that, open this page:\n\n{answer}\n\n\
                If not, do nothing: no other letter comes.\n"
            ),
        ),
        LetterKind::Turn => (
            format!("Beaufort: your turn in {game}"),
            format!(
                "It is your turn in your game of {game}:\n\n{page}#/play/{session}\n\n\
                You play with the browser in which you have taken your seat, or under your name with any.\n\n\
                No more letters about this game:\n\n{stop}\n"
            ),
        ),
    };
    let header = |name, value| HeaderValue::new(HeaderName::new_from_ascii_str(name), value);
    Message::builder()
        .from(from.clone())
        .to(Mailbox::new(None, address.parse().ok()?))
        .subject(subject)
        .raw_header(header("List-Unsubscribe", format!("<{stop}>")))
        .raw_header(header("Auto-Submitted", "auto-generated".to_owned()))
        .header(ContentType::TEXT_PLAIN)
        .body(text)
        .ok()
}
