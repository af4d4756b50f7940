//! The engine at the table: its turns, hints, evaluation, draw offers and level.

use beaufort_engine::{Level, levels};
use beaufort_rules::Side;
use beaufort_session::command::Command;
use beaufort_session::event::Event;
use beaufort_session::view::{Thought, side_index};
use beaufort_session::{Seat, Stage};

use super::{Flow, Table};
use crate::commands::play::input::Words;
use crate::commands::play::show::{BOLD, DIM};
use crate::commands::play::strength::{Limits, report};
use crate::failure::Failure;
use crate::output::{self, Status};

impl Table {
    /// Runs the engine's next job. Changes are written before they are shown.
    fn work(&mut self) -> Result<Vec<Event>, Failure> {
        let status = Status::new();
        status.show("Beaufort is thinking (Ctrl-C: enough) ...");
        let is_informed = self.is_informed;
        let events = self.client.work(|thought| {
            if is_informed {
                status.show(&format!("{:.1} s, {}", f64::from(thought.ms) / 1000.0, report(thought)));
            }
        });
        drop(status);
        self.keep(&events)?;
        Ok(events)
    }

    /// Lets the engine play.
    pub(super) fn engine_turn(&mut self) -> Result<Flow, Failure> {
        let before = self.session().here();
        let events = self.work()?;
        for event in &events {
            match event {
                Event::Thinking { thought } if self.is_informed => {
                    self.tell(&format!("{DIM}{}{DIM:#}\n", report(thought)))?;
                }
                Event::Error { error } => self.say(&output::error_line(&error.message))?,
                _ => {}
            }
        }
        if self.session().here() == before {
            return Ok(Flow::On);
        }
        self.tell(&format!("Beaufort plays {BOLD}{}{BOLD:#}.\n", self.last_text()))?;
        if self.session().human_sides().next().is_none()
            && self.session().to_play().is_some()
            && self.interrupt.take()
        {
            self.send(Command::Wait)?;
        }
        self.show()?;
        Ok(Flow::On)
    }

    fn last_text(&self) -> &str {
        self.session().record().moves.node(self.session().here()).text()
    }

    pub(super) fn hint(&mut self) -> Result<(), Failure> {
        let thought = self.thought(1)?;
        let line = thought.lines.first();
        let turn = line.and_then(|line| line.turns.first()).map_or("", String::as_str);
        self.tell(&format!(
            "Beaufort would play {BOLD}{turn}{BOLD:#}  {DIM}({}){DIM:#}\n",
            report(&thought)
        ))?;
        match line.and_then(|line| line.reason.as_ref()) {
            None => Ok(()),
            Some(reason) => self.tell(&format!("{reason}\n")),
        }
    }

    pub(super) fn eval(&mut self, lines: u8) -> Result<(), Failure> {
        let thought = self.thought(lines)?;
        self.tell(&format!("{}\n", report(&thought)))
    }

    /// Asks the engine for a number of its best turns.
    fn thought(&mut self, lines: u8) -> Result<Thought, Failure> {
        self.send(self.strength.hint(lines))?;
        let told = self.work()?.into_iter().find_map(|event| match event {
            Event::Hint { thought } => Some(thought),
            _ => None,
        });
        told.ok_or_else(|| Failure::user("the engine has no answer"))
    }

    pub(super) fn offer_draw(&mut self) -> Result<(), Failure> {
        let Stage::Turn(next) = self.session().stage() else {
            return Err(self.over());
        };
        let side = self.session().lone_human().unwrap_or(next);
        let other = side.other();
        self.send(Command::OfferDraw { side: side_index(side) })?;
        let told = if self.session().seat(other) == Seat::Engine {
            self.work()?
        } else {
            let other_name = self.session().game().side_name(other);
            let prompt = format!("Does {other_name} agree to a draw? (y/n)> ");
            let answer = self.input.read(&prompt, Words::default)?;
            let accept =
                answer.is_some_and(|answer| ["y", "yes"].contains(&answer.to_ascii_lowercase().as_str()));
            self.send(Command::AnswerDraw { side: side_index(other), accept })?
        };
        let is_declined = told.iter().any(|event| matches!(event, Event::DrawDeclined { .. }));
        let thought = told.iter().find_map(|event| match event {
            Event::Thinking { thought } => thought.lines.first(),
            _ => None,
        });
        if let Some(line) = thought {
            let answer = if is_declined { "plays on" } else { "agrees" };
            self.tell(&format!("Beaufort {answer}. Its score of the game: {}.\n", line.score.text))?;
        }
        if is_declined { Ok(()) } else { self.show() }
    }

    pub(super) fn limit(&mut self, limits: Limits) -> Result<(), Failure> {
        self.strength.limits = limits;
        self.seat(self.seats())?;
        self.tell(&format!("Beaufort's limit for a turn: {}.\n", self.strength.in_words()))?;
        let level = self.strength.level;
        if level.skill.is_some() {
            self.tell(&format!("Force {} {}.\n", level.force, level.stop()))
        } else {
            Ok(())
        }
    }

    /// Changes the level of the engine, or lists the levels.
    pub(super) fn level(&mut self, level: Option<&'static Level>) -> Result<(), Failure> {
        let Some(level) = level else {
            let width = levels().iter().map(|level| level.id.len() + 1).max().unwrap_or(0);
            for level in levels() {
                let is_now = level == self.strength.level;
                let (begin, end) =
                    if is_now { (format!("{BOLD}"), format!("{BOLD:#}")) } else { <_>::default() };
                self.tell(&format!("{begin}{:width$}{end}{}\n", level.id, level.title()))?;
                self.tell(&format!("{:width$}{}\n", "", level.description))?;
                self.tell(&format!("{:width$}It {}.\n", "", level.stop()))?;
            }
            return Ok(());
        };
        self.strength.level = level;
        self.seat(self.seats())?;
        let Level { description, .. } = level;
        self.tell(&format!("Beaufort plays with {}. {description}\nIt {}.\n", level.title(), level.stop()))
    }

    /// Returns the players of the sides.
    pub(super) fn seats(&self) -> [Seat; 2] {
        Side::BOTH.map(|side| self.session().seat(side))
    }

    /// Gives the sides to players, the engine as strong as it is now.
    pub(super) fn seat(&mut self, seats: [Seat; 2]) -> Result<(), Failure> {
        for (side, seat) in Side::BOTH.into_iter().zip(seats) {
            self.send(Command::Seat { side: side_index(side), player: self.strength.player(seat) })?;
        }
        Ok(())
    }
}
