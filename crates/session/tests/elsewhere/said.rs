//! Text for others has no invisible characters, and public games have a true date.

use beaufort_session::command::{Command, Publicity, SeatKey, Start};
use beaufort_session::event::{Event, ProblemCode};

use crate::game::{Game, INVITATION, KEYS};

#[test]
fn chat_and_notes_have_no_hidden_letters() {
    let mut game = Game::new(None);
    let heard = game.hear(1, Command::Chat { text: "fox\u{202e}gniht\u{200b}".to_owned() });
    let lines = heard.into_iter().find_map(|(_, event)| match event {
        Event::Chat { lines, .. } => Some(lines),
        _ => None,
    });
    assert_eq!(lines.unwrap()[0].text, "foxgniht");
    let hidden = Command::Chat { text: " \u{200b}\u{2066} ".to_owned() };
    assert_eq!(game.refused(1, hidden), ProblemCode::Malformed);
    let heard = game.hear(1, Command::Note { text: "one\ntw\u{feff}o".to_owned() });
    let note = heard.into_iter().find_map(|(_, event)| match event {
        Event::Note { text } => Some(text),
        _ => None,
    });
    assert_eq!(note.as_deref(), Some("one\ntwo"));
}

#[test]
fn comments_and_names_have_no_hidden_letters() {
    let mut game = Game::new(None);
    game.conversation = beaufort_session::Conversation::new(&game.library, 1);
    let text = "[White \"An\u{202e}na\"]\n[Black \"Bert\"]\n\n1. e4 *".to_owned();
    let from = Some(Start::Record { text });
    game.ok(
        1,
        Command::Start { game: Some("orthochess".to_owned()), players: None, clock: None, from, date: None },
    );
    assert_eq!(game.state().names[0].as_deref(), Some("Anna"));
    game.ok(1, Command::Comment { node: 1, text: "a\u{202e}b".to_owned() });
    let record = game.conversation.record().unwrap().to_string();
    assert!(record.contains("{ab}"), "{record}");
}

#[test]
fn the_day_of_a_public_or_rated_game_is_true() {
    let date = |game: &Game| game.conversation.record().unwrap().tags.get("Date").map(str::to_owned);
    let begin = |said: Option<&str>, watch: bool| {
        let mut game = Game::new(None);
        game.conversation = beaufort_session::Conversation::new(&game.library, 1);
        game.conversation.open_sessions(|| "a-name-that-was-drawn".to_owned());
        game.conversation.know_days(|| ["2026.11.27", "2026.11.28", "2026.11.29"].map(str::to_owned));
        let (name, from) = (Some("orthochess".to_owned()), Some(Start::Default));
        let date = said.map(str::to_owned);
        game.ok(1, Command::Start { game: name, players: None, clock: None, from, date });
        let [seat, other] = KEYS.map(SeatKey::from);
        let invitation = SeatKey::from(INVITATION);
        let public = Publicity { take: false, watch };
        game.ok(
            1,
            Command::Invite {
                side: 0,
                seat,
                invitation: invitation.clone(),
                public,
                rated: false,
                opponent: None,
            },
        );
        game.ok(2, Command::Sit { seat: other, invitation: Some(invitation), if_present: false });
        game
    };
    for (said, expected) in [
        (Some("2026.01.01"), "2026.11.28"),
        (Some("2026.??.??"), "2026.11.28"),
        (None, "2026.11.28"),
        // Where the player is it may be another day.
        (Some("2026.11.27"), "2026.11.27"),
        (Some("2026.11.29"), "2026.11.29"),
    ] {
        assert_eq!(date(&begin(said, true)).as_deref(), Some(expected), "{said:?}");
    }
    assert_eq!(date(&begin(Some("2026.01.01"), false)).as_deref(), Some("2026.01.01"), "nobody else is told");
    let mut game = begin(None, true);
    game.ok(1, Command::Resign { side: 0 });
    let effects = [1, 2].map(|client| {
        let seat =
            SeatKey::from(["a-new-key-of-128-bits-for-one", "a-new-key-of-128-bits-for-two"][client - 1]);
        let command = Command::OfferRematch { side: client as u8 - 1, seat };
        let request = beaufort_session::command::Request { id: 1, key: None, command };
        game.conversation.handle(client as u64, request, game.now)
    });
    let opened = effects[1].opened.as_ref().unwrap();
    assert_eq!(opened.listing.as_ref().unwrap().game.day.as_deref(), Some("2026.11.28"));
}
