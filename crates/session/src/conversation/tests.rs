//! Copies of a conversation share its game.

use super::*;
use crate::command::Command;
use crate::job::{JobReport, SearchReport};
use crate::view::Player;

const NOW: Duration = Duration::ZERO;

/// Returns a conversation about a game whose second side the engine plays, with a turn on the board and an analysis on.
fn conversation() -> Conversation {
    let mut conversation = Conversation::new(&Library::new(), 1);
    let engine = Player::Engine { level: "full".to_owned(), ms: 1000, depth: None, nodes: None };
    let start = Command::Start {
        game: Some("orthochess".to_owned()),
        players: Some([Player::Person, engine]),
        clock: Some(crate::command::ClockRule::Fischer { initial: 60_000, increment: 0 }),
        from: None,
        date: None,
    };
    let play = Command::Play { node: 0, turn: crate::command::TurnChoice::Typed { text: "e4".to_owned() } };
    for command in [start, play, Command::Analyse { on: true, lines: 1 }] {
        let effects = handle(&mut conversation, command);
        assert!(effects.changed);
    }
    conversation
}

fn handle(conversation: &mut Conversation, command: Command) -> Effects {
    conversation.handle(7, Request { id: 1, key: None, command }, NOW)
}

fn share_game(a: &Conversation, b: &Conversation) -> bool {
    Arc::ptr_eq(a.table.as_ref().unwrap(), b.table.as_ref().unwrap())
}

#[test]
fn what_changes_nothing_copies_no_game() {
    let mut conversation = conversation();
    let before = conversation.clone();
    for command in [
        Command::HELLO,
        Command::Summary,
        Command::Games,
        Command::Export,
        Command::Picture { node: 0, side: 1 },
        Command::Overlay,
        Command::Premoves { node: 1 },
        Command::Hint { lines: None, ms: None, depth: None, nodes: None },
        Command::Jump { node: 1 },
        Command::Jump { node: 99 },
    ] {
        let name = format!("{command:?}");
        assert!(!handle(&mut conversation, command).changed, "{name}");
        assert!(share_game(&before, &conversation), "{name}");
    }
    for (job, _) in conversation.jobs.clone() {
        let progress = JobReport::Progress(SearchReport::default());
        assert!(!conversation.handle_report(job, progress, NOW).changed);
    }
    assert!(!conversation.tick(NOW).changed);
    assert!(!conversation.leave(7, NOW).changed);
    assert!(share_game(&before, &conversation));
}

#[test]
fn a_change_leaves_a_copy_as_it_was() {
    let mut conversation = conversation();
    let before = conversation.clone();
    let saved = before.save(NOW);
    assert!(handle(&mut conversation, Command::Comment { node: 1, text: "first".to_owned() }).changed);
    assert!(!share_game(&before, &conversation));
    assert_eq!(before.save(NOW), saved);
    assert_ne!(conversation.save(NOW), saved);
}
