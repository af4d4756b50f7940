//! The players of a match.

use std::sync::Arc;

use beaufort_engine::{Evaluation, Limits, Options, Skill, Task};
use beaufort_lab::external::{ExternalPlayer, Program};
use beaufort_lab::players::{Contender, PlayerError};
use beaufort_rules::{Game, Position};

use crate::failure::Failure;
use crate::game_args::PieceValues;

/// A player with a name.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct PlayerSpec {
    pub(super) name: String,
    pub(super) kind: PlayerSpecKind,
    /// The evaluation, if it is not the default.
    pub(super) piece_values: Option<PieceValues>,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum PlayerSpecKind {
    /// Any legal turn.
    Random,
    /// Looks one turn ahead.
    Greedy,
    /// The engine, at full strength or with a skill.
    Engine(Limits, Options, Option<Skill>),
    /// Another program.
    Program(Program),
}

impl PlayerSpec {
    /// Returns the player as a side of a match.
    pub(super) fn contender(
        self,
        game: &Arc<Game>,
        evaluation: &Arc<Evaluation>,
    ) -> Result<Contender, Failure> {
        let evaluation = &match &self.piece_values {
            None => Arc::clone(evaluation),
            Some(values) => Arc::new(values.evaluation(game)?),
        };
        Ok(match self.kind {
            PlayerSpecKind::Random => Contender::random(),
            PlayerSpecKind::Greedy => Contender::greedy(evaluation),
            PlayerSpecKind::Engine(limits, options, skill) => {
                let task = Task { limits, skill, ..Task::default() };
                Contender::engine(self.name, game, evaluation, options, task)
            }
            PlayerSpecKind::Program(program) => {
                let sample = Position::initial(game);
                let make = move || Box::new(ExternalPlayer::new(program.clone(), sample.clone())) as Box<_>;
                Contender::new(self.name, make)
            }
        })
    }

    /// Checks that a program starts and plays the game, before the match begins.
    pub(super) fn try_out(&self, game: &Arc<Game>) -> Result<(), Failure> {
        let PlayerSpecKind::Program(program) = &self.kind else { return Ok(()) };
        let tried = ExternalPlayer::new(program.clone(), Position::initial(game)).prepare();
        tried.map_err(|refusal| match refusal {
            PlayerError::Failed(reason) => Failure::user(format_args!("{} {reason}", self.name)),
            _ => Failure::user(format_args!("{} cannot be got ready", self.name)),
        })
    }
}
