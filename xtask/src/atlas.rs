//! The trials that come with the page: many games of the engine against itself, of each of the great games.

use crate::step::{Step, root};

/// The games, by their ids.
const GAMES: &[&str] = &[
    "scirocco",
    "scirocco-2001",
    "scirocco-1999",
    "typhoon",
    "typhoon-1999",
    "jupiter",
    "jupiter-1999",
    "larger-board",
    "orthochess",
];
/// The number of games of each.
const COUNT: &str = "500";
/// How many positions the engine looks at for a turn: with fewer, many games of Typhoon and Jupiter do not end.
const NODES: &str = "400";

const TRIAL: Step = Step::cargo("trial", "run --release --quiet --package beaufort -- trial");

/// Plays the games anew, and writes a file for each.
pub(crate) fn make() -> Result<(), String> {
    for game in GAMES {
        let file = root().join("web/atlas").join(format!("{game}.json"));
        let file = file.to_str().ok_or("the path of the tree is no text")?;
        TRIAL.run(&[game, "--games", COUNT, "--nodes", NODES, "--json", file])?;
    }
    Ok(())
}
