//! Playing worse than one can, as people do.
//!
//! A weak player is no strong one who sometimes plays anything. It looks less far ahead, it does not see every turn on
//! the way, it misjudges what pieces are worth, and among turns that seem about equally good it has no firm opinion.
//! What it misses is what is hard to see for a person (see `blindness`). What it does see, it plays well.
//!
//! Nothing here is random while it searches: what is missed in a position follows from the position and the seed of the
//! game.

mod blindness;
mod levels;

use beaufort_rules::Position;
use fastrand::Rng;

use crate::limits::Limits;
use crate::random;
use crate::score::MATE_IN_MAX_PLY;

pub(crate) use blindness::Blindness;
pub use levels::{Level, level, levels};

/// How well, or badly, an engine is to play.
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
    /// The deepest it looks, in plies; captures go on beyond.
    pub(crate) depth: u32,
    /// The most positions it looks at for a turn.
    pub(crate) nodes: u64,
    /// How much it misses, in percent of what is hard to see.
    pub(crate) blindness: u32,
    /// By how much at most the worth of a type of piece is off, in percent.
    pub(crate) eval_noise: i32,
    /// By how much the score of the turn it plays may be below that of the best turn it knows, in hundredths of the commonest
    /// piece.
    pub(crate) score_margin: i32,
    /// What its mistakes depend on.
    pub(crate) seed: u64,
}

impl Skill {
    /// The number of lines that it chooses from, with a score margin.
    const LINES: usize = 4;

    /// Returns the same skill in another game: what it misses there follows from the seed.
    #[must_use]
    pub const fn with_seed(self, seed: u64) -> Skill {
        Skill { seed, ..self }
    }

    /// Returns limits no higher than this skill's own.
    pub(crate) fn limits(&self, limits: Limits) -> Limits {
        Limits {
            depth: Some(limits.depth.unwrap_or(u32::MAX).min(self.depth)),
            nodes: Some(limits.nodes.unwrap_or(u64::MAX).min(self.nodes)),
            ..limits
        }
    }

    /// Returns the number of lines to search where `wanted` are: with a score margin there must be some to choose from.
    pub(crate) fn lines(&self, wanted: usize) -> usize {
        if self.score_margin > 0 { wanted.max(Skill::LINES) } else { wanted }
    }

    /// Returns the index of the line to play, given the scores of all lines, the best first: any one within the score margin
    /// of the best. A win that it knows it takes.
    pub(crate) fn choose(&self, position: &Position, scores: impl Iterator<Item = i32>) -> usize {
        let mut scores = scores.peekable();
        let Some(best) = scores.peek().copied().filter(|best| best.abs() < MATE_IN_MAX_PLY) else { return 0 };
        let good = scores.take_while(|score| *score >= best - self.score_margin).count();
        random::below(&mut Rng::with_seed(self.salt(position)), good.max(1))
    }

    /// Returns what its mistakes in a position depend on.
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
