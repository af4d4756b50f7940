//! What the engine is asked: for a turn, for its opinion, for a draw.

use std::sync::Arc;

use beaufort_engine::{Level, Limits, levels};
use beaufort_session::{PlayError, Seat, Stage, assessment};

use super::Table;
use crate::commands::play::input::Words;
use crate::commands::play::show::{BOLD, DIM};
use crate::commands::play::thinker;
use crate::failure::Failure;

impl Table {
    pub(super) fn hint(&mut self) -> Result<(), Failure> {
        if let Stage::Over(verdict) = self.session.stage() {
            return Err(self.mistake("", &PlayError::Over(verdict)));
        }
        let result = self.thinker.find(1, self.session.position(), self.is_informed);
        let report =
            thinker::report(self.session.position(), result.depth, result.score, result.nodes, &result.pv);
        let turn =
            assessment::pv_texts(self.session.position(), &result.turn.into_iter().collect::<Vec<_>>())
                .concat();
        self.say(&format!("Beaufort would play {BOLD}{turn}{BOLD:#}  {DIM}({report}){DIM:#}\n"))
    }

    pub(super) fn eval(&mut self, lines: usize) -> Result<(), Failure> {
        if let Stage::Over(verdict) = self.session.stage() {
            return Err(self.mistake("", &PlayError::Over(verdict)));
        }
        let position = self.session.position();
        let result = self.thinker.find(lines, position, self.is_informed);
        let report = thinker::reports(position, &result);
        self.say(&format!("{report}\n"))
    }

    pub(super) fn offer_draw(&mut self) -> Result<(), Failure> {
        let Stage::Turn(next) = self.session.stage() else {
            return Err(Failure::user("the game is over"));
        };
        let game = Arc::clone(self.session.game());
        let accepted = if self.session.lone_human().is_some() {
            let result = self.thinker.find(1, self.session.position(), false);
            let is_mine = self.session.seat(next) == Seat::Human;
            let score = if is_mine { -result.score } else { result.score };
            let standing = assessment::score_text(&game, next, result.score);
            let accepted = assessment::agrees_to_draw(self.session.position(), score);
            let answer = if accepted { "agrees" } else { "plays on" };
            self.say(&format!("Beaufort {answer}: it thinks the game is {standing}.\n"))?;
            accepted
        } else {
            let other = game.side_name(next.other());
            let prompt = format!("Does {other} agree to a draw? (y/n)> ");
            let answer = self.input.read(&prompt, Words::default)?;
            answer.is_some_and(|answer| ["y", "yes"].contains(&answer.to_ascii_lowercase().as_str()))
        };
        if !accepted {
            return Ok(());
        }
        self.session.agree_to_draw();
        self.changed()?;
        self.show()
    }

    pub(super) fn limit(&mut self, limits: Limits) -> Result<(), Failure> {
        self.thinker.limits = limits;
        self.say(&format!("Beaufort's limit for a turn: {}.\n", self.thinker.limits_in_words()))
    }

    /// Changes the level of the engine, or lists the levels.
    pub(super) fn level(&mut self, level: Option<&'static Level>) -> Result<(), Failure> {
        let Some(level) = level else {
            let now = self.thinker.level();
            for level in levels() {
                let (begin, end) =
                    if level == now { (format!("{BOLD}"), format!("{BOLD:#}")) } else { <_>::default() };
                self.say(&format!("{begin}{:10}{end}{}\n", level.id, level.description))?;
            }
            return Ok(());
        };
        self.thinker.set_level(level);
        self.name_players();
        self.say(&format!("Beaufort plays as level {}: {}\n", level.id, level.description))
    }
}
