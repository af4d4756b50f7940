//! What the engine takes the pieces to be worth.

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

/// Returns what a type is worth in hundredths of the commonest piece. Learned weights have moved that one, too, from the hundred that it
/// is worth by the rules alone.
pub(super) fn worth(evaluation: &Evaluation, kind: PieceType) -> i32 {
    let unit = commonest(evaluation.game()).map_or(100, |commonest| evaluation.worth(commonest));
    100 * evaluation.worth(kind) / unit.max(1)
}
