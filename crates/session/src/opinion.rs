//! What the engine thinks, in words.

use beaufort_engine::plies_to_end;
use beaufort_rules::{Game, Position, Side, Turn};

use crate::view::Score;

/// Below this score a position is called level: a tenth of the commonest piece.
const LEVEL: i32 = 10;
/// The least score at which the engine hopes for more than a draw.
const HOPE: i32 = 20;
/// The most lines that an analysis may have.
pub const MOST_LINES: u8 = 5;
/// The most turns of a line that are told.
const TOLD: usize = 8;

/// Returns whether the engine, with this score for its opponent, agrees to a draw.
pub fn agrees_to_draw(score_of_opponent: i32) -> bool {
    -score_of_opponent < HOPE
}

/// Returns who stands better by a score of a side: `Blue +0.50`.
pub fn standing(game: &Game, side: Side, score: i32) -> String {
    let better = game.side_name(if score >= 0 { side } else { side.other() });
    match plies_to_end(score).map(|plies| plies.unsigned_abs().div_ceil(2)) {
        Some(0 | 1) => format!("{better} wins with the next turn"),
        Some(turns) => format!("{better} wins in {turns} turns"),
        None if score.abs() < LEVEL => "level".to_owned(),
        None => format!("{better} +{:.2}", f64::from(score.abs()) / 100.0),
    }
}

/// Returns the texts of a line of turns, up to a few.
pub fn line(position: &Position, turns: &[Turn]) -> Vec<String> {
    let mut after = position.clone();
    let text = |&turn: &Turn| {
        let text = after.turn_text(turn);
        after.play(turn);
        text
    };
    turns.iter().take(TOLD).map_while(text).collect()
}

/// Returns a score of the side to move as it goes over the wire.
pub(crate) fn score(position: &Position, score: i32) -> Score {
    let side = position.side();
    Score {
        value: if side == Side::First { score } else { -score },
        plies: plies_to_end(score).map(i32::unsigned_abs),
        text: standing(position.game(), side, score),
    }
}

#[cfg(test)]
mod tests {
    use beaufort_engine::MATE;
    use beaufort_rules::builtin;

    use super::*;

    #[test]
    fn scores_in_words() {
        let game = builtin::game("scirocco").unwrap();
        for (score, words) in [
            (0, "level"),
            (123, "Tan +1.23"),
            (-50, "Blue +0.50"),
            (MATE - 1, "Tan wins with the next turn"),
            (4 - MATE, "Blue wins in 2 turns"),
        ] {
            assert_eq!(standing(&game, Side::Second, score), words);
        }
    }
}
