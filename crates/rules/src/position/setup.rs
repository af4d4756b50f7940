//! The initial position of a setup (K18 to K25).

use std::sync::Arc;

use crate::game::arrangement::Moved;
use crate::game::definition::{Arrangements, Definition, SetupChoice};
use crate::game::{CompiledCastling, Game, Setup};
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
        for (choice, option) in self.changes(game) {
            match choice {
                SetupChoice::Arrange { arrangements, .. } => {
                    arrange(&mut position, arrangements, option - 1);
                }
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

/// Puts the pieces of both sides on the squares of an arrangement. The castlings are those of the pieces where they now stand
/// (R121).
fn arrange(position: &mut Position, arrangements: &Arrangements, number: u32) {
    let game = Arc::clone(position.game());
    let Definition { size, symmetry, array, .. } = game.definition();
    let state = *position.state();
    for (square, kind) in arrangements.pieces(*size, number) {
        position.place(square, Piece::new(kind, Side::First));
        if let Some(twin) = symmetry.twin(*size, square) {
            position.place(twin, Piece::new(kind, Side::Second));
        }
    }
    let pieces = arrangements.pieces(*size, number);
    let moved = Moved::new(*size, *symmetry, array, &arrangements.squares, pieces);
    let squares = moved.castling_squares(&game.definition().castlings);
    let start = game
        .castlings()
        .start_where(|castlings| castlings.iter().map(CompiledCastling::squares).eq(squares.iter().copied()));
    let mut arranged = state;
    arranged.set_castling_start(start.unwrap_or(0));
    position.set_state(arranged);
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
