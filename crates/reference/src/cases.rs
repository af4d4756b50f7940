//! Worked examples of the rulings as data, with their parser.
//!
//! A case is a title line, `T1 what it shows`, and indented lines of a word and its text:
//!
//! ```text
//! rulings   the rulings it shows, like `K75 K82`
//! game      the ruleset
//! position  the position string before the turn
//! mover     the square of the piece that makes the first move of the turn, or `all`
//! results   every result of such turns, joined by `;`
//! include   instead of that: some results ...
//! exclude   ... and some boards that are no result
//! note      a remark
//! ```
//!
//! A result is `>c5`: the mover goes to c5, a piece there is removed and nothing else changes; or the changed squares,
//! `c3= d4=[K]`: c3 is now empty, d4 holds a Blue King; or `same`: nothing changes. The other side is to move then. `none`
//! alone means that there is no turn. Lines with `#` are comments.

use std::collections::BTreeSet;

use crate::board::Board;
use crate::geometry::Square;
use crate::rulesets::{self, Ruleset};
use crate::text;

const FILES: [&str; 12] = [
    include_str!("../cases/scirocco.case"),
    include_str!("../cases/scirocco-2001.case"),
    include_str!("../cases/scirocco-1999.case"),
    include_str!("../cases/typhoon.case"),
    include_str!("../cases/typhoon-1999.case"),
    include_str!("../cases/jupiter.case"),
    include_str!("../cases/jupiter-1999.case"),
    include_str!("../cases/statements.case"),
    include_str!("../cases/bounds.case"),
    include_str!("../cases/interactions.case"),
    include_str!("../cases/billiards.case"),
    include_str!("../cases/citadel.case"),
];

/// A worked example.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// The id: `T75` as in the rulings, or `K37a` after the ruling it illustrates.
    pub id: String,
    /// The title.
    pub title: String,
    /// The rulings it illustrates, separated by spaces.
    pub rulings: String,
    /// The name of its ruleset.
    pub ruleset: String,
    /// The position string before the turn.
    pub position: String,
    /// The square of the piece that makes the first move of each turn; `None` if all pieces may.
    pub mover: Option<String>,
    /// The position strings after the turn.
    pub expected: Expected,
}

/// The expected results of the turns of a case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expected {
    /// Exactly these.
    Exactly(BTreeSet<String>),
    /// A part of the results, and positions that are not among them.
    Among {
        /// Results of legal turns.
        include: BTreeSet<String>,
        /// Positions to which no legal turn leads.
        exclude: BTreeSet<String>,
    },
}

impl Case {
    /// Compares a generator's results with the expected ones.
    ///
    /// # Errors
    /// A list of the positions that are missing or should not be there.
    pub fn check(&self, results: &BTreeSet<String>) -> Result<(), String> {
        let (missing, wrong): (Vec<_>, Vec<_>) = match &self.expected {
            Expected::Exactly(all) => (all.difference(results).collect(), results.difference(all).collect()),
            Expected::Among { include, exclude } => {
                (include.difference(results).collect(), exclude.intersection(results).collect())
            }
        };
        if missing.is_empty() && wrong.is_empty() {
            return Ok(());
        }
        let Self { id, title, rulings, ruleset, position, .. } = self;
        let mut report = format!("{id} {title} ({rulings})\n  in {ruleset} {position}\n");
        for position in missing {
            report += &format!("  missing {position}\n");
        }
        for position in wrong {
            report += &format!("  wrong   {position}\n");
        }
        Err(report)
    }
}

/// Returns all worked examples.
///
/// # Panics
/// Never: the files are part of this crate, and a test parses them.
#[must_use]
pub fn cases() -> Vec<Case> {
    FILES.into_iter().flat_map(|file| parse(file).expect("the case files are well formed")).collect()
}

/// Parses a file of cases in the format above.
///
/// # Errors
/// The id of the case and the error.
pub fn parse(file: &str) -> Result<Vec<Case>, String> {
    parse_with(file, king_result)
}

