//! The worth of a piece type: the turns that it gives to its side and takes from the opponent.
//!
//! On random boards, filled with pieces of the game's array and others of every type, the targets of each piece are counted
//! and, with more weight, the pieces that it may take by any means. On further boards every type in turn stands on the same
//! free square, and the turns of all other pieces are counted: the difference from the usual number with other types there is
//! credited to the type. Any piece is an obstacle, but few lend their powers or immobilize others. So a power needs no case of
//! its own.
//!
//! How the counts become a worth is a [`Measure`].

use std::sync::Arc;

use beaufort_rules::game::PieceDef;
use beaufort_rules::vocabulary::{Observer, SquareSet};
use beaufort_rules::{Piece, PieceType, Position, Side, Square, Turn};
use beaufort_rules::{Scope, game::Game};

use crate::params::worth::*;
use crate::random;

/// How counted turns become the worth of a type. Every quantity of the evaluation is in this unit, so learned weights fit only
/// the measure they were learned with; their file names it by a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Measure {
    /// Measure 1: each further turn of a piece with many adds less, and a capture is a few turns. Between a piece with few
    /// turns and one with many it finds less than half of the usual difference.
    Saturated,
    /// Measure 2, that of new games and new weights: a capture is many turns, and each further turn adds a little more.
    /// `tests/worth.rs` compares it with published worths.
    Open,
}

impl Measure {
    /// The measure of weights that are learned now, and of games without any.
    pub(super) const NEWEST: Measure = Measure::Open;

    /// Returns the measure with a number; `None` if there is no such measure.
    pub(super) fn numbered(number: u16) -> Option<Measure> {
        [Measure::Saturated, Measure::Open].into_iter().find(|measure| measure.number() == number)
    }

    /// Returns the number of the measure in files.
    pub(super) fn number(self) -> u16 {
        match self {
            Measure::Saturated => 1,
            Measure::Open => 2,
        }
    }

    /// Returns the unscaled worth of each type. `own` is what a piece may do, and `others` the turns that it gives to the
    /// others, by type.
    fn worths(self, own: &[Choices], others: &[f64]) -> Vec<f64> {
        match self {
            Measure::Saturated => saturated(own, others),
            Measure::Open => open(own, others),
        }
    }
}

/// Returns the worth of every type in centipawns, from 1 to [`PieceDef::MAX_WORTH`], scaled so that the commonest piece of the array is
/// worth 100; a worth given in the game file takes precedence.
pub(super) fn of_types(game: &Arc<Game>, measure: Measure) -> Vec<i32> {
    let mut rng = fastrand::Rng::with_seed(1);
    let free = free_of_check(game);
    let mut budget = TurnBudget(MAX_LISTED);
    let own = own_choices(&free, &mut rng, &mut budget);
    let others = turns_of_others(&free, &mut rng, &mut budget);
    let worths = measure.worths(&own, &others);
    let unit = commonest(game).map_or(1.0, |kind| worths[kind.index()]);
    let most = f64::from(PieceDef::MAX_WORTH);
    let found = worths.iter().map(|worth| (100.0 * worth / unit).round().clamp(1.0, most) as i32);
    game.types().zip(found).map(|(kind, found)| game.piece(kind).worth.map_or(found, i32::from)).collect()
}

/// Returns the worths by [`Measure::Saturated`].
fn saturated(own: &[Choices], others: &[f64]) -> Vec<f64> {
    let own: Vec<f64> = own.iter().map(|choices| choices.turns(capture_turns())).collect();
    let mean = mean(own.iter().copied());
    let scale = if mean > 0.0 { typical_turns() / mean } else { 0.0 };
    let worth = |(own, others): (&f64, &f64)| {
        let turns = saturate((own + others) * scale, saturation_turns()).max(0.0);
        base_worth() + turns * (1.0 + combination_bonus() * turns.min(saturation_turns()))
    };
    own.iter().zip(others).map(worth).collect()
}

/// Returns the worths by [`Measure::Open`].
fn open(own: &[Choices], others: &[f64]) -> Vec<f64> {
    let turns: Vec<f64> = own.iter().map(|choices| choices.turns(open_capture_turns())).collect();
    // A turn of another piece may be a capture; it counts as an average one.
    let average = mean(turns.iter().copied()) / mean(own.iter().map(|choices| choices.turns(1.0))).max(0.1);
    let worth = |(own, others): (&f64, &f64)| {
        let turns = own + saturate(*others, saturation_turns()) * average;
        let turns = saturate(turns, open_saturation_turns()).max(0.0);
        open_base_worth() + turns * (1.0 + open_combination_bonus() * turns)
    };
    turns.iter().zip(others).map(worth).collect()
}

