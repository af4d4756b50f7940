//! How games end (K113 to K116); `repetition.rs` has K117.

use beaufort_rules::turn::{Outcome, Reason, Verdict};
use beaufort_rules::{Notation, Position, Scope};

use crate::support::game;
use crate::support::rows::rows;

#[test]
fn games_end_as_the_rulings_say() {
    let mut failures = String::new();
    for row in rows(include_str!("endings.txt"), &["games", "board", "turn", "end"]) {
        for id in row.games() {
            let mut position =
                row.position(id).unwrap_or_else(|| panic!("{}: {id} lacks a piece", row.title));
            assert_eq!(position.terminal_verdict(), None, "{} in {id}: before the turn", row.title);
            let text = row.get("turn").expect("a row has a turn");
            let turn = match Notation::new(&position).read(text) {
                Ok(turn) => turn,
                Err(error) => panic!("{} in {id}: {error}", row.title),
            };
            position.play_unchecked(turn);
            let end = position.verdict().map(|verdict| match verdict.outcome {
                Outcome::Win(side) => format!("{} {:?}", position.game().side_name(side), verdict.reason),
                Outcome::Draw => "nobody".to_owned(),
            });
            let end = end.as_deref().unwrap_or("none");
            if Some(end) != row.get("end") {
                failures += &format!("{} in {id}: {end}\n", row.title);
            }
            let over = end != "none";
            assert_eq!(position.turns(Scope::Distinct).is_empty(), over, "{} in {id}: K85", row.title);
        }
    }
    assert!(failures.is_empty(), "{failures}");
}

#[test]
fn a_lone_king_that_leaves_the_other_alone_has_drawn() {
    let mut position = Position::parse(&game("courier"), "11k/12/12/12/12/12/12/Kr10 w - - 0 1").unwrap();
    assert_eq!(position.verdict(), None, "R32: it may answer");
    let turn = Notation::new(&position).read("Kxb1").unwrap();
    position.play_unchecked(turn);
    assert_eq!(position.verdict(), Some(Verdict::draw(Reason::DeadPosition)), "R32");
}
