//! The games to choose from.

use beaufort_rules::builtin;

/// The default game.
pub(super) const FIRST: &str = "scirocco";
/// Other programs' name of orthodox chess.
const CHESS: &str = "chess";

/// The names of the games.
#[derive(Clone, Copy, Debug)]
pub(super) struct Variants<'a> {
    /// The game at the start.
    pub(super) first: &'a str,
    /// The user's own game.
    pub(super) own: Option<&'a str>,
}

impl<'a> Variants<'a> {
    /// Returns all names.
    pub(super) fn names(self) -> Vec<&'a str> {
        let mut names: Vec<&str> = builtin::ids().chain([CHESS]).collect();
        if let Some(own) = self.own.filter(|own| !names.contains(own)) {
            names.push(own);
        }
        names
    }
}
