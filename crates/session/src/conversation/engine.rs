//! The questions to the engine, and the handling of its answers.

use std::sync::Arc;
use std::time::Duration;

use beaufort_engine::{Limits, PvLine};
use beaufort_rules::vocabulary::Phrase;
use beaufort_rules::{Game, Position, Scope, Side, Turn, phrase};

use super::Conversation;
use super::effects::{Effects, JobCommand};
use super::handler::Handler;
use super::limits::{ADVICE_MS, expect_lines, limits_of, thinking};
use super::refusal::{Refusal, not_now};
use super::table::{JobPurpose, Requester};
use crate::assessment;
use crate::event::{Event, Problem, ProblemCode};
use crate::job::{Handicap, Job, JobGame, JobId, JobKind, JobReport, SearchJob, SearchReport};
use crate::judgement::merit;
use crate::seats::Seat;
use crate::session::Stage;
use crate::view::{Player, Thought, ThoughtLine};

/// How long an analysis goes on at most.
const ANALYSIS_TIME: Duration = Duration::from_secs(120);
/// The most jobs of the engine for one session that clients may ask for.
const MAX_JOBS: usize = 16;
/// The time after which thoughts about the engine's own turn are broadcast.
const MIN_REPORTED_TIME: Duration = Duration::from_millis(100);

impl Conversation {
    /// Takes a report on a job. One that has been dropped is ignored.
    pub fn handle_report(&mut self, job: JobId, report: JobReport, now: Duration) -> Effects {
        self.handle_report_arrived(job, report, now, now)
    }

    /// Takes a report on a job that has `arrived` before and had to wait; see [`Conversation::handle_arrived`].
    pub fn handle_report_arrived(
        &mut self,
        job: JobId,
        report: JobReport,
        arrived: Duration,
        now: Duration,
    ) -> Effects {
        let Some(place) = self.jobs.iter().position(|&(id, _)| id == job) else {
            return Effects::default();
        };
        let (_, purpose) = self.jobs[place];
        let mut handler = self.handler(None, now);
        handler.arrived = arrived.min(now);
        if !matches!(report, JobReport::Progress(_)) {
            handler.conversation.jobs.remove(place);
        }
        if let Err(problem) = handler.job_reported(purpose, report) {
            // Without a game there is no client to inform.
            let _ = handler.failed(purpose, problem.message);
        }
        handler.finish()
    }
}

