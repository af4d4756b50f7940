//! What the choices of the set-up phase do.

use beaufort_rules::game::Setup;

use super::table::MarkdownTable;
use super::{Games, Page};
use crate::study::chart::{self, Span};
use crate::study::numbers::{Numbers, tenths};
use crate::study::row::GameRow;
use crate::study::share::Share;

pub(super) fn section(games: &Games<'_>, page: &mut Page) {
    let phases = &games.game.definition().setup.phases;
    if phases.is_empty() {
        return;
    }
    page.heading("The set-up");
    let first = games.game.side_name(beaufort_rules::Side::First);
    page.paragraph(format!(
        "For every choice, the share of the games won by {first} and the mean length in moves, as the array has it and \
         changed. The other choices are random on both sides of the comparison."
    ));
    let rows: Vec<(Setup, &GameRow)> = games
        .engine
        .iter()
        .filter_map(|row| Some((Setup::parse(games.game, &row.set_up).ok()?, row)))
        .collect();
    let mut table = MarkdownTable::new([
        "choice",
        "as it is",
        "95%",
        "changed",
        "95%",
        "moves as it is",
        "moves changed",
    ]);
    let (mut spans, mut apart) = (vec![span("all games".to_owned(), Games::first_wins(&games.engine))], 0);
    for (phase, choices) in phases.iter().enumerate() {
        for (choice, definition) in choices.choices.iter().enumerate() {
            let name = games.game.choice_name(definition);
            let [kept, changed] = [false, true].map(|changed| {
                let rows = rows.iter().filter(|(set_up, _)| set_up.is_changed(phase, choice) == changed);
                let rows: Vec<&GameRow> = rows.map(|&(_, row)| row).collect();
                let moves: Numbers = rows.iter().map(|row| row.moves()).collect();
                (Games::first_wins(rows), tenths(moves.mean()))
            });
            apart += u32::from(are_apart(kept.0, changed.0));
            spans.push(span(format!("{name}, changed"), changed.0));
            let cells = [kept.0, changed.0]
                .map(|share| (format!("{} of {}", share.percent(), share.whole), share.range()));
            let [(kept_share, kept_range), (changed_share, changed_range)] = cells;
            table.row([name, kept_share, kept_range, changed_share, changed_range, kept.1, changed.1]);
        }
    }
    page.table(table);
    page.paragraph(format!(
        "The bounds of {apart} of the {} choices do not overlap. Where many are compared, some seem to matter by chance.",
        spans.len() - 1
    ));
    let spans: Vec<Span> = spans.into_iter().flatten().collect();
    let plot = chart::spans(&format!("How often {first} wins"), &spans);
    page.plot("set-ups.svg", &format!("The share of games that {first} wins for each choice"), plot);
}

fn span(label: String, share: Share) -> Option<Span> {
    Some(Span { label, value: share.value()?, bounds: share.bounds()? })
}

/// Returns whether the bounds of two shares do not overlap.
fn are_apart(a: Share, b: Share) -> bool {
    let (Some(a), Some(b)) = (a.bounds(), b.bounds()) else { return false };
    a[1] < b[0] || b[1] < a[0]
}
