//! The rule against repetition (K117), on the 2 by 3 board of T178.

use std::sync::Arc;

use beaufort_rules::{Game, IllegalTurn, Notation, Position, Scope, Side, perft, turn};

/// Scirocco's rules without Bare King, two Kings, two files and three ranks.
const MINI: &str = include_str!("games/mini.toml");

fn mini() -> Arc<Game> {
    let no_library = |_: &str| None;
    let definition =
        beaufort_rules::load_game("mini.toml", MINI, &no_library).expect("the game file is right");
    Arc::new(Game::from(definition))
}

fn play(position: &mut Position, text: &str) {
    let turn = Notation::new(position).read(text).unwrap_or_else(|error| panic!("{error}"));
    assert!(position.legal_turns().contains(&turn), "{text} is legal");
    position.play_unchecked(turn);
}

#[test]
fn the_third_occurrence_is_illegal() {
    let game = mini();
    let mut position = Position::parse(&game, "1(K)/2/[K]1 b").unwrap();
    for text in ["K-b1", "K-a3", "K-a1", "K-b3", "K-b1", "K-a3", "K-a1"] {
        play(&mut position, text);
    }
    let turn = |text: &str| Notation::new(&position).read(text).unwrap();
    let legal = position.legal_turns();
    assert!(
        position.turns(Scope::Distinct).contains(&turn("K-b3")),
        "K130: listed without regard to repetition"
    );
    assert!(position.is_repetition(turn("K-b3")) && !position.is_repetition(turn("K-a2")));
    assert!(!legal.contains(&turn("K-b3")), "it would be the third occurrence of the initial position");
    assert!(legal.contains(&turn("K-a2")) && legal.contains(&turn("K-b2")));
    assert_eq!(legal.len(), 2);
}

#[test]
fn who_can_only_repeat_loses() {
    let game = mini();
    // Tan's King is confined only by the rule against repetition: all its turns lead back to earlier positions.
    let mut position = Position::parse(&game, "1(K)/2/[K]1 b").unwrap();
    for text in ["K-b1", "K-a3", "K-a1", "K-b3", "K-b1", "K-a3", "K-a1", "K-a2"] {
        play(&mut position, text);
    }
    play(&mut position, "Kxa2");
    let verdict = position.verdict().expect("the King is taken");
    assert_eq!(verdict, turn::Verdict::win(Side::First, turn::Reason::NoRoyal));
}

#[test]
fn a_repetition_is_refused() {
    let mut position = Position::parse(&mini(), "1(K)/2/[K]1 b").unwrap();
    for text in ["K-b1", "K-a3", "K-a1", "K-b3", "K-b1", "K-a3", "K-a1"] {
        play(&mut position, text);
    }
    let before = position.clone();
    let again = Notation::new(&position).read("K-b3").unwrap();
    assert!(!position.is_legal(again));
    assert_eq!(position.play(again), Err(IllegalTurn::Repetition));
    assert_eq!((&position, position.ply()), (&before, before.ply()));
}

#[test]
fn without_its_history_a_position_has_not_occurred() {
    let game = beaufort_rules::builtin::game("orthochess").unwrap();
    let mut position = Position::parse(&game, "4k3/8/8/8/8/8/8/R3K3 b - - 7 31").unwrap();
    for text in ["Kd8", "Ra2", "Ke8", "Ra1"] {
        play(&mut position, text);
    }
    let alone = position.without_history();
    assert_eq!((&alone, alone.fen()), (&position, position.fen()));
    assert_eq!((alone.quiet_turns(), alone.move_number(), alone.ply()), (11, 33, 0));
    assert_eq!((position.earlier_occurrences(), alone.earlier_occurrences()), (1, 0));
    let initial = Position::initial(&mini());
    assert_eq!(initial.without_history().move_number(), 1);
}

/// The list of legal turns checks for repetitions only where there can be some; it must find all of them, with any limit.
#[test]
fn every_repetition_is_found() {
    let mut rng = fastrand::Rng::with_seed(7);
    let mut forbidden = 0;
    for limit in ["second time illegal", "third time illegal", "fourth time illegal"] {
        let text = MINI.replace("third time illegal", limit);
        let definition =
            beaufort_rules::load_game("mini.toml", &text, &|_| None).expect("the game file is right");
        let game = Arc::new(Game::from(definition));
        for _ in 0..50 {
            let mut position = Position::parse(&game, "1(K)/2/[K]1 b").unwrap();
            for _ in 0..40 {
                let mut after = position.clone();
                let mut occurs = |turn| {
                    after.play_unchecked(turn);
                    let occurs = after.occurs_too_often();
                    after.undo();
                    occurs
                };
                let (bad, good): (Vec<_>, Vec<_>) =
                    position.turns(Scope::Distinct).into_iter().partition(|&turn| occurs(turn));
                assert_eq!(
                    (position.legal_turns(), position.count_legal_turns()),
                    (good.clone(), good.len() as u64)
                );
                assert!(bad.iter().all(|&turn| position.is_repetition(turn) && !position.is_legal(turn)));
                assert!(good.iter().all(|&turn| !position.is_repetition(turn)));
                forbidden += bad.len();
                let Some(turn) = rng.choice(good) else { break };
                position.play_unchecked(turn);
            }
        }
    }
    assert!(forbidden > 0, "no game repeats a position");
}

#[test]
fn perft_counts_legal_turns_alone() {
    let mut position = Position::parse(&mini(), "1(K)/2/[K]1 b").unwrap();
    for text in ["K-b1", "K-a3", "K-a1", "K-b3", "K-b1", "K-a3"] {
        play(&mut position, text);
    }
    let below = |depth| -> u64 {
        let mut after = position.clone();
        let legal = position.legal_turns().into_iter();
        legal
            .map(|turn| {
                after.play_unchecked(turn);
                let count = perft(&mut after, depth);
                after.undo();
                count
            })
            .sum()
    };
    let counts = [below(0), below(1), below(2)];
    assert_eq!([1, 2, 3].map(|depth| perft(&mut position.clone(), depth)), counts);
    play(&mut position, "K-a1");
    assert_eq!((position.turns(Scope::Distinct).len(), perft(&mut position, 1)), (3, 2));
}
