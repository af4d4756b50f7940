//! The worths of the pieces by the engine.

use beaufort_engine::{Evaluation, commonest};
use beaufort_rules::PieceType;

use super::Page;
use crate::study::play::Study;

pub(super) fn section(study: &Study, page: &mut Page) {
    page.heading("What the engine takes the pieces to be worth");
    let mut pieces: Vec<(i32, &str)> = study
        .game()
        .types()
        .map(|kind| (worth(study.evaluation(), kind), study.game().piece(kind).name.as_str()))
        .collect();
    pieces.sort_by_key(|&(worth, name)| (std::cmp::Reverse(worth), name));
    let texts: Vec<String> = pieces.iter().map(|(worth, name)| format!("{name} {worth}")).collect();
    page.paragraph(format!(
        "In hundredths of the commonest piece, for what a piece does itself, without what its promotion promises: {}.",
        texts.join(", ")
    ));
}

/// Returns the worth of a type in hundredths of the commonest piece.
pub(super) fn worth(evaluation: &Evaluation, kind: PieceType) -> i32 {
    100 * evaluation.worth(kind) / commonest_worth(evaluation)
}

/// Returns the worth of the commonest piece in the unit of the scores. By the rules alone it is 100; learned weights move it like any
/// other.
pub(super) fn commonest_worth(evaluation: &Evaluation) -> i32 {
    commonest(evaluation.game()).map_or(100, |commonest| evaluation.worth(commonest)).max(1)
}

#[cfg(test)]
mod tests {
    use beaufort_rules::builtin;

    use super::*;

    #[test]
    fn the_commonest_piece_is_the_unit() {
        let game = builtin::game("scirocco").unwrap();
        let evaluation = Evaluation::new(&game);
        let pawn = commonest(&game).unwrap();
        // Else this would be the unit of the scores.
        assert_ne!(evaluation.worth(pawn), 100);
        assert_eq!(commonest_worth(&evaluation), evaluation.worth(pawn));
        assert_eq!(worth(&evaluation, pawn), 100);
    }
}
