//! What the protocol says of a search.

use beaufort_engine::{MATE, SearchResult, turns_to_end};
use beaufort_rules::Position;
use beaufort_rules::turn::Outcome;

use crate::engine::report::SearchProgress;
use crate::notation::coordinates;

/// Returns the line that tells how a search goes.
pub(crate) fn info(position: &Position, progress: &SearchProgress) -> String {
    let SearchProgress { depth, seldepth, line, nodes, hashfull, .. } = progress;
    format!(
        "info depth {depth} seldepth {seldepth} multipv {line} score {} nodes {nodes} nps {} hashfull {hashfull} time {} pv {}",
        score(progress.score),
        progress.speed(),
        progress.time.as_millis(),
        coordinates::texts_of(position, &progress.pv).join(" "),
    )
}

/// Returns a score: in centipawns, or in turns of the side to move until a mate, which is any forced end.
pub(crate) fn score(score: i32) -> String {
    match turns_to_end(score) {
        Some(turns) => format!("mate {turns}"),
        None => format!("cp {score}"),
    }
}

/// What ends a search that has found no turn, and one that could not begin.
pub(crate) const NO_MOVE: &str = "bestmove (none)";

/// Returns what ends a search; if the game is over, with its score.
pub(crate) fn best_move(position: &Position, result: &SearchResult) -> String {
    let Some(turn) = result.turn else {
        return format!("info depth 0 score {}\n{NO_MOVE}", score(final_score(position)));
    };
    match &coordinates::texts_of(position, &result.pv)[..] {
        [best, reply, ..] => format!("bestmove {best} ponder {reply}"),
        _ => format!("bestmove {}", position.coordinates(turn)),
    }
}

/// Returns the score of a game that is over, for the side to move.
fn final_score(position: &Position) -> i32 {
    match position.verdict().map(|verdict| verdict.outcome) {
        Some(Outcome::Win(side)) if side == position.side() => MATE - 1,
        Some(Outcome::Win(_)) => -MATE,
        Some(Outcome::Draw) | None => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_are_counted_in_turns_of_the_side_to_move() {
        for (value, text) in [
            (-35, "cp -35"),
            (MATE - 1, "mate 1"),
            (MATE - 3, "mate 2"),
            (2 - MATE, "mate -1"),
            (4 - MATE, "mate -2"),
            (-MATE, "mate 0"),
        ] {
            assert_eq!(score(value), text);
        }
    }
}
