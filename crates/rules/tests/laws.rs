//! Invariants of every position of every game, tested along random games.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use beaufort_rules::{Game, Notation, Position, Scope, Side, StepKind};

use crate::support::{games, in_parallel, random_game, results, turned};

/// Returns the number of random games and their length for a game: enough to meet its promoted pieces, fewer where a position
/// has hundreds of turns.
fn effort(game: &Game) -> (u64, usize) {
    match game.size().squares() {
        0..=100 => (8, 400),
        101..=144 => (4, 250),
        _ => (2, 120),
    }
}

/// Visits every position of one in `share` of the random games of every game.
fn visit_games(share: u64, visit: impl Fn(&Arc<Game>, &Position) + Sync) {
    let each = |game: Arc<Game>| {
        let (games, plies) = effort(&game);
        (0..games.div_ceil(share)).map(move |seed| (Arc::clone(&game), seed, plies))
    };
    let all: Vec<_> = games().into_iter().flat_map(each).collect();
    in_parallel(all.len(), |index| {
        let (game, seed, plies) = &all[index];
        random_game(game, *seed, *plies, |position, _| visit(game, position));
    });
}

#[test]
fn undo_restores_everything() {
    for game in games() {
        let (games, plies) = effort(&game);
        for seed in 0..games {
            let mut last = random_game(&game, seed, plies, |position, turns| {
                let mut copy = position.clone();
                for &turn in turns {
                    copy.play_unchecked(turn);
                    assert_eq!(copy.key(), copy.recomputed_key());
                    copy.undo();
                    assert_eq!(&copy, position);
                    assert_eq!(copy.key(), position.key());
                    for side in Side::BOTH {
                        assert_eq!(copy.board().side(side), position.board().side(side));
                        assert_eq!(copy.board().royals(side), position.board().royals(side));
                        assert_eq!(copy.board().lenders(side), position.board().lenders(side));
                        assert_eq!(copy.board().count(side), position.board().count(side));
                    }
                }
            });
            while last.ply() > 0 {
                last.undo();
                assert_eq!(last.key(), last.recomputed_key());
            }
        }
    }
}

#[test]
fn turns_are_distinct_and_counted() {
    visit_games(1, |_, position| {
        let turns = position.turns(Scope::Distinct);
        assert_eq!(turns.len() as u64, position.count_turns(Scope::Distinct), "{position}");
        assert_eq!(
            position.turns(Scope::Choices).len() as u64,
            position.count_turns(Scope::Choices),
            "{position}"
        );
        let mut distinct = results(position, &turns);
        let mut chosen = results(position, &position.turns(Scope::Choices));
        let all = distinct.len();
        distinct.dedup();
        chosen.dedup();
        assert_eq!(distinct.len(), all, "{position}");
        assert_eq!(distinct, chosen, "{position}");
    });
}

#[test]
fn captures_are_turns_that_take_something() {
    for game in games() {
        let (_, plies) = effort(&game);
        random_game(&game, 7, plies, |position, _| {
            let enemies = |position: &Position, side: Side| position.board().count(side);
            let other = position.side().other();
            let mut captures = Vec::new();
            position.generate(Scope::Captures, &mut captures);
            let captures = results(position, &captures);
            let all = results(position, &position.turns(Scope::Distinct));
            let mut after = position.clone();
            for turn in position.turns(Scope::Distinct) {
                after.play_unchecked(turn);
                let fewer = enemies(&after, other) < enemies(position, other);
                let text = after.to_string();
                after.undo();
                let lands = turn.steps().count() == 1 && !position.board().at(turn.first.to).is_none();
                let lands = lands && position.board().at(turn.first.to).side() == other;
                let found = captures.binary_search(&text).is_ok();
                let plain = matches!(turn.first.kind, StepKind::Own | StepKind::Relayed);
                // A blast destroys pieces but does not capture them (L35).
                let blasts = matches!(turn.first.kind, StepKind::Drop | StepKind::Place);
                assert!(found || !(lands && plain), "{text} is a capture in {position}");
                assert!(found || blasts || !fewer, "{text} is a capture in {position}");
            }
            assert!(
                captures.iter().all(|text| all.binary_search(text).is_ok()),
                "captures are turns in {position}"
            );
            assert!(
                captures.windows(2).all(|pair| pair[0] != pair[1]),
                "captures are distinct in {position}"
            );
        });
    }
}

#[test]
fn texts_round_trip() {
    visit_games(1, |game, position| {
        let text = position.to_string();
        let read = Position::parse(game, &text).expect("what is written can be read");
        assert_eq!((&read, read.key()), (position, position.key()));
        assert_eq!(read.to_string(), text);
    });
}

#[test]
fn one_turn_is_written_and_read_as_among_all() {
    visit_games(2, |_, position| {
        let notation = Notation::new(position);
        let all: Vec<_> = notation.iter().collect();
        let Some(&(turn, text)) = all.get(position.key() as usize % all.len().max(1)) else {
            return;
        };
        assert_eq!(position.turn_text(turn).as_deref(), Some(text), "{position}");
        let read = position.read_turn(text).expect("what is written can be read");
        assert_eq!(notation.text(read), Some(text), "{position}");
    });
}

#[test]
fn notation_round_trips() {
    visit_games(4, |_, position| {
        let notation = Notation::new(position);
        for (turn, text) in notation.iter() {
            assert!(text.is_ascii() && !text.contains(' '), "{text}");
            let read = notation.read(text).expect("what is written can be read");
            assert_eq!(results(position, &[read]), results(position, &[turn]), "{text} in {position}");
            // Without its dash, the text may be that of another turn.
            let bare = text.replacen('-', "", 1);
            let is_another = notation.iter().any(|(_, other)| other == bare);
            if let (false, Ok(read)) = (is_another, notation.read(&bare)) {
                assert_eq!(results(position, &[read]), results(position, &[turn]), "{bare} in {position}");
            }
        }
    });
}

#[test]
fn both_sides_play_the_same_game() {
    visit_games(2, |game, position| {
        let other = turned(position);
        // Two passes decide a game only as long as its history is known.
        if position.royal_verdict().is_some() && other.royal_verdict().is_none() {
            return;
        }
        let mut seen = results(&other, &other.turns(Scope::Distinct));
        for text in &mut seen {
            *text = turned(&Position::parse(game, text).expect("results are positions")).to_string();
        }
        seen.sort_unstable();
        assert_eq!(seen, results(position, &position.turns(Scope::Distinct)), "{position}");
    });
}

#[test]
fn relayed_steps_never_promote() {
    let relayed = AtomicUsize::new(0);
    visit_games(1, |_, position| {
        for turn in position.turns(Scope::Choices) {
            if turn.first.kind == StepKind::Relayed {
                relayed.fetch_add(1, Ordering::Relaxed);
                assert_eq!(turn.first.promotion, None, "K83 in {position}");
            }
        }
    });
    assert!(relayed.into_inner() > 1000, "random games must show relays");
}

#[test]
fn decided_positions_have_no_turns() {
    for game in games() {
        let (games, _) = effort(&game);
        for seed in 0..games {
            let last = random_game(&game, seed, 5000, |_, _| {});
            let verdict = last.verdict();
            assert!(verdict.is_some(), "a random game ends: {last}");
            if last.royal_verdict().is_some() {
                assert_eq!(
                    (last.turns(Scope::Distinct).len(), last.count_turns(Scope::Distinct)),
                    (0, 0),
                    "K85, K114 in {last}"
                );
            }
        }
    }
}
