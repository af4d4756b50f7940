//! Any player can be stopped in the middle of a search; the game does not count then.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use beaufort_engine::{Evaluation, Limits, Options, Signal};
#[cfg(feature = "plots")]
use beaufort_lab::Plan;
use beaufort_lab::matches::{self, Finished, MatchSettings, Tally};
use beaufort_lab::players::{Contender, StoppablePlayer};
use beaufort_rules::{Game, builtin};

/// More nodes than a test can wait for.
const NODES: u64 = u64::MAX;
/// Long after the search is stopped, long before it ends by itself.
const MOST: Duration = Duration::from_secs(20);

fn orthochess() -> (Arc<Game>, Arc<Evaluation>) {
    let game = builtin::game("orthochess").expect("it is built in");
    let evaluation = Arc::new(Evaluation::new(&game));
    (game, evaluation)
}

#[cfg(feature = "plots")]
fn plan() -> Plan {
    Plan { game: "orthochess".to_owned(), nodes: NODES, seed: 1, opening: 4, max_plies: 100 }
}

/// Does work that is stopped soon after it has begun.
fn stopped_soon<T>(work: impl FnOnce(&Arc<Signal>) -> T) -> T {
    let stop = Arc::new(Signal::new());
    let begin = Instant::now();
    let result = std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(200));
            stop.stop();
        });
        work(&stop)
    });
    assert!(begin.elapsed() < MOST, "{:?}", begin.elapsed());
    result
}

#[test]
fn a_match() {
    let (game, evaluation) = orthochess();
    let tally = stopped_soon(|stop| {
        let slow = Contender::engine("slow", &game, &evaluation, Options::with_hash(1), Limits::nodes(NODES));
        let stop = Arc::clone(stop);
        let make = move || Box::new(StoppablePlayer::new(slow.player(), Arc::clone(&stop))) as Box<_>;
        let slow = Contender::new("slow", make);
        let settings = MatchSettings { threads: 2, ..MatchSettings::default() };
        let enough = AtomicBool::new(false);
        matches::play(&game, [&slow, &slow], &settings, Finished::new(), &enough, |_, _| {
            panic!("no game was played to its end")
        })
    });
    assert_eq!(tally, Tally::default());
}

#[cfg(feature = "plots")]
#[test]
fn a_study() {
    use beaufort_lab::row::{GameNumber, PlayerKind};
    use beaufort_lab::study::Study;

    let (game, evaluation) = orthochess();
    let study = Study::new(&game, &evaluation, plan());
    let wanted: Vec<GameNumber> =
        (0..9).map(|game| GameNumber { player: PlayerKind::Engine, game }).collect();
    stopped_soon(|stop| study.play(&wanted, 2, stop, |_| panic!("no game was played to its end")));
}

#[cfg(feature = "plots")]
#[test]
fn self_play() {
    use beaufort_lab::selfplay::SelfPlay;

    let (game, evaluation) = orthochess();
    let self_play = SelfPlay::new(&game, &evaluation, plan());
    stopped_soon(|stop| self_play.play(&[0, 1, 2], 2, stop, |_| panic!("no game was played to its end")));
    // A game that ends with its opening does not come of a search that was cut short.
    let self_play = SelfPlay::new(&game, &evaluation, Plan { max_plies: 4, ..plan() });
    stopped_soon(|stop| self_play.play(&[0, 1, 2], 2, stop, |_| panic!("no opening was looked at")));
}
