//! The levels of the engine are in the order of their strength.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use beaufort_engine::{Evaluation, Limits, Options, Task, level};
use beaufort_lab::matches::{Finished, MatchSettings, play};
use beaufort_lab::players::Contender;
use beaufort_rules::builtin;

#[test]
fn levels_differ_in_strength() {
    let game = builtin::game("scirocco").expect("it is built in");
    let evaluation = Arc::new(Evaluation::new(&game));
    let contender = |id: &'static str| {
        let task = Task {
            limits: Limits::nodes(2_000),
            skill: level(id).and_then(|level| level.skill),
            ..Task::default()
        };
        Contender::engine(id, &game, &evaluation, Options::with_hash(1), task)
    };
    let settings =
        MatchSettings { pairs: 3, seed: 4, max_plies: 400, threads: 2, ..MatchSettings::default() };
    for (stronger, weaker) in [("casual", "beginner"), ("club", "learner")] {
        let contenders = [&contender(stronger), &contender(weaker)];
        let tally = play(&game, contenders, &settings, Finished::new(), &AtomicBool::new(false), |_, _| {});
        assert!(tally.wins >= 5, "{stronger} against {weaker}: {tally:?}");
    }
}
