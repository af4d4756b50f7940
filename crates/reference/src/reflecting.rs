//! Lines that are reflected at the edge of the board (R25 to R29).

use crate::board::Board;
use crate::geometry::{Side, Square, Vector};

/// Returns where a reflecting ride may end: the most steps of a line are `reach`, the most reflections `reflections`.
pub(crate) fn reflecting(
    board: &Board,
    side: Side,
    from: Square,
    (lines, reach, reflections): (&[Vector], u16, u16),
) -> Vec<Square> {
    let mut goals = Vec::new();
    for &line in lines {
        let mut ball = Ball { at: from, along: side.turn(line) };
        let mut left = reflections;
        for step in 0..reach {
            let (across, ahead) = ball.leaves(board);
            if across && ahead {
                break; // a corner (R27)
            }
            if across || ahead {
                let along = if across {
                    Vector(-ball.along.0, ball.along.1)
                } else {
                    Vector(ball.along.0, -ball.along.1)
                };
                if step == 0 || left == 0 || along == -ball.along {
                    break; // (R25, R26, R27)
                }
                ball.along = along;
                left -= 1;
            }
            ball.at = ball.at + ball.along;
            if ball.at == from || !board.contains(ball.at) {
                break; // its own square (R28)
            }
            if board.is_open(ball.at, side) {
                goals.push(ball.at);
            }
            if !board.is_empty(ball.at) {
                break;
            }
        }
    }
    goals
}

/// Where a piece is on its way, and in which direction it goes on.
struct Ball {
    at: Square,
    along: Vector,
}

impl Ball {
    /// Returns whether the next step leaves the board at the left or right edge, and at the near or far edge.
    fn leaves(&self, board: &Board) -> (bool, bool) {
        let inside = 0..board.size();
        let Square(file, rank) = self.at + self.along;
        (!inside.contains(&file), !inside.contains(&rank))
    }
}
