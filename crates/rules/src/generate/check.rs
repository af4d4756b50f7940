//! Whether a royal piece is in check (L46).

use crate::game::check::Lines;
use crate::position::Position;
use crate::vocabulary::Square;

use super::pins::{Pins, is_attacked};

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
        self.is_royal_check() || self.game().has_group_checks() && self.is_group_check()
    }

    fn is_royal_check(&self) -> bool {
        if let Some((lines, royal)) = self.plain() {
            let view = self.view();
            return is_attacked(self, lines, &view.enemy, &view.occupied, royal);
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

    /// Returns the attack tables with the square of the only royal piece of the side to move, if checks and pins alone decide
    /// which turns are legal.
    #[inline]
    pub(super) fn plain(&self) -> Option<(&Lines, Square)> {
        let lines = self.game().lines().filter(|lines| lines.decide_all())?;
        let royals = self.board().royals(self.side());
        let royal = royals.first().filter(|&first| royals.last() == Some(first))?;
        Some((lines, royal))
    }
}
