//! Measures how long the events of a position with a thousand turns take, and their size.
#![allow(clippy::print_stdout, reason = "a benchmark reports by printing")]

use std::time::Duration;

use beaufort_rules::{Piece, PieceType, Position, Scope, Side, builtin};
use beaufort_session::command::{Command, Request, Start, TileSet};
use beaufort_session::{Conversation, Effects, Library};
use divan::Bencher;

/// Returns a position of Jupiter with about a thousand turns: pieces of all kinds on random squares.
fn position() -> (String, u64) {
    let game = builtin::game("jupiter").expect("it is built in");
    let kinds: Vec<PieceType> = game.types().collect();
    let mut rng = fastrand::Rng::with_seed(3);
    let mut found = (String::new(), 0_u64);
    for _ in 0..200 {
        let mut position = Position::empty(&game, Side::First);
        for square in game.size().iter() {
            if let (true, Some(&kind)) = (rng.f32() < 0.3, rng.choice(&kinds)) {
                position.place(square, Piece::new(kind, Side::BOTH[rng.usize(..2)]));
            }
        }
        let count = position.count_turns(Scope::Choices);
        if count.abs_diff(1_000) < found.1.abs_diff(1_000) {
            found = (position.to_string(), count);
        }
    }
    found
}

fn text(command: Command) -> String {
    serde_json::to_string(&Request { id: 1, key: None, command }).expect("a request can be written")
}

fn started(position: &str) -> Conversation {
    let mut conversation = Conversation::new(&Library::new(), 1);
    let start = Start::Position { text: position.to_owned() };
    let start = Command::Start {
        game: Some("jupiter".into()),
        players: None,
        clock: None,
        from: Some(start),
        date: None,
    };
    let effects = conversation.handle_text(1, &text(start), Duration::ZERO);
    assert!(effects.changed, "the game has begun");
    conversation
}

/// Tells everything, and returns the length of it.
fn hello(conversation: &mut Conversation) -> usize {
    length(&conversation.handle_text(1, &text(Command::HELLO), Duration::ZERO))
}

/// Returns how long an answer is.
fn length(effects: &Effects) -> usize {
    let message = |envelope: &beaufort_session::Envelope| {
        serde_json::to_string(&envelope.message).map_or(0, |message| message.len())
    };
    effects.messages.iter().map(message).sum()
}

#[divan::bench]
fn tells_a_position(bencher: Bencher<'_, '_>) {
    let mut conversation = started(&position().0);
    bencher.bench_local(|| hello(&mut conversation));
}

#[divan::bench]
fn tells_what_is_covered(bencher: Bencher<'_, '_>) {
    let mut conversation = started(&position().0);
    bencher
        .bench_local(|| conversation.handle_text(1, &text(Command::Overlay), Duration::ZERO).messages.len());
}

fn main() {
    let (position, turns) = position();
    let mut conversation = started(&position);
    println!("jupiter with {turns} turns: {} bytes", hello(&mut conversation));
    for command in [
        Command::Game { game: "jupiter".into() },
        Command::Tiles { game: "jupiter".into(), set: TileSet::Diagram },
        Command::Tiles { game: "jupiter".into(), set: TileSet::Letters },
    ] {
        let name = text(command);
        println!("{name}: {} bytes", length(&conversation.handle_text(1, &name, Duration::ZERO)));
    }
    divan::main();
}
