//! What is kept of a conversation when nobody has it in memory.

use std::sync::Arc;

use beaufort_rules::record::Tree;
use fastrand::Rng;
use serde::{Deserialize, Serialize};

use super::{Conversation, Table};
use crate::clock::Clock;
use crate::library::Library;
use crate::session::{Session, Stage};
use crate::view::{NodeScore, Player};

/// A conversation as it is saved. Places of the tree are numbered in the order in which a record writes them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Saved {
    seq: u32,
    table: Option<SavedTable>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct SavedTable {
    game: String,
    /// The choices of the set-up phases that are finished, while others are not.
    set_up: Option<Vec<Vec<bool>>>,
    record: String,
    here: usize,
    players: [Player; 2],
    clock: Option<Clock>,
    waiting: bool,
    revised: bool,
    scores: Vec<NodeScore>,
}

impl Conversation {
    /// Returns what there is to save. Clocks stand still and the engine stops until the conversation goes on.
    pub fn save(&self, now: std::time::Duration) -> Saved {
        Saved { seq: self.seq, table: self.table.as_ref().map(|table| table.save(now)) }
    }

    /// Goes on with a saved conversation. The engine begins to think with the next request.
    ///
    /// # Errors
    /// If what was saved is no game, one that the library does not have, or one of other rules: what is wrong with it.
    pub fn restore(library: &Arc<Library>, seed: u64, saved: Saved) -> Result<Conversation, String> {
        let mut conversation = Conversation::new(library, seed);
        conversation.seq = saved.seq;
        conversation.rng = Rng::with_seed(seed);
        conversation.table = saved
            .table
            .map(|table| table.restore(library, conversation.rng.u64(..)).map(Arc::new))
            .transpose()?;
        Ok(conversation)
    }
}

impl Table {
    fn save(&self, now: std::time::Duration) -> SavedTable {
        let session = &self.session;
        let order: Vec<usize> = self.preorder().iter().map(|(node, _)| node.index()).collect();
        let place = |node: usize| order.iter().position(|&known| known == node);
        let phases = &session.game().definition().setup.phases;
        let made = |phase: usize| {
            (0..phases[phase].choices.len())
                .map(|choice| session.set_up().is_changed(phase, choice))
                .collect()
        };
        let mut clock = self.clock.clone();
        if let Some(clock) = &mut clock {
            clock.stop(now);
        }
        SavedTable {
            game: session.game().definition().id.clone(),
            set_up: match session.stage() {
                Stage::SetUp { phase } => Some((0..phase).map(made).collect()),
                Stage::Turn(_) | Stage::Over(_) => None,
            },
            record: session.record().to_string(),
            here: place(session.here().index()).unwrap_or(0),
            players: self.players.clone(),
            clock,
            waiting: self.waiting,
            revised: self.revised,
            scores: self
                .scores
                .iter()
                .filter_map(|score| {
                    Some(NodeScore { node: place(score.node as usize)? as u32, ..score.clone() })
                })
                .collect(),
        }
    }
}

impl SavedTable {
    fn restore(self, library: &Library, seed: u64) -> Result<Table, String> {
        let game = library.game(&self.game).ok_or_else(|| {
            format!("this game is of `{}`, which is not here: give its file with --game-file", self.game)
        })?;
        let mut session = match &self.set_up {
            Some(phases) => {
                let mut session = Session::new(game);
                phases.iter().for_each(|changed| session.choose(changed));
                session
            }
            None => Session::load(game, &self.record)
                .map_err(|error| format!("the rules of `{}` have changed since: {error}", self.game))?,
        };
        for (side, player) in beaufort_rules::Side::BOTH.into_iter().zip(&self.players) {
            super::opening::seat(&mut session, side, player);
        }
        let mut table = Table {
            session,
            players: self.players,
            seed,
            clock: self.clock,
            draw_offer: None,
            waiting: self.waiting,
            revised: self.revised,
            analysis: None,
            scores: Vec::new(),
            review: None,
        };
        let order = table.preorder();
        let node = |place: usize| order.get(place).map_or(Tree::ROOT, |&(node, _)| node);
        let number = |score: NodeScore| NodeScore { node: node(score.node as usize).index() as u32, ..score };
        table.scores = self.scores.into_iter().map(number).collect();
        table.session.jump(node(self.here));
        Ok(table)
    }
}
