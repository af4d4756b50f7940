//! The games that there are to choose from.

use beaufort_rules::builtin;

/// The game that is played unless another one is named.
pub(super) const FIRST: &str = "scirocco";
/// What other programs call orthodox chess.
const CHESS: &str = "chess";

/// The names of the games.
#[derive(Clone, Copy, Debug)]
pub(super) struct Variants<'a> {
    /// The one at the start.
    pub(super) first: &'a str,
    /// The user's own.
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
