//! Drops: the pieces, the moves, and the results.

use std::collections::BTreeMap;

use super::table::MarkdownTable;
use super::{Games, Page};
use crate::row::{Dropped, GameRow};
use crate::study::numbers::{Numbers, tenths, whole};
use crate::study::share::{Share, WinRates};

/// Statistics of the drops of a piece.
#[derive(Default)]
struct Drops {
    /// The move of every one.
    moves: Vec<f64>,
    /// The games that have one.
    games: u32,
    /// The sides that made one.
    win_rates: WinRates,
}

impl Drops {
    /// Counts the drops of a game that are meant.
    fn add(&mut self, row: &GameRow, is_meant: impl Fn(&Dropped) -> bool) {
        let mut made = [0; 2];
        for dropped in row.drops.iter().filter(|&dropped| is_meant(dropped)) {
            made[dropped.side()] += 1;
            self.moves.push(f64::from(dropped.ply / 2 + 1));
        }
        self.games += u32::from(made != [0; 2]);
        self.win_rates.add(made, row.winner);
    }
}

pub(super) fn section(games: &Games<'_>, page: &mut Page) {
    if !games.has_drops() {
        return;
    }
    page.heading("Drops");
    let counts: Numbers = games.engine.iter().map(|row| row.drops.len() as f64).collect();
    page.paragraph(format!(
        "A game has {} drops of both sides together; half of the games have no more than {}. For each piece, or pair of \
         pieces: how often it is dropped, at which move, and how often the side wins that drops it, among the games with a \
         winner, whatever the other side does and when the other side drops none of it. Who is ahead may drop more, or \
         less: compare the shares with one another.",
        tenths(counts.mean()),
        whole(counts.quantile(0.5))
    ));
    let mut any = Drops::default();
    let mut pieces: BTreeMap<&str, Drops> = BTreeMap::new();
    for row in &games.engine {
        any.add(row, |_| true);
        let mut kinds: Vec<&str> = row.drops.iter().map(|dropped| dropped.piece.as_str()).collect();
        kinds.sort_unstable();
        kinds.dedup();
        for kind in kinds {
            pieces.entry(kind).or_default().add(row, |dropped| dropped.piece == kind);
        }
    }
    let mut pieces: Vec<_> = pieces.into_iter().collect();
    pieces.sort_by_key(|(_, drops)| std::cmp::Reverse(drops.moves.len()));
    let lines = pieces.into_iter().map(|(kind, drops)| (games.name(kind), drops));
    let mut table = MarkdownTable::new([
        "dropped",
        "a game",
        "in games",
        "earliest",
        "median move",
        "sides",
        "won",
        "95%",
        "the only one",
        "won",
        "95%",
    ]);
    for (name, drops) in std::iter::once(("any of them", any)).chain(lines) {
        let each = drops.moves.len() as f64 / games.engine.len() as f64;
        let share = Share { part: drops.games, whole: games.engine.len() as u32 };
        let moves: Numbers = drops.moves.into_iter().collect();
        let [sides, won, range, alone, won_alone, range_alone] = drops.win_rates.cells();
        table.row([
            name.to_owned(),
            format!("{each:.2}"),
            share.percent(),
            whole(moves.quantile(0.0)),
            whole(moves.quantile(0.5)),
            sides,
            won,
            range,
            alone,
            won_alone,
            range_alone,
        ]);
    }
    page.table(table);
}
