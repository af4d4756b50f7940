//! Pieces in hand in the engine: mates by drops, the worth of a hand, and the size of the search.

use std::sync::Arc;

use crate::support::{engine, search};
use beaufort_engine::{Limits, plies_to_end};
use beaufort_rules::{Game, Position, Scope, StepKind, builtin};

fn game(id: &str) -> Arc<Game> {
    builtin::game(id).expect("it is built in")
}

fn position(id: &str, text: &str) -> Position {
    Position::parse(&game(id), text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn mates_by_drops_are_found() {
    for (id, text) in [
        ("crazyhouse", "6k1/8/5P2/8/8/8/8/4K3[Q] w - - 0 1"),
        ("shogi", "8k/6G2/8G/9/9/9/9/9/4K4[PG] w - - 0 1"),
    ] {
        let position = position(id, text);
        let result = search(&mut engine(position.game()), &position, Limits::depth(5));
        let turn = result.turn.expect("there is a turn");
        assert_eq!(plies_to_end(result.score), Some(1), "{text}");
        assert_eq!(turn.first.kind, StepKind::Drop, "{text}: {}", position.coordinates(turn));
    }
}

#[test]
fn a_hand_is_worth_something() {
    let score = |hand: &str| {
        let text = format!("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[{hand}] w KQkq - 0 1");
        let position = position("crazyhouse", &text);
        search(&mut engine(position.game()), &position, Limits::depth(3)).score
    };
    let scores = [score(""), score("P"), score("N"), score("Q")];
    assert!(scores.is_sorted() && scores[0] < scores[3], "{scores:?}");
    assert!(score("q") < scores[0]);
}

#[test]
fn drops_onto_a_square_are_those_of_the_list() {
    for (id, text) in [
        ("crazyhouse", "rnbqkb1r/ppp2ppp/8/3pp3/4n3/5N2/PPPP1PPP/RNBQKB1R[PNbq] w KQkq - 0 1"),
        ("crazyhouse", "4k3/8/8/8/4r3/8/8/4K3[NPQn] w - - 0 1"),
        ("shogi", "lnsgk1snl/1r4gb1/p1ppppppp/9/1p7/9/PPPPPPPPP/1B5R1/LNSGKGSNL[PNs] w - - 0 1"),
    ] {
        let position = position(id, text);
        let mut found = Vec::new();
        for square in position.game().size().iter().filter(|&square| position.board().at(square).is_none()) {
            position.generate_from(Scope::Distinct, square, &mut found);
        }
        let mut listed = position.turns(Scope::Distinct);
        listed.retain(|turn| turn.first.kind == StepKind::Drop);
        assert!(!listed.is_empty());
        let sorted = |turns: Vec<beaufort_rules::Turn>| {
            let mut texts: Vec<String> = turns.into_iter().map(|turn| position.coordinates(turn)).collect();
            texts.sort_unstable();
            texts
        };
        assert_eq!(sorted(found), sorted(listed), "{text}");
    }
}

#[test]
fn the_search_does_not_explode() {
    // Both sides hold much: a search of a few plies stays small, as drops are neither captures nor gains.
    let text = "r1bqk2r/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQ1RK1[PPNBRppnbr] w kq - 0 1";
    let position = position("crazyhouse", text);
    let result = search(&mut engine(position.game()), &position, Limits::depth(6));
    assert!(result.nodes < 600_000, "{}", result.nodes);
}
