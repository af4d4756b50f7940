//! Fuzz targets: functions that take any bytes, read them as some text of Beaufort, and panic if a law is broken.
//!
//! `cargo xtask fuzz` runs them on stable Rust with mutated seeds of the corpus; the entry points in
//! `fuzz_targets/` hand the same functions to libFuzzer. A new target is a function here, a line in [`TARGETS`],
//! a folder of seeds in `corpus/`, and an entry point.

mod mutate;
mod own_games;

pub use mutate::input;
pub use own_games::own_games;

use std::sync::{Arc, LazyLock};

use beaufort_rules::record::{Record, Replay};
use beaufort_rules::{Game, Notation, Position, builtin};
use beaufort_rules::{Scope, game::Setup, load_game};

/// A fuzz target.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// Its name, which is also its folder in `corpus/`.
    pub name: &'static str,
    /// Reads an input, and panics if a law is broken.
    pub run: fn(&[u8]),
    /// How many inputs are done in a moment, about a second.
    pub batch: u64,
}

/// Every target.
pub const TARGETS: &[Target] = &[
    Target { name: "records", run: records, batch: 256 },
    Target { name: "replays", run: replays, batch: 256 },
    Target { name: "positions", run: positions, batch: 256 },
    Target { name: "notation", run: notation, batch: 256 },
    Target { name: "set_ups", run: set_ups, batch: 256 },
    Target { name: "games", run: games, batch: 256 },
    Target { name: "own_games", run: own_games, batch: 4 },
];

/// The game whose positions, turns and set-ups are tried.
static GAME: LazyLock<Arc<Game>> =
    LazyLock::new(|| builtin::game("scirocco").expect("scirocco is a built-in game"));

/// Game records: what was read is written and read again without loss.
pub fn records(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let Ok(records) = Record::parse(&text) else { return };
    let written: String = records.iter().map(Record::to_string).collect();
    assert_eq!(Record::parse(&written).as_ref(), Ok(&records), "written as:\n{written}");
}

/// Replays: a record is played by the rules or refused; what was played ends where its positions say.
pub fn replays(data: &[u8]) {
    let Ok(records) = Record::parse(&String::from_utf8_lossy(data)) else { return };
    for record in records {
        let Ok(replay) = Replay::new(&record, &GAME) else { continue };
        for id in record.moves.line(beaufort_rules::record::Tree::ROOT) {
            let position = replay.position(&record.moves, id);
            assert_eq!(position.key(), position.recomputed_key());
        }
    }
}

/// Position strings: what was read is written as it was; its turns can be counted, listed, played and undone.
pub fn positions(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let Ok(mut position) = Position::parse(&GAME, &text) else { return };
    assert_eq!(position.to_string(), text);
    let turns = position.turns(Scope::Distinct);
    assert_eq!(turns.len() as u64, position.count_turns(Scope::Distinct));
    let key = position.key();
    for turn in turns {
        position.play_unchecked(turn);
        assert_eq!(position.key(), position.recomputed_key());
        position.undo();
        assert_eq!(position.key(), key);
    }
}

/// Notation: the first line is a position, every other a turn of it; what was read is written and read alike.
pub fn notation(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let mut lines = text.lines();
    let Some(Ok(position)) = lines.next().map(|line| Position::parse(&GAME, line)) else { return };
    let notation = Notation::new(&position);
    for line in lines {
        let Ok(turn) = notation.read(line) else { continue };
        let written = notation.text(turn).expect("what was read is a turn of the position");
        assert_eq!(notation.read(written).map(|turn| notation.text(turn)), Ok(Some(written)));
    }
}

/// Set-ups: what was read is written and read alike.
pub fn set_ups(data: &[u8]) {
    if let Ok(set_up) = Setup::parse(&GAME, &String::from_utf8_lossy(data)) {
        assert_eq!(Setup::parse(&GAME, &set_up.text(&GAME)), Ok(set_up));
    }
}

/// Game files: a file is refused with a message that names it, or is a game whose array has turns or none.
pub fn games(data: &[u8]) {
    match load_game("fuzz.toml", &String::from_utf8_lossy(data), &builtin::source) {
        Err(errors) => assert!(errors.to_string().contains("fuzz.toml")),
        Ok(definition) => {
            let game = Arc::new(Game::from(definition));
            let position = Position::initial(&game);
            assert_eq!(position.turns(Scope::Distinct).len() as u64, position.count_turns(Scope::Distinct));
            assert_eq!(Position::parse(&game, &position.to_string()), Ok(position));
        }
    }
}
