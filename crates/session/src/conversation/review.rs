//! The engine's judgement of every position of a line, for a graph.

use std::time::Duration;

use beaufort_engine::{Limits, MATE};
use beaufort_rules::Side;
use beaufort_rules::record::Tree;
use beaufort_rules::turn::Outcome;

use super::{Handler, JobPurpose, Refusal, Review, Table, not_now, refusal};
use crate::assessment;
use crate::event::{Event, ProblemCode};
use crate::job::{SearchJob, SearchReport};
use crate::session::Stage;
use crate::view::{NodeScore, Score};

/// The least and the most time for each position of a review, in milliseconds.
const REVIEW_TIME_MS: std::ops::RangeInclusive<u32> = 20..=10_000;

impl Handler<'_> {
    pub(super) fn review(&mut self, ms: u32) -> Result<(), Refusal> {
        if !REVIEW_TIME_MS.contains(&ms) {
            let message = format!(
                "a review takes {} to {} ms a position",
                REVIEW_TIME_MS.start(),
                REVIEW_TIME_MS.end()
            );
            return Err(refusal(ProblemCode::Malformed, message, "ms"));
        }
        let table = self.table_mut()?;
        if let Stage::SetUp { .. } = table.session.stage() {
            return Err(not_now("the set-up is not finished"));
        }
        let moves = &table.session.record().moves;
        let here = table.session.here();
        let line = std::iter::once(Tree::ROOT).chain(moves.path(here)).chain(moves.line(here));
        let mut todo: Vec<u32> = line.map(|node| node.index() as u32).collect();
        todo.reverse();
        table.scores.retain(|score| !todo.contains(&score.node));
        let total = todo.len() as u32;
        table.review = Some(Review { todo, total, time: Duration::from_millis(ms.into()) });
        self.cancel_jobs(|purpose| matches!(purpose, JobPurpose::Review(_)));
        self.review_next()?;
        self.resume_and_broadcast()
    }

    pub(super) fn stop_review(&mut self) -> Result<(), Refusal> {
        if self.table_mut()?.review.take().is_none() {
            return Err(not_now("there is no review to stop"));
        }
        self.cancel_jobs(|purpose| matches!(purpose, JobPurpose::Review(_)));
        self.resume_and_broadcast()
    }

    /// Goes on with a review whose work has been dropped.
    pub(super) fn resume_review(&mut self) {
        let is_running =
            self.conversation.jobs.iter().any(|(_, purpose)| matches!(purpose, JobPurpose::Review(_)));
        let is_due = self.conversation.table.as_ref().is_some_and(|table| table.review.is_some());
        if is_due && !is_running {
            // It can only fail without a game.
            let _ = self.review_next();
        }
    }

    /// Goes on with the next position of a review; where the game is over there is nothing to ask.
    fn review_next(&mut self) -> Result<(), Refusal> {
        loop {
            let table = self.table_mut()?;
            let Some(review) = &mut table.review else { return Ok(()) };
            let time = review.time;
            let Some(node) = review.todo.pop() else {
                table.review = None;
                return self.resume_and_broadcast();
            };
            let Some(id) = table.session.node(node as usize) else { continue };
            let position = table.session.position_at(id);
            match position.verdict() {
                Some(verdict) => {
                    let value = match verdict.outcome {
                        Outcome::Win(Side::First) => MATE,
                        Outcome::Win(Side::Second) => -MATE,
                        Outcome::Draw => 0,
                    };
                    let text = beaufort_draw::words::verdict(position.game(), verdict);
                    let score = NodeScore { node, score: Score { value, plies: Some(0), text }, best: None };
                    self.add_score(score)?;
                }
                None => {
                    let search = SearchJob::new(&table.session, id, Limits::time(time));
                    self.search(JobPurpose::Review(node), search);
                    return Ok(());
                }
            }
        }
    }

    pub(super) fn review_reported(&mut self, node: u32, found: &SearchReport) -> Result<(), Refusal> {
        let table = self.table()?;
        if let Some(id) = table.session.node(node as usize) {
            let position = table.session.position_at(id);
            let turn = found.lines.first().and_then(|line| line.pv.get(..1));
            let best = turn.and_then(|turn| assessment::pv_texts(&position, turn).pop());
            self.add_score(NodeScore { node, score: assessment::score(&position, found.score()), best })?;
        }
        self.review_next()
    }

    fn add_score(&mut self, score: NodeScore) -> Result<(), Refusal> {
        let table = self.table_mut()?;
        table.scores.push(score.clone());
        let event = table.review_event(vec![score]);
        self.broadcast_change(event);
        Ok(())
    }
}

impl Table {
    /// Returns what a review has found.
    pub(super) fn review_event(&self, scores: Vec<NodeScore>) -> Event {
        let total = self.review.as_ref().map_or(self.scores.len() as u32, |review| review.total);
        let todo = self.review.as_ref().map_or(0, |review| review.todo.len() as u32);
        Event::Review { scores, done: total.saturating_sub(todo), total }
    }
}
