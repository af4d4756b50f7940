//! Arrangements of the array (R120, R121): Chess960 and Capablanca Random Chess as Fairy-Stockfish plays them, in
//! `arrangements.txt`, and named arrangements as in Metamachy.

use std::collections::BTreeSet;
use std::sync::Arc;

use beaufort_rules::game::Setup;
use beaufort_rules::game::definition::SetupChoice;
use beaufort_rules::record::{Record, Replay};
use beaufort_rules::{Game, Notation, Position, Side, StepKind, Turn, builtin, perft};

use crate::support::own;

const PERFT: &str = include_str!("arrangements.txt");

fn chess960() -> Arc<Game> {
    own(include_str!("games/chess960.toml"))
}

fn caparandom() -> Arc<Game> {
    own(include_str!("games/caparandom.toml"))
}

/// Returns the position of an arrangement.
fn arranged(game: &Arc<Game>, text: &str) -> Position {
    Setup::parse(game, text).unwrap_or_else(|error| panic!("{error}")).position(game)
}

#[test]
fn as_many_turns_as_in_fairy_stockfish() {
    let games = [("chess960", chess960()), ("caparandom", caparandom())];
    let mut tried = 0;
    for line in PERFT.lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split(" | ").collect();
        let [id, number, fen, leaves] = fields[..] else { panic!("{line}") };
        let (_, game) = games.iter().find(|(known, _)| *known == id).expect("it is there");
        let position = Position::parse(game, fen).unwrap_or_else(|error| panic!("{fen}: {error}"));
        if number != "-" {
            assert_eq!(arranged(game, &format!("Position {number}")), position, "{line}");
        }
        for (depth, expected) in (1..).zip(leaves.split(' ')) {
            let found = perft(&mut position.clone(), depth);
            assert_eq!(found.to_string(), expected, "depth {depth} of {fen}");
            tried += 1;
        }
    }
    assert!(tried > 200, "{tried}");
}

