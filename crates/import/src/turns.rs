//! Turns as other programs write them: `e2e4`, `e7e8q`, `e7e8+`, `P@e5`.

use beaufort_rules::{Position, Step, StepKind, Turn};

/// How another program writes the turns of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Coordinates {
    /// The ids of the piece before and after a promotion, and the sign for it.
    pub(crate) signs: Vec<(String, String, char)>,
}

impl Coordinates {
    /// Returns a turn of a position as Fairy-Stockfish writes it.
    pub fn text(&self, position: &Position, turn: Turn) -> String {
        let step = turn.first;
        let steps_there = |other: &Turn| {
            (other.first.from, other.first.to) == (step.from, step.to) && other.first.kind != StepKind::Castle
        };
        if step.kind == StepKind::Castle && position.legal_turns().iter().any(steps_there) {
            // The King's end would be read as a step: its move to the Rook stands for the castling.
            return self.step(position, Step { to: step.via, ..step });
        }
        self.step(position, step)
    }

    fn step(&self, position: &Position, step: Step) -> String {
        let game = position.game();
        let name = |square| game.size().name(square);
        let id = |kind| game.piece(kind).id.as_str();
        match step.promotion {
            Some(kind) if step.kind == StepKind::Drop => format!("{}@{}", id(kind), name(step.to)),
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
}
