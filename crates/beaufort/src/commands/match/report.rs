//! The result of a match in words and numbers.

use std::fmt::Write as _;

use beaufort_engine::matches::{Ending, PlayedGame, Tally};
use beaufort_rules::Game;

/// The games that ended with a mistake.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Mistakes {
    illegal: u32,
    overruns: u32,
}

impl Mistakes {
    /// Counts a game, and returns a line about it if a player made a mistake.
    pub(super) fn note(&mut self, played: &PlayedGame, names: [&str; 2]) -> Option<String> {
        let (player, what) = super::mistake(played)?;
        match played.ending {
            Ending::Overrun { .. } => self.overruns += 1,
            _ => self.illegal += 1,
        }
        let (game, turn) = (played.number + 1, played.turns.len() / 2 + 1);
        Some(format!("game {game}, turn {turn}: {} {what}", names[player]))
    }
}

/// Returns the state of a match in a line.
pub(super) fn progress(tally: &Tally, games: u32) -> String {
    let Tally { wins, draws, losses, .. } = tally;
    format!("{} of {games} games: {wins}-{draws}-{losses}, {:.1}%", tally.games(), percent(tally))
}

/// Returns the result of a match.
pub(super) fn result(game: &Game, names: [&str; 2], seed: u64, tally: &Tally, mistakes: &Mistakes) -> String {
    let [first, second] = names;
    let mut text = format!("{first} against {second}: {}, seed {seed}\n", game.definition().name);
    let (Some(elo), Some(superiority)) = (tally.elo(), tally.likelihood_of_superiority()) else {
        return text + "no game was finished\n";
    };
    let mut row = |label: &str, value: String| {
        writeln!(text, "{label:<9}{value}").expect("writing to a string succeeds");
    };
    row("games", tally.games().to_string());
    row("W-D-L", format!("{}-{}-{}", tally.wins, tally.draws, tally.losses));
    row("score", format!("{:.1}%", percent(tally)));
    row("pairs", tally.pairs.map(|pairs| pairs.to_string()).join(" ") + "  (0, 1/2, 1, 1 1/2, 2 points)");
    row("Elo", format!("{:+.0}, 95% between {:+.0} and {:+.0}", elo.value, elo.low, elo.high));
    row("LOS", format!("{:.1}%", 100.0 * superiority));
    row("illegal", mistakes.illegal.to_string());
    row("overruns", mistakes.overruns.to_string());
    text
}

fn percent(tally: &Tally) -> f64 {
    let points = f64::from(tally.wins) + f64::from(tally.draws) / 2.0;
    100.0 * points / f64::from(tally.games().max(1))
}
