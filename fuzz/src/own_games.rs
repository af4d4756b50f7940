//! Own games: a built-in game file is changed line by line as the bytes say, and what is still a game is played, recorded,
//! read again, and shown as a page shows it.

use std::sync::{Arc, LazyLock};
use std::time::Duration;

use beaufort_engine::{Engine, Limits, Options, Signal};
use beaufort_rules::record::{Record, Tree};
use beaufort_rules::{Game, Notation, Position, Turn, builtin, own_game};
use beaufort_session::command::{Command, Request, Start, TileSet};
use beaufort_session::event::Event;
use beaufort_session::{Conversation, Library, Session, Stage};
use fastrand::Rng;

/// The most changes of a file.
const MAX_CHANGES: usize = 12;
/// The most turns of a game.
const MAX_TURNS: usize = 24;
/// The engine plays in one of this many games.
const ENGINE_GAMES: u8 = 8;
/// The most nodes of a search.
const MAX_NODES: u64 = 100;

/// The texts of the built-in games, and of the pieces that they share.
static SOURCES: LazyLock<Vec<String>> = LazyLock::new(|| {
    builtin::ids().chain(["bestiary"]).filter_map(builtin::source).map(|source| source.text).collect()
});

/// Abilities, whole ones and parts.
static ABILITIES: LazyLock<Vec<String>> = LazyLock::new(|| {
    let definitions = builtin::ids().filter_map(builtin::definition);
    let whole = definitions.flat_map(|game| game.pieces.into_iter().map(|piece| piece.ability_text));
    let mut all: Vec<String> = whole.collect();
    let parts: Vec<String> =
        all.iter().flat_map(|text| text.split([';', '+'])).map(|part| part.trim().to_owned()).collect();
    all.extend(parts);
    all.sort_unstable();
    all.dedup();
    all
});

/// Plays what the bytes make of a game.
pub fn own_games(data: &[u8]) {
    let text = file(data);
    let Ok(definition) = own_game(&text) else { return };
    let game = Arc::new(Game::from(definition));
    let seed = data.iter().fold(0_u64, |seed, &byte| seed.wrapping_mul(31).wrapping_add(byte.into()));
    let record = play(&game, &mut Rng::with_seed(seed));
    show(&text, record);
}

/// Returns the game file that the bytes stand for.
fn file(data: &[u8]) -> String {
    let mut bytes = data.iter().map(|&byte| usize::from(byte));
    let mut next = |below: usize| {
        let number = bytes.next().unwrap_or(0) << 8 | bytes.next().unwrap_or(0);
        number % below.max(1)
    };
    let base = next(SOURCES.len() - 1);
    let mut lines: Vec<String> = SOURCES[base].lines().map(str::to_owned).collect();
    let id = builtin::ids().nth(base).expect("there is a source for each id");
    let pieces = builtin::definition(id).map_or_else(Vec::new, |game| game.pieces);
    let mut described = String::new();
    for _ in 0..next(MAX_CHANGES) {
        let at = next(lines.len());
        let ability = &ABILITIES[next(ABILITIES.len())];
        let piece = &pieces[next(pieces.len())];
        match next(8) {
            0 => lines.insert(0, format!("notation = \"{}\"", ["King's", "algebraic"][next(2)])),
            1 => drop(lines.remove(at)),
            2 => {
                let source = &SOURCES[next(SOURCES.len())];
                let line = source.lines().nth(next(source.lines().count())).unwrap_or_default();
                lines.insert(at, line.to_owned());
            }
            3 => lines[at] = with_number(&lines[at], next(30)),
            4 => {
                let words =
                    lines[next(lines.len())].split_whitespace().map(str::to_owned).collect::<Vec<_>>();
                let with = words.get(next(words.len())).cloned().unwrap_or_default();
                let word = lines[at].split_whitespace().last().unwrap_or_default().to_owned();
                lines[at] = lines[at].replacen(&word, &with, 1);
            }
            5 => described += &format!("[piece.\"{}\"]\nunnamed = \"in turns\"\n", piece.name),
            6 => described += &format!("[piece.\"{}\"]\nability = '''{ability}'''\n", piece.name),
            _ => {
                let both = format!("{} + {ability}", piece.ability_text);
                described += &format!("[piece.\"{}\"]\nability = '''{both}'''\n", piece.name);
            }
        }
        if lines.is_empty() {
            break;
        }
    }
    // The changed pieces are appended to the file, or stand in a second file that extends it.
    if described.is_empty() {
        return lines.join("\n");
    }
    if next(2) == 0 {
        lines.join("\n") + "\n" + &described
    } else {
        format!("extends = \"{id}\"\nid = \"own\"\n{described}")
    }
}

