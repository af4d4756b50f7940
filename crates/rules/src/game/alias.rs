//! What other programs call games that they know, too.

use super::Definition;

/// The names of orthodox chess: in most programs, in CECP, and in records.
const CHESS: [&str; 3] = ["chess", "normal", "standard"];

/// Returns the id of the game that a name means.
///
/// # Examples
/// ```
/// use beaufort_rules::game::id_of;
///
/// assert_eq!(id_of("scirocco"), "scirocco");
/// // Other programs have a name of their own for it.
/// assert_eq!(id_of("Chess"), "orthochess");
/// ```
pub fn id_of(name: &str) -> &str {
    if CHESS.iter().any(|chess| name.eq_ignore_ascii_case(chess)) { "orthochess" } else { name }
}

impl Definition {
    /// Returns whether a name means this game: its id, or what other programs call it (see [`id_of`]).
    pub fn is_called(&self, name: &str) -> bool {
        [name, id_of(name)].contains(&self.id.as_str())
    }
}
