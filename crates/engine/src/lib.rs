//! Search and evaluation for large chess variants. The engine has no code for any particular game.
//!
//! Everything the engine knows about a game comes from the rules: [`Evaluation`] derives the worth of the pieces by counting
//! turns on random boards, and the search plays turns without a case for any of them. The search is a principal variation
//! search with a transposition table, quiescence search and the usual pruning and reductions, on several threads (lazy SMP).
//!
//! ```
//! use beaufort_engine::{Engine, Limits, Options, Signal};
//! use beaufort_rules::prelude::*;
//!
//! let game = builtin::game("scirocco").unwrap();
//! let mut engine = Engine::new(game.clone(), Options::with_hash(4));
//! let mut position = Position::initial(&game);
//! let result = engine.search(&position, Limits::nodes(2_000), &Signal::new(), |info| assert!(!info.pv.is_empty()));
//! position.play(result.turn.expect("the initial position has turns"))?;
//! # Ok::<(), beaufort_rules::IllegalTurn>(())
//! ```

#[cfg(all(doctest, feature = "builtin"))]
#[doc = include_str!("../README.md")]
struct Readme;

pub mod bench;
mod correction;
mod engine;
mod eval;
mod history;
mod info;
mod lazy_engine;
mod limits;
mod params;
mod random;
mod score;
mod search;
mod shared_memory;
mod signal;
mod skill;
mod task;
mod time;
mod tt;
pub mod tune;

pub use engine::{Engine, Options};
pub use eval::{
    BUCKETS, EvalTerms, Evaluation, Features, LANES, MAX_HIDDEN, MAX_SHIFT, NetError, Network,
    NetworkWeights, PIECE_TERMS, Residual, SHARED_TERMS, SharedTerm, Taper, TunedError, Weights, commonest,
};
pub use info::Info;
pub use lazy_engine::LazyEngine;
pub use limits::{Clock, Limits};
pub use score::{MATE, MAX_DEPTH, expected_points, plies_to_end, turns_to_end};
pub use search::{PvLine, SearchResult};
pub use shared_memory::{SharedMemory, SharedSearch};
pub use signal::Signal;
pub use skill::{Level, Skill, level, levels};
pub use task::Task;
