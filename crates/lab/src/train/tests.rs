use std::io::Write as _;
use std::process::{Command, Stdio};
use std::sync::Arc;

use beaufort_engine::{Evaluation, Signal};
use beaufort_rules::{Game, builtin};
use fastrand::Rng;
use serde_json::json;

use super::checkpoint::CheckpointError;
use super::dataset::{Dataset, Sample};
use super::gradient::Gradient;
use super::model::Model;
use super::{TrainSettings, Trainer};
use crate::Plan;
use crate::selfplay::{SelfPlay, SelfPlayGame};

fn chess() -> Arc<Game> {
    builtin::game("orthochess").expect("it is built in")
}

/// Returns short games by the rules alone.
fn games(game: &Arc<Game>, number: u32) -> Vec<SelfPlayGame> {
    let derived = Arc::new(Evaluation::derived(game));
    let plan = Plan { game: game.definition().id.clone(), nodes: 20, seed: 3, opening: 8, max_plies: 80 };
    let mut games = Vec::new();
    let wanted: Vec<u32> = (0..number).collect();
    SelfPlay::new(game, &derived, plan).play(&wanted, 2, &Signal::new(), |played| games.push(played));
    games.sort_by_key(|played| played.number);
    SelfPlayGame::of_rows(&games, &derived, 2).expect("they were played by the rules")
}

fn settings() -> TrainSettings {
    TrainSettings { hidden: 16, epochs: 4, batch: 64, ..TrainSettings::default() }
}

/// Returns some of the positions.
fn sampled(data: &Dataset) -> impl Iterator<Item = &Sample> {
    data.samples.iter().step_by(37).take(12)
}

/// Returns the sums over some positions.
fn sums(model: &Model, data: &Dataset) -> Gradient {
    let mut gradient = Gradient::default();
    gradient.clear(model);
    sampled(data).for_each(|sample| gradient.learn(model, data, sample));
    gradient
}

/// Returns positions, and a model that makes something of each of them.
fn case() -> (Dataset, Model) {
    let game = chess();
    let evaluation = Evaluation::derived(&game);
    let data = Dataset::read(&game, &evaluation, &games(&game, 12), 1).expect("they are games");
    let mut rng = Rng::with_seed(9);
    let mut model = Model::new(evaluation.features(), 16, 300.0, 0.4, &mut rng);
    let mut around = |most: f32| (2.0 * rng.f32() - 1.0) * most;
    model.table.rows.iter_mut().for_each(|value| *value = around(0.1));
    model.output.values.iter_mut().for_each(|value| *value = around(0.5));
    model.rows.rows.iter_mut().for_each(|value| *value = around(0.1));
    (data, model)
}

