//! Captures and lost pieces.

use super::table::MarkdownTable;
use super::{Games, Page};
use crate::row::GameRow;
use crate::study::numbers::{Numbers, tenths};

pub(super) fn section(games: &Games<'_>, page: &mut Page) {
    page.heading("Captures");
    page.paragraph(
        "Turns after which the opponent has fewer pieces, and pieces that either side loses: taken, converted, poisoned or \
         sacrificed. Of both sides together, for a game.",
    );
    let mut table = MarkdownTable::new(["", "mean", "least", "median", "most"]);
    let mut row = |label: &str, sum: fn(&GameRow) -> u32| {
        let numbers: Numbers = games.engine.iter().map(|row| f64::from(sum(row))).collect();
        let quantile = |part| tenths(numbers.quantile(part));
        table.row([label.to_owned(), tenths(numbers.mean()), quantile(0.0), quantile(0.5), quantile(1.0)]);
    };
    row("turns that capture", |row| row.captures_first + row.captures_second);
    row("pieces lost", |row| row.lost_first + row.lost_second);
    page.table(table);
}
