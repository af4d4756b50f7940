//! Invariants of every search, in normal and in absurd positions of every game.

use std::time::{Duration, Instant};

use crate::support::{
    absurd_position, crowded_position, engine, games, random_middle_game, scirocco, search,
};
use beaufort_engine::{Engine, Evaluation, Limits, Options, SHARED_TERMS, Signal};
use beaufort_rules::{Piece, Position, Side, Square, builtin};

/// Checks that the engine returns a legal turn exactly if there is one.
fn check(engine: &mut Engine, position: &Position, limits: Limits) {
    let legal = position.legal_turns();
    let result = search(engine, position, limits);
    match result.turn {
        Some(turn) => assert!(legal.contains(&turn), "{turn:?} in {position}"),
        None => assert!(legal.is_empty(), "no turn in {position}"),
    }
    assert_eq!(result.pv.first().copied(), result.turn);
    let mut after = position.clone();
    for turn in result.pv {
        assert!(after.legal_turns().contains(&turn), "{turn:?} of the best line in {position}");
        after.play_unchecked(turn);
    }
}

#[test]
fn turns_are_legal() {
    for game in games() {
        let mut rng = fastrand::Rng::with_seed(3);
        let mut engines =
            [1, 16].map(|hash_mib| Engine::new(std::sync::Arc::clone(&game), Options::with_hash(hash_mib)));
        for _ in 0..40 {
            for position in [random_middle_game(&game, &mut rng), absurd_position(&game, &mut rng)] {
                for engine in &mut engines {
                    check(engine, &position, Limits::nodes(2_000));
                }
            }
        }
    }
}

#[test]
fn no_time_gives_a_turn() {
    let game = scirocco();
    let mut engine = engine(&game);
    let mut rng = fastrand::Rng::with_seed(4);
    for _ in 0..50 {
        let position = random_middle_game(&game, &mut rng);
        check(&mut engine, &position, Limits::time(Duration::ZERO));
        check(&mut engine, &position, Limits::clock(Duration::ZERO, Duration::ZERO));
        check(&mut engine, &position, Limits::nodes(0));
    }
}

#[test]
fn a_stopped_search_gives_a_turn() {
    let game = scirocco();
    let signal = Signal::new();
    signal.stop();
    let result = engine(&game).search(&Position::initial(&game), Limits::infinite(), &signal, |_| {});
    assert!(result.turn.is_some() && result.depth == 0);
}

#[test]
fn the_time_is_kept() {
    let game = scirocco();
    let mut engine = engine(&game);
    for millis in [5, 20, 60] {
        let time = Duration::from_millis(millis);
        let position = Position::initial(&game);
        assert_is_kept(time, || check(&mut engine, &position, Limits::time(time)));
    }
}

#[test]
fn the_time_is_kept_on_crowded_boards() {
    const TIME: Duration = Duration::from_millis(20);
    for game in games() {
        let position = crowded_position(&game, &mut fastrand::Rng::with_seed(13));
        let mut engine = engine(&game);
        assert_is_kept(TIME, || {
            search(&mut engine, &position, Limits::time(TIME));
        });
    }
}

/// Fails if each of five runs takes longer than it may. The tolerance is generous, as other tests run at the same time.
fn assert_is_kept(time: Duration, mut run: impl FnMut()) {
    let mut timed = |_| {
        let start = Instant::now();
        run();
        start.elapsed()
    };
    let times: Vec<_> = (0..5).map(&mut timed).collect();
    assert!(times.iter().any(|&taken| taken < time + Duration::from_millis(80)), "{time:?}: {times:?}");
}

#[test]
fn the_same_search_takes_the_same_nodes() {
    let game = scirocco();
    let mut rng = fastrand::Rng::with_seed(5);
    let positions: Vec<Position> = (0..5).map(|_| random_middle_game(&game, &mut rng)).collect();
    let mut first = engine(&game);
    let run = |engine: &mut Engine| {
        engine.new_game();
        positions.iter().map(|position| search(engine, position, Limits::depth(6))).collect::<Vec<_>>()
    };
    let results = run(&mut first);
    assert_eq!(run(&mut first), results);
    assert_eq!(run(&mut engine(&game)), results);
    assert!(results.iter().any(|result| result.nodes > 1_000));

    // Earlier searches of the engine make no difference, either.
    let mut old = engine(&game);
    for _ in 0..58 {
        search(&mut old, &positions[0], Limits::depth(1));
    }
    assert_eq!(run(&mut old), results);
}

