//! The lists of captures and threats, compared step by step with all choices of a player.

use std::collections::BTreeSet;
use std::sync::Arc;

use beaufort_reference::random::random_positions;

use crate::powers::StepKind;
use crate::turn::{PlayStep, Scope};
use crate::vocabulary::SquareSet;
use crate::{Piece, Position, Turn, builtin};

use super::turn_list::TurnList;
use super::turns::Turns;

/// Returns random positions of every built-in game, rich in pieces with powers.
fn positions() -> impl Iterator<Item = Position> {
    beaufort_reference::RULESETS.iter().flat_map(|id| {
        let game = builtin::game(id).expect("it is built in");
        let texts = random_positions(id, 20_261_121, 400).expect("the reference knows the game");
        let read = |text: String| Position::parse(&Arc::clone(&game), &text).expect("it is well formed");
        texts.into_iter().map(read).collect::<Vec<_>>()
    })
}

/// Returns the squares of the pieces that the steps of a turn take or convert. Pieces that die of poison or fire afterwards are
/// not included.
fn taken(position: &Position, turn: Turn) -> SquareSet {
    let mut after = position.clone();
    let enemy = position.side().other();
    let mut taken = SquareSet::EMPTY;
    for step in turn.steps() {
        let (squares, count) = (*after.board().side(enemy), after.board().count(enemy));
        after.begin_turn();
        after.play_step(step, &mut ());
        if after.board().count(enemy) < count {
            taken |= squares - after.board().side(enemy);
        }
    }
    taken
}

fn results(position: &Position, turns: impl IntoIterator<Item = Turn>) -> BTreeSet<u64> {
    let mut after = position.clone();
    let result = |turn| {
        after.play_unchecked(turn);
        let key = after.key();
        after.undo();
        key
    };
    turns.into_iter().map(result).collect()
}

#[test]
fn every_result_is_listed_once() {
    let mut found = 0;
    for position in positions() {
        let (turns, choices) = (position.turns(Scope::Distinct), position.turns(Scope::Choices));
        let distinct = results(&position, turns.iter().copied());
        assert_eq!(distinct.len(), turns.len(), "{position}");
        assert_eq!(position.count_turns(Scope::Distinct), turns.len() as u64, "{position}");
        found += choices.len() - turns.len();
        assert_eq!(distinct, results(&position, choices), "{position}");
    }
    assert!(found > 10_000, "the positions show few choices with the same result: {found}");
}

#[test]
fn captures_are_the_choices_that_take() {
    let mut found = 0;
    for position in positions() {
        let mut captures = Vec::new();
        position.generate(Scope::Captures, &mut captures);
        let taking =
            position.turns(Scope::Choices).into_iter().filter(|&turn| !taken(&position, turn).is_empty());
        let distinct = results(&position, captures.iter().copied());
        assert_eq!(distinct.len(), captures.len(), "{position}");
        assert_eq!(distinct, results(&position, taking), "{position}");
        found += captures.len();
    }
    assert!(found > 10_000, "the positions show few captures: {found}");
}

#[test]
fn threats_are_the_single_steps_that_take() {
    let mut found = [0; 2];
    for position in positions().filter(|position| position.royal_verdict().is_none()) {
        let single = position.turns(Scope::Choices).into_iter().filter(|turn| turn.second.is_none());
        let threatened = single.fold(SquareSet::EMPTY, |set, turn| set | taken(&position, turn));
        let mut passed = position.clone();
        passed.null_turn();
        for square in *position.board().side(position.side().other()) {
            let truth = threatened.contains(square);
            assert_eq!(position.is_attacked_by(position.side(), square), truth, "{square:?} in {position}");
            assert_eq!(
                passed.is_attacked_by(position.side(), square),
                truth,
                "{square:?} in {position}, passed"
            );
            found[usize::from(truth)] += 1;
        }
    }
    assert!(found.iter().all(|&count| count > 1000), "the positions show few threats: {found:?}");
}

#[test]
fn the_cheapest_capture_costs_no_more_than_any() {
    let mut found = 0;
    // Any order of the types will do, as long as it differs from that of the squares.
    let cost = |piece: Piece| 1 + (piece.code() % 7) as i32;
    for position in positions().filter(|position| position.royal_verdict().is_none()) {
        let costs = |turn: Turn| match turn.first {
            step if step.to == step.from => 0,
            step => cost(position.board().at(step.from)),
        };
        let single = position.turns(Scope::Choices).into_iter().filter(|turn| turn.second.is_none());
        let taking: Vec<_> = single.map(|turn| (taken(&position, turn), turn)).collect();
        for square in *position.board().side(position.side().other()) {
            let all = taking.iter().filter(|(taken, _)| taken.contains(square));
            let least = all.map(|&(_, turn)| costs(turn)).min();
            let cheapest = position.cheapest_capture_on(square, cost);
            assert_eq!(cheapest.map(costs), least, "{square:?} in {position}");
            found += usize::from(least.is_some());
        }
    }
    assert!(found > 1000, "the positions show few captures: {found}");
}

/// Returns positions of random games in which check binds, and random ones of the larger games.
fn positions_with_check() -> Vec<Position> {
    let mut positions: Vec<_> = positions().filter(|position| position.game().check_binds()).collect();
    for id in ["grand", "shako", "capablanca", "courier", "larger-board"] {
        let game = builtin::game(id).expect("it is built in");
        let mut rng = fastrand::Rng::with_seed(5);
        for _ in 0..8 {
            let mut position = Position::initial(&game);
            for _ in 0..120 {
                let Some(turn) = rng.choice(position.turns(Scope::Distinct)) else { break };
                position.play_unchecked(turn);
                positions.push(position.without_history());
            }
        }
    }
    positions
}

/// Most turns are known to be legal without being tried; this compares the result with a trial of all.
#[test]
fn legal_turns_leave_no_royal_piece_attacked() {
    let (mut legal, mut illegal) = (0, 0);
    for position in positions_with_check() {
        let mut all = Vec::new();
        Turns::new(&position, Scope::Distinct, &mut TurnList::new(&mut all)).list();
        // Castling also depends on the squares that the royal piece passes (L47).
        all.retain(|turn| turn.first.kind != StepKind::Castle);
        let side = position.side();
        let is_legal = |turn: &Turn| {
            let mut after = position.clone();
            after.play_unchecked(*turn);
            !after.board().royals(side).is_empty() && !after.attacks_royal()
        };
        let (kept, left_out): (Vec<Turn>, Vec<Turn>) = all.into_iter().partition(is_legal);
        let mut listed = position.turns(Scope::Distinct);
        listed.retain(|turn| turn.first.kind != StepKind::Castle);
        assert_eq!(listed.len(), kept.len(), "{position}");
        assert!(kept.iter().all(|turn| listed.contains(turn)), "{position}");
        legal += kept.len();
        illegal += left_out.len();
    }
    assert!(legal > 100_000 && illegal > 2_000, "{legal} {illegal}");
}
