//! Whether a royal piece is in check (L46).

use crate::game::check::Tables;
use crate::position::Position;
use crate::vocabulary::Square;

use super::pins::Pins;

impl Position {
    /// Returns whether the opponent, if it were to move, could take a royal piece of the side to move (L46).
    ///
    /// # Examples
    /// ```
    /// use beaufort_rules::{builtin, Position};
    ///
    /// let game = builtin::game("orthochess").unwrap();
    /// let position = Position::parse(&game, "4k3/4R3/8/8/8/8/8/4K3 b - - 0 1").unwrap();
    /// assert!(position.is_check());
    /// ```
    pub fn is_check(&self) -> bool {
        if let Some((tables, royal)) = self.tables() {
            let other = self.side().other();
            let enemies = self.board().side(other).low_word();
            let occupied = enemies | self.board().side(self.side()).low_word();
            return tables.is_attacked(self.board(), other, enemies, occupied, royal);
        }
        let other = self.side().other();
        let lines = self.game().lines().filter(|_| !self.game().has_latent_states());
        let pins = lines.and_then(|lines| Pins::new(self, lines, &self.menacing(other)?));
        pins.map_or_else(
            || {
                let mut other = self.without_history();
                other.null_turn();
                other.attacks_royal()
            },
            |pins| pins.is_check(),
        )
    }

    /// Returns the tables with the square of the only royal piece of the side to move. Without tables, or with another number
    /// of royal pieces, `None`: every turn has to be tried.
    #[inline]
    pub(crate) fn tables(&self) -> Option<(&Tables, Square)> {
        let tables = self.game().tables()?;
        let royals = self.board().royals(self.side()).low_word();
        royals.is_power_of_two().then(|| (tables, Square::new(royals.trailing_zeros() as u8)))
    }
}