#[test]
fn pieces_that_are_won_over_and_back_have_an_end() {
    let game = builtin::game("typhoon").unwrap();
    let text = "(K)11/12/12/3[Cu](N)(Cu)6/12/12/3[Cu](N)(Cu)6/12/12/3[Cu](N)(Cu)6/12/11[K] b";
    let position = Position::parse(&game, text).unwrap();
    let limits = Limits { nodes: Some(100_000), ..Limits::depth(4) };
    let result = search(&mut engine(&game), &position, limits);
    assert_eq!(result.depth, 4, "{} nodes", result.nodes);
}

#[test]
fn the_limit_of_nodes_is_kept() {
    let game = scirocco();
    let mut engine = engine(&game);
    for nodes in [1, 100, 5_000] {
        let result = search(&mut engine, &Position::initial(&game), Limits::nodes(nodes));
        assert!(result.nodes < nodes + 64, "{} instead of {nodes}", result.nodes);
    }
}

/// Returns the position from the other side: the board turned, the sides exchanged.
fn turned(position: &Position, turn: impl Fn(Square) -> Square) -> Position {
    let mut other = Position::empty(position.game(), position.side().other());
    for (square, piece) in position.board().pieces() {
        let piece = Piece::new(piece.kind().expect("it stands on a square"), piece.side().other());
        other.place(turn(square), piece);
    }
    let mut state = *other.state();
    for side in Side::BOTH {
        *state.reserve_mut(side) = position.state().reserve(side.other());
        if position.state().milestones().has_moved(side.other()) {
            state.milestones_mut().moved(side);
        }
    }
    if position.state().milestones().has_reached() {
        state.milestones_mut().reached();
    }
    other.set_state(state);
    other
}

#[test]
fn both_sides_judge_alike() {
    for game in games() {
        let evaluation = Evaluation::new(&game);
        let mut rng = fastrand::Rng::with_seed(6);
        // Learned parts map the board by the symmetry of the array, the weights by half a turn. Where these maps differ, the
        // scores of the sides differ by the squares reached beside a royal piece, and by rounding.
        let is_learned = !evaluation.residual().is_empty();
        let seen = |square| evaluation.features().seen(Side::Second, square);
        let turn = |square| if is_learned { seen(square) } else { game.size().rotate(square) };
        let is_same_turn = game.size().iter().all(|square| turn(square) == game.size().rotate(square));
        let shared = evaluation.weights().values().len() - SHARED_TERMS.len();
        let reach = shared + SHARED_TERMS.iter().position(|term| term.name == "reach").unwrap();
        let reach_score = |position: &Position| {
            let mut terms = evaluation.terms(position);
            terms.quantities.retain(|&(place, _)| place == reach);
            terms.score(evaluation.weights())
        };
        for _ in 0..100 {
            for position in [random_middle_game(&game, &mut rng), absurd_position(&game, &mut rng)] {
                let both = [&position, &turned(&position, turn)];
                let scores = both.map(|seen| evaluation.evaluate(seen));
                if is_same_turn {
                    assert_eq!(scores[0], scores[1], "{position}");
                } else {
                    let reached = both.map(reach_score);
                    let rest = f64::from(scores[0] - scores[1]) - (reached[0] - reached[1]);
                    assert!(rest.abs() <= 4.0, "{position}: {scores:?}, by reach {reached:?}");
                }
            }
        }
    }
}

#[test]
fn reports_get_deeper() {
    let game = scirocco();
    let mut depths = Vec::new();
    let position = Position::initial(&game);
    let result = engine(&game).search(&position, Limits::depth(4), &Signal::new(), |info| {
        assert!(!info.pv.is_empty() && info.seldepth >= info.depth);
        depths.push(info.depth);
    });
    assert_eq!(depths, [1, 2, 3, 4]);
    assert_eq!(result.depth, 4);
}
