use std::sync::Arc;

use beaufort_rules::{Game, Piece, PieceType, Position, Scope, Side, builtin};
use fastrand::Rng;

use super::*;
use crate::Weights;
use crate::eval::{EvalObserver, Evaluation, Residual, RideCache};

/// Returns random weights, with rows between `-most` and `most`.
fn random_weights(features: &Features, hidden: usize, most: f32, rng: &mut Rng) -> NetworkWeights {
    let mut around = |most: f32| (2.0 * rng.f32() - 1.0) * most;
    NetworkWeights {
        rows: (0..features.rows() * hidden).map(|_| around(most)).collect(),
        bias: (0..hidden).map(|_| around(1.0)).collect(),
        output: std::array::from_fn(|_| (0..2 * hidden).map(|_| around(0.25)).collect()),
        output_bias: std::array::from_fn(|_| around(1.0)),
        scale: 300.0,
    }
}

/// Returns an evaluation with a network of random weights and a random table.
pub(crate) fn random_evaluation(game: &Arc<Game>, hidden: usize, most: f32) -> Evaluation {
    let derived = Evaluation::derived(game);
    let mut rng = Rng::with_seed(4);
    let network = Network::quantise(
        derived.features(),
        &random_weights(derived.features(), hidden, most, &mut rng),
        MAX_SHIFT,
    );
    let table = (0..derived.features().rows_of_owner()).map(|_| [0, 1].map(|_| rng.i16(-50..=50))).collect();
    derived.with_residual(Residual { table, network: Some(Arc::new(network)) })
}

/// Along random games the incremental values equal those computed from scratch, whether every position is evaluated or only
/// some.
#[test]
fn the_stack_follows_the_board() {
    for game in builtin::ids().filter_map(builtin::game) {
        let evaluation = random_evaluation(&game, 16, 0.2);
        let network = evaluation.network().expect("it has one");
        let mut rng = Rng::with_seed(2);
        let mut position = Position::initial(&game);
        let mut stack = AccumulatorStack::default();
        stack.reset(network, evaluation.features(), &position);
        let mut accumulator = evaluation.accumulate(&position);
        let mut depth = 0;
        for _ in 0..300 {
            let turns = position.turns(Scope::Distinct);
            let back = depth > 20 || turns.is_empty() || (depth > 0 && rng.u8(..4) == 0);
            if back {
                position.undo();
                stack.leave();
                accumulator = evaluation.accumulate(&position);
                depth -= 1;
            } else {
                stack.enter();
                let mut observer = EvalObserver {
                    evaluation: &evaluation,
                    accumulator: &mut accumulator,
                    stack: &mut stack,
                };
                position.play_unchecked_with(turns[rng.usize(..turns.len())], &mut observer);
                depth += 1;
            }
            if rng.bool() {
                let score =
                    evaluation.evaluate_with(&position, accumulator, &mut stack, &mut RideCache::default());
                assert_eq!(score, evaluation.evaluate(&position), "{position}");
            }
        }
    }
}

/// The quantised score equals that of the formula, except for rounding, even if every weight is below half of the smallest step
/// of an activation, so that only many of them together have an effect.
#[test]
fn whole_numbers_are_as_good_as_fractions() {
    for game in builtin::ids().filter_map(builtin::game) {
        for (most, tolerance) in [(0.2, 20.0), (0.0025, 8.0)] {
            let derived = Evaluation::derived(&game);
            let features = derived.features();
            let mut rng = Rng::with_seed(7);
            let mut weights = random_weights(features, 32, most, &mut rng);
            if most < 0.5 / 181.0 {
                weights.rows.iter_mut().for_each(|weight| *weight = weight.abs());
            }
            let network = Arc::new(Network::quantise(features, &weights, MAX_SHIFT));
            let with = derived.with_residual(Residual { table: Vec::new(), network: Some(network) });
            let mut position = Position::initial(&game);
            for _ in 0..60 {
                let Some(turn) = rng.choice(position.turns(Scope::Distinct)) else { break };
                position.play_unchecked(turn);
                let added = with.evaluate(&position) - derived.evaluate(&position);
                let expected = exact_score(&derived, &weights, &position) * weights.scale;
                let error = (added as f32 - expected).abs();
                assert!(error < tolerance, "{added} instead of {expected}");
            }
        }
    }
}

