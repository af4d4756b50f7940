//! The engine's assessment of a position: its score and lines in words, and whether it agrees to a draw.

use beaufort_engine::{plies_to_end, turns_to_end};
use beaufort_rules::vocabulary::{Argument, Phrase};
use beaufort_rules::{Game, Position, Side, Turn, phrase};

use crate::view::Score;

/// Below this score a position is called level: a tenth of the commonest piece.
const LEVEL_SCORE: i32 = 10;
/// At this score the engine is glad of a draw: one of the commonest piece behind.
const DRAW_SCORE: i32 = -100;
/// The number of the move from which on it agrees to a draw in a level game.
const LATE_MOVE_NUMBER: u32 = 40;
/// The number of turns of each side without the loss of a piece that such a game must have seen last.
const QUIET_MOVES: usize = 10;
/// The most lines that an analysis may have.
pub const MAX_ANALYSIS_LINES: u8 = 5;
/// The most turns of a line that are shown.
const MAX_PV_TURNS: usize = 8;

/// Returns whether the engine, to which a position with the turns before it is worth `score`, agrees to a draw: when it is
/// clearly behind, and when a long game is level and nothing has been lost in it for a while.
pub fn agrees_to_draw(position: &Position, score: i32) -> bool {
    let is_exhausted =
        || position.move_number() >= LATE_MOVE_NUMBER && position.turns_without_loss() >= 2 * QUIET_MOVES;
    score <= DRAW_SCORE || score < LEVEL_SCORE && is_exhausted()
}

/// Returns who stands better by a score of a side: `Blue +0.50`.
pub fn score_text(game: &Game, side: Side, score: i32) -> Phrase {
    let better = game.side_name(if score >= 0 { side } else { side.other() });
    match turns_to_end(score).map(i32::unsigned_abs) {
        Some(0 | 1) => phrase!("{side} wins with the next turn", side = better),
        Some(turns) => phrase!("{side} wins in {number} turns", side = better, number = turns),
        None if score.abs() < LEVEL_SCORE => phrase!("level"),
        None => {
            let hundredths = Argument::Hundredths { hundredths: score.abs().into() };
            phrase!("{side} +{number}", side = better, number = hundredths)
        }
    }
}

/// Returns the texts of a line of turns: the first few, up to one that cannot be played.
pub fn pv_texts(position: &Position, turns: &[Turn]) -> Vec<String> {
    let mut after = position.clone();
    let text = |&turn: &Turn| {
        let text = after.turn_text(turn)?;
        after.play_unchecked(turn);
        Some(text)
    };
    turns.iter().take(MAX_PV_TURNS).map_while(text).collect()
}

/// Returns a score of the side to move as it goes over the wire.
pub(crate) fn score(position: &Position, score: i32) -> Score {
    let side = position.side();
    Score::new(
        if side == Side::First { score } else { -score },
        plies_to_end(score).map(i32::unsigned_abs),
        score_text(position.game(), side, score),
    )
}

#[cfg(test)]
mod tests {
    use beaufort_engine::MATE;
    use beaufort_rules::builtin;

    use super::*;

    #[test]
    fn a_draw_is_agreed_to_behind_and_late_in_level_games() {
        let fen = |number: u32| format!("4k3/8/8/8/8/8/4R3/4K2r w - - 0 {number}");
        let game = builtin::game("orthochess").unwrap();
        let early = Position::parse(&game, &fen(5)).unwrap();
        let mut late = Position::parse(&game, &fen(60)).unwrap();
        for (score, agrees) in [(0, false), (-99, false), (-100, true), (-MATE, true), (MATE, false)] {
            assert_eq!(agrees_to_draw(&early, score), agrees, "{score}");
        }
        assert!(!agrees_to_draw(&late, 0), "nothing is known of the turns before");
        let walk = |position: &mut Position, turns: [&str; 4]| {
            for text in turns {
                let turn = position.read_turn(text).unwrap();
                position.play_unchecked(turn);
            }
        };
        walk(&mut late, ["Kd2", "Kd7", "Kd3", "Kd6"]);
        for _ in 0..4 {
            walk(&mut late, ["Kc3", "Kc6", "Kd3", "Kd6"]);
        }
        for (score, agrees) in [(0, true), (9, true), (10, false), (-50, true)] {
            assert_eq!(agrees_to_draw(&late, score), agrees, "{score}");
        }
        for text in ["Re6", "Kxe6"] {
            let turn = late.read_turn(text).unwrap();
            late.play_unchecked(turn);
        }
        assert!(!agrees_to_draw(&late, 0), "a Rook has been lost just now");
    }

    #[test]
    fn a_loss_counts_where_lost_pieces_come_back() {
        let game = builtin::game("larger-board").unwrap();
        let text = "12/5(K)6/12/11(R)/12/12/12/[R]3[K]7 b - - -/- wb8";
        let mut position = Position::parse(&game, text).unwrap();
        let walk = |position: &mut Position, text: &str| {
            let turn = position.read_turn(text).unwrap();
            position.play_unchecked(turn);
        };
        for _ in 0..20 {
            for text in ["Kd6", "Kb1", "Kd7", "Kc1"] {
                walk(&mut position, text);
            }
        }
        assert!(agrees_to_draw(&position, 0));
        for text in ["Kd6", "Ry5", "Rxy5"] {
            walk(&mut position, text);
        }
        assert!(!agrees_to_draw(&position, 0), "a Rook has been lost just now");
    }

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
            assert_eq!(score_text(&game, Side::Second, score), words);
        }
    }
}
