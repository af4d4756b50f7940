//! Puzzles: positions of games in which one turn is far better than every other.
//!
//! [`PuzzleMiner`] reads games of self-play and collects the puzzles that meet [`PuzzleTerms`]. `candidates` screens the positions
//! of a game, `analysis` searches one, `line` follows the solution, `grade` estimates the difficulty, `theme` says what the solver does, `miner` does
//! that for many games and leaves out duplicates.

mod analysis;
mod candidates;
mod duplicates;
mod grade;
mod line;
mod miner;
mod theme;

use serde::{Deserialize, Serialize};

pub use miner::PuzzleMiner;
pub use theme::Theme;

/// A position with a unique best turn, and the line that follows from it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Puzzle {
    /// The position, as [`Position`](beaufort_rules::Position) writes it; the side to move is the solver.
    pub position: String,
    /// The turns of the solver and the replies to them, in the notation of turns; the first and the last one are the solver's.
    pub solution: Vec<String>,
    /// How hard it is, 1 to 5.
    pub grade: u8,
    /// The themes: what the solver's turns do.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub themes: Vec<Theme>,
}

/// Puzzles in a file.
#[derive(Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct PuzzleFile {
    puzzle: Vec<Puzzle>,
}

impl Puzzle {
    /// Returns the puzzles that come with the library for a game, the easiest first; none if there are none.
    pub fn builtin(id: &str) -> Vec<Puzzle> {
        let file = beaufort_games::find(beaufort_games::PUZZLES, id);
        file.map_or_else(Vec::new, |file| Puzzle::read_toml(file.text).expect("a test reads every file"))
    }

    /// Returns the ids of the games that have such puzzles.
    pub fn builtin_ids() -> impl Iterator<Item = &'static str> {
        beaufort_games::PUZZLES.iter().map(|file| file.id)
    }

    /// Returns puzzles as TOML, each a `[[puzzle]]`.
    pub fn to_toml(puzzles: &[Puzzle]) -> String {
        let file = PuzzleFile { puzzle: puzzles.to_vec() };
        toml::to_string(&file).expect("texts and small numbers have a form in TOML")
    }

    /// Reads puzzles from TOML.
    ///
    /// # Errors
    /// If the text is no TOML or holds something else; the message draws the place.
    pub fn read_toml(text: &str) -> Result<Vec<Puzzle>, toml::de::Error> {
        toml::from_str(text).map(|PuzzleFile { puzzle }| puzzle)
    }
}

/// The puzzles to look for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PuzzleTerms {
    /// The number of puzzles.
    pub count: usize,
    /// The nodes for which the engine searches each position of a solution.
    pub nodes: u64,
    /// The first turn has one of these themes; any turn will do if there are none.
    pub themes: Vec<Theme>,
}
