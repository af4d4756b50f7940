//! Setting the parameters. There is only one test, because parameters belong to the whole process.

use std::sync::Arc;

use beaufort_engine::{Engine, Evaluation, Options, bench, tune};
use beaufort_rules::{Game, builtin};

/// Returns the nodes of a search in which every group of parameters has an effect.
fn nodes(game: &Arc<Game>) -> u64 {
    let evaluation = Arc::new(Evaluation::derived(game));
    let mut engine = Engine::with_evaluation(Arc::clone(game), evaluation, Options::with_hash(1));
    bench::measure_with(&mut engine, 7).nodes
}

#[test]
fn a_parameter_changes_the_search_and_its_default_restores_it() {
    let names: std::collections::BTreeSet<&str> =
        tune::parameters().iter().map(|parameter| parameter.name()).collect();
    assert_eq!(names.len(), tune::parameters().len(), "every name is there once");
    assert!(tune::parameter("no_such_parameter").is_none());

    let measure = |id: &&str| {
        let game = builtin::game(id).expect("it is built in");
        bench::measure(&game, bench::DEPTH, Options::with_hash(bench::HASH_MIB as usize)).nodes
    };
    let total: u64 = bench::GAMES.iter().map(measure).sum();
    assert_eq!(total, bench::SIGNATURE, "the defaults are those of the program without the feature");

    let game = builtin::game("orthochess").expect("it is built in");
    let before = nodes(&game);
    for (name, value) in [
        ("node_rfp_margin", 20),
        ("turns_lmr_base", 1_500),
        ("qsearch_delta_margin", 0),
        ("root_aspiration_delta", 200),
        ("history_bonus_square", 0),
        ("correction_correction_divisor", 1),
        ("worth_capture_turns", 0),
        ("prior_mobility_percent", 60),
        ("royal_safety_zone_radius", 1),
    ] {
        let parameter = tune::parameter(name).expect("it is one");
        assert!(parameter.set(value), "{name}");
        assert_ne!(nodes(&game), before, "{name} has no effect");
        assert!(parameter.set(parameter.default()), "{name}");
        assert_eq!(nodes(&game), before, "{name} leaves something behind");
    }
    for parameter in tune::parameters() {
        let range = parameter.range();
        assert!(!parameter.set(range.start() - 1) && !parameter.set(range.end() + 1), "{}", parameter.name());
        assert_eq!(parameter.get(), parameter.default(), "{}", parameter.name());
    }
}
