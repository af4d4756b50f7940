//! Matches: played to the end, counted right, the same again with the same seed.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use beaufort_engine::{Evaluation, Limits, Options};
use beaufort_lab::matches::{Finished, GameEnd, MatchSettings, PlayedGame, Tally, play};
use beaufort_lab::players::{Contender, Player, PlayerError, Reply, TimeControl, TurnRequest};
use beaufort_rules::{Game, Scope, Side, builtin};

fn scirocco() -> Arc<Game> {
    builtin::game("scirocco").expect("it is built in")
}

fn settings() -> MatchSettings {
    let tolerance = Duration::from_millis(50);
    MatchSettings { pairs: 2, seed: 9, max_plies: 400, threads: 2, tolerance, ..MatchSettings::default() }
}

fn run(contenders: [&Contender; 2], settings: &MatchSettings) -> (Tally, Vec<PlayedGame>) {
    resume(contenders, settings, Finished::new())
}

fn resume(
    contenders: [&Contender; 2],
    settings: &MatchSettings,
    finished: Finished,
) -> (Tally, Vec<PlayedGame>) {
    let mut games = Vec::new();
    let on_game = |game: &PlayedGame, _: &Tally| games.push(game.clone());
    let tally = play(&scirocco(), contenders, settings, finished, &AtomicBool::new(false), on_game);
    // How long the turns took depends on the machine.
    games.iter_mut().flat_map(|game| &mut game.course.turns).for_each(|turn| turn.time = Duration::ZERO);
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
    let (tally, games) = run([&engine, &Contender::random()], &settings());
    assert_eq!((tally.wins, tally.pairs), (4, [0, 0, 0, 0, 2]));
    for game in games {
        let mut position = game.opening.start.position(&scirocco());
        for turn in game.turns() {
            assert!(position.legal_turns().contains(&turn));
            position.play_unchecked(turn);
        }
        assert_eq!(position.verdict().map(GameEnd::Decided), Some(game.course.ending));
    }
}

#[test]
fn beats_the_greedy_player() {
    let (engine, evaluation) = thinker();
    let (tally, _) = run([&Contender::greedy(&evaluation), &engine], &settings());
    assert_eq!((tally.losses, tally.pairs), (4, [2, 0, 0, 0, 0]));
}

#[test]
fn the_same_seed_gives_the_same_games() {
    let evaluation = Arc::new(Evaluation::new(&scirocco()));
    let contenders = [&Contender::random(), &Contender::greedy(&evaluation)];
    let (tally, games) = run(contenders, &settings());
    assert_eq!(run(contenders, &MatchSettings { threads: 1, ..settings() }), (tally, games.clone()));
    assert_ne!(run(contenders, &MatchSettings { seed: 10, ..settings() }).1, games);
    assert_eq!(games[0].opening, games[1].opening);
    assert_eq!([games[0].first, games[1].first], [0, 1]);
}

#[test]
fn what_is_finished_is_not_played_again() {
    let contenders = [&Contender::random(), &Contender::random()];
    let settings = MatchSettings { pairs: 3, max_plies: 60, random_plies: 4, ..settings() };
    let (tally, games) = run(contenders, &settings);
    let (done, open): (Vec<_>, Vec<_>) =
        games.into_iter().partition(|game| [0, 1, 2, 5].contains(&game.number));
    let finished = done.iter().map(|game| (game.number, game.points())).collect();
    assert_eq!(resume(contenders, &settings, finished), (tally, open));
}

#[test]
fn both_games_of_a_pair_have_one_opening() {
    let contenders = [&Contender::random(), &Contender::random()];
    let (_, games) = run(contenders, &MatchSettings { max_plies: 12, random_plies: 10, ..settings() });
    assert!(games.iter().all(|game| game.opening.turns.len() == 10 && game.course.turns.len() == 2));
    assert_eq!(games[2].opening, games[3].opening);
    assert_ne!(games[0].opening, games[2].opening);
}

#[test]
fn long_games_are_drawn() {
    let (tally, games) =
        run([&Contender::random(), &Contender::random()], &MatchSettings { max_plies: 5, ..settings() });
    assert_eq!((tally.draws, tally.pairs), (4, [0, 0, 2, 0, 0]));
    assert!(games.iter().all(|game| game.course.ending == GameEnd::TooLong && game.turns().count() == 5));
}

/// Plays what the opponent could play, or takes too long.
struct Cheat {
    thinking_time: Duration,
}

impl Player for Cheat {
    fn new_game(&mut self, _: u64) {}

    fn choose(&mut self, request: &TurnRequest<'_>) -> Result<Reply, PlayerError> {
        std::thread::sleep(self.thinking_time);
        let mut other = request.position.clone();
        other.null_turn();
        other.turns(Scope::Distinct).first().copied().map(Reply::from).ok_or(PlayerError::Resigned)
    }

    fn time_control(&self) -> TimeControl {
        TimeControl::PerTurn(Duration::ZERO)
    }
}

#[test]
fn an_illegal_turn_loses() {
    let cheat = Contender::new("cheat", || Box::new(Cheat { thinking_time: Duration::ZERO }));
    let (tally, games) = run([&cheat, &Contender::random()], &settings());
    assert_eq!(tally.losses, 4);
    assert!(matches!(games[0].course.ending, GameEnd::Illegal { side: Side::First, answer: _ }));
    assert!(matches!(games[1].course.ending, GameEnd::Illegal { side: Side::Second, answer: _ }));
}

#[test]
fn an_overrun_loses() {
    let cheat = Contender::new("cheat", || Box::new(Cheat { thinking_time: Duration::from_millis(80) }));
    let (tally, games) = run([&Contender::random(), &cheat], &settings());
    assert_eq!(tally.wins, 4);
    assert!(matches!(games[0].course.ending, GameEnd::Overrun { side: Side::Second, .. }));
}