impl Handler<'_> {
    fn job_reported(&mut self, purpose: JobPurpose, report: JobReport) -> Result<(), Refusal> {
        match (purpose, report) {
            (JobPurpose::Turn | JobPurpose::DrawOffer(_), JobReport::Progress(found))
                if found.time >= MIN_REPORTED_TIME =>
            {
                self.broadcast_thought(&found)
            }
            (JobPurpose::Analysis, JobReport::Progress(found) | JobReport::Done(found)) => {
                let thought = self.thought(&found, merit)?;
                self.broadcast(Event::Analysis { thought });
                Ok(())
            }
            (_, JobReport::Progress(_)) => Ok(()),
            (JobPurpose::Turn, JobReport::Done(found)) => {
                self.broadcast_thought(&found)?;
                match found.lines.first().and_then(|line| line.pv.first()) {
                    Some(&turn) => self.play_turn(turn),
                    None => self.failed(purpose, phrase!("the engine has found no turn")),
                }
            }
            (JobPurpose::DrawOffer(by), JobReport::Done(found)) => {
                self.broadcast_thought(&found)?;
                let position = self.table()?.session.position();
                let score = if position.side() == by { -found.score() } else { found.score() };
                let accept = assessment::agrees_to_draw(position, score);
                self.decide_draw(by, accept)
            }
            (JobPurpose::Hint(requester), JobReport::Done(found)) => {
                let thought = self.thought(&found, merit)?;
                self.reply_to(requester, Event::Hint { thought });
                Ok(())
            }
            (JobPurpose::Review(node), JobReport::Done(found)) => self.review_reported(node, &found),
            (JobPurpose::Judgement(requester, node, turn), JobReport::Done(found)) => {
                self.judgement_reported(requester, node, turn, &found)
            }
            (JobPurpose::Worth(requester), JobReport::Worth { game, worth, heat_map }) => {
                self.reply_to(requester, Event::Worth { game, worth, heat_map });
                Ok(())
            }
            (purpose, JobReport::Failed(message)) => self.failed(purpose, Phrase::verbatim(message)),
            (JobPurpose::Trial(requester), JobReport::Trial(played)) => {
                self.trial_game_played(requester, *played);
                Ok(())
            }
            (purpose, JobReport::Done(_) | JobReport::Worth { .. } | JobReport::Trial(_)) => {
                self.failed(purpose, phrase!("the engine has answered another question"))
            }
        }
    }

    /// Handles a failure of the engine: those who wait for it are informed, and the game goes on without it.
    fn failed(&mut self, purpose: JobPurpose, message: Phrase) -> Result<(), Refusal> {
        let error = Problem::new(ProblemCode::Engine, message);
        match purpose {
            JobPurpose::Hint(requester)
            | JobPurpose::Judgement(requester, ..)
            | JobPurpose::Worth(requester)
            | JobPurpose::Trial(requester) => {
                self.reply_to(requester, Event::Error { error });
                return Ok(());
            }
            JobPurpose::Turn => self.table_mut()?.waiting = true,
            JobPurpose::DrawOffer(_) => self.table_mut()?.draw_offer = None,
            JobPurpose::Analysis => self.table_mut()?.analysis = None,
            JobPurpose::Review(_) => self.table_mut()?.review = None,
        }
        self.broadcast(Event::Error { error });
        self.resume_and_note()
    }

    /// Starts the searches that are due: the turn of an engine, its answer to a draw offer, the analysis.
    pub(super) fn start_searches(&mut self) {
        let is_doing = |is_meant: fn(&JobPurpose) -> bool| {
            self.conversation.jobs.iter().any(|(_, purpose)| is_meant(purpose))
        };
        let is_thinking = is_doing(|purpose| matches!(purpose, JobPurpose::Turn | JobPurpose::DrawOffer(_)));
        let is_analysing = is_doing(|purpose| *purpose == JobPurpose::Analysis);
        let Some(table) = &self.conversation.table else { return };
        let Stage::Turn(side) = table.session.stage() else { return };
        let session = &table.session;
        let turn = match &table.players[side.index()] {
            player @ Player::Engine { level: id, ms, .. } if !table.waiting && !is_thinking => {
                let time = Duration::from_millis((*ms).into());
                let limits = table.clock.as_ref().map(|clock| clock.limits(side, time, self.now));
                let (time, clock) = limits.unwrap_or((time, None));
                let handicap = Some(Handicap { level: id.clone(), seed: table.seed });
                let limits = Limits { time: Some(time), clock, ..limits_of(player) };
                Some(SearchJob { handicap, ..SearchJob::new(session, session.here(), limits) })
            }
            Player::Engine { .. } | Player::Person => None,
        };
        let analysis = table.analysis.filter(|_| !is_analysing).map(|lines| SearchJob {
            lines: lines.into(),
            ..SearchJob::new(session, session.here(), Limits::time(ANALYSIS_TIME))
        });
        let is_asked = |by: &Side| !is_thinking && table.session.seat(by.other()) == Seat::Engine;
        if let Some(by) = table.draw_offer.filter(is_asked) {
            // Without a game there could be no offer of a draw.
            let _ = self.ask_about_draw(by);
        } else if let Some(search) = turn {
            self.search(JobPurpose::Turn, search);
        }
        if let Some(search) = analysis {
            self.search(JobPurpose::Analysis, search);
        }
    }

    pub(super) fn hint(
        &mut self,
        lines: Option<u8>,
        ms: Option<u32>,
        depth: Option<u32>,
        nodes: Option<u32>,
    ) -> Result<(), Refusal> {
        let lines = lines.unwrap_or(1);
        expect_lines(lines)?;
        let limits = thinking(self.conversation.max_engine_ms, ms.unwrap_or(ADVICE_MS), depth, nodes)?;
        let session = &self.table()?.session;
        let Stage::Turn(_) = session.stage() else {
            return Err(not_now(phrase!("there is no turn to be played")));
        };
        let search = SearchJob::new(session, session.here(), limits);
        if let Some(requester) = self.requester {
            self.cancel_jobs(
                |purpose| matches!(purpose, JobPurpose::Hint(other) if other.client == requester.client),
            );
            self.expect_job_slot()?;
            self.search(JobPurpose::Hint(requester), SearchJob { lines: lines.into(), ..search });
        }
        Ok(())
    }

    pub(super) fn ask_about_draw(&mut self, by: Side) -> Result<(), Refusal> {
        let table = self.table()?;
        let limits = limits_of(&table.players[by.other().index()]);
        let time = limits.time.map(|time| time.min(Duration::from_millis(ADVICE_MS.into())));
        let search = SearchJob::new(&table.session, table.session.here(), Limits { time, ..limits });
        self.search(JobPurpose::DrawOffer(by), search);
        Ok(())
    }

    pub(super) fn analyse(&mut self, on: bool, lines: u8) -> Result<(), Refusal> {
        expect_lines(lines)?;
        self.table_mut()?.analysis = on.then_some(lines);
        self.cancel_jobs(|purpose| *purpose == JobPurpose::Analysis);
        self.resume_and_note()
    }

    /// Tells all what the engine thinks about its turn or its answer.
    fn broadcast_thought(&mut self, found: &SearchReport) -> Result<(), Refusal> {
        if found.lines.is_empty() {
            return Ok(());
        }
        let thought = self.thought(found, |_, _| None)?;
        self.broadcast(Event::Thinking { thought });
        Ok(())
    }

    /// Returns what the engine thinks of the position shown; `reason` says of a line what its first turn does.
    fn thought(
        &self,
        found: &SearchReport,
        reason: fn(&Position, Turn) -> Option<Phrase>,
    ) -> Result<Thought, Refusal> {
        let session = &self.table()?.session;
        let position = session.position();
        let choices = position.turns(Scope::Choices);
        let line = |PvLine { score, pv }: &PvLine| {
            // A line without a turn of the position says nothing that could be played.
            let &first = pv.first()?;
            let index = choices.iter().position(|&known| known == first)?;
            Some(ThoughtLine {
                score: assessment::score(position, *score),
                turns: assessment::pv_texts(position, pv),
                index: index as u32,
                reason: reason(position, first),
            })
        };
        Ok(Thought {
            node: session.here().index() as u32,
            depth: found.depth,
            nodes: found.nodes,
            ms: u32::try_from(found.time.as_millis()).unwrap_or(u32::MAX),
            lines: found.lines.iter().filter_map(line).collect(),
        })
    }

    pub(super) fn search(&mut self, purpose: JobPurpose, search: SearchJob) {
        self.start_job(purpose, JobKind::Search(Box::new(search)));
    }

    pub(super) fn start_worth_job(&mut self, requester: Requester, game: &Game, piece_type: Option<usize>) {
        let game = JobGame::from(game);
        self.start_job(JobPurpose::Worth(requester), JobKind::Worth { game, piece_type });
    }

    /// Expects that the engine has not too much to do for this session.
    pub(super) fn expect_job_slot(&self) -> Result<(), Refusal> {
        if self.conversation.jobs.len() < MAX_JOBS {
            return Ok(());
        }
        let message = phrase!("the engine has enough to do for this session: wait for its answers");
        Err(Box::new(Problem::new(ProblemCode::Engine, message)))
    }

    pub(super) fn start_job(&mut self, purpose: JobPurpose, kind: JobKind) {
        let id = self.conversation.last_job.next();
        self.conversation.last_job = id;
        self.conversation.jobs.push((id, purpose));
        let is_preemptible = matches!(purpose, JobPurpose::Analysis | JobPurpose::Trial(_));
        self.effects.job_commands.push(JobCommand::Start(Job { id, is_preemptible, kind }));
    }

    /// Cancels jobs for these purposes and stops the clock, until [`Handler::resume`].
    pub(super) fn suspend(&mut self, is_over: impl Fn(&JobPurpose) -> bool) {
        // The clock of a game by mail does not stop for a moment's work.
        if !self.conversation.is_by_mail() {
            self.run_clock(None);
        }
        // The position that a review was judging is still to be judged.
        let judged = self.conversation.jobs.iter().find_map(|(_, purpose)| match purpose {
            &JobPurpose::Review(node) if is_over(purpose) => Some(node),
            _ => None,
        });
        if let Some(node) = judged
            && let Some(table) = &mut self.conversation.table
            && let Some(review) = &mut Arc::make_mut(table).review
        {
            review.todo.push(node);
        }
        self.cancel_jobs(is_over);
    }

    /// Stops the engine's thought about its turn.
    pub(super) fn cancel_turn_search(&mut self) {
        self.cancel_jobs(|purpose| *purpose == JobPurpose::Turn);
    }

    pub(super) fn cancel_jobs(&mut self, is_over: impl Fn(&JobPurpose) -> bool) {
        let job_commands = &mut self.effects.job_commands;
        self.conversation.jobs.retain(|(id, purpose)| {
            let drop = is_over(purpose);
            if drop {
                job_commands.push(JobCommand::Cancel(*id));
            }
            !drop
        });
        let jobs = &self.conversation.jobs;
        self.conversation.experiments.retain(|(requester, _)| {
            jobs.iter().any(|(_, purpose)| *purpose == JobPurpose::Trial(*requester))
        });
    }
}