/// Returns a line with another number in place of its first one.
fn with_number(line: &str, number: usize) -> String {
    let Some(start) = line.find(|c: char| c.is_ascii_digit()) else { return line.to_owned() };
    let end = line[start..].find(|c: char| !c.is_ascii_digit()).map_or(line.len(), |end| start + end);
    format!("{}{number}{}", &line[..start], &line[end..])
}

/// Plays a game, now and then by the engine, reads its record again and returns it.
fn play(game: &Arc<Game>, rng: &mut Rng) -> String {
    // Preparing the engine for a game takes longer than playing it.
    let mut engine =
        (rng.u8(..ENGINE_GAMES) == 0).then(|| Engine::new(Arc::clone(game), Options::with_hash(1)));
    let mut session = Session::new(game);
    session.choose_randomly(|options| rng.u32(..options));
    for ply in 0..MAX_TURNS {
        if !matches!(session.stage(), Stage::Turn(_)) {
            break;
        }
        if ply % 8 == 0 {
            every_turn_can_be_recorded(session.position());
        }
        let turns = session.position().legal_turns();
        let turn = match &mut engine {
            Some(engine) if ply % 4 == 0 => thought(engine, session.position()),
            _ => rng.choice(&turns).copied(),
        };
        let turn = turn.expect("a player who cannot move has lost or drawn");
        assert!(turns.contains(&turn), "{turn:?} in {}", session.position());
        session.play_turn(turn).expect("the turn is legal");
    }
    let record = session.record().to_string();
    let read = Session::load(game, &record).unwrap_or_else(|error| panic!("{error}\n{record}"));
    assert_eq!(read.position().key(), session.position().key(), "{record}");
    assert_eq!(read.record(), session.record());
    record
}

/// Asks for all that a page shows of a game which it has sent, goes on at the end of the record, and finds that again after a
/// restart, with a library that has never seen the game.
fn show(text: &str, record: String) {
    let mut conversation = Conversation::new(&Library::new(), 1);
    let read = ask(&mut conversation, Command::ReadGame { text: text.to_owned() });
    let game = read.into_iter().find_map(|event| match event {
        Event::GameRead { game, .. } => game,
        _ => None,
    });
    let game = game.expect("the text is a game");
    ask(&mut conversation, Command::Game { game: game.clone() });
    ask(&mut conversation, Command::Rules { game: game.clone() });
    for set in [TileSet::Diagram, TileSet::Letters, TileSet::Figurines, TileSet::Signs] {
        ask(&mut conversation, Command::Tiles { game: game.clone(), set });
    }
    let from = Some(Start::Record { text: record });
    ask(&mut conversation, Command::Start { game: Some(game), players: None, clock: None, from, date: None });
    for command in [Command::Picture { node: 0, side: 1 }, Command::Overlay, Command::Export] {
        ask(&mut conversation, command);
    }
    let saved = conversation.save(Duration::ZERO);
    let restored = Conversation::restore(&Library::new(), 1, saved.clone());
    assert_eq!(restored.map(|conversation| conversation.save(Duration::ZERO)), Ok(saved));
}

/// Returns the answers to something that must succeed.
fn ask(conversation: &mut Conversation, command: Command) -> Vec<Event> {
    let messages = conversation.handle(1, Request { id: 1, key: None, command }, Duration::ZERO).messages;
    let events: Vec<Event> = messages.into_iter().map(|envelope| envelope.message.event).collect();
    assert_eq!(events.last(), Some(&Event::Done), "{events:?}");
    events
}

fn thought(engine: &mut Engine, position: &Position) -> Option<Turn> {
    engine.search(position, Limits::nodes(MAX_NODES), &Signal::new(), |_| {}).turn
}

/// The text of every turn can stand in a record and is read as that turn, or one with the same result.
fn every_turn_can_be_recorded(position: &Position) {
    let notation = Notation::new(position);
    let mut after = position.clone();
    let mut result = |turn| {
        after.play_unchecked(turn);
        let key = after.key();
        after.undo();
        key
    };
    let mut record = Record::default();
    for (turn, text) in notation.iter() {
        record.moves.add(Tree::ROOT, text).unwrap_or_else(|error| panic!("{error} in {position}"));
        let read = notation.read(text).unwrap_or_else(|error| panic!("{error} in {position}"));
        assert_eq!(result(read), result(turn), "{text} in {position}");
    }
    for turn in position.legal_turns().into_iter().take(20) {
        let text = position.coordinates(turn);
        assert_eq!(position.read_coordinates(&text), Ok(turn), "{text} in {position}");
    }
}