#[test]
fn there_are_960_different_ones() {
    let game = chess960();
    let choice = &game.definition().setup.phases[0].choices[0];
    assert_eq!(game.options(choice), 961);
    let all: BTreeSet<String> =
        (0..960).map(|number| arranged(&game, &format!("position {number}")).to_string()).collect();
    assert_eq!(all.len(), 960);
    for text in &all {
        let position = Position::parse(&game, text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(&position.to_string(), text);
    }
    // Scharnagl's numbers.
    for (number, rank) in [(0, "BBQNNRKR"), (518, "RNBQKBNR"), (534, "RNBKQBNR"), (959, "RKRNNQBB")] {
        let fen = arranged(&game, &format!("Position {number}")).fen().expect("it has one");
        let expected = format!("{}/pppppppp/8/8/8/8/PPPPPPPP/{rank} w", rank.to_lowercase());
        assert!(fen.starts_with(&expected), "{number}: {fen}");
    }
    let usual = Setup::parse(&game, "Position 518").unwrap();
    assert_eq!((usual.text(&game).as_str(), &usual), ("default", &Setup::keep(&game)));
    for text in ["Position 960", "Position", "Position -1", "Position +1", "Position 1 2", "518"] {
        assert!(Setup::parse(&game, text).is_err(), "{text}");
    }
    // 25 places for the Bishops, 8 x 7 x 6 for the Queen, the Chancellor and the Archbishop, 10 for the Knights.
    let choice = &caparandom().definition().setup.phases[0].choices[0].clone();
    let SetupChoice::Arrange { arrangements, .. } = choice else { panic!("{choice:?}") };
    assert_eq!(arrangements.number(caparandom().size()), Some(84_000));
}

#[test]
fn random_games_keep_their_laws() {
    let game = chess960();
    let mut rng = fastrand::Rng::with_seed(960);
    let mut castled = BTreeSet::new();
    for _ in 0..120 {
        let choice = |choice: &SetupChoice| game.random_option(choice, |below| rng.u32(..below));
        let setup = Setup::choose(&game, choice);
        assert_eq!(Setup::parse(&game, &setup.text(&game)).as_ref(), Ok(&setup));
        let mut position = setup.position(&game);
        assert_eq!(position.key(), position.recomputed_key());
        for _ in 0..40 {
            let turns = position.legal_turns();
            let castles = |turn: &&Turn| turn.first.kind == StepKind::Castle;
            let Some(turn) = turns.iter().find(castles).or_else(|| rng.choice(&turns)) else { break };
            let (turn, notation) = (*turn, Notation::new(&position));
            let written = notation.text(turn).expect("it is legal");
            assert_eq!(notation.read(written), Ok(turn), "{written} in {position}");
            let size = game.size();
            if castles(&&turn) {
                castled.insert((turn.first.from, turn.first.via));
                // As other programs write it: the King takes the Rook.
                let text = size.name(turn.first.from) + &size.name(turn.first.via);
                assert_eq!(position.read_coordinates(&text), Ok(turn), "{text} in {position}");
            }
            assert_eq!(position.read_coordinates(&position.coordinates(turn)), Ok(turn), "{position}");
            let before = position.clone();
            position.play_unchecked(turn);
            assert_eq!(position.key(), position.recomputed_key(), "{position}");
            position.undo();
            assert_eq!(position, before);
            position.play_unchecked(turn);
            for text in [position.to_string(), position.fen().expect("it has one")] {
                let read = Position::parse(&game, &text).unwrap_or_else(|error| panic!("{text}: {error}"));
                assert_eq!(read.state(), position.state(), "{text}");
            }
            if position.verdict().is_some() {
                break;
            }
        }
    }
    assert!(castled.len() > 20, "{castled:?}");
}

#[test]
fn records_name_the_arrangement() {
    let game = chess960();
    let mut record = Record::default();
    record.tags.set("Variant", "chess960").unwrap();
    record.tags.set("Setup", "Position 342").unwrap();
    let read = Record::parse(&record.to_string()).unwrap().remove(0);
    assert_eq!(Replay::new(&read, &game).unwrap().start(), &arranged(&game, "Position 342"));
}

#[test]
fn castlings_are_read_by_file_and_by_letter() {
    let game = chess960();
    // The letters K and Q mean the outermost Rooks.
    for (read, written) in [
        ("1rk1r3/8/8/8/8/8/8/1RK1R3 w KQkq - 0 1", "EBeb"),
        ("1rk1r3/8/8/8/8/8/8/1RK1R3 w Kq - 0 1", "Eb"),
        ("4k3/8/8/8/8/8/8/RRK1R2R w Q - 0 1", "A"),
        ("4k3/8/8/8/8/8/8/RRK1R2R w B - 0 1", "B"),
        ("r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1", "KQkq"),
    ] {
        let position = Position::parse(&game, read).unwrap_or_else(|error| panic!("{read}: {error}"));
        let fen = position.fen().expect("it has one");
        assert_eq!(fen.split(' ').nth(2), Some(written), "{read}");
        assert_eq!(Position::parse(&game, &fen).as_ref(), Ok(&position), "{fen}");
    }
    for wrong in [
        "1rk1r3/8/8/8/8/8/8/1RK1R3 w A - 0 1",
        "1rk1r3/8/8/8/8/8/8/1RK1R3 w EE - 0 1",
        "4k3/8/8/8/8/8/8/K7 w Q - 0 1",
    ] {
        assert!(Position::parse(&game, wrong).is_err(), "{wrong}");
    }
}

/// The first two ranks of the middle of Metamachy, where four pieces stand in one of twelve ways; the King is on the right.
const NAMED: &str = r#"
id = "middle"
name = "Middle"
author = "Nobody"
year = 2024
sides = ["White", "Black"]
pieces = ["King", "Queen", "Rook", "Bishop"]
[board]
files = 4
ranks = 7
[array]
symmetry = "mirror"
ranks = """
. Q K .
. R B .
"""
[[setup]]
chooser = "Black"
choices = [{ arrange = "Middle", on = ["b1-c1", "b2", "c2"], arrays = [
  { name = "King in front", pieces = ["Rook", "Bishop", "Queen", "King"] },
  { name = "King behind", pieces = ["Rook", "King", "Queen", "Bishop"] },
  { name = "Queen behind", pieces = ["Queen", "Bishop", "Rook", "King"] },
] }]
"#;

#[test]
fn arrangements_may_have_names() {
    let game = own(NAMED);
    for (text, board) in [
        ("default", "4/1(R)(B)1/1(Q)(K)1"),
        ("king behind", "4/1(R)(K)1/1(Q)(B)1"),
        ("Queen behind", "4/1(Q)(B)1/1(R)(K)1"),
    ] {
        let position = arranged(&game, text).to_string();
        let far: Vec<&str> = board.split('/').skip(1).collect();
        let near: Vec<String> =
            far.iter().rev().map(|rank| rank.replace('(', "[").replace(')', "]")).collect();
        let expected = format!("{}/4/4/4/{}", far.join("/"), near.join("/"));
        assert_eq!(position.split(' ').next(), Some(expected.as_str()), "{text}");
    }
    let error = Setup::parse(&game, "King beside").unwrap_err().to_string();
    assert!(error.contains("`King in front`, `King behind`, `Queen behind`"), "{error}");
}

/// Black chooses one of the twelve arrays of Metamachy: the four pieces in the middle in any order, the King on the file f.
#[test]
fn metamachy_has_twelve_arrays() {
    let game = builtin::game("metamachy").expect("the game is built in");
    let [phase] = &game.definition().setup.phases[..] else { panic!("there is one choice") };
    assert_eq!((phase.chooser, phase.choices.len()), (Side::Second, 1));
    let SetupChoice::Arrange { arrangements, .. } = &phase.choices[0] else { panic!("it arranges") };
    let mut boards = BTreeSet::new();
    for number in 0..arrangements.number(game.size()).expect("they are counted") {
        let name = arrangements.name("Array", number);
        let position = arranged(&game, &name);
        let at = |square: &str| {
            let piece = position.board().at(game.size().parse(square).expect("a square"));
            let id = &game.piece(piece.kind().expect("a piece")).id;
            if piece.side() == Side::First { id.clone() } else { id.to_lowercase() }
        };
        let squares = [["f2", "g2", "f1", "g1"], ["f11", "g11", "f12", "g12"]];
        let [white, black] = squares.map(|squares| squares.map(at).concat());
        assert_eq!(name, format!("{} before {}", &white[..2], &white[2..]));
        assert_eq!(black, white.to_lowercase());
        assert!(white.starts_with('K') || white[2..].starts_with('K'), "{name}");
        boards.insert(white);
    }
    assert_eq!(boards.len(), 12);
}
