//! The worth of pieces to the engine, in the unit that people are shown: hundredths of the game's commonest piece, which is worth
//! 100 by definition, averaged over all squares and from the opening to the ending. The engine's own scores began with that unit,
//! but learning has moved the commonest piece, too.

use beaufort_engine::{Evaluation, commonest};
use beaufort_rules::PieceType;

/// Returns what each type is worth, by its index: the mean of what it is worth [on the squares](on_squares), halfway between the
/// opening and the ending.
pub fn of_types(evaluation: &Evaluation) -> Vec<i32> {
    let unit = unit(evaluation);
    evaluation.game().types().map(|kind| (mean(evaluation, kind) / unit).round() as i32).collect()
}

/// Returns what the first player's piece of a type is worth in the opening and in the ending, by the index of the square.
///
/// # Panics
/// If the type is none of the game's.
pub fn on_squares(evaluation: &Evaluation, kind: PieceType) -> [Vec<i32>; 2] {
    let unit = unit(evaluation);
    evaluation
        .heat_map(kind)
        .map(|squares| squares.into_iter().map(|value| (f64::from(value) / unit).round() as i32).collect())
}

/// Returns a hundredth of the commonest piece, in the scores of the engine.
fn unit(evaluation: &Evaluation) -> f64 {
    let commonest = commonest(evaluation.game());
    let worth = commonest.map(|kind| mean(evaluation, kind)).filter(|&worth| worth > 0.0);
    worth.map_or(1.0, |worth| worth / 100.0)
}

/// Returns what a type is worth over all squares and both phases, in the scores of the engine.
fn mean(evaluation: &Evaluation, kind: PieceType) -> f64 {
    let values = evaluation.heat_map(kind).concat();
    values.iter().map(|&value| f64::from(value)).sum::<f64>() / values.len() as f64
}

#[cfg(test)]
mod tests {
    use beaufort_rules::builtin;

    use super::*;

    #[test]
    fn the_commonest_piece_is_worth_a_hundred() {
        for id in ["scirocco", "orthochess"] {
            let evaluation = Evaluation::new(&builtin::game(id).expect("it is built in"));
            let pawn = evaluation.game().type_by_any_name("Pawn").expect("the game has Pawns");
            assert_eq!(of_types(&evaluation)[pawn.index()], 100, "{id}");
        }
    }

    #[test]
    fn a_piece_is_worth_the_mean_of_its_squares() {
        let evaluation = Evaluation::new(&builtin::game("scirocco").expect("it is built in"));
        for (kind, worth) in evaluation.game().types().zip(of_types(&evaluation)) {
            let squares = on_squares(&evaluation, kind).concat();
            let mean = squares.iter().sum::<i32>() / squares.len() as i32;
            assert!((mean - worth).abs() <= 1, "{}: {mean} and {worth}", evaluation.game().piece(kind).name);
        }
    }
}
