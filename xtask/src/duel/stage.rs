//! The stages of a duel: games until the test decides.

use std::path::PathBuf;

use super::{Duel, GAMES};

/// A stage.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct DuelStage {
    pub(super) name: &'static str,
    /// The nodes a turn of the old engine.
    pub(super) nodes: u32,
    /// The number of games between two evaluations of the test, for each share.
    round: u32,
    /// The maximum number of rounds.
    rounds: u32,
}

/// Many quick games.
const SHORT: DuelStage = DuelStage { name: "short", nodes: 2_000, round: 40, rounds: 100 };
/// Fewer games with ten times the nodes: some changes help only deep searches, others only shallow ones.
const LONG: DuelStage = DuelStage { name: "long", nodes: 20_000, round: 10, rounds: 200 };
/// All stages, in the order in which they are played.
pub(super) const ALL: [DuelStage; 2] = [SHORT, LONG];

/// The hash table of each engine, in MiB.
const HASH_MIB: u32 = 16;

/// The hypotheses of the test: 10 Elo stronger against equal.
const TEST: &str = "elo0=0,elo1=10";
/// The hypotheses that must not be accepted in any one game: 10 Elo weaker against equal.
const GUARD: &str = "elo0=-10,elo1=0";

/// The decision of a stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    /// The new engine is stronger.
    Accepted,
    /// The new engine is not stronger, or weaker in one of the games.
    Rejected,
    /// Undecided after all rounds.
    Open,
}

/// The result of a stage.
pub(super) struct StageResult {
    pub(super) outcome: Outcome,
    /// The nodes a turn of the new engine, by game.
    pub(super) nodes: [u32; GAMES.len()],
    /// The output of `beaufort pool` for all games.
    pub(super) text: String,
}

impl Duel {
    /// Plays a stage until the test decides. Finished games are kept and not repeated.
    pub(super) fn play(&self, stage: &DuelStage) -> Result<StageResult, String> {
        let nodes = self.new_nodes(stage);
        let states = GAMES.map(|(game, _)| self.folder.join(format!("{}-{game}.state", stage.name)));
        let mut result = StageResult { outcome: Outcome::Open, nodes, text: String::new() };
        for round in 1..=stage.rounds {
            for (at, (game, share)) in GAMES.into_iter().enumerate() {
                self.play_match(stage, game, nodes[at], share * stage.round * round, &states[at])?;
            }
            result.text = self.pool(&states, TEST)?;
            result.outcome = decision(&result.text, TEST);
            for state in &states {
                if decision(&self.pool(std::slice::from_ref(state), GUARD)?, GUARD) == Outcome::Rejected {
                    result.outcome = Outcome::Rejected;
                }
            }
            let row = |label| row(&result.text, label).unwrap_or_default();
            eprintln!("round {round}: {} games, pairs {}, {}", row("games"), row("pairs"), row("SPRT"));
            if result.outcome != Outcome::Open {
                break;
            }
        }
        Ok(result)
    }

    /// Returns the nodes of the new engine by game that cost as much as those of the old one.
    fn new_nodes(&self, stage: &DuelStage) -> [u32; GAMES.len()] {
        let part = f64::from(self.percent) / 100.0;
        self.worth.map(|worth| (f64::from(stage.nodes) * part * worth).round() as u32)
    }

    fn play_match(
        &self,
        stage: &DuelStage,
        game: &str,
        new_nodes: u32,
        games: u32,
        state: &std::path::Path,
    ) -> Result<(), String> {
        let player = |engine: &super::Engine, name: &str, nodes: u32| {
            format!(
                "uci:\"{}\" uci name={name} nodes={nodes} option.Hash={HASH_MIB}",
                engine.program.display()
            )
        };
        let new = player(&self.new, "new", new_nodes);
        let old = player(&self.old, "old", stage.nodes);
        let (games, state) = (games.to_string(), state.to_string_lossy());
        let arguments = ["match", game, &new, &old, "--games", &games, "--state", &state];
        let openings = ["--book", "--max-plies", "600", "--resign", "movecount=5,score=1500"];
        self.referee.output(&[&arguments[..], &openings[..]].concat()).map(|_| ())
    }

    /// Returns the combined result of the games in some files.
    fn pool(&self, states: &[PathBuf], test: &str) -> Result<String, String> {
        let states: Vec<_> = states.iter().map(|state| state.to_string_lossy()).collect();
        let mut arguments = vec!["pool", "--sprt", test];
        arguments.extend(states.iter().map(AsRef::as_ref));
        self.referee.output(&arguments)
    }
}

/// Returns the value of a row of a result.
pub(super) fn row<'a>(text: &'a str, label: &str) -> Option<&'a str> {
    text.lines().find_map(|line| line.strip_prefix(label)?.strip_prefix(' ')).map(str::trim)
}

/// Returns the line of the test in a result: `LLR +2.95, bounds -2.94 and +2.94: +10 Elo rather than +0`.
fn decision(text: &str, test: &str) -> Outcome {
    let said = row(text, "SPRT").and_then(|said| said.rsplit_once(": ")).map(|(_, said)| said);
    let bound = |name: &str| {
        let value = test.split(',').find_map(|part| part.strip_prefix(name));
        format!("{:+} Elo rather", value.and_then(|value| value.parse::<f64>().ok()).unwrap_or(f64::NAN))
    };
    match said {
        Some(said) if said.starts_with(&bound("elo1=")) => Outcome::Accepted,
        Some(said) if said.starts_with(&bound("elo0=")) => Outcome::Rejected,
        _ => Outcome::Open,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_result_is_read() {
        let text = "scirocco.state: scirocco, 40 games, 20-1-19, pairs 1 5 3 6 5\ngames    80\n\
                    pairs    2 10 6 12 10  (0, 1/2, 1, 1 1/2, 2 points)\n\
                    SPRT     LLR +2.95, bounds -2.94 and +2.94: +10 Elo rather than +0\n";
        assert_eq!(row(text, "games"), Some("80"));
        assert_eq!(decision(text, TEST), Outcome::Accepted);
        let rejected = text.replace("+10 Elo rather than +0", "+0 Elo rather than +10");
        assert_eq!(decision(&rejected, TEST), Outcome::Rejected);
        let open = text.replace("+10 Elo rather than +0", "open");
        assert_eq!(decision(&open, TEST), Outcome::Open);
        let guard = text.replace("+10 Elo rather than +0", "-10 Elo rather than +0");
        assert_eq!(decision(&guard, GUARD), Outcome::Rejected);
        assert_eq!(decision("no pair of games was finished\n", TEST), Outcome::Open);
    }
}
