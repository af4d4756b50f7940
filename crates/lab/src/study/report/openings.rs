//! The effect of the choices of the set-up phase.

use beaufort_rules::game::Setup;

use super::significance::{Comparison, corrected};
use super::table::MarkdownTable;
use super::{Games, Page};
use crate::row::GameRow;
use crate::study::chart::{self, Span};
use crate::study::numbers::{Numbers, tenths};
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
    let mut spans = vec![span("all games".to_owned(), Games::first_wins(&games.engine))];
    let mut comparisons = Vec::new();
    for (phase, choices) in phases.iter().enumerate() {
        for (choice, definition) in choices.choices.iter().enumerate() {
            let name = games.game.choice_name(definition);
            let [kept, changed] = [false, true].map(|changed| {
                let rows = rows.iter().filter(|(setup, _)| setup.is_changed(phase, choice) == changed);
                let rows: Vec<&GameRow> = rows.map(|&(_, row)| row).collect();
                let moves: Numbers = rows.iter().map(|row| row.moves()).collect();
                (Games::first_wins(rows), tenths(moves.mean()))
            });
            comparisons.extend(Comparison::new(name.clone(), [kept.0, changed.0]));
            spans.push(span(format!("{name}, changed"), changed.0));
            let cells = [kept.0, changed.0]
                .map(|share| (format!("{} of {}", share.percent(), share.whole), share.range()));
            let [(kept_share, kept_range), (changed_share, changed_range)] = cells;
            table.row([name, kept_share, kept_range, changed_share, changed_range, kept.1, changed.1]);
        }
    }
    page.table(table);
    comparisons.extend(pairs(games, &rows));
    page.paragraph(verdict(comparisons));
    let spans: Vec<Span> = spans.into_iter().flatten().collect();
    let plot = chart::spans(&format!("How often {first} wins"), &spans);
    page.plot("set-ups.svg", &format!("The share of games that {first} wins for each choice"), plot);
}

fn span(label: String, share: Share) -> Option<Span> {
    Some(Span { label, value: share.value()?, bounds: share.bounds()? })
}

/// Compares the four ways in which two choices can be made together, for each two of a phase or of different phases.
fn pairs(games: &Games<'_>, rows: &[(Setup, &GameRow)]) -> Vec<Comparison> {
    let phases = &games.game.definition().setup.phases;
    let choices: Vec<(usize, usize)> = phases
        .iter()
        .enumerate()
        .flat_map(|(phase, choices)| (0..choices.choices.len()).map(move |choice| (phase, choice)))
        .collect();
    let name = |(phase, choice): (usize, usize)| games.game.choice_name(&phases[phase].choices[choice]);
    let compare = |one: (usize, usize), other: (usize, usize)| {
        let mut shares = [Share::default(); 4];
        for (setup, row) in rows {
            let changed = [one, other].map(|(phase, choice)| usize::from(setup.is_changed(phase, choice)));
            row.winner.into_iter().for_each(|side| shares[2 * changed[0] + changed[1]].add(side == 0));
        }
        Comparison::new(format!("{} with {}", name(one), name(other)), shares)
    };
    let others = |place: usize| choices[place + 1..].iter().map(move |&other| (place, other));
    (0..choices.len()).flat_map(others).filter_map(|(place, other)| compare(choices[place], other)).collect()
}

/// The greatest probability of chance at which an effect is called certain.
const SURE: f64 = 0.05;

/// Returns the choices that, alone or two together, change the results.
fn verdict(comparisons: Vec<Comparison>) -> String {
    if comparisons.is_empty() {
        return "There are too few games to tell whether a choice changes who wins.".to_owned();
    }
    let count = comparisons.len();
    let comparisons = corrected(comparisons);
    let told = |comparison: &Comparison| {
        let p = if comparison.p < 1e-4 { "< 0.0001".to_owned() } else { format!("= {:.4}", comparison.p) };
        format!("{} (p {p})", comparison.name)
    };
    let sure: Vec<String> =
        comparisons.iter().take_while(|comparison| comparison.p < SURE).map(told).collect();
    let by = format!("Pearson's chi-squared test, corrected for all {count} comparisons by Holm's method");
    if sure.is_empty() {
        let surest = told(&comparisons[0]);
        return format!(
            "No choice, and no two together, change who wins by more than chance can: {by}. The surest is {surest}."
        );
    }
    format!(
        "These choices, alone or two together, change who wins by more than chance can: {}. {by}.",
        sure.join(", ")
    )
}
