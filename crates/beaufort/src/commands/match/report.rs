//! The result of a match in words and numbers.

use std::fmt::Write as _;

use beaufort_lab::matches::{Elo, Sprt, SprtState, Tally};
use beaufort_rules::Game;

use super::finished::{Effort, FinishedGame, MistakeKind};

/// The counts beside the points.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Counts {
    illegal: u32,
    overruns: u32,
    failures: u32,
    effort: [Effort; 2],
}

impl Counts {
    /// Counts a game.
    pub(super) fn add(&mut self, game: &FinishedGame) {
        for (sum, effort) in self.effort.iter_mut().zip(game.effort) {
            *sum = sum.plus(effort);
        }
        match game.mistake.as_ref().map(|mistake| mistake.kind) {
            Some(MistakeKind::Illegal) => self.illegal += 1,
            Some(MistakeKind::Overrun) => self.overruns += 1,
            Some(MistakeKind::Failure) => self.failures += 1,
            None => {}
        }
    }
}

/// Returns a line about the mistake with which a game ended, if a player made one.
pub(super) fn mistake(game: &FinishedGame, names: [&str; 2]) -> Option<String> {
    let mistake = game.mistake.as_ref()?;
    let (name, number) = (names[mistake.contender], game.number + 1);
    Some(format!("game {number}, turn {}: {name} {}", mistake.turn, mistake.what))
}

/// Returns the state of a match in a line.
pub(super) fn progress(tally: &Tally, games: u32, sprt: Option<&Sprt>) -> String {
    let Tally { wins, draws, losses, .. } = tally;
    let llr = sprt.map(|sprt| format!(", LLR {:+.2}", sprt.log_ratio(tally))).unwrap_or_default();
    format!("{} of {games} games: {wins}-{draws}-{losses}, {:.1}%{llr}", tally.games(), percent(tally))
}

/// Returns the result of a match in a line: `40 games, 20-1-19, pairs 1 5 3 6 5, Elo +9, 95% between -60 and +79`.
pub(super) fn summary(tally: &Tally) -> String {
    let Tally { wins, draws, losses, .. } = tally;
    let elo = tally.elo().map(|elo| format!(", Elo {}", strength(elo))).unwrap_or_default();
    format!("{} games, {wins}-{draws}-{losses}, pairs {}{elo}", tally.games(), pairs(tally))
}

/// Returns the numbers of pairs with 0, 1, 2, 3 and 4 half points.
fn pairs(tally: &Tally) -> String {
    tally.pairs.map(|pairs| pairs.to_string()).join(" ")
}

/// Returns the result of a match.
pub(super) fn result(
    game: &Game,
    names: [&str; 2],
    seed: u64,
    tally: &Tally,
    counts: &Counts,
    sprt: Option<&Sprt>,
) -> String {
    let [first, second] = names;
    let heading = format!("{first} against {second}: {}, seed {seed}\n", game.definition().name);
    heading + &rows(tally, counts, names, sprt)
}

/// Returns the rows of a result.
pub(super) fn rows(tally: &Tally, counts: &Counts, names: [&str; 2], sprt: Option<&Sprt>) -> String {
    let mut text = String::new();
    let mut row = |label: &str, value: String| {
        writeln!(text, "{label:<9}{value}").expect("writing to a string succeeds");
    };
    let (Some(elo), Some(superiority), Some(draws)) =
        (tally.elo(), tally.likelihood_of_superiority(), tally.draw_ratio())
    else {
        return "no pair of games was finished\n".to_owned();
    };
    row("games", tally.games().to_string());
    row("W-D-L", format!("{}-{}-{}", tally.wins, tally.draws, tally.losses));
    row("score", format!("{:.1}%", percent(tally)));
    row("draws", format!("{:.1}%", 100.0 * draws));
    row("pairs", pairs(tally) + "  (0, 1/2, 1, 1 1/2, 2 points)");
    row("Elo", strength(elo));
    if let Some(normalized) = tally.normalized_elo() {
        row("nElo", strength(normalized));
    }
    row("LOS", format!("{:.1}%", 100.0 * superiority));
    if let Some(sprt) = sprt {
        row("SPRT", verdict(sprt, tally));
    }
    for (label, values) in [("nodes/s", counts.effort.map(speed)), ("depth", counts.effort.map(depth))] {
        if let Some(values) = compared(values, names) {
            row(label, values);
        }
    }
    row("illegal", counts.illegal.to_string());
    row("overruns", counts.overruns.to_string());
    row("failures", counts.failures.to_string());
    text
}

fn strength(elo: Elo) -> String {
    // -0.3 is written as `0`, not as `-0`.
    let [value, low, high] = [elo.value, elo.low, elo.high].map(|value| value.round() + 0.0);
    format!("{value:+.0}, 95% between {low:+.0} and {high:+.0}")
}

/// Returns the row of a test.
fn verdict(sprt: &Sprt, tally: &Tally) -> String {
    let (low, high) = sprt.bounds();
    let Sprt { elo0, elo1, .. } = sprt;
    let state = match sprt.state(tally) {
        SprtState::Open => "open".to_owned(),
        SprtState::Accepted => format!("{elo1:+} Elo rather than {elo0:+}"),
        SprtState::Rejected => format!("{elo0:+} Elo rather than {elo1:+}"),
    };
    format!("LLR {:+.2}, bounds {low:+.2} and {high:+.2}: {state}", sprt.log_ratio(tally))
}

/// Returns a value of both players, or of one with its name; nothing if both are unknown.
fn compared(values: [Option<String>; 2], names: [&str; 2]) -> Option<String> {
    match values {
        [Some(first), Some(second)] => Some(format!("{first} against {second}")),
        [Some(value), None] => Some(format!("{value} ({})", names[0])),
        [None, Some(value)] => Some(format!("{value} ({})", names[1])),
        [None, None] => None,
    }
}

/// Returns the nodes that a player has searched in a second, if it reports them.
fn speed(effort: Effort) -> Option<String> {
    let seconds = effort.time.as_secs_f64();
    (effort.turns > 0 && seconds > 0.0).then(|| format!("{:.0}", effort.nodes as f64 / seconds))
}

/// Returns the average depth of a player, in plies.
fn depth(effort: Effort) -> Option<String> {
    (effort.turns > 0).then(|| format!("{:.1}", effort.depths as f64 / effort.turns as f64))
}

fn percent(tally: &Tally) -> f64 {
    let points = f64::from(tally.wins) + f64::from(tally.draws) / 2.0;
    100.0 * points / f64::from(tally.games().max(1))
}
