//! Quick games of the engine against itself, by which a game is tried.

use std::sync::Arc;

use beaufort_draw::words;
use beaufort_engine::{Engine, Evaluation, Limits, Options, Signal, Task};
use beaufort_rules::changes::{self, Fate};
use beaufort_rules::game::PieceDef;
use beaufort_rules::vocabulary::Phrase;
use beaufort_rules::{Game, Piece, PieceType, Position, Side, Turn};
use fastrand::Rng;
use serde::{Deserialize, Serialize};

use super::JobGame;
use crate::session::Session;
use crate::view::{SideIndex, side_index};

/// The number of positions that the engine looks at for a turn.
pub(super) const TRIAL_NODES: u64 = 200;
/// The number of turns at the beginning of a game that are drawn at random, so that games differ.
const RANDOM_TURNS: usize = 4;
/// The greatest number of turns of a game, of both sides together.
const MAX_TRIAL_TURNS: usize = 1000;

/// A game to play.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct TrialJob {
    pub(crate) game: JobGame,
    /// The number from which the first turns follow.
    pub(crate) opening: u32,
    /// The player of one side who is not the engine as it is; both sides are the engine if missing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) rival: Option<Rival>,
}

/// The engine with other worths of the pieces.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Rival {
    pub(crate) side: SideIndex,
    /// By the index of the type, in hundredths of the commonest piece.
    pub(crate) worths: Vec<i32>,
}

/// A game that the engine has played against itself.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct TrialGame {
    /// The turns from the array on.
    pub(crate) turns: Vec<Turn>,
    /// How it has ended; `None` if it was given up after too many turns.
    pub(crate) end: Option<TrialEnd>,
    /// The number of turns from which there was to choose, in all positions together.
    pub(crate) choices: u64,
    /// The greatest number of them.
    pub(crate) most_choices: u32,
    /// How often pieces of each type have moved, by the index of the type.
    pub(crate) moves: Vec<u32>,
    /// How often they have taken or converted something.
    pub(crate) captures: Vec<u32>,
    /// The engine's own worths of the types.
    #[serde(default)]
    pub(crate) worths: Vec<i32>,
    /// Its record: it is written where the game is played, as that may take long in a crowded game.
    #[serde(default)]
    pub(crate) record: String,
    /// The types of the first side's pieces that have gone to a square, by their indices, and the index of that.
    #[serde(default)]
    pub(crate) arrivals: Vec<[u16; 2]>,
    /// The types that have become others, by their indices, and those.
    #[serde(default)]
    pub(crate) promotions: Vec<[u16; 2]>,
}

/// How a game has ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct TrialEnd {
    /// The winner; none of a draw.
    pub(crate) winner: Option<SideIndex>,
    /// The reason, in words.
    pub(crate) text: Phrase,
}

impl Rival {
    /// Returns the engines of the first and the second side.
    pub(super) fn engines(&self, evaluation: &Arc<Evaluation>) -> Result<[Engine; 2], String> {
        let game = evaluation.game();
        let known = 1..=i32::from(PieceDef::MAX_WORTH);
        if self.worths.len() != game.types().count() || !self.worths.iter().all(|worth| known.contains(worth))
        {
            return Err("these are no worths of the game's pieces".to_owned());
        }
        let other = Arc::new(Evaluation::with_worths(game, &self.worths));
        // Both have as little memory, which is enough for few positions.
        let engine =
            |evaluation| Engine::with_evaluation(Arc::clone(game), evaluation, Options::with_hash(1));
        Ok(Side::BOTH
            .map(|side| engine(Arc::clone(if side_index(side) == self.side { &other } else { evaluation }))))
    }
}

impl TrialGame {
    /// Plays a game; `None` if it has been stopped. `engines` are those of the two sides, or one for both; `nodes` is how many positions
    /// they look at for a turn.
    pub(crate) fn play(engines: &mut [Engine], opening: u32, nodes: u64, stop: &Signal) -> Option<TrialGame> {
        engines.iter_mut().for_each(Engine::new_game);
        let game = &Arc::clone(engines[0].game());
        let mut rng = Rng::with_seed(opening.into());
        let mut position = Position::initial(game);
        let types = game.types().count();
        let mut played =
            TrialGame { moves: vec![0; types], captures: vec![0; types], ..TrialGame::default() };
        while played.turns.len() < MAX_TRIAL_TURNS && position.verdict().is_none() {
            let turns = position.legal_turns();
            played.choices += turns.len() as u64;
            played.most_choices = played.most_choices.max(turns.len() as u32);
            let turn = if played.turns.len() < RANDOM_TURNS {
                turns.get(rng.u64(..turns.len().max(1) as u64) as usize).copied()
            } else {
                let task = Task { limits: Limits::nodes(nodes), ..Task::default() };
                let engine = position.side().index() % engines.len();
                engines[engine].search(&position, task, stop, |_| {}).turn
            };
            if stop.is_stopped() {
                return None;
            }
            let Some(turn) = turn else { break };
            played.add(&mut position, turn);
        }
        played.end = position.verdict().map(|verdict| TrialEnd {
            winner: verdict.outcome.winner().map(side_index),
            text: words::verdict(game, verdict),
        });
        played.record = record(game, &played.turns);
        Some(played)
    }

    /// Plays a turn and counts it.
    fn add(&mut self, position: &mut Position, turn: Turn) {
        let mover = position.board().at(turn.first.from).kind();
        let other = position.side().other();
        let before = position.board().side(other).len();
        let changes = changes::Trial::new(position).changes(turn);
        position.play_unchecked(turn);
        self.turns.push(turn);
        if let Some(kind) = mover {
            self.moves[kind.index()] += 1;
            self.captures[kind.index()] += u32::from(position.board().side(other).len() < before);
        }
        let index = |kind: PieceType| kind.index() as u16;
        for step in &changes.steps {
            for change in &step.changes {
                let Some(now) = change.after.kind() else { continue };
                let was = match change.origin {
                    Some(from) => {
                        step.changes.iter().find(|left| left.square == from).map(|left| left.before)
                    }
                    None => (change.fate == Fate::Promoted).then_some(change.before),
                };
                if change.origin.is_some() && change.after.side() == Side::First {
                    self.arrivals.push([index(now), change.square.index() as u16]);
                }
                if let Some(was) = was.and_then(Piece::kind).filter(|was| *was != now) {
                    self.promotions.push([index(was), index(now)]);
                }
            }
        }
    }
}

/// Returns the record of a game.
fn record(game: &Arc<Game>, turns: &[Turn]) -> String {
    let mut session = Session::new(game);
    session.choose_default();
    for &turn in turns {
        if session.play_turn(turn).is_err() {
            break;
        }
    }
    session.record().to_string()
}