fn mean(values: impl ExactSizeIterator<Item = f64>) -> f64 {
    let count = values.len().max(1) as f64;
    values.sum::<f64>() / count
}

/// Saturates a number of turns, positive or negative: beyond `bound` each further turn adds less, up to twice the bound.
fn saturate(turns: f64, bound: f64) -> f64 {
    let most = turns.abs();
    if most <= bound { turns } else { turns.signum() * bound * (2.0 - bound / most) }
}

/// Returns the game without the rule of check (L46), so that a check on a random board does not restrict the turns, and without
/// walls after its moves.
fn free_of_check(game: &Arc<Game>) -> Arc<Game> {
    if !game.definition().ending.check_binds && game.definition().walling.is_none() {
        return Arc::clone(game);
    }
    let mut definition = game.definition().clone();
    definition.ending.check_binds = false;
    definition.walling = None;
    Arc::new(Game::from(definition))
}

/// Returns the type with the most pieces in the array, the first of several; `None` if the game has no types.
pub fn commonest(game: &Game) -> Option<PieceType> {
    let array = &game.definition().array;
    let count = |kind: PieceType| array.iter().filter(|placement| placement.piece == kind).count();
    game.types().max_by_key(|&kind| (count(kind), std::cmp::Reverse(kind)))
}

/// The most turns that are listed to measure the worths of a game, some seconds of work. No game that comes with the program lists a
/// tenth of them; one that lists more gets rougher worths.
const MAX_LISTED: usize = 100_000_000;

/// The turns that may still be listed.
struct TurnBudget(usize);

impl TurnBudget {
    /// Appends the turns of a position to a list, not all of them once the budget is spent.
    fn list(&mut self, position: &Position, scope: Scope, turns: &mut Vec<Turn>) {
        position.generate_while(scope, turns, &mut |work| {
            self.0 = self.0.saturating_sub(work);
            !self.is_spent()
        });
    }

    fn is_spent(&self) -> bool {
        self.0 == 0
    }
}

/// The moves of the pieces of a type, summed over random boards.
#[derive(Clone, Copy, Default)]
struct Choices {
    /// The targets without those that an opponent occupies.
    goals: f64,
    /// The pieces that may be taken.
    prey: f64,
    /// The number of pieces of the type.
    pieces: u32,
}

impl Choices {
    /// Returns the mean number of turns, each capture counting as `capture` of them.
    fn turns(&self, capture: f64) -> f64 {
        (self.goals + capture * self.prey) / f64::from(self.pieces.max(1))
    }
}

/// Returns for every type its targets and the pieces that it may take, over random boards.
fn own_choices(game: &Arc<Game>, rng: &mut fastrand::Rng, budget: &mut TurnBudget) -> Vec<Choices> {
    let types = game.types().count();
    let mut sums = vec![Choices::default(); types];
    let mut turns = Vec::new();
    let mut strangers = 0;
    while strangers < samples_per_type() * types && !budget.is_spent() {
        let (mut position, _) = random_board(game, rng, stranger_share());
        strangers += (f64::from(pieces(&position)) * stranger_share()) as usize + 1;
        for side in Side::BOTH {
            let enemy = *position.board().side(side.other());
            let mut choices = vec![(SquareSet::EMPTY, SquareSet::EMPTY); game.size().squares()];
            turns.clear();
            budget.list(&position, Scope::Distinct, &mut turns);
            for Turn { first, .. } in turns.iter().filter(|turn| turn.second.is_none()) {
                let goal = if first.to == first.from { first.via } else { first.to };
                choices[first.from.index()].0.insert(goal);
            }
            turns.clear();
            budget.list(&position, Scope::Captures, &mut turns);
            for &turn in turns.iter().filter(|turn| turn.second.is_none()) {
                position.play_unchecked_with(
                    turn,
                    &mut CaptureObserver {
                        enemy: side.other(),
                        taken: &mut choices[turn.first.from.index()].1,
                    },
                );
                position.undo();
            }
            for square in *position.board().side(side) {
                if let Some(kind) = position.board().at(square).kind() {
                    let (goals, prey) = choices[square.index()];
                    let sum = &mut sums[kind.index()];
                    sum.goals += f64::from((goals - enemy).len());
                    sum.prey += f64::from(prey.len());
                    sum.pieces += 1;
                }
            }
            position.null_turn();
        }
    }
    sums
}

