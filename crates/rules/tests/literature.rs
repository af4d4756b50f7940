//! The games in `games/literature`: their files, the counts of other programs, what the published rules say about single positions,
//! and the page that lists them.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::sync::Arc;

use beaufort_rules::{Game, Position, builtin, perft};

use crate::large_games::{EXAMPLE_WORDS, broken, cells, differences};
use crate::support::{own, random_game, rows};

const EXAMPLES: &str = include_str!("games/literature-examples.txt");
const PERFT: &str = include_str!("perft-literature.txt");

/// The turns after which a random game is given up.
const PLIES: usize = 300;

fn read(path: &str) -> String {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path);
    fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

/// Returns the texts of the game files by their names without the ending.
fn files() -> BTreeMap<String, String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games/literature");
    let paths = fs::read_dir(folder).expect("the folder is there").map(|entry| entry.expect("a file").path());
    let named = |path: std::path::PathBuf| {
        let name = path.file_stem().expect("a name").to_string_lossy().into_owned();
        let text = fs::read_to_string(&path).expect("a text");
        (name, text)
    };
    paths.map(named).collect()
}

fn games() -> BTreeMap<String, Arc<Game>> {
    files().into_iter().map(|(name, text)| (name, own(&text))).collect()
}

#[test]
fn each_file_has_the_name_of_its_game_and_is_played_without_a_panic() {
    for (name, game) in games() {
        assert_eq!(game.definition().id, name);
        assert!(builtin::source(&name).is_none(), "{name} is built in");
        for seed in 0..2 {
            let end = random_game(&game, seed, PLIES, |_, _| ());
            let text = end.to_string();
            let read =
                Position::parse(&game, &text).unwrap_or_else(|error| panic!("{name}: {text}: {error}"));
            assert_eq!(read.to_string(), text, "{name}");
        }
    }
}

/// The first line of each game is its array.
#[test]
fn others_count_the_same() {
    let games = games();
    let mut counted = BTreeSet::new();
    for [id, text, leaves] in cells(PERFT) {
        let game = &games[id];
        let mut position =
            Position::parse(game, text).unwrap_or_else(|error| panic!("{id}: {text}: {error}"));
        if counted.insert(id) {
            assert_eq!(position.to_string(), Position::initial(game).to_string(), "the array of {id}");
        }
        for (depth, number) in (1..).zip(leaves.split(' ')) {
            assert_eq!(perft(&mut position, depth).to_string(), number, "{id} depth {depth}: {text}");
        }
    }
    assert!(games.keys().map(String::as_str).eq(counted), "each game is counted");
}

#[test]
fn the_published_rules_hold_and_can_be_broken() {
    let files = files();
    let mut failures = String::new();
    for row in rows::rows(EXAMPLES, &EXAMPLE_WORDS) {
        let [id] = row.words("games")[..] else { panic!("{}: an example is of one game", row.title) };
        let found = differences(&row, &own(&files[id]));
        if !found.is_empty() {
            failures += &format!("{id}: {}\n{found}", row.title);
        }
        if differences(&row, &broken(&row, &files[id])).is_empty() {
            failures += &format!("{id}: {}\n  holds with the rule broken\n", row.title);
        }
    }
    assert!(failures.is_empty(), "{failures}");
}

/// Returns what stands between backquotes.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

/// The page names each file once, and nothing that is not there; it counts what it lists.
#[test]
fn the_page_lists_the_files() {
    let page = read("docs/large-games.md");
    let imported = read("docs/imported-games.md");
    let rows: Vec<Vec<&str>> = page
        .lines()
        .filter(|line| line.starts_with("| ") && !line.starts_with("| Game |"))
        .map(|line| line.trim_matches('|').split('|').map(str::trim).collect())
        .collect();
    assert_eq!(rows.len(), 46);
    let mut listed = Vec::new();
    let mut said = 0;
    for row in &rows {
        let [name, place, proof] = row[..] else { panic!("{row:?}") };
        assert!(!proof.is_empty(), "{name} has neither proof nor reason");
        let id = quoted(place).next();
        match (place.split([' ', ':']).next().expect("a word"), id) {
            ("built", Some(id)) => assert!(builtin::source(id).is_some(), "{name}: {id} is not built in"),
            ("imported", Some(id)) => {
                let line = imported.lines().find(|line| line.starts_with(&format!("| {id} | ")));
                let line = line.unwrap_or_else(|| panic!("{name}: {id} is not imported"));
                assert!(line.ends_with("| yes |"), "{name}: {line}");
            }
            ("file", Some(id)) => listed.push(id.to_owned()),
            ("no" | "outside", None) => continue,
            _ => panic!("{name}: {place}"),
        }
        said += 1;
    }
    listed.sort();
    assert!(files().into_keys().eq(listed), "the page lists the files of games/literature");
    let outside = rows.iter().filter(|row| row[1].starts_with("outside")).count();
    let sentence = format!("{said} of the {} games that\nfit", rows.len() - outside);
    assert!(page.contains(&sentence), "the page does not say that {sentence}");
}
