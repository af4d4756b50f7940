//! Lines that are reflected at the edge of the board (R25 to R29).

use crate::board::Board;
use crate::geometry::{Side, Square, Vector};

/// Returns the squares on which a reflecting ride may end, with at most `reach` steps and `reflections` reflections on a line.
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

/// The place of a piece on its way, and its direction.
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
