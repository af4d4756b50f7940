//! Matches: played to the end, counted right, the same again with the same seed.

mod support;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use beaufort_engine::matches::{Ending, PlayedGame, Settings, Tally, play};
use beaufort_engine::players::{Contender, Player};
use beaufort_engine::{Evaluation, Limits, Options};
use beaufort_rules::{Position, Side, Turn};
use support::scirocco;

const SETTINGS: Settings =
    Settings { pairs: 2, seed: 9, max_plies: 400, threads: 2, tolerance: Duration::from_millis(50) };

fn run(contenders: [&Contender; 2], settings: &Settings) -> (Tally, Vec<PlayedGame>) {
    let mut games = Vec::new();
    let tally =
        play(&scirocco(), contenders, settings, &AtomicBool::new(false), |game, _| games.push(game.clone()));
    games.sort_by_key(|game| game.number);
    (tally, games)
}

fn thinker() -> (Contender, Arc<Evaluation>) {
    let game = scirocco();
    let evaluation = Arc::new(Evaluation::new(&game));
    let contender =
        Contender::engine("engine", &game, &evaluation, Options::with_hash(1), Limits::nodes(1_000));
    (contender, evaluation)
}

#[test]
fn beats_the_random_player() {
    let (engine, _) = thinker();
    let (tally, games) = run([&engine, &Contender::random()], &SETTINGS);
    assert_eq!((tally.wins, tally.pairs), (4, [0, 0, 0, 0, 2]));
    for game in games {
        let mut position = game.set_up.position(&scirocco());
        for turn in game.turns {
            assert!(position.legal_turns().contains(&turn));
            position.play(turn);
        }
        assert_eq!(position.final_verdict().map(Ending::Decided), Some(game.ending));
    }
}

#[test]
fn beats_the_greedy_player() {
    let (engine, evaluation) = thinker();
    let (tally, _) = run([&Contender::greedy(&evaluation), &engine], &SETTINGS);
    assert_eq!((tally.losses, tally.pairs), (4, [2, 0, 0, 0, 0]));
}

#[test]
fn the_same_seed_gives_the_same_games() {
    let evaluation = Arc::new(Evaluation::new(&scirocco()));
    let contenders = [&Contender::random(), &Contender::greedy(&evaluation)];
    let (tally, games) = run(contenders, &SETTINGS);
    assert_eq!(run(contenders, &Settings { threads: 1, ..SETTINGS }), (tally, games.clone()));
    assert_ne!(run(contenders, &Settings { seed: 10, ..SETTINGS }).1, games);
    assert_eq!(games[0].set_up, games[1].set_up);
    assert_eq!([games[0].first, games[1].first], [0, 1]);
}

#[test]
fn long_games_are_drawn() {
    let (tally, games) =
        run([&Contender::random(), &Contender::random()], &Settings { max_plies: 5, ..SETTINGS });
    assert_eq!((tally.draws, tally.pairs), (4, [0, 0, 2, 0, 0]));
    assert!(games.iter().all(|game| game.ending == Ending::TooLong && game.turns.len() == 5));
}

/// Plays what the opponent could play, or takes too long.
struct Cheat {
    patience: Duration,
}

impl Player for Cheat {
    fn new_game(&mut self, _: u64) {}

    fn choose(&mut self, position: &Position) -> Option<Turn> {
        std::thread::sleep(self.patience);
        let mut other = position.clone();
        other.pass();
        other.turns().first().copied()
    }

    fn budget(&self) -> Option<Duration> {
        Some(Duration::ZERO)
    }
}

#[test]
fn an_illegal_turn_loses() {
    let cheat = Contender::new("cheat", || Box::new(Cheat { patience: Duration::ZERO }));
    let (tally, games) = run([&cheat, &Contender::random()], &SETTINGS);
    assert_eq!(tally.losses, 4);
    assert!(matches!(games[0].ending, Ending::Illegal { side: Side::First, turn: Some(_) }));
    assert!(matches!(games[1].ending, Ending::Illegal { side: Side::Second, turn: Some(_) }));
}

#[test]
fn an_overrun_loses() {
    let cheat = Contender::new("cheat", || Box::new(Cheat { patience: Duration::from_millis(80) }));
    let (tally, games) = run([&Contender::random(), &cheat], &SETTINGS);
    assert_eq!(tally.wins, 4);
    assert!(matches!(games[0].ending, Ending::Overrun { side: Side::Second, .. }));
}