/// Returns the network's score, computed in floating point.
fn exact_score(evaluation: &Evaluation, weights: &NetworkWeights, position: &Position) -> f32 {
    let hidden = weights.bias.len();
    let bucket = (evaluation.material_left(position) * BUCKETS as f32) as usize;
    let bucket = bucket.min(BUCKETS - 1);
    let mut score = weights.output_bias[bucket];
    for (perspective, viewer) in [position.side(), position.side().other()].into_iter().enumerate() {
        let mut values = weights.bias.clone();
        for (square, piece) in position.board().pieces() {
            let row = &weights.rows[hidden * evaluation.features().row(viewer, piece, square)..];
            values.iter_mut().zip(row).for_each(|(value, weight)| *value += weight);
        }
        let output = &weights.output[bucket][hidden * perspective..];
        score += values.iter().zip(output).map(|(h, w)| h.clamp(0.0, 1.0).powi(2) * w).sum::<f32>();
    }
    score
}

/// With the greatest weights and a board full of pieces nothing overflows, and the score stays below that of a win.
#[test]
fn the_largest_armies_do_not_overflow() {
    for game in builtin::ids().filter_map(builtin::game) {
        let derived = Evaluation::derived(&game);
        let features = derived.features();
        for sign in [1.0, -1.0] {
            let weights = NetworkWeights {
                rows: vec![sign * 1e9; features.rows() * 128],
                bias: vec![sign * 1e9; 128],
                output: std::array::from_fn(|_| vec![sign * 1e9; 256]),
                output_bias: [sign * 1e9; BUCKETS],
                scale: 1e9,
            };
            let network = Network::quantise(features, &weights, MAX_SHIFT);
            let table = vec![[i16::MAX; 2]; features.rows_of_owner()];
            let weights = Weights::from_values(vec![[30_000.0; 2]; derived.weights().values().len()]);
            let evaluation = derived
                .with_weights(weights)
                .with_residual(Residual { table, network: Some(Arc::new(network.clone())) });
            let dearest = game.types().max_by_key(|&kind| derived.worth(kind)).expect("a game has pieces");
            let royal = game.types().find(|&kind| game.is_royal(kind)).unwrap_or(dearest);
            let mut position = Position::empty(&game, Side::First);
            for square in game.size().iter() {
                position.place(square, Piece::new(dearest, Side::First));
            }
            // All of them attack this square.
            let middle = game.size().square(4, 4).expect("every game has more squares");
            position.place(middle, Piece::new(royal, Side::Second));
            let mut hidden = network.bias.clone();
            for (square, piece) in position.board().pieces() {
                let row = network.row(features.row(Side::First, piece, square));
                // A sum that overflowed would panic here.
                hidden.iter_mut().zip(row).for_each(|(value, weight)| *value += weight);
            }
            let score = evaluation.evaluate(&position);
            assert_eq!(
                score.signum(),
                if sign > 0.0 { 1 } else { score.signum() },
                "the sign is not turned round"
            );
            assert!(score.abs() <= 2 << 29, "{score}");
        }
    }
}

#[test]
fn the_fractions_of_a_network_make_it_again() {
    for game in builtin::ids().filter_map(builtin::game) {
        for (most, max_shift) in [(0.2, 0), (0.2, MAX_SHIFT), (0.0025, MAX_SHIFT)] {
            let features = Features::new(&game);
            let weights = random_weights(&features, 16, most, &mut Rng::with_seed(3));
            let network = Network::quantise(&features, &weights, max_shift);
            assert_eq!(Network::quantise(&features, &network.weights(), max_shift), network);
        }
    }
}

/// Types that are not in the array may stand on any square, too.
#[test]
fn every_type_has_its_rows() {
    let game = builtin::game("typhoon").expect("it is built in");
    let evaluation = random_evaluation(&game, 16, 0.1);
    let mut position = Position::empty(&game, Side::First);
    for (kind, square) in (0..game.types().count() as u8).zip(game.size().iter()) {
        position.place(square, Piece::new(PieceType::new(kind), Side::Second));
        evaluation.evaluate(&position);
    }
}
