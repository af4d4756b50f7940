//! What the engine takes the pieces to be worth.

use super::Page;
use crate::study::play::Study;

pub(super) fn section(study: &Study, page: &mut Page) {
    page.heading("What the engine takes the pieces to be worth");
    let mut pieces: Vec<(i32, &str)> = study
        .game()
        .types()
        .map(|kind| (study.evaluation().worth(kind), study.game().piece(kind).name.as_str()))
        .collect();
    pieces.sort_by_key(|&(worth, name)| (std::cmp::Reverse(worth), name));
    let texts: Vec<String> = pieces.iter().map(|(worth, name)| format!("{name} {worth}")).collect();
    page.paragraph(format!(
        "In hundredths of the commonest piece, for what a piece does itself, without what its promotion promises: {}.",
        texts.join(", ")
    ));
}
