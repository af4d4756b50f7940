//! Self-play: games of the engine against itself, from which it learns.
//!
//! A [`SelfPlayPlan`] says how the games are played. [`SelfPlay`] plays them on several threads and gives a
//! [`SelfPlayGame`] of each, with every turn and the score of every quiet position. Game number n is the same
//! game on every machine. The caller stores the games.

mod error;
mod game;
mod lead;
mod play;

use std::sync::Arc;

use beaufort_engine::Evaluation;
use serde::{Deserialize, Serialize};

use crate::plan::Plan;

pub use error::DataError;
pub use game::SelfPlayGame;
#[cfg(feature = "plots")]
pub(crate) use game::read_turn;
pub(crate) use game::{PlayedTurn, QuietPosition};
#[cfg(feature = "plots")]
pub(crate) use lead::{LeadTracker, decisive_lead};
pub use play::SelfPlay;

/// The settings on which games of self-play depend.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SelfPlayPlan {
    /// How the games are played.
    #[serde(flatten)]
    pub plan: Plan,
    /// The fingerprint of the evaluation by which both sides play.
    pub evaluation: String,
}

impl SelfPlayPlan {
    /// Returns the plan of games that are played by an evaluation.
    pub fn new(plan: Plan, evaluation: &Arc<Evaluation>) -> SelfPlayPlan {
        SelfPlayPlan { plan, evaluation: format!("{:08x}", evaluation.fingerprint()) }
    }
}

#[cfg(test)]
mod tests;
