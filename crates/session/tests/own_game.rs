//! A game of the user's own beside the built-in ones: listed, played, saved and found again, or told why not.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::sync::Arc;
use std::time::Duration;

use beaufort_engine::Evaluation;
use beaufort_rules::{Game, builtin, load_game};
use beaufort_session::command::{Command, Request, Start, TurnChoice};
use beaufort_session::event::Event;
use beaufort_session::{Conversation, Library};

const NOW: Duration = Duration::ZERO;
/// Chess in which the Pawns go and take straight ahead.
const MINE: &str = "extends = \"orthochess\"\nid = \"mine\"\nname = \"Mine\"\n\
                    [piece.Pawn]\nability = \"forward W\"\n";

/// Returns the library with the game of a file.
fn library(text: &str) -> Arc<Library> {
    let definition = load_game("mine.toml", text, &builtin::source).unwrap();
    let own = Evaluation::new(&Arc::new(Game::from(definition)));
    Library::with_own([Arc::new(own)]).unwrap()
}

/// Asks for something that must succeed.
fn ok(conversation: &mut Conversation, command: Command) -> Vec<Event> {
    let text = serde_json::to_string(&Request { id: 1, key: None, command }).unwrap();
    let messages = conversation.handle_text(7, &text, NOW).messages;
    let events: Vec<Event> = messages.into_iter().map(|envelope| envelope.message.event).collect();
    assert_eq!(events.last(), Some(&Event::Done), "{events:?}");
    events
}

/// Returns a conversation in which a turn of the game has been played.
fn played() -> Conversation {
    let mut conversation = Conversation::new(&library(MINE), 1);
    let start = Command::Start {
        game: Some("mine".to_owned()),
        players: None,
        clock: None,
        from: Some(Start::Default),
        date: None,
    };
    ok(&mut conversation, start);
    ok(&mut conversation, Command::Play { node: 0, turn: TurnChoice::Typed { text: "e3".to_owned() } });
    conversation
}

#[test]
fn it_is_listed_after_the_others() {
    let mut conversation = Conversation::new(&library(MINE), 1);
    let events = ok(&mut conversation, Command::Games);
    let games = events.into_iter().find_map(|event| match event {
        Event::Games { games } => Some(games),
        _ => None,
    });
    let ids: Vec<String> = games.unwrap().into_iter().map(|game| game.id).collect();
    assert_eq!(ids.len(), builtin::ids().count() + 1);
    assert_eq!(ids.last().map(String::as_str), Some("mine"));
    ok(&mut conversation, Command::Game { game: "mine".to_owned() });
}

#[test]
fn an_id_stands_for_one_game() {
    let twice = load_game("x.toml", &MINE.replace("mine", "typhoon"), &builtin::source).unwrap();
    let own = Arc::new(Evaluation::new(&Arc::new(Game::from(twice))));
    assert_eq!(Library::with_own([own]).unwrap_err(), "typhoon");
}

#[test]
fn it_goes_on_after_a_restart() {
    let saved = played().save(NOW);
    let restored = Conversation::restore(&library(MINE), 1, saved.clone()).unwrap();
    assert_eq!(restored.save(NOW), saved);
}

#[test]
fn a_file_that_is_gone_or_changed_is_told() {
    let saved = played().save(NOW);
    let gone = Conversation::restore(&Library::new(), 1, saved.clone()).unwrap_err();
    assert_eq!(gone, "this game is of `mine`, which is not here: give its file with --game-file");
    let other = MINE.replace("forward W", "forward F");
    let changed = Conversation::restore(&library(&other), 1, saved).unwrap_err();
    assert!(
        changed.starts_with("the rules of `mine` have changed since: turn 1.: `e3` may mean `de3`"),
        "{changed}"
    );
}
