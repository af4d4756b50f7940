//! Knowledge that the engine must derive from the rules of these games: powers, promotions, ways to lose.

use crate::support::{engine, games, search, small_position};
use beaufort_engine::{Engine, Limits, Options};
use beaufort_rules::turn::Outcome;
use beaufort_rules::{Position, builtin};

/// Checks that a search to depth 1 takes the opponent's powers into account: of two positions with the same side to move the
/// second is what the first becomes whatever is played, and much worse.
fn check(id: &str, before: &str, after: &str) {
    let game = builtin::game(id).expect("it is built in");
    let [before, after] =
        [before, after].map(|text| Position::parse(&game, text).expect("the positions are well formed"));
    let mut engine = Engine::new(game, Options::with_hash(1));
    let (hoped, feared) = (engine.evaluate(&before), engine.evaluate(&after));
    assert!(hoped > feared + 150, "{before} is not much better than {after}");
    let score = search(&mut engine, &before, Limits::depth(1)).score;
    // The turn may gain something else, but less than what is at stake.
    assert!((score - feared).abs() < (hoped - feared) / 2, "{score} instead of {feared} in {before}");
}

#[test]
fn taking_without_moving_is_safe() {
    // Of the pawns, which cannot move, the one on b1 is protected: only a capture without moving wins it.
    check(
        "scirocco",
        "9(K)/10/10/10/10/10/10/10/(P)9/(P)(P)[Ge]4[K]2 t",
        "9(K)/10/10/10/10/10/10/10/(P)9/(P)1[Ge]4[K]2 t",
    );
}

#[test]
fn a_conversion_counts_twice() {
    check(
        "typhoon",
        "11(K)/10(P)1/12/12/12/12/12/12/12/12/12/1(P)2[Mi]5[K]1 t",
        "11(K)/10(P)1/12/12/12/12/12/12/12/12/12/1[P][Mi]7[K]1 t",
    );
}

#[test]
fn several_pieces_are_taken_in_one_turn() {
    check(
        "typhoon",
        "11(K)/10(P)1/12/12/12/12/12/12/12/12/12/1[Lo](P)1(P)5[K]1 t",
        "11(K)/10(P)1/12/12/12/12/12/12/12/12/12/5[Lo]4[K]1 t",
    );
}

#[test]
fn promotes() {
    let game = builtin::game("scirocco").expect("it is built in");
    let position = "(K)9/10/10/10/4[N]5/10/(P)1(P)6(P)/10/10/7[K]2 b";
    let position = Position::parse(&game, position).expect("it is well formed");
    let line = search(&mut engine(&game), &position, Limits::depth(4)).pv;
    // At once, or with the next turn after a check.
    assert!(line.iter().step_by(2).any(|turn| turn.first.promotion.is_some()), "{line:?}");
}

/// Returns whether the side to move wins with this turn: by a capture of the last royal piece or of the last other one, or
/// because the opponent has no turn left (K113, K116).
fn wins_at_once(position: &mut Position) -> bool {
    let side = position.side();
    position.legal_turns().into_iter().any(|turn| {
        position.play_unchecked(turn);
        let won = position.terminal_verdict().is_some_and(|verdict| verdict.outcome == Outcome::Win(side));
        position.undo();
        won
    })
}

#[test]
fn never_loses_at_once_where_that_can_be_helped() {
    let mut tried = 0;
    for game in games() {
        let mut engine = Engine::new(game.clone(), Options::with_hash(1));
        let mut rng = fastrand::Rng::with_seed(8);
        for _ in 0..60 {
            let mut position = small_position(&game, &mut rng);
            if position.terminal_verdict().is_some() || wins_at_once(&mut position) {
                continue;
            }
            let turns = position.legal_turns();
            let mut is_safe = |turn| {
                position.play_unchecked(turn);
                let safe = position.terminal_verdict().is_none() && !wins_at_once(&mut position);
                position.undo();
                safe
            };
            let safe: Vec<_> = turns.iter().copied().filter(|&turn| is_safe(turn)).collect();
            if safe.is_empty() || safe.len() == turns.len() {
                continue;
            }
            engine.new_game();
            let turn = search(&mut engine, &position, Limits::depth(3)).turn;
            assert!(turn.is_some_and(|turn| safe.contains(&turn)), "{turn:?} loses at once in {position}");
            tried += 1;
        }
    }
    assert!(tried > 30, "the positions are not dangerous: {tried}");
}
