//! Turns as XBoard tells them: from a square to a square, in legs.
//!
//! A leg is where a piece starts and where it ends. A turn that concerns a third square has a leg to it and one from
//! there on: a piece that takes without moving goes to its victim and back. A promotion is told by `+` at the end. What
//! is told alike cannot be told apart: such a text means the turn that comes first in the order of
//! [`StepKind`](beaufort_rules::StepKind), the piece's own plain move before all others.

use beaufort_rules::{BoardSize, Position, Square, Step, Turn};

use crate::protocol::turns;

/// How squares are named and turns are told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Legs {
    /// As XBoard tells them.
    OfXBoard,
    /// In our own coordinates, which tell all turns apart: for chess, where both are the same, and for games that XBoard
    /// cannot show.
    OfOurs,
}

impl Legs {
    /// Returns the text of a turn.
    pub(super) fn text(self, position: &Position, turn: Turn) -> String {
        match self {
            Legs::OfOurs => position.coordinates(turn),
            Legs::OfXBoard => {
                let size = position.game().size();
                turn.steps().map(|step| step_text(size, step)).collect::<Vec<_>>().join(",")
            }
        }
    }

    /// Returns the texts of turns that follow each other.
    pub(super) fn line(self, position: &Position, turns: &[Turn]) -> String {
        let mut after = position.clone();
        let text = |&turn: &Turn| {
            let text = self.text(&after, turn);
            after.play(turn);
            text
        };
        turns.iter().map(text).collect::<Vec<_>>().join(" ")
    }

    /// Returns the turns that can be told, with their texts.
    pub(super) fn tellable(self, position: &Position) -> Vec<(String, Turn)> {
        let mut told: Vec<_> =
            position.legal_turns().into_iter().map(|turn| (self.text(position, turn), turn)).collect();
        told.sort_by(|(a, x), (b, y)| {
            (a, x.first.kind, x.second.is_some()).cmp(&(b, y.first.kind, y.second.is_some()))
        });
        told.dedup_by(|(a, _), (b, _)| a == b);
        told
    }

    /// Reads a legal turn. An `=` at the end, which declines a promotion, may be left out.
    ///
    /// # Errors
    /// If there is no such turn; the text says why.
    pub(super) fn read(self, position: &Position, text: &str) -> Result<Turn, String> {
        let plain = text.trim_end_matches('=');
        if self == Legs::OfXBoard
            && let Some((_, turn)) = self.tellable(position).into_iter().find(|(told, _)| told == plain)
        {
            return Ok(turn);
        }
        match self {
            Legs::OfOurs => turns::read(position, text),
            Legs::OfXBoard if position.final_verdict().is_some() => Err("the game is over".to_owned()),
            Legs::OfXBoard => Err(self.objection(position, plain)),
        }
    }

    /// Returns why a text is no turn.
    fn objection(self, position: &Position, text: &str) -> String {
        let repeats = |turn: &Turn| self.text(position, *turn) == text && position.is_repetition(*turn);
        if position.choices().iter().any(repeats) {
            return "it repeats a position once too often".to_owned();
        }
        "no such move".to_owned()
    }
}

/// Returns the legs of a step.
fn step_text(size: BoardSize, step: Step) -> String {
    let name = |square| square_name(size, square);
    let (from, to) = (name(step.from), name(step.to));
    let way = if step.via == step.to {
        format!("{from}{to}")
    } else {
        let via = name(step.via);
        format!("{from}{via},{via}{to}")
    };
    if step.promotion.is_some() { way + "+" } else { way }
}

/// Returns XBoard's name of a square: it counts the ranks of a board with ten of them from 0.
pub(super) fn square_name(size: BoardSize, square: Square) -> String {
    let rank = size.rank(square) + u8::from(size.ranks() != 10);
    format!("{}{rank}", char::from(b'a' + size.file(square)))
}

#[cfg(test)]
mod tests {
    use beaufort_rules::builtin;

    use super::*;

    #[test]
    fn turns_are_told_in_legs() {
        let game = builtin::game("scirocco").unwrap();
        for (position, turn, text) in [
            ("(K)(P)8/10/10/10/10/10/10/[P]9/10/[K]9 b", "a3a4", "a2a3"),
            ("(K)(P)8/10/[P]9/10/10/10/10/10/10/[K]9 b", "a8a9=Ta", "a7a8+"),
            ("(K)(P)8/10/[P]9/10/10/10/10/10/10/[K]9 b", "a8a9", "a7a8"),
            // A Genie takes without moving, a Zag by leaping over.
            ("(K)9/10/10/10/10/10/10/10/(P)(P)8/[Ge]3[K]5 b", "a1a1:igui@a2", "a0a1,a1a0"),
            ("(K)9/10/10/10/10/10/10/10/(P)9/[Za]3[K]5 b", "a1a3:strike@a2", "a0a1,a1a2"),
        ] {
            let position = Position::parse(&game, position).unwrap();
            let turn = position.read_coordinates(turn).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(Legs::OfXBoard.text(&position, turn), text);
            assert_eq!(Legs::OfXBoard.read(&position, text), Ok(turn));
        }
    }

    #[test]
    fn every_turn_of_scirocco_can_be_told() {
        let game = builtin::game("scirocco").unwrap();
        let mut rng = fastrand::Rng::with_seed(5);
        for _ in 0..10 {
            let mut position = Position::initial(&game);
            for _ in 0..200 {
                let turns = position.legal_turns();
                let Some(turn) = rng.choice(&turns) else { break };
                let told = Legs::OfXBoard.tellable(&position);
                assert_eq!(told.len(), turns.len(), "{position}");
                position.play(*turn);
            }
        }
    }
}
