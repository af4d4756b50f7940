//! Detection of the game of a record that does not name it.

use std::sync::Arc;

use crate::game::Game;

use super::{Record, Replay, Tree};

/// The greatest number of turns of the main line that are tried: games with different arrays diverge much sooner.
const MAX_TRIED_TURNS: usize = 60;
/// The greatest number of turns inspected for one game; a record that needs more is assumed to be readable.
const MAX_LOOKED_AT: usize = 50_000;

/// Returns the first of `games` whose rules fit the record's position at the start and its turns. If none fits, returns the
/// game by whose rules most turns can be read, or `None` if there is no such game.
///
/// # Examples
/// ```
/// use beaufort_rules::builtin;
/// use beaufort_rules::record::{Record, game_of};
///
/// let games = || ["orthochess", "scirocco"].into_iter().filter_map(builtin::game);
/// let id = |text| {
///     let record = Record::parse(text).unwrap().remove(0);
///     game_of(&record, games()).map(|game| game.definition().id.clone())
/// };
/// assert_eq!(id("1. e4 e5 2. Nf3 *").as_deref(), Some("orthochess"));
/// assert_eq!(id("1. P-f4 P-d7 2. P-a4 *").as_deref(), Some("scirocco"));
/// assert_eq!(id("1. nothing *"), None);
/// ```
pub fn game_of(record: &Record, games: impl IntoIterator<Item = Arc<Game>>) -> Option<Arc<Game>> {
    let line: Vec<_> = record.moves.line(Tree::ROOT).take(MAX_TRIED_TURNS).collect();
    let mut best: Option<(usize, Arc<Game>)> = None;
    for game in games {
        let Some(turns) = Replay::readable(record, &game, &line, MAX_LOOKED_AT) else { continue };
        if turns == line.len() {
            return Some(game);
        }
        if turns > best.as_ref().map_or(0, |(most, _)| *most) {
            best = Some((turns, game));
        }
    }
    best.map(|(_, game)| game)
}
