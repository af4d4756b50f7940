//! Conditional turns: the player who waits may enter replies to possible turns of the other side. The other side does not
//! see them before it has played.

use beaufort_rules::game::definition::Style;
use beaufort_rules::{Scope, phrase};

use super::handler::Handler;
use super::refusal::{Refusal, not_now, read_turn, refusal};
use super::seats::Plan;
use crate::command::ClockRule;
use crate::event::ProblemCode;
use crate::session::Session;
use crate::view::side_index;

/// The most lines of conditional turns of a game.
const MAX_PLAN_LINES: usize = 20;
/// The most turns of all these lines together.
const MAX_PLAN_TURNS: usize = 100;
/// The most turns that may be looked at to read them.
const MAX_PLAN_WORK: usize = 50_000;

impl Handler<'_> {
    /// Keeps the conditional turns of the requester in place of the old ones.
    pub(super) fn plan(&mut self, node: u32, lines: &[Vec<String>]) -> Result<(), Refusal> {
        let side = self.expect_seat()?;
        let position = self.expect_turn(node)?;
        if position.side() == side {
            return Err(not_now(phrase!("it is the own turn: conditional turns answer the other side's")));
        }
        let table = self.table()?;
        let is_slow = table.clock.as_ref().is_none_or(|clock| matches!(clock.rule(), ClockRule::Days { .. }));
        if !is_slow {
            return Err(not_now(phrase!("there are conditional turns by mail and without a clock alone")));
        }
        let lines = legal_lines(&table.session, lines)?;
        self.seats_mut()?.plan = (!lines.is_empty()).then(|| Plan { side: side_index(side), lines });
        Ok(())
    }

    /// Plays the planned answer to the turn that has just been played. An illegal answer is not played, nor is anything that was
    /// to follow on it.
    pub(super) fn follow_plan(&mut self) -> Result<(), Refusal> {
        let Some(plan) = self.seats_mut().ok().and_then(|seats| seats.plan.take()) else { return Ok(()) };
        let session = &self.table()?.session;
        let (owner, side) = (plan.side, session.position().side());
        let played = session.record().moves.node(session.here()).text().to_owned();
        if owner == side_index(side)
            && let (Some(answer), rest) = plan.after(&played)
        {
            let turn = read_turn(session.position(), &answer, "turn");
            let is_played = turn.and_then(|turn| self.play_turn(turn)).is_ok();
            self.seats_mut()?.plan = Some(rest).filter(|rest| is_played && !rest.lines.is_empty());
        }
        Ok(())
    }
}

/// Returns lines of turns from the place shown as they are written, without those that others contain.
fn legal_lines(session: &Session, lines: &[Vec<String>]) -> Result<Vec<Vec<String>>, Refusal> {
    let turns: usize = lines.iter().map(Vec::len).sum();
    if lines.len() > MAX_PLAN_LINES || turns > MAX_PLAN_TURNS {
        let message = phrase!(
            "there are at most {number} lines of conditional turns, with {count} turns together",
            number = MAX_PLAN_LINES,
            count = MAX_PLAN_TURNS
        );
        return Err(refusal(ProblemCode::TooLarge, message, "lines"));
    }
    let mut legal: Vec<Vec<String>> = Vec::new();
    let mut left = MAX_PLAN_WORK;
    for line in lines {
        if line.is_empty() || line.len() % 2 == 1 {
            let message = phrase!("a line is made of turns of the other side, each with its answer");
            return Err(refusal(ProblemCode::Malformed, message, "lines"));
        }
        let line = legal_line(session, line, &mut left)?;
        let parted = |other: &Vec<String>| line.iter().zip(other).position(|(turn, other)| turn != other);
        if let Some(at) = legal.iter().filter_map(parted).find(|at| at % 2 == 1) {
            let message = phrase!("there are two answers to `{text}`", text = &line[at - 1]);
            return Err(refusal(ProblemCode::Malformed, message, "lines"));
        }
        if legal.iter().any(|other| other.starts_with(&line)) {
            continue;
        }
        legal.retain(|other| !line.starts_with(other));
        legal.push(line);
    }
    Ok(legal)
}

/// Returns the turns of a line as they are written, if no more turns have to be looked at than are `left`.
fn legal_line(session: &Session, line: &[String], left: &mut usize) -> Result<Vec<String>, Refusal> {
    let mut session = session.clone();
    // To read a turn in algebraic notation all of them are written.
    let price = if matches!(session.game().definition().style, Style::Algebraic { .. }) { 4 } else { 1 };
    let mut legal = Vec::with_capacity(line.len());
    for text in line {
        let choices = session.position().count_turns(Scope::Choices) as usize;
        *left = left.checked_sub(choices * price).ok_or_else(|| {
            let message = phrase!(
                "the positions of conditional turns have at most {number} turns altogether",
                number = MAX_PLAN_WORK
            );
            refusal(ProblemCode::TooHard, message, "lines")
        })?;
        session.play(text).map_err(|error| refusal(ProblemCode::Notation, error.message(), "lines"))?;
        legal.push(session.record().moves.node(session.here()).text().to_owned());
    }
    Ok(legal)
}
