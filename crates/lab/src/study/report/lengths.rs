//! How long the games are.

use super::table::MarkdownTable;
use super::{Games, Page};
use crate::row::{EndKind, GameRow};
use crate::study::chart;
use crate::study::numbers::{Numbers, tenths};

pub(super) fn section(games: &Games<'_>, page: &mut Page) {
    page.heading("How long the games are");
    let mut table =
        MarkdownTable::new(["", "games", "mean", "10%", "25%", "median", "75%", "90%", "longest"]);
    for (who, rows) in [("engine", &games.engine), ("random turns", &games.random)] {
        let moves: Numbers = rows.iter().map(GameRow::moves).collect();
        let quantile = |part| tenths(moves.quantile(part));
        table.row([
            who.to_owned(),
            rows.len().to_string(),
            tenths(moves.mean()),
            quantile(0.1),
            quantile(0.25),
            quantile(0.5),
            quantile(0.75),
            quantile(0.9),
            quantile(1.0),
        ]);
    }
    page.paragraph(
        "In moves, a move being a turn of each side. So many percent of the games are shorter than the number below.",
    );
    page.table(table);
    let stopped = |rows: &[GameRow]| rows.iter().filter(|row| row.ending == EndKind::Stopped).count();
    let (engine, random) = (stopped(&games.engine), stopped(&games.random));
    if engine + random > 0 {
        page.paragraph(format!(
            "{engine} of the engine's games and {random} of the random ones were stopped. They count with the length \
             at which they were, so the true means are greater."
        ));
    }
    let moves: Numbers = games.engine.iter().map(GameRow::moves).collect();
    let plot = chart::bars("How long the games are", "moves", &moves);
    page.plot("lengths.svg", "How many games have which length", plot);
}
