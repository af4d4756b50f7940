//! Files of released versions, which every later version reads as they were meant: `docs/stability.md` says what is promised. A file
//! in `tests/kept` never changes; a format that gets new words gets a new file in the folder of the version that brings them.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use beaufort_engine::Evaluation;
use beaufort_rules::record::{Record, Replay, Tree};
use beaufort_rules::vocabulary::{Piece, PieceType, Side};
use beaufort_rules::{Game, Position, builtin, load_game, perft};
use beaufort_session::event::Message;
use beaufort_session::{Conversation, Library};
use serde_json::Value;

/// Returns the path of a kept file.
fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/kept/1.0").join(name)
}

fn text(name: &str) -> String {
    fs::read_to_string(path(name)).unwrap()
}

/// Compares the meaning of a kept file with the one that is kept beside it.
fn expect(name: &str, meaning: &str) {
    for (line, (found, kept)) in meaning.lines().zip(text(name).lines()).enumerate() {
        assert_eq!(found, kept, "{name}:{}", line + 1);
    }
    assert_eq!(meaning.lines().count(), text(name).lines().count(), "{name}");
}

/// Tags, comments, annotations and variations are in the text that is written of a record; the end of each line is in the positions.
#[test]
fn records_mean_what_they_meant() {
    let mut meaning = String::new();
    for mut record in Record::parse(&text("records.txt")).unwrap() {
        let game = builtin::game(record.tags.get("Variant").unwrap_or("orthochess")).unwrap();
        let replay = Replay::by_rules(&record, &game, usize::MAX).unwrap();
        replay.translate(&mut record);
        writeln!(meaning, "{record}").unwrap();
        for place in 0.. {
            let Some(node) = record.moves.find(place) else { break };
            if record.moves.children(node).is_empty() && node != Tree::ROOT {
                writeln!(meaning, "end: {}", replay.position(&record.moves, node)).unwrap();
            }
        }
        writeln!(meaning, "result: {}\n", replay.result(&record).text()).unwrap();
    }
    expect("records.meaning.txt", &meaning);
}

/// A line has the game, the number of turns, and the position.
#[test]
fn positions_of_every_game_mean_what_they_meant() {
    let mut meaning = String::new();
    for line in text("positions.txt").lines() {
        let [game, _, position] = line.split('\t').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let position = Position::parse(&builtin::game(game).unwrap(), position).unwrap();
        writeln!(meaning, "{game}\t{}\t{position}", position.legal_turns().len()).unwrap();
    }
    assert_eq!(meaning, text("positions.txt"));
}

/// The turns of each kind of piece among others with the numbers of pieces after them, with most words of the language, and the number of
/// turns of the game.
#[test]
fn a_game_file_means_what_it_meant() {
    let definition = load_game("game.toml", &text("game.toml"), &builtin::source).unwrap();
    let game = Arc::new(Game::from(definition));
    let kind = |id: &str| game.types().find(|&kind| game.piece(kind).id == id).unwrap();
    let place = |position: &mut Position, square: &str, kind: PieceType, side: Side| {
        position.place(game.size().parse(square).unwrap(), Piece::new(kind, side));
    };
    let mut meaning = String::new();
    for tested in game.types() {
        let mut position = Position::empty(&game, Side::First);
        for (square, id, side) in [
            ("f5", "P", Side::First),
            ("e7", "R", Side::First),
            ("h6", "N", Side::First),
            ("a1", "K", Side::First),
            ("g7", "P", Side::Second),
            ("f8", "N", Side::Second),
            ("d6", "P", Side::Second),
            ("i9", "R", Side::Second),
            ("l12", "K", Side::Second),
        ] {
            place(&mut position, square, kind(id), side);
        }
        place(&mut position, "f6", tested, Side::First);
        let id = &game.piece(tested).id;
        let mut turns = Vec::new();
        for turn in position.legal_turns() {
            let text = position.coordinates(turn);
            // The turns of the other pieces are in those of the King.
            if id == "K" || text.contains("f6") {
                position.play(turn).unwrap();
                let [own, others] = [Side::First, Side::Second].map(|side| position.board().count(side));
                position.undo();
                turns.push(format!("{text}={own}:{others}"));
            }
        }
        turns.sort();
        writeln!(meaning, "{id}: {}", turns.join(" ")).unwrap();
    }
    for depth in 1..=2 {
        writeln!(meaning, "perft {depth} {}", perft(&mut Position::initial(&game), depth)).unwrap();
    }
    expect("game.meaning.txt", &meaning);
}

/// The judgements of positions, in centipawns.
#[test]
fn a_net_and_weights_mean_what_they_meant() {
    let game = builtin::game("orthochess").unwrap();
    let net = Evaluation::net(&game, "net", &fs::read(path("orthochess.net")).unwrap()).unwrap();
    let tuned = Evaluation::tuned(&game, "weights", &text("orthochess.tuned.toml")).unwrap();
    let mut meaning = String::new();
    for position in [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR b KQkq - 3 3",
        "8/5pk1/6p1/8/3R4/6P1/5PKP/2r5 w - - 0 40",
        "4k3/8/8/3q4/8/8/4P3/4K3 b - - 0 1",
    ] {
        let parsed = Position::parse(&game, position).unwrap();
        let (net, tuned) = (net.evaluate(&parsed), tuned.evaluate(&parsed));
        writeln!(meaning, "net {net}, weights {tuned}: {position}").unwrap();
    }
    expect("evaluation.meaning.txt", &meaning);
}