/// Asks another library: `PYTHON=/path/to/python cargo test -p beaufort-lab jax -- --ignored`, with JAX in that Python.
#[test]
#[ignore = "needs JAX"]
fn the_gradient_is_that_of_jax() {
    let (data, model) = case();
    let samples: Vec<_> = sampled(&data)
        .map(|sample| {
            json!({
                "rows": data.rows(sample), "base": sample.base, "score": sample.score, "points": sample.points,
                "left": sample.left, "bucket": sample.bucket, "weight": sample.weight,
            })
        })
        .collect();
    let gradient = sums(&model, &data);
    let case = json!({
        "samples": samples,
        "seen_by_other": data.seen_by_other,
        "scale": model.scale,
        "trust": model.trust,
        "parameters": {
            "table": model.table.rows, "rows": model.rows.rows, "bias": model.bias.values,
            "output": model.output.values, "output_bias": model.output_bias.values,
        },
        "loss": gradient.loss,
        "gradient": {
            "table": gradient.table, "rows": gradient.rows, "bias": gradient.bias,
            "output": gradient.output, "output_bias": gradient.output_bias,
        },
    });
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/src/train/gradient_check.py");
    let python = std::env::var("PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let mut child =
        Command::new(python).arg(script).stdin(Stdio::piped()).spawn().expect("there is a Python");
    let mut input = child.stdin.take().expect("it has an input");
    input.write_all(case.to_string().as_bytes()).expect("the script reads");
    drop(input);
    assert!(child.wait().expect("the script ends").success(), "see above what differs");
}

#[test]
fn the_gradient_is_that_of_the_loss() {
    let (data, mut model) = case();
    let gradient = sums(&model, &data);
    type Pick = fn(&mut Model) -> &mut Vec<f32>;
    let parts: [(Pick, &[f32]); 5] = [
        (|model| &mut model.table.rows, &gradient.table),
        (|model| &mut model.rows.rows, &gradient.rows),
        (|model| &mut model.bias.values, &gradient.bias),
        (|model| &mut model.output.values, &gradient.output),
        (|model| &mut model.output_bias.values, &gradient.output_bias),
    ];
    for (part, (pick, slopes)) in parts.into_iter().enumerate() {
        // The steepest ones: there a mistake cannot hide in the rounding.
        let mut places: Vec<usize> = (0..slopes.len()).collect();
        places.sort_by(|&a, &b| slopes[b].abs().total_cmp(&slopes[a].abs()));
        for &place in places.iter().take(12) {
            let mut loss = |step: f32| {
                pick(&mut model)[place] += step;
                let loss = sums(&model, &data).loss;
                pick(&mut model)[place] -= step;
                loss
            };
            let step = 2e-3;
            let measured = (loss(step) - loss(-step)) / f64::from(2.0 * step);
            let slope = f64::from(slopes[place]);
            assert!(
                (slope - measured).abs() < 0.02 * slope.abs() + 2e-4,
                "{part} {place}: {slope} {measured}"
            );
        }
    }
}

#[test]
fn what_is_learned_predicts_games_and_does_not_depend_on_threads() {
    let game = chess();
    let evaluation = Evaluation::derived(&game);
    let played = games(&game, 150);
    let learn = |threads: usize| {
        let settings = TrainSettings { threads, ..settings() };
        let mut trainer = Trainer::new(&game, &evaluation, &played, &settings).expect("they are games");
        while trainer.epochs() < settings.epochs {
            trainer.epoch();
        }
        trainer.finish()
    };
    let [one, three] = [learn(1), learn(3)];
    assert_eq!(one.evaluation.net_bytes(), three.evaluation.net_bytes());
    assert_eq!(one.progress.losses, three.progress.losses);
    assert!(one.progress.losses[4][0] < one.progress.losses[0][0], "{:?}", one.progress.losses);
    assert!(
        one.progress.best > 0 && one.progress.gain()[1] < one.progress.gain()[0],
        "{:?}",
        one.progress.losses
    );
    assert_ne!(one.evaluation.fingerprint(), evaluation.fingerprint());
}

/// The engine's whole numbers score as the learner's fractions do, but for a small part of what was learned.
#[test]
fn the_engine_scores_as_it_was_trained() {
    let game = chess();
    let evaluation = Evaluation::derived(&game);
    // Enough games that the weights decay at the configured rate.
    let played = games(&game, 450);
    let settings = TrainSettings { rate: 0.0007, epochs: 1, ..settings() };
    let mut trainer = Trainer::new(&game, &evaluation, &played, &settings).expect("they are games");
    for _ in 0..settings.epochs {
        trainer.epoch();
    }
    let residual = trainer.model.residual(evaluation.features(), settings.max_shift);
    let learned = evaluation.with_residual(residual);
    let base = Dataset::read(&game, &evaluation, &played, 1).expect("they are games");
    let mut scratch = Gradient::default();
    let scores: Vec<f32> = base
        .samples
        .iter()
        .map(|sample| scratch.score(&trainer.model, &base, sample) * trainer.model.scale)
        .collect();
    let quantised = Dataset::read(&game, &learned, &played, 1).expect("they are games");
    let differences =
        scores.iter().zip(&quantised.samples).map(|(score, sample)| (score - sample.base).abs());
    let mean = differences.sum::<f32>() / scores.len() as f32;
    let moved =
        scores.iter().zip(&base.samples).map(|(score, sample)| (score - sample.base).abs()).sum::<f32>();
    let moved = moved / scores.len() as f32;
    assert!(moved > 3.0, "it has learned something");
    assert!(mean < moved / 10.0, "{mean} of {moved}");
}

#[test]
fn a_training_goes_on_where_it_was_stopped() {
    let game = chess();
    let evaluation = Evaluation::derived(&game);
    let played = games(&game, 40);
    let settings = settings();
    let begin = || Trainer::new(&game, &evaluation, &played, &settings).expect("they are games");
    let mut whole = begin();
    for _ in 0..2 {
        whole.epoch();
    }
    let stopped = whole.checkpoint();
    for _ in 0..2 {
        whole.epoch();
    }
    let mut resumed = begin();
    resumed.restore(&stopped).expect("it is the same training");
    assert_eq!(resumed.epochs(), 2);
    for _ in 0..2 {
        resumed.epoch();
    }
    assert_eq!(resumed.checkpoint(), whole.checkpoint());
    assert_eq!(resumed.finish().evaluation.net_bytes(), whole.finish().evaluation.net_bytes());

    for torn in [&stopped[..3], &stopped[..stopped.len() / 2], b"", b"my diary"] {
        assert_eq!(begin().restore(torn), Err(CheckpointError::Damaged));
    }
    let other = TrainSettings { seed: 2, ..settings };
    let mut other = Trainer::new(&game, &evaluation, &played, &other).expect("they are games");
    assert_eq!(other.restore(&stopped), Err(CheckpointError::Other));
    let mut fewer = Trainer::new(&game, &evaluation, &played[..39], &settings).expect("they are games");
    assert_eq!(fewer.restore(&stopped), Err(CheckpointError::Other));
}

/// A warm start begins with the loss at which the training before it has ended, and ends below it.
#[test]
fn a_warm_start_goes_on_from_what_was_learned() {
    let game = chess();
    let played = games(&game, 150);
    let learn = |evaluation: &Evaluation, settings: &TrainSettings| {
        let mut trainer = Trainer::new(&game, evaluation, &played, settings).expect("they are games");
        while trainer.epochs() < settings.epochs {
            trainer.epoch();
        }
        trainer.finish()
    };
    let first = learn(&Evaluation::derived(&game), &settings());
    let warm = learn(&first.evaluation, &TrainSettings { warm_start: true, ..settings() });
    assert!(
        (warm.progress.gain()[0] - first.progress.gain()[1]).abs() < 1e-3,
        "{:?} {:?}",
        first.progress.losses,
        warm.progress.losses
    );
    assert!(
        warm.progress.losses[4][0] < first.progress.losses[4][0],
        "{:?} {:?}",
        first.progress.losses,
        warm.progress.losses
    );
    // Until an epoch improves on it, the evaluation stays as it was.
    let begun = learn(&first.evaluation, &TrainSettings { warm_start: true, epochs: 0, ..settings() });
    assert_eq!(begun.evaluation.fingerprint(), first.evaluation.fingerprint());
    let cold = learn(&first.evaluation, &settings());
    assert_eq!(cold.progress.losses, first.progress.losses);
}

#[test]
fn games_that_are_none_are_told() {
    let game = chess();
    let evaluation = Evaluation::derived(&game);
    let played = games(&game, 2);
    let wrong = |change: fn(&mut SelfPlayGame)| {
        let mut played = played.clone();
        change(&mut played[1]);
        Trainer::new(&game, &evaluation, &played, &settings()).expect_err("it is no game").to_string()
    };
    assert_eq!(wrong(|played| played.won = Some(2)), "game 1: the winner must be 0, 1 or nobody");
    assert!(
        wrong(|played| played.start = "nowhere".to_owned()).starts_with("game 1: `nowhere` is no position: ")
    );
    assert!(wrong(|played| played.turns.insert_str(0, "a1h8 ")).starts_with("game 1: "));
    let text = wrong(|played| played.turns = "a1h8 ".repeat(played.scores.len()));
    assert_eq!(text, "game 1: ply 1: `a1h8` is not a turn here");
    let few = Trainer::new(&game, &evaluation, &played[..1], &settings()).expect_err("one is too few");
    assert_eq!(few.to_string(), "game 0: at least two games with quiet positions are needed");
}

/// `games/nets/README.md` tells where each net of the library comes from.
#[test]
fn the_nets_of_the_library_are_those_of_the_page() {
    let page = concat!(env!("CARGO_MANIFEST_DIR"), "/../../games/nets/README.md");
    let page = std::fs::read_to_string(page).expect("the page is there");
    let mut missing = Vec::new();
    for id in builtin::ids() {
        let game = builtin::game(id).expect("it is built in");
        let evaluation = Evaluation::new(&game);
        let row = format!("| `{id}` | `{:08x}` |", evaluation.fingerprint());
        let learned = !evaluation.residual().is_empty();
        if learned != page.contains(&row) {
            missing.push(row);
        }
    }
    assert!(missing.is_empty(), "{missing:#?}");
}