/// Converts a result of a case to a position string, given the ruleset, the position before the turn, the mover (`None` if all
/// pieces may move), and the text of the result.
pub(crate) type ReadResult = fn(&str, &str, Option<&str>, &str) -> Result<String, String>;

/// Parses a file of cases of a game with its own format of results.
pub(crate) fn parse_with(file: &str, read: ReadResult) -> Result<Vec<Case>, String> {
    let mut blocks: Vec<Vec<&str>> = Vec::new();
    for line in file.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#')) {
        match blocks.last_mut() {
            Some(block) if line.starts_with(' ') => block.push(line.trim()),
            _ => blocks.push(vec![line]),
        }
    }
    let case = |block: Vec<&str>| parse_case(&block, read).map_err(|error| format!("{}: {error}", block[0]));
    blocks.into_iter().map(case).collect()
}

fn parse_case(block: &[&str], read: ReadResult) -> Result<Case, String> {
    let (id, title) = block[0].split_once(' ').ok_or("no title")?;
    let mut entries = Vec::new();
    for line in &block[1..] {
        let (word, text) = line.split_once(' ').unwrap_or((line, ""));
        if !WORDS.contains(&word) {
            return Err(format!("`{word}` is none of {}", WORDS.join(", ")));
        }
        entries.push((word, text.trim()));
    }
    let entry = |word: &str| entries.iter().find(|entry| entry.0 == word).map(|entry| entry.1);
    let needed = |word: &str| entry(word).ok_or_else(|| format!("no {word}"));
    let (game, position) = (needed("game")?, needed("position")?);
    let mover = Some(needed("mover")?).filter(|&mover| mover != "all");
    let read = |text: &str| match text {
        "none" => Ok(BTreeSet::new()),
        _ => text.split(';').map(|result| read(game, position, mover, result.trim())).collect(),
    };
    let expected = match (entry("results"), entry("include"), entry("exclude")) {
        (Some(all), None, None) => Expected::Exactly(read(all)?),
        (None, Some(include), Some(exclude)) => {
            Expected::Among { include: read(include)?, exclude: read(exclude)? }
        }
        _ => return Err("give results, or include and exclude".to_owned()),
    };
    Ok(Case {
        id: id.to_owned(),
        title: title.to_owned(),
        rulings: needed("rulings")?.to_owned(),
        ruleset: game.to_owned(),
        position: position.to_owned(),
        mover: mover.map(str::to_owned),
        expected,
    })
}

const WORDS: [&str; 8] = ["rulings", "game", "position", "mover", "results", "include", "exclude", "note"];

/// Parses a result of Scirocco, Typhoon or Jupiter.
fn king_result(game: &str, position: &str, mover: Option<&str>, result: &str) -> Result<String, String> {
    let rules = rulesets::find(game)?;
    let before = text::parse(rules, position)?;
    let board = apply(rules, &before.board, mover, result)?;
    Ok(text::write(&board, before.side.other()))
}

fn apply(
    rules: &'static Ruleset,
    before: &Board,
    mover: Option<&str>,
    result: &str,
) -> Result<Board, String> {
    let square = |name: &str| {
        let square = Square::parse(name).filter(|&square| before.contains(square));
        square.ok_or_else(|| format!("`{name}` is no square"))
    };
    if let Some(goal) = result.strip_prefix('>') {
        let mover = mover.ok_or_else(|| format!("`{result}` needs a mover"))?;
        return Ok(before.moved(square(mover)?, square(goal)?));
    }
    let mut board = before.clone();
    for change in result.split(' ').filter(|&change| change != "same") {
        let (name, piece) = change.split_once('=').ok_or_else(|| format!("`{change}` is no change"))?;
        board =
            board.with(square(name)?, if piece.is_empty() { None } else { Some(text::piece(rules, piece)?) });
    }
    Ok(board)
}
