//! Requests that a client sends again on another connection, since it has not heard the answer to the first.

use beaufort_session::command::{Command, Request, SeatKey};
use beaufort_session::event::{Event, ProblemCode};

use crate::game::{Game, KEYS, typed};

/// Client 1 again, over another connection.
const AGAIN: u64 = 4;

/// Asks with a key, and returns how that ends.
fn ask(game: &mut Game, client: u64, key: &str, command: Command) -> Event {
    let request = Request { id: 1, key: Some(key.into()), command };
    let effects = game.conversation.handle(client, request, game.now);
    effects.messages.into_iter().next_back().unwrap().message.event
}

fn come_again(game: &mut Game) {
    game.ok(AGAIN, Command::HELLO);
    game.ok(AGAIN, Command::Sit { seat: SeatKey::from(KEYS[0]), invitation: None, if_present: false });
}

#[test]
fn what_has_been_carried_out_is_not_carried_out_again() {
    let mut game = Game::new(None);
    come_again(&mut game);
    let said = || Command::Chat { text: "Good luck!".to_owned() };
    let commands =
        [typed(0, "e4"), said(), Command::OfferTakeBack { side: 0 }, Command::OfferDraw { side: 0 }];
    for (number, command) in commands.into_iter().enumerate() {
        let key = format!("a-request-of-128-bits-{number}");
        for client in [1, AGAIN, 1] {
            assert_eq!(ask(&mut game, client, &key, command.clone()), Event::Done, "{command:?}");
        }
    }
    assert_eq!(game.turns(), "e4");
    assert_eq!(ask(&mut game, 1, "another-request-of-128-bits", said()), Event::Done);
    let lines =
        game.ok(AGAIN, Command::Sit { seat: SeatKey::from(KEYS[0]), invitation: None, if_present: false });
    let chat = lines.into_iter().find_map(|event| match event {
        Event::Chat { lines, .. } => Some(lines.len()),
        _ => None,
    });
    assert_eq!(chat, Some(2), "one for each request");
}

#[test]
fn what_was_refused_can_be_asked_again() {
    let mut game = Game::new(None);
    let key = "the-request-of-128-bits";
    let early = ask(&mut game, 2, key, typed(1, "e5"));
    assert!(matches!(&early, Event::Error { error } if error.code != ProblemCode::Malformed), "{early:?}");
    game.play("e4");
    assert_eq!(ask(&mut game, 2, key, typed(1, "e5")), Event::Done);
    assert_eq!(game.turns(), "e4 e5");
    let bad = ask(&mut game, 1, "short", typed(2, "Nf3"));
    assert!(matches!(&bad, Event::Error { error } if error.code == ProblemCode::Malformed), "{bad:?}");
}
