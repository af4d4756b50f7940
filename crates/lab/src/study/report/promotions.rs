//! Which pieces are promoted, and whether it helps.

use std::collections::BTreeMap;

use beaufort_engine::Evaluation;

use super::table::MarkdownTable;
use super::{Games, Page, pieces};
use crate::row::{GameRow, Promoted};
use crate::study::chart::{self, Span};
use crate::study::numbers::{Numbers, tenths, whole};
use crate::study::share::{Share, WinRates};

/// The sides that must have had a piece for it to have a place in the plot.
const ENOUGH: u32 = 10;

/// Statistics of the promotions to a piece.
#[derive(Default)]
struct PromotionStats {
    /// How many were made, and how many of these were there at the end.
    survived: Share,
    /// The sides that got one.
    win_rates: WinRates,
}

pub(super) fn section(games: &Games<'_>, evaluation: &Evaluation, page: &mut Page) {
    page.heading("Promotions");
    let counts: Numbers = games.engine.iter().map(|row| row.promotions.len() as f64).collect();
    page.paragraph(format!(
        "A game has {} promotions of both sides together; half of the games have no more than {}.",
        tenths(counts.mean()),
        whole(counts.quantile(0.5))
    ));
    by_piece(games, page);
    by_target_piece(games, evaluation, page);
}

/// Writes how often each piece is promoted.
fn by_piece(games: &Games<'_>, page: &mut Page) {
    let mut moves: BTreeMap<(&str, &str), Vec<f64>> = BTreeMap::new();
    let mut present: BTreeMap<(&str, &str), u32> = BTreeMap::new();
    for row in &games.engine {
        let mut seen = Vec::new();
        for promoted in &row.promotions {
            let kind = (promoted.piece.as_str(), promoted.became.as_str());
            moves.entry(kind).or_default().push(f64::from(promoted.ply / 2 + 1));
            if !seen.contains(&kind) {
                seen.push(kind);
                *present.entry(kind).or_default() += 1;
            }
        }
    }
    let mut table = MarkdownTable::new(["promotion", "a game", "in games", "median move"]);
    let mut kinds: Vec<_> = moves.into_iter().collect();
    kinds.sort_by_key(|(_, moves)| std::cmp::Reverse(moves.len()));
    for ((from, to), moves) in kinds {
        let share = Share { part: present[&(from, to)], whole: games.engine.len() as u32 };
        let each = moves.len() as f64 / games.engine.len() as f64;
        let median = moves.into_iter().collect::<Numbers>().quantile(0.5);
        let name = format!("{} to {}", games.name(from), games.name(to));
        table.row([name, format!("{each:.2}"), share.percent(), whole(median)]);
    }
    page.table(table);
}

/// Writes the win rates of the sides that get each promoted piece.
fn by_target_piece(games: &Games<'_>, evaluation: &Evaluation, page: &mut Page) {
    page.paragraph(
        "How often the side wins that gets a piece by promotion, among the games with a winner, once for a game however \
         many it gets; how often it does when the other side gets none of this kind; how many of the pieces are on their side to \
         the end; and what the engine takes them to be worth, in hundredths of the commonest piece. Who is \
         ahead promotes more: compare the shares with one another and with the first line, not with a half.",
    );
    let mut any = PromotionStats::default();
    let mut by_target: BTreeMap<&str, PromotionStats> = BTreeMap::new();
    for row in &games.engine {
        count(row, |_| true, &mut any);
        let mut kinds: Vec<&str> = row.promotions.iter().map(|promoted| promoted.became.as_str()).collect();
        kinds.sort_unstable();
        kinds.dedup();
        for kind in kinds {
            count(row, |promoted| promoted.became == kind, by_target.entry(kind).or_default());
        }
    }
    let mut table = MarkdownTable::new([
        "piece",
        "sides",
        "won",
        "95%",
        "the only one",
        "won",
        "95%",
        "made",
        "there at the end",
        "worth",
    ]);
    let mut line = |name: &str, stats: &PromotionStats, worth: String| {
        let [sides, won, range, alone, won_alone, range_alone] = stats.win_rates.cells();
        table.row([
            name.to_owned(),
            sides,
            won,
            range,
            alone,
            won_alone,
            range_alone,
            stats.survived.whole.to_string(),
            stats.survived.percent(),
            worth,
        ]);
    };
    line("any of them", &any, String::new());
    let mut spans = Vec::from_iter(span("any of them", &any));
    let mut by_target: Vec<_> = by_target.into_iter().collect();
    by_target.sort_by(|a, b| {
        b.1.win_rates.won.value().partial_cmp(&a.1.win_rates.won.value()).expect("shares are numbers")
    });
    for (kind, stats) in &by_target {
        let worth = games.game.type_by_id(kind).map(|kind| pieces::worth(evaluation, kind).to_string());
        line(games.name(kind), stats, worth.unwrap_or_default());
        spans.extend(span(games.name(kind), stats).filter(|_| stats.win_rates.won.whole >= ENOUGH));
    }
    page.table(table);
    let title = "How often the side wins that gets the piece";
    page.plot("promotions.svg", title, chart::spans(title, &spans));
    page.paragraph(format!("The plot leaves out what fewer than {ENOUGH} sides got."));
}

/// Counts the selected promotions of a game.
fn count(row: &GameRow, is_meant: impl Fn(&Promoted) -> bool, stats: &mut PromotionStats) {
    let mut made = [0; 2];
    for promoted in row.promotions.iter().filter(|&promoted| is_meant(promoted)) {
        made[promoted.side()] += 1;
        stats.survived.add(promoted.gone.is_none());
    }
    stats.win_rates.add(made, row.winner);
}

fn span(label: &str, stats: &PromotionStats) -> Option<Span> {
    let label = format!("{label} ({})", stats.win_rates.won.whole);
    Some(Span { label, value: stats.win_rates.won.value()?, bounds: stats.win_rates.won.bounds()? })
}
