//! The engine's judgement of every position of a line, for a graph.

use std::time::Duration;

use beaufort_engine::Limits;
use beaufort_rules::record::{NodeId, Tree};
use beaufort_rules::{Position, Turn, phrase};

use super::handler::Handler;
use super::refusal::{Refusal, not_now, not_playable, read_turn, refusal};
use super::table::{JobPurpose, Requester, Review, Table};
use crate::assessment;
use crate::error::PlayError;
use crate::event::{Event, ProblemCode};
use crate::job::{SearchJob, SearchReport};
use crate::judgement::{PlaceBefore, score_of};
use crate::session::Stage;
use crate::view::{Judgement, NodeScore, Score};

/// The least and the most time for each position of a review, in milliseconds.
const REVIEW_TIME_MS: std::ops::RangeInclusive<u32> = 20..=10_000;

/// The time for a turn that a client wants to have judged.
const JUDGE_TIME: Duration = Duration::from_millis(400);

impl Handler<'_> {
    pub(super) fn review(&mut self, ms: u32) -> Result<(), Refusal> {
        if !REVIEW_TIME_MS.contains(&ms) {
            let message = phrase!(
                "a review takes {from} to {number} ms a position",
                from = *REVIEW_TIME_MS.start(),
                number = *REVIEW_TIME_MS.end()
            );
            return Err(refusal(ProblemCode::Malformed, message, "ms"));
        }
        let table = self.table_mut()?;
        if let stage @ Stage::Setup { .. } = table.session.stage() {
            return Err(not_playable(stage));
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
        self.resume_and_note()
    }

    pub(super) fn stop_review(&mut self) -> Result<(), Refusal> {
        if self.table_mut()?.review.take().is_none() {
            return Err(not_now(phrase!("there is no review to stop")));
        }
        self.cancel_jobs(|purpose| matches!(purpose, JobPurpose::Review(_)));
        self.resume_and_note()
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
                return self.resume_and_note();
            };
            let Some(id) = table.session.node(node as usize) else { continue };
            let position = table.session.position_at(id);
            if position.verdict().is_none() {
                let search = SearchJob::new(&table.session, id, Limits::time(time));
                self.search(JobPurpose::Review(node), search);
                return Ok(());
            }
            let score = table.found(id, &position, (0, &[]));
            self.add_score(score)?;
        }
    }

    pub(super) fn review_reported(&mut self, node: u32, found: &SearchReport) -> Result<(), Refusal> {
        let table = self.table()?;
        if let Some(id) = table.session.node(node as usize) {
            let position = table.session.position_at(id);
            let score = table.found(id, &position, (found.score(), found.pv()));
            self.add_score(score)?;
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

/// The judgement of a turn that has not been played.
impl Handler<'_> {
    pub(super) fn judge(&mut self, node: u32, text: &str) -> Result<(), Refusal> {
        let id = self.find_node(node)?;
        let table = self.table()?;
        if table.score(id).is_none() {
            return Err(not_now(phrase!("no review has judged this place")));
        }
        let before = table.session.position_at(id);
        let turn = read_turn(&before, text, "turn")?;
        if before.is_repetition(turn) {
            let message = PlayError::Repetition(text.to_owned()).message();
            return Err(refusal(ProblemCode::Repetition, message, "turn"));
        }
        let search = SearchJob::new(&table.session, id, Limits::time(JUDGE_TIME)).after(turn);
        let mut after = before.clone();
        after.play_unchecked(turn);
        let verdict = after.verdict();
        let Some(requester) = self.requester else { return Ok(()) };
        if let Some(verdict) = verdict {
            let score = score_of(before.game(), verdict);
            return self.reply_judgement(requester, node, turn, &score, None);
        }
        self.cancel_jobs(
            |purpose| matches!(purpose, JobPurpose::Judgement(other, ..) if other.client == requester.client),
        );
        self.expect_job_slot()?;
        self.search(JobPurpose::Judgement(requester, node, turn), search);
        Ok(())
    }

    pub(super) fn judgement_reported(
        &mut self,
        requester: Requester,
        node: u32,
        turn: Turn,
        found: &SearchReport,
    ) -> Result<(), Refusal> {
        let session = &self.table()?.session;
        let Some(id) = session.node(node as usize) else { return Ok(()) };
        let mut after = session.position_at(id);
        after.play_unchecked(turn);
        let score = assessment::score(&after, found.score());
        let reply = found.best().filter(|&reply| after.is_legal(reply));
        self.reply_judgement(requester, node, turn, &score, reply)
    }

    fn reply_judgement(
        &mut self,
        requester: Requester,
        node: u32,
        turn: Turn,
        after: &Score,
        reply: Option<Turn>,
    ) -> Result<(), Refusal> {
        let table = self.table()?;
        let Some(id) = table.session.node(node as usize) else { return Ok(()) };
        let before = table.session.position_at(id);
        let judgement = table.judgement(id, &before, turn, after, reply);
        // A later review may have begun to judge the place anew.
        let Some(judgement) = judgement else { return Ok(()) };
        let turn = before.turn_text(turn).unwrap_or_default();
        self.reply_to(requester, Event::Judged { node, turn, judgement });
        Ok(())
    }
}

impl Table {
    /// Returns what a review has found about a place.
    fn score(&self, id: NodeId) -> Option<&NodeScore> {
        self.scores.iter().rev().find(|score| score.node as usize == id.index())
    }

    /// Returns what a review finds about a place by a search of its position; it judges the turn that leads there if it has judged the
    /// place before.
    fn found(&self, id: NodeId, position: &Position, search: (i32, &[Turn])) -> NodeScore {
        let parent = self.session.record().moves.parent(id);
        let before = parent.map(|parent| (self.session.position_at(parent), self.score(parent)));
        let before = before.as_ref().and_then(|(position, found)| {
            Some(PlaceBefore { position, found: (*found)?, turn: self.session.turns_to(id).pop()? })
        });
        NodeScore::found(id.index() as u32, position, search, before)
    }

    fn judgement(
        &self,
        id: NodeId,
        before: &Position,
        turn: Turn,
        score_after: &Score,
        reply: Option<Turn>,
    ) -> Option<Judgement> {
        let before = PlaceBefore { position: before, found: self.score(id)?, turn };
        Some(before.judge(score_after, reply))
    }

    /// Returns what a review has found.
    pub(super) fn review_event(&self, scores: Vec<NodeScore>) -> Event {
        let total = self.review.as_ref().map_or(self.scores.len() as u32, |review| review.total);
        let todo = self.review.as_ref().map_or(0, |review| review.todo.len() as u32);
        Event::Review { scores, done: total.saturating_sub(todo), total }
    }
}
