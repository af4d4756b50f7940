//! Large games of the West: their arrays, what the published rules say about single positions, and the counts of others.

use std::sync::Arc;

use beaufort_rules::{Game, Position, builtin, perft};

/// An array in each line, as the sources write it.
const ARRAYS: &str = include_str!("games/large-arrays.txt");
/// The facts.
const FACTS: &str = include_str!("games/large-facts.txt");
/// The counts.
const PERFT: &str = include_str!("perft-large.txt");

fn game(id: &str) -> Arc<Game> {
    builtin::game(id).expect("the game is built in")
}

fn position(id: &str, text: &str) -> Position {
    Position::parse(&game(id), text).unwrap_or_else(|error| panic!("{id}: {text}: {error}"))
}

/// Returns the lines of a table with their cells.
fn rows<const N: usize>(table: &'static str) -> impl Iterator<Item = [&'static str; N]> {
    let rows = table.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    rows.map(|line| {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        cells.try_into().unwrap_or_else(|_| panic!("`{line}` has not {N} cells"))
    })
}

#[test]
fn the_arrays_are_those_of_the_sources() {
    for [id, array] in rows(ARRAYS) {
        assert_eq!(position(id, array).to_string(), Position::initial(&game(id)).to_string(), "{id}");
    }
}

#[test]
fn the_published_rules_hold() {
    for [id, text, legal, illegal] in rows(FACTS) {
        let position = position(id, text);
        let turns: Vec<String> =
            position.legal_turns().into_iter().map(|turn| position.coordinates(turn)).collect();
        for turn in legal.split_whitespace() {
            assert!(turns.iter().any(|known| known == turn), "{id}: {text}: {turn} is legal: {turns:?}");
        }
        for turn in illegal.split_whitespace() {
            assert!(turns.iter().all(|known| known != turn), "{id}: {text}: {turn} is illegal");
        }
    }
}

#[test]
fn others_count_the_same() {
    for [id, text, leaves] in rows(PERFT) {
        for (depth, number) in (1..).zip(leaves.split(' ')) {
            let number: u64 = number.parse().expect("the table lists numbers");
            assert_eq!(perft(&mut position(id, text), depth), number, "{id} depth {depth}: {text}");
        }
    }
}
