//! How many turns a position has.

use super::table::MarkdownTable;
use super::{Games, Page};
use crate::row::GameRow;
use crate::study::chart::{self, Curve};
use crate::study::numbers::tenths;

/// The number of games that must still go on for a point of the curve to mean something; one of a hundred must, too.
const ENOUGH: usize = 5;

pub(super) fn section(games: &Games<'_>, page: &mut Page) {
    page.heading("Turns a position");
    page.paragraph(
        "The turns with different results that there are to choose from, in every position of the games but the last, \
         without regard to repetition.",
    );
    let mut table = MarkdownTable::new(["games of", "positions", "mean", "most"]);
    let mut curves = Vec::new();
    for (who, rows) in [("the engine", &games.engine), ("random turns", &games.random)] {
        let positions: u64 = rows.iter().map(|row| u64::from(row.plies)).sum();
        let most = rows.iter().map(|row| row.most_choices).max().unwrap_or(0);
        let mean = tenths(branching_factor(rows));
        table.row([who.to_owned(), positions.to_string(), mean, most.to_string()]);
        curves.push(Curve { label: who, points: means(rows) });
    }
    page.table(table);
    curves.retain(|curve| !curve.points.is_empty());
    let plot = chart::course("Turns a position", "move", "turns, on average", &curves);
    page.plot("turns.svg", "The mean number of turns in the course of the games", plot);
    page.paragraph(format!(
        "A curve ends where fewer than {ENOUGH} games go on, or fewer than one of a hundred."
    ));
}

/// Returns the mean number of turns that a position has.
pub(super) fn branching_factor(rows: &[GameRow]) -> Option<f64> {
    let positions: u64 = rows.iter().map(|row| u64::from(row.plies)).sum();
    let turns: u64 = rows.iter().map(|row| row.choices).sum();
    (positions > 0).then(|| turns as f64 / positions as f64)
}

/// Returns the mean number of turns at every move that is kept.
fn means(rows: &[GameRow]) -> Vec<(f64, f64)> {
    let enough = ENOUGH.max(rows.len() / 100);
    let longest = rows.iter().map(|row| row.course.len()).max().unwrap_or(0);
    (0..longest)
        .map_while(|place| {
            let there: Vec<u64> = rows.iter().filter_map(|row| row.course.get(place).copied()).collect();
            let mean = there.iter().sum::<u64>() as f64 / there.len() as f64;
            (there.len() >= enough).then_some(((place * GameRow::STRIDE) as f64 / 2.0, mean))
        })
        .collect()
}
