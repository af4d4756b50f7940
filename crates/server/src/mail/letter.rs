//! The text of a letter, in the language of its reader.

use beaufort_session::LetterKind;
use lettre::Message;
use lettre::message::Mailbox;
use lettre::message::header::{ContentType, HeaderName, HeaderValue};

use crate::letter_texts::texts;
use crate::store::WaitingLetter;

/// Writes a letter. Its links lead to the page: what stands behind the `#` no server on the way hears of. Returns nothing if there is
/// no such address.
pub(super) fn write(from: &Mailbox, page: &str, waiting: &WaitingLetter) -> Option<Message> {
    let WaitingLetter { session, address, token, game, kind, language, .. } = waiting;
    let confirm = format!("{page}#/mail/{session}/{token}");
    let stop = format!("{confirm}/stop");
    let text = match kind {
        LetterKind::Confirm => texts(language).confirm,
        LetterKind::Turn => texts(language).turn,
    };
    let play = format!("{page}#/play/{session}");
    let links = [("{confirm}", &confirm), ("{play}", &play), ("{stop}", &stop)];
    let text = links.iter().fold(text.to_owned(), |text, (name, link)| text.replace(name, link));
    // The name of a game of one's own comes last: nothing in it is filled in.
    let text = text.replace("{game}", game);
    let (subject, body) = text.split_once('\n')?;
    let header = |name, value| HeaderValue::new(HeaderName::new_from_ascii_str(name), value);
    Message::builder()
        .from(from.clone())
        .to(Mailbox::new(None, address.parse().ok()?))
        .subject(subject)
        .raw_header(header("List-Unsubscribe", format!("<{stop}>")))
        .raw_header(header("Auto-Submitted", "auto-generated".to_owned()))
        .header(ContentType::TEXT_PLAIN)
        .body(body.trim_start().to_owned())
        .ok()
}

#[cfg(test)]
mod tests {
    use beaufort_session::Way;

    use super::*;
    use crate::letter_texts::{LANGUAGES, Texts};

    fn letter(kind: LetterKind, language: &str) -> String {
        let waiting = WaitingLetter {
            id: 1,
            session: "table".to_owned(),
            way: Way::Mail,
            address: "anne@example.org".to_owned(),
            token: "key".to_owned(),
            game: "Game {stop}".to_owned(),
            opponent: String::new(),
            kind,
            language: language.to_owned(),
            attempts: 0,
        };
        let from = "chess@example.org".parse().unwrap();
        let message = write(&from, "https://chess.example.org/", &waiting).unwrap().formatted();
        String::from_utf8(message).unwrap().replace("=\r\n", "").replace("=3D", "=")
    }

    #[test]
    fn every_language_has_the_links_and_nothing_left_to_fill_in() {
        for Texts { language, .. } in LANGUAGES {
            let confirm = letter(LetterKind::Confirm, language);
            assert!(confirm.contains("https://chess.example.org/#/mail/table/key\r\n"), "{confirm}");
            let turn = letter(LetterKind::Turn, language);
            for link in ["#/play/table\r\n", "#/mail/table/key/stop\r\n"] {
                assert!(turn.contains(&format!("https://chess.example.org/{link}")), "{turn}");
            }
            for text in [confirm, turn] {
                assert!(text.contains("Game {stop}"), "a name of a game is no link: {text}");
                assert!(!text.replace("Game {stop}", "").contains('{'), "{text}");
            }
        }
    }

    #[test]
    fn a_letter_is_in_the_language_of_its_reader_or_in_english() {
        for (language, text) in [
            ("fr", "votre partie"),
            ("FR-ca", "votre partie"),
            ("", "your game"),
            ("en-GB", "your game"),
            ("xx", "your game"),
        ] {
            assert!(letter(LetterKind::Turn, language).contains(text), "{language}");
        }
    }
}