/// Records which pieces of a side leave the board or change sides.
struct CaptureObserver<'a> {
    enemy: Side,
    taken: &'a mut SquareSet,
}

impl Observer for CaptureObserver<'_> {
    fn put(&mut self, _: Piece, _: Square) {}

    fn removed(&mut self, piece: Piece, square: Square) {
        if piece.side() == self.enemy {
            self.taken.insert(square);
        }
    }
}

fn pieces(position: &Position) -> u16 {
    position.board().count(Side::First) + position.board().count(Side::Second)
}

/// Returns for every type the number of turns that it gives to its own side and takes from the opponent, averaged over random
/// boards.
fn turns_of_others(game: &Arc<Game>, rng: &mut fastrand::Rng, budget: &mut TurnBudget) -> Vec<f64> {
    let mut sums = vec![0.0; game.types().count()];
    for _ in 0..interference_boards() {
        if budget.is_spent() {
            break;
        }
        let (mut position, square) = random_board(game, rng, 0.0);
        let Some(square) = square else { continue };
        for owner in Side::BOTH {
            let count = |kind| count_others(&mut position, square, Piece::new(kind, owner), budget);
            let counts: Vec<[f64; 2]> = game.types().map(count).collect();
            let usual = [0, 1].map(|whose| median(counts.iter().map(|counts| counts[whose])));
            for (sum, [friends, enemies]) in sums.iter_mut().zip(&counts) {
                *sum += (friends - usual[0] + usual[1] - enemies) / (2 * interference_boards()) as f64;
            }
        }
    }
    sums
}

/// Counts the turns of a piece's friends and opponents while it stands on a square.
fn count_others(position: &mut Position, square: Square, piece: Piece, budget: &mut TurnBudget) -> [f64; 2] {
    position.place(square, piece);
    let mut turns = Vec::new();
    let mut count = || {
        turns.clear();
        budget.list(position, Scope::Distinct, &mut turns);
        position.null_turn();
        turns.iter().filter(|turn| turn.first.from != square).count() as f64
    };
    let mut counts = [count(), count()];
    position.place(square, Piece::NONE);
    if piece.side() == Side::Second {
        counts.reverse();
    }
    counts
}

/// Returns a board with some of the game's pieces on random squares, a share `strangers` of them of any type, and a free square
/// if there is one.
fn random_board(game: &Arc<Game>, rng: &mut fastrand::Rng, strangers: f64) -> (Position, Option<Square>) {
    let mut squares: Vec<Square> = game.size().iter().collect();
    random::shuffle(rng, &mut squares);
    let mut free = squares.into_iter();
    let mut position = Position::empty(game, Side::First);
    let types = game.types().count();
    let share = 0.1 + 0.6 * rng.f64();
    for placement in &game.definition().array {
        let royal = game.is_royal(placement.piece);
        if royal || rng.f64() < share {
            let Some(square) = free.next() else { break };
            let any = !royal && rng.f64() < strangers;
            let kind = if any { PieceType::new(random::below(rng, types) as u8) } else { placement.piece };
            position.place(square, Piece::new(kind, placement.side));
        }
    }
    (position, free.next())
}

fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_unstable_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(0.0)
}

#[cfg(test)]
mod tests {
    use beaufort_rules::builtin;

    use super::*;

    /// The worths of a game that comes with the program do not depend on the budget.
    #[test]
    fn the_budget_is_far_above_every_game() {
        for id in builtin::ids() {
            let game = free_of_check(&builtin::game(id).expect("it is built in"));
            let (mut rng, mut budget) = (fastrand::Rng::with_seed(1), TurnBudget(MAX_LISTED));
            own_choices(&game, &mut rng, &mut budget);
            turns_of_others(&game, &mut rng, &mut budget);
            assert!(budget.0 > MAX_LISTED / 10 * 9, "{id} lists {} turns", MAX_LISTED - budget.0);
        }
    }

    #[test]
    fn a_spent_budget_ends_the_measurement() {
        let game = free_of_check(&builtin::game("jupiter").expect("it is built in"));
        let (mut rng, mut budget) = (fastrand::Rng::with_seed(1), TurnBudget(10_000));
        let own = own_choices(&game, &mut rng, &mut budget);
        let others = turns_of_others(&game, &mut rng, &mut budget);
        assert!(budget.is_spent() && own.len() == others.len(), "every type has a worth");
        assert_eq!(others, vec![0.0; others.len()], "nothing is left for the others");
    }
}
