//! For how long the engine may be told to think, and about how many lines.

use std::time::Duration;

use beaufort_rules::phrase;

use beaufort_engine::{Limits, MAX_DEPTH};

use super::refusal::{Refusal, refusal};
use crate::assessment::MAX_ANALYSIS_LINES;
use crate::event::ProblemCode;
use crate::view::Player;

/// How long the engine thinks about a hint if nothing else is asked, and at most about the offer of a draw, in milliseconds.
pub(super) const ADVICE_MS: u32 = 2_000;
/// The least and the most time of the engine for a turn or a hint, in milliseconds, unless the owner of a conversation allows
/// more.
pub(super) const ENGINE_TIME_MS: std::ops::RangeInclusive<u32> = 20..=60_000;

/// Returns how long an engine that plays thinks about a turn.
pub(super) fn limits_of(player: &Player) -> Limits {
    match *player {
        Player::Engine { ms, depth, nodes, .. } => limits(ms, depth, nodes),
        Player::Person => limits(ADVICE_MS, None, None),
    }
}

/// Returns limits of a search that are as they may be asked for, with at most `max_ms` milliseconds.
pub(super) fn thinking(
    max_ms: u32,
    ms: u32,
    depth: Option<u32>,
    nodes: Option<u32>,
) -> Result<Limits, Refusal> {
    let malformed = |message, field| Err(refusal(ProblemCode::Malformed, message, field));
    let min_ms = ENGINE_TIME_MS.start();
    if !(*min_ms..=max_ms).contains(&ms) {
        return malformed(
            phrase!("the engine takes {from} to {number} ms", from = *min_ms, number = max_ms),
            "ms",
        );
    }
    if depth.is_some_and(|depth| !(1..=MAX_DEPTH).contains(&depth)) {
        return malformed(phrase!("the engine looks 1 to {number} plies deep", number = MAX_DEPTH), "depth");
    }
    if nodes == Some(0) {
        return malformed(phrase!("the engine looks at one position at least"), "nodes");
    }
    Ok(limits(ms, depth, nodes))
}

fn limits(ms: u32, depth: Option<u32>, nodes: Option<u32>) -> Limits {
    Limits { depth, nodes: nodes.map(u64::from), ..Limits::time(Duration::from_millis(ms.into())) }
}

/// Expects a number of lines that the engine can be asked for.
pub(super) fn expect_lines(lines: u8) -> Result<(), Refusal> {
    if (1..=MAX_ANALYSIS_LINES).contains(&lines) {
        return Ok(());
    }
    let message = phrase!(
        "the engine tells 1 to {number} lines, not {count}",
        number = MAX_ANALYSIS_LINES,
        count = lines
    );
    Err(refusal(ProblemCode::Malformed, message, "lines"))
}
