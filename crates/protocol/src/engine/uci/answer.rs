//! The output of a search.

use beaufort_engine::{MATE, SearchResult};
use beaufort_rules::Position;
use beaufort_rules::turn::Outcome;

use crate::engine::report::SearchProgress;
use crate::notation::coordinates;
use crate::uci::info::UciInfo;

/// Returns the line `info` for the progress of a search.
pub(super) fn info(position: &Position, progress: &SearchProgress) -> UciInfo {
    UciInfo {
        depth: Some(progress.depth),
        seldepth: Some(progress.seldepth),
        multipv: Some(progress.line),
        score: Some(progress.score),
        is_bound: false,
        nodes: Some(progress.nodes),
        nps: Some(progress.speed()),
        hashfull: Some(progress.hashfull),
        time: Some(progress.time.as_millis() as u64),
        pv: coordinates::texts_of(position, &progress.pv),
    }
}

/// The answer if there is no turn or the search could not start.
pub(crate) const NO_MOVE: &str = "bestmove (none)";

/// Returns `bestmove`, after the score if the game is over.
pub(crate) fn best_move(position: &Position, result: &SearchResult) -> String {
    let Some(turn) = result.turn else {
        let info = UciInfo { depth: Some(0), score: Some(final_score(position)), ..UciInfo::default() };
        return format!("{info}\n{NO_MOVE}");
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
