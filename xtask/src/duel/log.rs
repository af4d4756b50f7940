//! The line of a duel in `docs/engine-log.md`.

use std::fs;

use super::stage::{DuelStage, Outcome, StageResult, row};
use super::{Duel, GAMES};
use crate::step::root;

const PAGE: &str = "docs/engine-log.md";
/// The head of the table.
const HEAD: &str =
    "| date | commits | change | nodes | games | pairs | LLR | |\n|---|---|---|---|---|---|---|---|\n";

/// Adds the result of a stage to the log.
///
/// # Errors
/// If the page cannot be read or written, or has no such table.
pub(super) fn add(duel: &Duel, stage: &DuelStage, result: &StageResult) -> Result<(), String> {
    let path = root().join(PAGE);
    let page = fs::read_to_string(&path).map_err(|error| format!("cannot read {PAGE}: {error}"))?;
    let page = with_line(&page, &line(duel, stage, result))
        .ok_or_else(|| format!("{PAGE} has no table that begins with\n{HEAD}"))?;
    fs::write(&path, page).map_err(|error| format!("cannot write {PAGE}: {error}"))
}

fn line(duel: &Duel, stage: &DuelStage, result: &StageResult) -> String {
    let said = |label| row(&result.text, label).unwrap_or("none");
    let pairs = said("pairs").split("  ").next().unwrap_or_default();
    let ratio = said("SPRT").trim_start_matches("LLR ").split(',').next().unwrap_or_default();
    let nodes = GAMES.iter().zip(result.nodes).map(|((game, _), nodes)| format!("`{game}` {nodes}"));
    let nodes = nodes.collect::<Vec<_>>().join(", ");
    let outcome = match result.outcome {
        Outcome::Accepted => "accepted",
        Outcome::Rejected => "rejected",
        Outcome::Open => "open",
    };
    let part = if duel.percent == 100 { String::new() } else { format!(", at {}%", duel.percent) };
    let (new, old) = (&duel.new, &duel.old);
    format!(
        "| {} | {}..{} | {}{part} | {}; {nodes} | {} | {pairs} | {ratio} | {outcome} |\n",
        new.date,
        old.commit,
        new.commit,
        new.subject.replace('|', "/"),
        stage.nodes,
        said("games"),
    )
}

/// Returns the page with a line added at the end of the table.
fn with_line(page: &str, line: &str) -> Option<String> {
    let begin = page.find(HEAD)? + HEAD.len();
    let rows: usize =
        page[begin..].split_inclusive('\n').take_while(|row| row.starts_with('|')).map(str::len).sum();
    let (before, after) = page.split_at(begin + rows);
    Some(format!("{before}{line}{after}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_added_to_the_table() {
        let page = format!("# Log\n\n{HEAD}| a |\n\nMore.\n");
        assert_eq!(with_line(&page, "| b |\n"), Some(format!("# Log\n\n{HEAD}| a |\n| b |\n\nMore.\n")));
        assert_eq!(with_line("# Log\n", "| b |\n"), None);
    }

    #[test]
    fn the_log_has_the_table() {
        let page = fs::read_to_string(root().join(PAGE)).expect("the log is a page of the repository");
        assert!(with_line(&page, "").is_some());
    }
}
