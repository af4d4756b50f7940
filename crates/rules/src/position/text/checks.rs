//! The field of the checks that both sides still have to give: `3+3`, the first player's first (R84).

use crate::vocabulary::{Side, phrase};

use super::{Position, PositionError, PositionReader};
use crate::position::State;

/// Returns the field with a space before it; nothing in a game that does not count checks.
pub(super) fn field(position: &Position) -> String {
    match position.game().checks_to_win() {
        0 => String::new(),
        all => {
            let [first, second] =
                Side::BOTH.map(|side| all.saturating_sub(position.state().checks_given(side)));
            format!(" {first}+{second}")
        }
    }
}

impl PositionReader<'_> {
    /// Reads the field, in a game that counts checks.
    pub(super) fn checks(&mut self, state: &mut State) -> Result<(), PositionError> {
        let all = self.game.checks_to_win();
        if all == 0 {
            return Ok(());
        }
        let (start, field) =
            self.field(phrase!("the checks left, as in `{text}`,", text = format!("{all}+{all}")))?;
        let left = |text: &str| text.parse().ok().filter(|&left: &u8| left <= all && text.len() == 1);
        let Some((first, second)) =
            field.split_once('+').and_then(|(first, second)| Some((left(first)?, left(second)?)))
        else {
            let message = phrase!(
                "the checks left are two numbers up to {number}, as in `{known}`, not `{text}`",
                number = all,
                known = format!("{all}+{all}"),
                text = field
            );
            return Err(self.error(start, message));
        };
        for (side, left) in Side::BOTH.into_iter().zip([first, second]) {
            state.set_checks_given(side, all - left);
        }
        Ok(())
    }
}
