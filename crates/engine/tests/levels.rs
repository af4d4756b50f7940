//! The levels: reproducible for the same seed, and none of them entirely blind.

use crate::support::{engine, games, scirocco};
use beaufort_engine::{Engine, Level, Limits, Signal, Task, level, levels};
use beaufort_rules::{Position, Turn};

/// A small number of nodes, to keep the test short.
const NODES: u64 = 600;

fn choose(engine: &mut Engine, level: &Level, seed: u64, position: &Position) -> Option<Turn> {
    let skill = level.skill.map(|skill| skill.with_seed(seed));
    let task = Task { limits: Limits::nodes(NODES), skill, ..Task::default() };
    engine.search(position, task, &Signal::new(), |_| {}).turn
}

/// Returns the turns of a game that a level plays against itself.
fn game(id: &str, seed: u64) -> Vec<Turn> {
    let game = scirocco();
    let (mut engine, mut position) = (engine(&game), Position::initial(&game));
    let level = level(id).expect("the level exists");
    let next = |_| {
        let turn = choose(&mut engine, level, seed, &position)?;
        position.play_unchecked(turn);
        Some(turn)
    };
    (0..30).map_while(next).collect()
}

#[test]
fn ids_are_different_and_the_last_level_is_full_strength() {
    let ids: Vec<&str> = levels().iter().map(|level| level.id).collect();
    for id in ["beginner", "casual", "club", "strong", "full"] {
        assert_eq!(ids.iter().filter(|&&known| known == id).count(), 1, "{id}");
    }
    assert!(ids.iter().all(|id| level(id).is_some_and(|level| level.id == *id)));
    let without: Vec<bool> = levels().iter().map(|level| level.skill.is_none()).collect();
    assert!(without.is_sorted() && without.iter().filter(|&&full| full).count() == 1);
    assert_eq!(level("Beginner"), None);
    let forces: Vec<u8> = levels().iter().map(|level| level.force).collect();
    assert_eq!(forces, Vec::from_iter(1..=12), "all forces of the scale that move the air");
    assert_eq!(level("casual").map(Level::title).as_deref(), Some("force 4, moderate breeze"));
}

#[test]
fn every_level_plays_every_game() {
    for game in games() {
        let mut engine = engine(&game);
        let mut position = Position::initial(&game);
        for (turn, level) in (0..24).zip(levels().iter().cycle()) {
            // A strong one may win at once against a weak one.
            if position.legal_turns().is_empty() {
                position = Position::initial(&game);
            }
            let turn = choose(&mut engine, level, turn, &position);
            let turn = turn.filter(|turn| position.legal_turns().contains(turn));
            position.play_unchecked(turn.unwrap_or_else(|| panic!("no turn by {} in {position}", level.id)));
        }
    }
}

#[test]
fn whoever_plays_takes_what_hangs_beside_it() {
    let game = scirocco();
    let position = "1(K)8/10/2(P)7/10/4(R)5/4[R]5/10/6[P]3/10/7[K]2 b";
    let position = Position::parse(&game, position).expect("it is well formed");
    let mut engine = engine(&game);
    let prize = game.size().parse("e6").expect("it is on the board");
    for level in levels() {
        for seed in 0..12 {
            let turn = choose(&mut engine, level, seed, &position).expect("there is a turn");
            assert_eq!(turn.first.to, prize, "{} with the seed {seed}: {turn:?}", level.id);
        }
    }
}

#[test]
fn a_game_follows_from_its_seed() {
    assert_eq!(game("beginner", 1), game("beginner", 1));
    assert_eq!(game("club", 1), game("club", 1));
    assert_ne!(game("beginner", 1), game("beginner", 2));
    assert_ne!(game("beginner", 1), game("casual", 1));
}

#[test]
fn what_was_searched_at_one_level_does_not_help_another() {
    let game = scirocco();
    let position = Position::initial(&game);
    let (mut used, mut fresh) = (engine(&game), engine(&game));
    let beginner = level("beginner").expect("the level exists");
    used.search(&position, Limits::nodes(5_000), &Signal::new(), |_| {});
    assert_eq!(choose(&mut used, beginner, 5, &position), choose(&mut fresh, beginner, 5, &position));
}
