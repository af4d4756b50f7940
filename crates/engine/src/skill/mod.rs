//! Skills: playing worse than at full strength, the way people do.
//!
//! A weak player is no strong one who sometimes plays at random. It searches less deep, overlooks turns, misjudges the worth of
//! pieces, and has no firm preference among turns that seem about equally good. It misses turns that are hard to see for a
//! person (see `blindness`); the others it plays well.
//!
//! The search itself is not random: the turns missed in a position follow from the position and the seed of the game.

mod blindness;
mod levels;

use beaufort_rules::Position;
use fastrand::Rng;

use crate::limits::Limits;
use crate::random;
use crate::score::MATE_IN_MAX_PLY;

pub(crate) use blindness::Blindness;
pub use levels::{Level, level, levels};

/// The limits and weaknesses of a player.
///
/// # Examples
/// ```
/// use beaufort_engine::{Engine, Options, Signal, Task, level};
/// use beaufort_rules::{Position, builtin};
///
/// let game = builtin::game("scirocco").unwrap();
/// let position = Position::initial(&game);
/// let mut engine = Engine::new(game, Options::with_hash(1));
/// let skill = level("beginner").and_then(|level| level.skill).map(|skill| skill.with_seed(7));
/// let result = engine.search(&position, Task { skill, ..Task::default() }, &Signal::new(), |_| {});
/// assert!(result.turn.is_some() && result.depth <= 2);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Skill {
    /// The greatest depth, in plies; quiescence goes beyond.
    pub(crate) depth: u32,
    /// The greatest number of nodes for a turn.
    pub(crate) nodes: u64,
    /// The share of hard turns that is missed, in percent.
    pub(crate) blindness: u32,
    /// The greatest error in the worth of a piece type, in percent.
    pub(crate) eval_noise: i32,
    /// The greatest difference in score between the best known turn and the turn played, in centipawns.
    pub(crate) score_margin: i32,
    /// The seed of all errors.
    pub(crate) seed: u64,
}

impl Skill {
    /// The number of lines to choose from if there is a score margin.
    const LINES: usize = 4;

    /// Returns the same skill with another seed, such as one for each game: the errors follow from it.
    #[must_use]
    pub const fn with_seed(self, seed: u64) -> Skill {
        Skill { seed, ..self }
    }

    /// Returns the limits, lowered to this skill's own.
    pub(crate) fn limits(&self, limits: Limits) -> Limits {
        Limits {
            depth: Some(limits.depth.unwrap_or(u32::MAX).min(self.depth)),
            nodes: Some(limits.nodes.unwrap_or(u64::MAX).min(self.nodes)),
            ..limits
        }
    }

    /// Returns the number of lines to search if `wanted` are requested: with a score margin there must be several to choose
    /// from.
    pub(crate) fn lines(&self, wanted: usize) -> usize {
        if self.score_margin > 0 { wanted.max(Skill::LINES) } else { wanted }
    }

    /// Returns the index of the line to play, given the scores of all lines, the best first: a random one within the score
    /// margin of the best. If the best score is that of a forced end, the best line.
    pub(crate) fn choose(&self, position: &Position, scores: impl Iterator<Item = i32>) -> usize {
        let mut scores = scores.peekable();
        let Some(best) = scores.peek().copied().filter(|best| best.abs() < MATE_IN_MAX_PLY) else { return 0 };
        let good = scores.take_while(|score| *score >= best - self.score_margin).count();
        random::below(&mut Rng::with_seed(self.salt(position)), good.max(1))
    }

    /// Returns the seed of the errors in a position.
    pub(crate) fn salt(&self, position: &Position) -> u64 {
        mixed(position.key() ^ mixed(self.seed ^ u64::from(self.blindness)))
    }
}

/// Mixes the bits of a number, as SplitMix64 does (Steele, Lea and Flood, 2014).
fn mixed(number: u64) -> u64 {
    let mut bits = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ bits >> 31
}
