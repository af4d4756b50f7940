//! Legality: the test for it, the error with its reason, and that a rejected turn changes nothing.

use crate::support::{games, position, random_game};
use beaufort_rules::turn::Reason;
use beaufort_rules::vocabulary::SquareSet;
use beaufort_rules::{IllegalTurn, Position, Scope, Square, Step, StepKind, Turn};

/// Returns turns similar to one of the position's, with another start, end, kind or promotion.
fn distorted(position: &Position, turn: Turn) -> Vec<Turn> {
    let step = turn.first;
    let next = |square: Square| Square::new((square.index() as u8).wrapping_add(1));
    let promoted = position.game().types().next();
    let first = |first: Step| Turn { first, ..turn };
    let mut all = vec![
        first(Step { from: next(step.from), ..step }),
        first(Step { to: next(step.to), ..step }),
        first(Step { kind: StepKind::Swap, ..step }),
        first(Step { promotion: step.promotion.xor(promoted), ..step }),
        Turn { second: None, ..turn },
        Turn { second: Some(step), ..turn },
    ];
    if let Some(second) = turn.second {
        all.push(Turn { second: Some(Step { to: next(second.to), ..second }), ..turn });
    }
    all
}

#[test]
fn what_is_listed_is_legal_and_nothing_else_is() {
    for game in games() {
        let mut visited = 0;
        random_game(&game, 7, 60, |position, legal| {
            visited += 1;
            if visited % 6 != 1 {
                return;
            }
            let choices = position.turns(Scope::Choices);
            for &turn in legal {
                assert!(position.is_legal(turn), "{turn:?} in {position}");
            }
            for &choice in choices.iter().step_by(1 + choices.len() / 20) {
                assert_eq!(
                    position.is_legal(choice),
                    !position.is_repetition(choice),
                    "{choice:?} in {position}"
                );
                for turn in distorted(position, choice) {
                    let known = choices.contains(&turn) && !position.is_repetition(turn);
                    assert_eq!(position.is_legal(turn), known, "{turn:?} in {position}");
                    let mut after = position.clone();
                    let before = (after.clone(), after.key(), after.ply());
                    let played = after.play(turn);
                    assert_eq!(played.is_ok(), known, "{turn:?} in {position}");
                    if known {
                        after.undo();
                    }
                    assert_eq!((after.clone(), after.key(), after.ply()), before, "{turn:?}");
                }
            }
        });
    }
}

#[test]
fn captures_are_the_legal_turns_that_take() {
    for game in games() {
        random_game(&game, 11, 40, |position, _| {
            let enemy: SquareSet = *position.board().side(position.side().other());
            let mut plain = position.legal_turns();
            let is_plain = |turn: &Turn| turn.second.is_none() && turn.first.kind == StepKind::Own;
            plain.retain(|turn| is_plain(turn) && enemy.contains(turn.first.to));
            let captures = position.captures();
            assert!(plain.iter().all(|turn| captures.contains(turn)), "{position}");
            let quiet = |turn: &Turn| {
                let mut after = position.clone();
                after.play_unchecked(*turn);
                (enemy - after.board().side(position.side().other())).is_empty()
            };
            assert!(!captures.iter().any(|turn| is_plain(turn) && quiet(turn)), "{position}");
        });
    }
}

/// Returns a plain step between two squares, named as in `e2-e4`.
fn step(position: &Position, squares: &str) -> Turn {
    let [from, to] = [0, 1].map(|part| {
        let name = squares.split('-').nth(part).expect("two squares");
        position.game().size().parse(name).expect("a square of the board")
    });
    Step::plain(StepKind::Own, from, to, None).into()
}

#[track_caller]
fn refused(mut position: Position, squares: &str, message: &str) -> IllegalTurn {
    let before = position.clone();
    let error = position.play(step(&position, squares)).expect_err("the turn is illegal");
    assert_eq!(error.to_string(), message);
    assert_eq!((&position, position.ply()), (&before, before.ply()));
    error
}

#[test]
fn a_refusal_says_why() {
    let fen = |text: &str| Position::parse(&crate::support::game("orthochess"), text).expect("a good FEN");
    let start = || Position::initial(&crate::support::game("orthochess"));
    refused(start(), "e4-e5", "no piece stands on e4");
    refused(start(), "e7-e5", "the piece on e7 belongs to the side that is not to move");
    refused(start(), "e2-e5", "there is no such turn from e2 to e5");
    refused(start(), "e2-e2", "there is no such turn on e2");
    // The Bishop is pinned by the Rook (L46).
    let pinned = fen("4k3/4r3/8/8/8/8/4B3/4K3 w - - 0 1");
    refused(pinned, "e2-d3", "a royal piece could be taken after it");
    let decided = position("scirocco", "10/10/10/10/10/10/10/10/10/[R]7[K][P] t");
    let error = refused(decided, "a1-a2", "the game is over");
    let IllegalTurn::GameOver { verdict } = error else { panic!("{error:?}") };
    assert_eq!(verdict.reason, Reason::NoRoyal);
}
