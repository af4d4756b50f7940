//! Shared helpers of the tests: positions, and reference results for the engine.
#![allow(dead_code, unreachable_pub, reason = "each test file uses a part of it")]

use std::sync::Arc;

use beaufort_engine::{Engine, Evaluation, Limits, Options, SearchResult, Signal};
use beaufort_rules::turn::Outcome;
use beaufort_rules::{Game, Piece, PieceType, Position, Side, builtin};
use beaufort_rules::{Scope, game::Setup};
use fastrand::Rng;

pub fn games() -> Vec<Arc<Game>> {
    builtin::ids().filter_map(builtin::game).collect()
}

pub fn scirocco() -> Arc<Game> {
    builtin::game("scirocco").expect("it is built in")
}

/// Returns an engine with the evaluation of the rules alone, so that its results do not change with learned weights.
pub fn engine(game: &Arc<Game>) -> Engine {
    let evaluation = Arc::new(Evaluation::derived(game));
    Engine::with_evaluation(Arc::clone(game), evaluation, Options::with_hash(1))
}

pub fn search(engine: &mut Engine, position: &Position, limits: Limits) -> SearchResult {
    engine.search(position, limits, &Signal::new(), |_| {})
}

/// Returns a position after a number of random turns from a random setup.
pub fn random_middle_game(game: &Arc<Game>, rng: &mut Rng) -> Position {
    let mut position = Setup::choose(game, |_| rng.bool().into()).position(game);
    for _ in 0..rng.usize(0..120) {
        let Some(turn) = rng.choice(position.legal_turns()) else { break };
        position.play_unchecked(turn);
    }
    position
}

/// Returns a position with random pieces on random squares, royal ones or not.
pub fn absurd_position(game: &Arc<Game>, rng: &mut Rng) -> Position {
    let side = if rng.bool() { Side::First } else { Side::Second };
    let mut position = Position::empty(game, side);
    let density = rng.f64();
    for square in game.size().iter() {
        if rng.f64() < density {
            position.place(square, any_piece(game, rng));
        }
    }
    position
}

/// Returns a position with as many turns for the side to move as random trials find: from an absurd one, pieces are added or
/// removed, and the change is kept if the number of turns does not decrease.
pub fn rich_position(game: &Arc<Game>, rng: &mut Rng, trials: usize) -> Position {
    let mut position = absurd_position(game, rng);
    let squares: Vec<_> = game.size().iter().collect();
    let mut most = position.count_turns(Scope::Distinct);
    for _ in 0..trials {
        let square = squares[rng.usize(..squares.len())];
        let before = position.board().at(square);
        position.place(square, if rng.u8(..3) == 0 { Piece::NONE } else { any_piece(game, rng) });
        let count = position.count_turns(Scope::Distinct);
        if count >= most {
            most = count;
        } else {
            position.place(square, before);
        }
    }
    position
}

/// Returns a board with up to sixty pieces of one type among others: of the type that gives the most turns.
pub fn crowded_position(game: &Arc<Game>, rng: &mut Rng) -> Position {
    let squares: Vec<_> = game.size().iter().collect();
    let crowd = |kind| {
        let mut position = Position::empty(game, Side::First);
        for nth in 0..120 {
            let square = squares[rng.usize(..squares.len())];
            position.place(
                square,
                if nth % 2 == 0 { any_piece(game, rng) } else { Piece::new(kind, Side::First) },
            );
        }
        position
    };
    game.types()
        .map(crowd)
        .max_by_key(|position| position.count_turns(Scope::Distinct))
        .expect("a game has pieces")
}

/// Returns a position with a royal piece, if the game has any, and a few others for each side.
pub fn small_position(game: &Arc<Game>, rng: &mut Rng) -> Position {
    let mut position = Position::empty(game, Side::First);
    let mut squares: Vec<_> = game.size().iter().collect();
    rng.shuffle(&mut squares);
    let royals: Vec<_> = game.types().filter(|&kind| game.is_royal(kind)).collect();
    for (nth, square) in squares.into_iter().take(8).enumerate() {
        let piece = match nth {
            0 | 1 if !royals.is_empty() => Piece::new(royals[rng.usize(..royals.len())], Side::BOTH[nth]),
            _ => any_piece(game, rng),
        };
        position.place(square, piece);
    }
    position
}

fn any_piece(game: &Game, rng: &mut Rng) -> Piece {
    let mut draw = || PieceType::new(rng.usize(..game.types().count()) as u8);
    let mut kind = draw();
    // Where check binds, a side has one royal piece.
    while game.definition().ending.check_binds && game.is_royal(kind) {
        kind = draw();
    }
    Piece::new(kind, if rng.bool() { Side::First } else { Side::Second })
}

/// Returns the number of plies, odd and at most `most`, in which the side to move wins by force, found by an exhaustive search.
pub fn plies_to_win(position: &mut Position, most: u32) -> Option<u32> {
    (1..=most).step_by(2).find(|&plies| wins(position, plies))
}

fn wins(position: &mut Position, plies: u32) -> bool {
    let side = position.side();
    position.legal_turns().into_iter().any(|turn| {
        position.play_unchecked(turn);
        let won = match position.terminal_verdict() {
            Some(verdict) => verdict.outcome == Outcome::Win(side),
            None if plies == 1 => false,
            None => position.legal_turns().into_iter().all(|answer| {
                position.play_unchecked(answer);
                let won = match position.royal_verdict() {
                    Some(verdict) => verdict.outcome == Outcome::Win(side),
                    None => wins(position, plies - 2),
                };
                position.undo();
                won
            }),
        };
        position.undo();
        won
    })
}
