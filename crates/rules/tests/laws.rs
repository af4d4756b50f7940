//! Laws that hold in every position of every game, tried along random games.

mod support;

use beaufort_rules::{Notation, Position, StepKind};

use support::{games, random_game, results, turned};

/// Enough games to meet every promoted piece; each is played to its end.
const GAMES: u64 = 20;
const PLIES: usize = 600;

#[test]
fn undo_restores_everything() {
    for game in games() {
        for seed in 0..GAMES {
            let mut last = random_game(&game, seed, PLIES, |position, turns| {
                let mut copy = position.clone();
                for &turn in turns {
                    copy.play(turn);
                    assert_eq!(copy.key(), copy.recomputed_key());
                    copy.undo();
                    assert_eq!(&copy, position);
                    assert_eq!(copy.key(), position.key());
                    for side in beaufort_rules::Side::BOTH {
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
    for game in games() {
        for seed in 0..GAMES {
            random_game(&game, seed, PLIES, |position, _| {
                let turns = position.turns();
                assert_eq!(turns.len() as u64, position.count_turns(), "{position}");
                assert_eq!(position.choices().len() as u64, position.count_choices(), "{position}");
                let mut distinct = results(position, &turns);
                let mut chosen = results(position, &position.choices());
                let all = distinct.len();
                distinct.dedup();
                chosen.dedup();
                assert_eq!(distinct.len(), all, "{position}");
                assert_eq!(distinct, chosen, "{position}");
            });
        }
    }
}

#[test]
fn captures_are_the_turns_that_take_something() {
    for game in games() {
        random_game(&game, 7, PLIES, |position, _| {
            let pieces = |position: &Position| position.board().pieces().count();
            let mut after = position.clone();
            let mut expected = position.turns();
            expected.retain(|&turn| {
                after.play(turn);
                let captures = pieces(&after) < pieces(position);
                after.undo();
                captures
            });
            let mut captures = Vec::new();
            position.add_captures(&mut captures);
            assert_eq!(results(position, &captures), results(position, &expected), "{position}");
        });
    }
}

#[test]
fn texts_round_trip() {
    for game in games() {
        for seed in 0..GAMES {
            random_game(&game, seed, PLIES, |position, _| {
                let text = position.to_string();
                let read = Position::parse(&game, &text).expect("what is written can be read");
                assert_eq!((&read, read.key()), (position, position.key()));
                assert_eq!(read.to_string(), text);
            });
        }
    }
}

#[test]
fn notation_round_trips() {
    for game in games() {
        for seed in 0..GAMES / 4 {
            random_game(&game, seed, PLIES, |position, _| {
                let notation = Notation::new(position);
                for (turn, text) in notation.iter() {
                    assert!(text.is_ascii() && !text.contains(' '), "{text}");
                    let read = notation.read(text).expect("what is written can be read");
                    assert_eq!(
                        results(position, &[read]),
                        results(position, &[turn]),
                        "{text} in {position}"
                    );
                    let bare = text.replacen('-', "", 1);
                    if let Ok(read) = notation.read(&bare) {
                        assert_eq!(
                            results(position, &[read]),
                            results(position, &[turn]),
                            "{bare} in {position}"
                        );
                    }
                }
            });
        }
    }
}

#[test]
fn both_sides_play_the_same_game() {
    for game in games() {
        for seed in 0..GAMES / 2 {
            random_game(&game, seed, PLIES, |position, _| {
                let other = turned(position);
                let mut seen = results(&other, &other.turns());
                for text in &mut seen {
                    *text = turned(&Position::parse(&game, text).expect("results are positions")).to_string();
                }
                seen.sort_unstable();
                assert_eq!(seen, results(position, &position.turns()), "{position}");
            });
        }
    }
}

#[test]
fn relayed_steps_never_promote() {
    let mut relayed = 0;
    for game in games() {
        for seed in 0..GAMES {
            random_game(&game, seed, PLIES, |position, _| {
                for turn in position.choices() {
                    if turn.first.kind == StepKind::Relayed {
                        relayed += 1;
                        assert_eq!(turn.first.promotion, None, "K83 in {position}");
                    }
                }
            });
        }
    }
    assert!(relayed > 1000, "random games must show relays");
}

#[test]
fn decided_positions_have_no_turns() {
    for game in games() {
        for seed in 0..GAMES {
            let last = random_game(&game, seed, 5000, |_, _| {});
            let verdict = last.final_verdict();
            assert!(verdict.is_some(), "a random game ends: {last}");
            if last.decided().is_some() {
                assert_eq!((last.turns().len(), last.count_turns()), (0, 0), "K85, K114 in {last}");
            }
        }
    }
}
