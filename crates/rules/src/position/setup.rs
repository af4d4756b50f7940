//! The initial position of a setup (K18 to K25).

use std::sync::Arc;

use crate::game::definition::SetupChoice;
use crate::game::{Game, Setup};
use crate::vocabulary::{Piece, Side, Square};

use super::Position;

impl Setup {
    /// Returns the initial position of this setup.
    ///
    /// Exchanges keep the symmetry of the array; reflecting an army turns one symmetry into the other.
    pub fn position(&self, game: &Arc<Game>) -> Position {
        let mut position = Position::initial(game);
        let has_choices = self.changes(game).next().is_some();
        let (size, symmetry) = (game.size(), game.definition().symmetry);
        for choice in self.changes(game) {
            match choice {
                SetupChoice::Symmetry => reflect(&mut position, Side::Second),
                SetupChoice::Reflect { side } => reflect(&mut position, *side),
                SetupChoice::Exchange { squares: [a, b], one_sided, .. } => {
                    exchange(&mut position, *a, *b);
                    if !one_sided
                        && let (Some(a), Some(b)) = (symmetry.twin(size, *a), symmetry.twin(size, *b))
                    {
                        exchange(&mut position, a, b);
                    }
                }
            }
        }
        if has_choices && game.has_starts() {
            let mut state = *position.state();
            state.set_unmoved(position.at_home());
            position.set_state(state);
        }
        position
    }
}

fn exchange(position: &mut Position, a: Square, b: Square) {
    let (on_a, on_b) = (position.board().at(a), position.board().at(b));
    position.place(a, on_b);
    position.place(b, on_a);
}

/// Reflects a side's army left to right.
fn reflect(position: &mut Position, side: Side) {
    let size = position.game().size();
    let army: Vec<(Square, Piece)> =
        position.board().pieces().filter(|(_, piece)| piece.side() == side).collect();
    for &(square, _) in &army {
        position.place(square, Piece::NONE);
    }
    for (square, piece) in army {
        position.place(size.reflect(square), piece);
    }
}