/// A line has a game of the engine as JSON, by the names of the columns.
#[cfg(feature = "plots")]
#[test]
fn a_table_of_a_study_means_what_it_meant() {
    let mut meaning = String::new();
    beaufort_lab::store::read_study(&path("larger-board.games"), "larger-board", |rows| {
        for row in rows {
            writeln!(meaning, "{}", serde_json::to_string(row).unwrap()).unwrap();
        }
        Ok::<_, std::convert::Infallible>(())
    })
    .unwrap();
    expect("larger-board.games.meaning.txt", &meaning);
}

/// Whether a message has all that another one has; it may have more.
fn has_all(message: &Value, kept: &Value) -> bool {
    match (message, kept) {
        (Value::Object(message), Value::Object(kept)) => kept.iter().all(|(key, kept)| {
            // The key of a position and the version of the program are of the program alone, and levels may come and change.
            ["key", "version", "levels"].contains(&&**key)
                || message.get(key).is_some_and(|value| has_all(value, kept))
        }),
        (Value::Array(message), Value::Array(kept)) => {
            message.len() == kept.len() && message.iter().zip(kept).all(|(value, kept)| has_all(value, kept))
        }
        _ => message == kept,
    }
}

/// Today's server answers the kept requests (`>`) with the kept messages (`<`), or with further fields besides.
#[test]
fn a_client_of_the_protocol_is_answered_as_it_was() {
    let mut conversation = Conversation::new(&Library::new(), 1);
    let mut told: std::vec::IntoIter<Value> = Vec::new().into_iter();
    let now = Duration::ZERO;
    for line in text("protocol.txt").lines() {
        if let Some(request) = line.strip_prefix("> ") {
            assert_eq!(told.next(), None, "before {request}");
            let effects = conversation.handle_text(1, request, now);
            let messages = effects.messages.into_iter().map(|envelope| envelope.message.event);
            let events = messages.map(|event| serde_json::to_value(event).unwrap());
            told = events.collect::<Vec<_>>().into_iter();
        } else {
            let kept = line.strip_prefix("< ").unwrap();
            let message: Message = serde_json::from_str(kept).unwrap();
            let kept: Value = serde_json::from_str(kept).unwrap();
            assert!(
                has_all(&serde_json::to_value(&message).unwrap(), &kept),
                "what is read of {kept}: {message:?}"
            );
            let event = told.next().unwrap_or_else(|| panic!("nothing more is told, but {kept}"));
            assert!(has_all(&event, &kept["event"]), "{event}\nshould have all of\n{kept}");
        }
    }
    assert_eq!(told.next(), None);
}

#[cfg(feature = "server")]
mod server {
    use tokio_tungstenite::tungstenite::{self, Message};

    use super::*;
    use crate::beaufort;
    use crate::stdout;
    use crate::talk::Talk;

    /// Checks the game of the folder `data`, and its account.
    fn check(folder: &Path) {
        let mut talk = Talk::start_in(folder, "serve --port 0 --data data");
        let told = talk.hear("The games are kept in ");
        let (address, _) = told[0].strip_prefix("Beaufort is at http://").unwrap().split_once('/').unwrap();
        let (mut socket, _) = tungstenite::connect(format!("ws://{address}/ws/kept-session")).unwrap();
        socket.send(Message::text("{\"id\":1,\"command\":{\"type\":\"hello\",\"protocol\":2}}")).unwrap();
        let mut events = Vec::new();
        while events.last().is_none_or(|event: &Value| event["type"] != "done") {
            if let Message::Text(text) = socket.read().unwrap() {
                events.push(serde_json::from_str::<Value>(&text).unwrap()["event"].clone());
            }
        }
        let event = |kind: &str| events.iter().find(|event| event["type"] == kind).unwrap();
        let nodes = event("tree")["nodes"].as_array().unwrap();
        let turns: Vec<&str> = nodes.iter().map(|node| node["text"].as_str().unwrap()).collect();
        assert_eq!(turns, ["", "e4", "e5", "Nf3", "Nc6"]);
        assert_eq!(nodes[2]["comment"], "Symmetrical.");
        assert_eq!(event("state")["state"]["result"]["score"], "0-1");
        drop(talk);
        let mut backup = beaufort("serve --data data --backup again.sqlite");
        backup.current_dir(folder);
        let told = stdout(backup);
        assert_eq!(told, "1 game and 1 account of data are backed up in again.sqlite\n");
    }

    #[test]
    fn a_folder_of_games_has_what_it_had() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("data")).unwrap();
        fs::copy(path("data/sessions.sqlite"), folder.path().join("data/sessions.sqlite")).unwrap();
        check(folder.path());
    }

    #[test]
    fn a_backup_has_what_it_had() {
        let folder = tempfile::tempdir().unwrap();
        let mut restore = beaufort("serve --data data --restore");
        restore.arg(path("backup.sqlite")).current_dir(folder.path());
        assert_eq!(stdout(restore), "1 game and 1 account are restored into data\n");
        check(folder.path());
    }
}
