//! The course of `games/course/` leads through the whole of Jupiter: each piece of its array is taught once, every lesson exists, and
//! every battle is a game that begins, goes by Jupiter's pieces, and ends.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use beaufort_rules::game::definition::PieceDef;
use beaufort_rules::{Game, Position, builtin};
use beaufort_session::Library;
use serde::Deserialize;

use super::files;

/// The game that the course teaches.
const TAUGHT: &str = "jupiter";
/// The number of evenings.
const EVENINGS: usize = 10;
/// The most pieces of an evening: more are learned by nobody at once.
const MAX_PIECES: usize = 12;
/// How many turns of a random game are played at most, and how many games of each battle.
const MAX_PLIES: usize = 300;
const GAMES: u64 = 3;

/// An evening of the course.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Evening {
    title: String,
    text: String,
    /// The names of the pieces.
    pieces: Vec<String>,
    /// The ids of the lessons.
    lessons: Vec<String>,
    battle: Battle,
}

/// The game at the end of an evening.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "lowercase")]
enum Battle {
    /// The text of a game file.
    Text(String),
    /// The id of a built-in game.
    Game(String),
}

fn course() -> BTreeMap<String, Evening> {
    let read = |(name, text): (String, String)| {
        let evening =
            toml::from_str(&text).unwrap_or_else(|error| panic!("games/course/{name}.toml: {error}"));
        (name, evening)
    };
    files("course").into_iter().map(read).collect()
}

/// Returns the game of a battle, as a page reads it.
fn battle(library: &Library, name: &str, evening: &Evening) -> Arc<Game> {
    match &evening.battle {
        Battle::Text(text) => library.read(text).unwrap_or_else(|error| panic!("{name}: {error}")),
        Battle::Game(id) => library.game(id).unwrap_or_else(|| panic!("{name}: there is no game `{id}`")),
    }
}

/// Returns the piece of a game with a name.
fn piece_named<'a>(game: &'a Game, name: &str) -> Option<&'a PieceDef> {
    game.definition().pieces.iter().find(|piece| piece.name == name)
}

/// Returns the names of what a piece promotes to.
fn becomes<'a>(game: &'a Game, piece: &PieceDef) -> Vec<&'a str> {
    piece.promotions.iter().map(|one| &*game.definition().pieces[one.to.index()].name).collect()
}

/// Returns the names of the pieces that are in the array of a game.
fn array(game: &Arc<Game>) -> BTreeSet<String> {
    let position = Position::initial(game);
    let kinds = position.board().pieces().filter_map(|(_, piece)| piece.kind());
    kinds.map(|kind| game.definition().pieces[kind.index()].name.clone()).collect()
}

#[test]
fn every_piece_of_the_array_is_taught_on_one_evening() {
    let game = builtin::game(TAUGHT).expect("it is built in");
    let course = course();
    assert_eq!(course.len(), EVENINGS);
    let mut taught: BTreeMap<&str, &str> = BTreeMap::new();
    for (index, (name, evening)) in course.iter().enumerate() {
        assert!(name.starts_with(&format!("{:02}-", index + 1)), "{name} is not evening {}", index + 1);
        assert!(!evening.title.trim().is_empty() && !evening.text.trim().is_empty(), "{name} has no words");
        assert!((1..=MAX_PIECES).contains(&evening.pieces.len()), "{name}: {} pieces", evening.pieces.len());
        for piece in &evening.pieces {
            assert!(piece_named(&game, piece).is_some(), "{name}: {TAUGHT} has no {piece}");
            if let Some(other) = taught.insert(piece, name) {
                panic!("{piece} is taught in {other} and in {name}");
            }
        }
    }
    let missing: Vec<_> = array(&game).into_iter().filter(|piece| !taught.contains_key(&**piece)).collect();
    assert!(missing.is_empty(), "no evening teaches {missing:?}");
}

#[test]
fn every_lesson_of_the_course_exists_and_belongs_to_one_evening() {
    let known: BTreeSet<String> =
        files("lessons").keys().filter_map(|name| Some(name.split_once('-')?.1.to_owned())).collect();
    let mut taught = BTreeSet::new();
    for (name, evening) in course() {
        for lesson in evening.lessons {
            assert!(known.contains(&lesson), "{name}: there is no lesson `{lesson}`");
            assert!(taught.insert(lesson.clone()), "{name}: the lesson `{lesson}` belongs to two evenings");
        }
    }
}

#[test]
fn every_battle_has_the_pieces_of_its_evening_and_they_are_those_of_jupiter() {
    let jupiter = builtin::game(TAUGHT).expect("it is built in");
    let library = Library::new();
    for (name, evening) in course() {
        let game = battle(&library, &name, &evening);
        let Battle::Text(_) = evening.battle else { continue };
        assert_eq!(game.definition().name, evening.title, "{name}: the battle has another title");
        let standing = array(&game);
        for piece in &evening.pieces {
            assert!(standing.contains(piece), "{name}: no {piece} stands on the board of its battle");
        }
        for piece in &game.definition().pieces {
            let taught = piece_named(&jupiter, &piece.name)
                .unwrap_or_else(|| panic!("{name}: {} is no piece of {TAUGHT}", piece.name));
            assert_eq!(piece.ability_text, taught.ability_text, "{name}: {}", piece.name);
            assert_eq!(piece.description, taught.description, "{name}: {}", piece.name);
            // A piece that never reaches the far ranks of a battle has no promotion there.
            if !piece.promotions.is_empty() {
                assert_eq!(becomes(&game, piece), becomes(&jupiter, taught), "{name}: {}", piece.name);
            }
        }
    }
}

#[test]
fn every_battle_is_fair_begins_for_both_sides_and_goes_on_to_its_end() {
    let library = Library::new();
    for (name, evening) in course() {
        let game = battle(&library, &name, &evening);
        let start = Position::initial(&game);
        let (us, them) = (start.side(), start.side().other());
        let count = |side| start.board().count(side);
        assert_eq!(count(us), count(them), "{name}: the armies differ");
        for side in [us, them] {
            assert!(!start.board().royals(side).is_empty(), "{name}: {side:?} has no royal piece");
        }
        for seed in 0..GAMES {
            let mut random = fastrand::Rng::with_seed(seed);
            let mut now = start.clone();
            for ply in 0..MAX_PLIES {
                if now.verdict().is_some() {
                    break;
                }
                let turns = now.legal_turns();
                assert!(!turns.is_empty(), "{name}: nothing can be played after {ply} turns");
                let turn = turns[random.usize(..turns.len())];
                now.play(turn).unwrap_or_else(|error| panic!("{name}, turn {ply}: {error}"));
            }
            assert!(now.ply() > 1, "{name}: a side has no turn");
        }
    }
}
