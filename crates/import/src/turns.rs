//! Turns as other programs write them: `e2e4`, `e7e8q`, `e7e8+`, `P@e5`.

use beaufort_rules::{Position, Square, Step, StepKind, Turn};

/// How another program writes the turns of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Coordinates {
    /// The ids of the piece before and after a promotion, and the sign for it.
    pub(crate) signs: Vec<(String, String, char)>,
    /// Whether a move without a wall is written as if it had one on a1, since a turn is either.
    pub(crate) wall_or_move: bool,
    /// Whether a castling is written as the King's move to the Rook.
    pub(crate) castles_to_rook: bool,
    /// Whether the board stands upside down there, as the second player begins.
    pub(crate) is_turned: bool,
}

impl Coordinates {
    /// Returns a turn of a position as Fairy-Stockfish writes it.
    pub fn text(&self, position: &Position, turn: Turn) -> String {
        let step = self.as_written(position, turn.first);
        let text = self.step(position, step);
        let name = |square| self.name(position, square);
        if let Some(entering) = turn.gated() {
            return self.gated(position, step, entering);
        }
        match turn.second.filter(|second| second.kind == StepKind::Wall) {
            Some(wall) => format!("{text},{}{}", name(step.to), name(wall.to)),
            None if self.wall_or_move => format!("{text},{}a1", name(step.to)),
            None => text,
        }
    }

    /// Returns a turn with which a piece comes in by a gate: `b1c3h`, at the Rook's square of a castling `h1e1h`.
    fn gated(&self, position: &Position, step: Step, entering: Step) -> String {
        let name = |square| self.name(position, square);
        let id = entering.promotion.map(|kind| position.game().piece(kind).id.to_ascii_lowercase());
        let way = match entering.to == step.from {
            true => self.step(position, step),
            false => name(entering.to) + &name(step.from),
        };
        way + &id.unwrap_or_default()
    }

    fn step(&self, position: &Position, step: Step) -> String {
        let game = position.game();
        let name = |square| self.name(position, square);
        let id = |kind| game.piece(kind).id.as_str();
        match step.promotion {
            Some(kind) if step.kind == StepKind::Drop => {
                format!("{}@{}", game.piece(kind).fen.as_deref().unwrap_or(id(kind)), name(step.to))
            }
            Some(kind) => {
                let before = position.board().at(step.from).kind().map(id).unwrap_or_default();
                let sign = self.signs.iter().find(|(from, to, _)| from == before && to == id(kind));
                let sign =
                    sign.map_or_else(|| id(kind).to_ascii_lowercase(), |(_, _, sign)| sign.to_string());
                name(step.from) + &name(step.to) + &sign
            }
            None => name(step.from) + &name(step.to),
        }
    }

    fn name(&self, position: &Position, square: Square) -> String {
        let size = position.game().size();
        size.name(if self.is_turned { size.flip(square) } else { square })
    }

    /// Returns a step with the end that is written. Where the King's end in a castling would be read as a step of its own, its move
    /// to the Rook stands for the castling.
    fn as_written(&self, position: &Position, step: Step) -> Step {
        let steps_there = |other: &Turn| {
            (other.first.from, other.first.to) == (step.from, step.to) && other.first.kind != StepKind::Castle
        };
        let is_castling = step.kind == StepKind::Castle;
        if is_castling && (self.castles_to_rook || position.legal_turns().iter().any(steps_there)) {
            Step { to: step.via, ..step }
        } else {
            step
        }
    }
}
