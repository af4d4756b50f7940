//! Large games of the West: their arrays, what the published rules say about single positions, and the counts of others.

use std::sync::Arc;

use beaufort_rules::turn::Outcome;
use beaufort_rules::{Game, Position, Turn, builtin, perft};

use crate::support::own;
use crate::support::rows::{self, Row};

/// An array in each line, as the sources write it.
const ARRAYS: &str = include_str!("games/large-arrays.txt");
/// Positions of which the published rules speak.
const EXAMPLES: &str = include_str!("games/large-examples.txt");
/// The words of a worked example.
pub(crate) const EXAMPLE_WORDS: [&str; 9] =
    ["games", "board", "position", "legal", "illegal", "turn", "result", "end", "broken"];
/// The counts.
const PERFT: &str = include_str!("perft-large.txt");

fn game(id: &str) -> Arc<Game> {
    builtin::game(id).expect("the game is built in")
}

fn position(id: &str, text: &str) -> Position {
    Position::parse(&game(id), text).unwrap_or_else(|error| panic!("{id}: {text}: {error}"))
}

/// Returns the lines of a table with their cells.
pub(crate) fn cells<const N: usize>(table: &'static str) -> impl Iterator<Item = [&'static str; N]> {
    let rows = table.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    rows.map(|line| {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        cells.try_into().unwrap_or_else(|_| panic!("`{line}` has not {N} cells"))
    })
}

#[test]
fn the_arrays_are_those_of_the_sources() {
    for [id, array] in cells(ARRAYS) {
        assert_eq!(position(id, array).to_string(), Position::initial(&game(id)).to_string(), "{id}");
    }
}

/// Returns what a worked example says that does not hold in a game, empty if all holds.
pub(crate) fn differences(row: &Row<'_>, game: &Arc<Game>) -> String {
    let position = row.position_in(game).expect("the game has the pieces");
    let turns: Vec<(String, Turn)> =
        position.legal_turns().into_iter().map(|turn| (position.coordinates(turn), turn)).collect();
    let is_legal = |turn: &&str| turns.iter().any(|(known, _)| known == turn);
    let mut found = String::new();
    for turn in row.words("legal").into_iter().chain(row.get("turn")).filter(|turn| !is_legal(turn)) {
        found += &format!("  {turn} is not legal\n");
    }
    for turn in row.words("illegal").into_iter().filter(is_legal) {
        found += &format!("  {turn} is legal\n");
    }
    let expected = row.get("result").map(|_| row.after(&position).expect("the game has the pieces"));
    // Turns with the same text must have the same result.
    for &(_, turn) in turns.iter().filter(|(text, _)| row.get("turn") == Some(text)) {
        let mut after = position.clone();
        after.play_unchecked(turn);
        if expected.as_ref().is_some_and(|expected| *expected != after.to_string()) {
            found += &format!("  it leads to {after}\n");
        }
        let end = after.verdict().map_or("none".to_owned(), |verdict| match verdict.outcome {
            Outcome::Win(side) => format!("{} {:?}", game.side_name(side), verdict.reason),
            Outcome::Draw => "nobody".to_owned(),
        });
        if row.get("end").is_some_and(|expected| expected != end) {
            found += &format!("  the end is {end}\n");
        }
    }
    found
}

/// Returns the game of a worked example with its rule broken, so that an example that holds whatever the rule is found out.
pub(crate) fn broken(row: &Row<'_>, text: &str) -> Arc<Game> {
    let (rule, other) = row.get("broken").and_then(|line| line.split_once("=>")).expect("a rule is broken");
    let [rule, other] = [rule, other].map(|part| part.trim().replace("\\n", "\n"));
    let other_text = text.replace(&rule, &other);
    assert_ne!(text, other_text, "{}: `{}` is in the file", row.title, rule);
    own(&other_text)
}

#[test]
fn the_published_rules_hold_and_can_be_broken() {
    let mut failures = String::new();
    for row in rows::rows(EXAMPLES, &EXAMPLE_WORDS) {
        let [id] = row.games()[..] else { panic!("{}: an example is of one game", row.title) };
        let found = differences(&row, &game(id));
        if !found.is_empty() {
            failures += &format!("{id}: {}\n{found}", row.title);
        }
        if differences(&row, &broken(&row, &builtin::source(id).expect("the game is built in").text))
            .is_empty()
        {
            failures += &format!("{id}: {}\n  holds with the rule broken\n", row.title);
        }
    }
    assert!(failures.is_empty(), "{failures}");
}

#[test]
fn others_count_the_same() {
    for [id, text, leaves] in cells(PERFT) {
        for (depth, number) in (1..).zip(leaves.split(' ')) {
            let number: u64 = number.parse().expect("the table lists numbers");
            assert_eq!(perft(&mut position(id, text), depth), number, "{id} depth {depth}: {text}");
        }
    }
}
