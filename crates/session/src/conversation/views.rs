//! The views that all clients share: the state, the tree and the position, as events.

use std::time::Duration;

use beaufort_draw::words;
use beaufort_rules::Side;
use beaufort_rules::phrase;
use beaufort_rules::record::{GameResult, NodeId, Tree};
use beaufort_rules::turn::Verdict;

use super::Conversation;
use super::handler::Handler;
use super::refusal::Refusal;
use super::table::{JobPurpose, Table};
use crate::event::Event;
use crate::session::{Session, Stage};
use crate::view::{
    FinishedPhase, NodeView, Player, PositionView, ResultView, SetupView, StageView, StateView, TableSummary,
    indices, side_index,
};

impl Handler<'_> {
    /// Returns everything that a client has to know about the session.
    pub(super) fn snapshot(&self) -> Vec<Event> {
        let mut events = vec![self.state()];
        if let Some(table) = &self.conversation.table {
            events.push(table.tree());
            events.push(table.position());
            if table.seats.is_some() {
                events.push(self.presence());
            }
            if !table.scores.is_empty() || table.review.is_some() {
                events.push(table.review_event(table.scores.clone()));
            }
        }
        events
    }

    pub(super) fn summary(&mut self) -> Result<(), Refusal> {
        let now = self.now;
        let table = self.conversation.table.as_deref();
        let clock = table.and_then(|table| table.clock.as_ref()).map(|clock| clock.view(now));
        let waits = table.and_then(Table::awaited).map(side_index);
        let table = table.map(Table::summary);
        self.reply(Event::Summary { table, clock, waits });
        Ok(())
    }

    /// Returns the state.
    pub(super) fn state(&self) -> Event {
        Event::State { state: Box::new(self.conversation.state(self.now)) }
    }
}

impl Conversation {
    pub(super) fn state(&self, now: Duration) -> StateView {
        let is_doing =
            |is_meant: fn(&JobPurpose) -> bool| self.jobs.iter().any(|(_, purpose)| is_meant(purpose));
        let Some(table) = &self.table else {
            return StateView {
                stage: StageView::Empty,
                game: None,
                players: [Player::Person, Player::Person],
                names: [None, None],
                node: 0,
                setup: None,
                finished_phases: Vec::new(),
                result: None,
                opening: None,
                clock: None,
                draw_offer: None,
                thinking: false,
                waiting: false,
                can_take_back: false,
                can_redo: false,
                can_reopen: false,
                reviewing: false,
                analysis: None,
                seats: None,
                unsaved: self.unsaved,
                expires: self.expires(),
            };
        };
        let session = &table.session;
        let stage = session.stage();
        let has_turns = |node| !session.record().moves.children(node).is_empty();
        StateView {
            stage: if table.is_aborted() { StageView::Over } else { stage.into() },
            game: Some(session.game().definition().id.clone()),
            players: table.players.clone(),
            names: table.names(),
            node: session.here().index() as u32,
            setup: session.setup_phase().map(|phase| SetupView {
                phase: session.phases_finished() as u8,
                chooser: side_index(phase.chooser),
                board: session.position().into(),
                squares: session.squares_of_choices(&[]).into_iter().map(indices).collect(),
            }),
            finished_phases: finished_phases(session),
            result: match stage {
                _ if table.is_aborted() => Some(table.aborted()),
                Stage::Over(verdict) => Some(result(session, verdict)),
                Stage::Setup { .. } | Stage::Turn(_) => None,
            },
            opening: table.opening(&self.library),
            clock: table.clock.as_ref().map(|clock| clock.view(now)),
            draw_offer: table.draw_offer.map(side_index),
            thinking: is_doing(|purpose| matches!(purpose, JobPurpose::Turn | JobPurpose::DrawOffer(_))),
            waiting: table.waiting,
            can_take_back: session.turns_back_to_human() > 0,
            can_redo: table.seats.is_none() && has_turns(session.here()),
            can_reopen: table.seats.is_none() && session.is_ended_by_players(),
            reviewing: table.review.is_some(),
            analysis: table.analysis,
            seats: table.seats.as_ref().map(|seats| seats.view(&table.session, table.draw_offer)),
            unsaved: self.unsaved,
            expires: self.expires(),
        }
    }
}

fn finished_phases(session: &Session) -> Vec<FinishedPhase> {
    let made = session.choices_made().into_iter().enumerate();
    made.map(|(phase, changed)| FinishedPhase {
        changed,
        squares: indices(session.squares_changed_in(phase)),
    })
    .collect()
}

fn result(session: &Session, verdict: Verdict) -> ResultView {
    ResultView {
        winner: verdict.outcome.winner().map(side_index),
        score: GameResult::from(verdict.outcome).text().to_owned(),
        text: words::verdict(session.game(), verdict),
    }
}

impl From<Stage> for StageView {
    fn from(stage: Stage) -> StageView {
        match stage {
            Stage::Setup { .. } => StageView::Setup,
            Stage::Turn(_) => StageView::Turn,
            Stage::Over(_) => StageView::Over,
        }
    }
}

impl Table {
    /// Returns the game in a few words: its end if it has ended, else the position shown.
    pub(super) fn summary(&self) -> TableSummary {
        let session = &self.session;
        let verdict = session.main_verdict();
        let node = if verdict.is_some() { session.main_end() } else { session.here() };
        let position = session.position_at(node);
        let depth = session.record().moves.path(node).len();
        let definition = session.game().definition();
        TableSummary {
            game: definition.id.clone(),
            title: definition.text.is_some().then(|| definition.name.clone()),
            players: self.players.clone(),
            names: self.names(),
            stage: if verdict.is_some() || self.is_aborted() {
                StageView::Over
            } else {
                session.stage().into()
            },
            moves: (self.plies(depth).div_ceil(2)) as u32,
            side: side_index(position.side()),
            board: (&position).into(),
            result: match verdict {
                _ if self.is_aborted() => Some(self.aborted()),
                verdict => verdict.map(|verdict| result(session, verdict)),
            },
        }
    }

    /// Returns the end of a game that has been given up before it had properly begun.
    fn aborted(&self) -> ResultView {
        let (is_declined, is_lapsed) =
            self.seats.as_ref().map_or((false, false), |seats| (seats.is_declined, seats.is_lapsed));
        ResultView {
            winner: None,
            score: GameResult::Open.text().to_owned(),
            text: match (is_declined, is_lapsed) {
                (true, _) => phrase!("The challenge was declined"),
                (_, true) => phrase!("The challenge was not answered in time"),
                _ => phrase!("The game was aborted"),
            },
        }
    }

    /// Returns the side for which a game between two people elsewhere waits, if it goes on.
    pub(super) fn awaited(&self) -> Option<Side> {
        self.seats.as_ref().filter(|seats| seats.are_taken() && !seats.is_aborted)?;
        match self.session.stage() {
            Stage::Turn(side) => Some(side),
            Stage::Setup { .. } => self.session.setup_phase().map(|phase| phase.chooser),
            Stage::Over(_) => None,
        }
    }

    /// Returns the number of turns of both sides up to a depth of the tree, as the record counts them.
    fn plies(&self, depth: usize) -> usize {
        depth + if depth == 0 { 0 } else { self.session.first_side().index() }
    }

    /// Returns the position shown.
    pub(super) fn position(&self) -> Event {
        self.position_at(self.session.here())
    }

    /// Returns the position at a place, with its turns if the game goes on there.
    pub(super) fn position_at(&self, node: NodeId) -> Event {
        let session = &self.session;
        let last = session.turn_at(node).map(|turn| (turn, session.record().moves.node(node).text()));
        let is_here = node == session.here();
        let is_open = is_here && matches!(session.stage(), Stage::Turn(_)) && !self.is_aborted();
        let index = node.index() as u32;
        let losses = session.losses_at(node);
        let position = if is_here {
            PositionView::new(index, session.position(), last, losses, is_open)
        } else {
            PositionView::new(index, &session.position_at(node), last, losses, is_open)
        };
        Event::Position { position: Box::new(position) }
    }

    /// Returns the whole tree.
    pub(super) fn tree(&self) -> Event {
        let nodes = self.preorder().into_iter().map(|(node, depth)| self.node_view(node, depth)).collect();
        Event::Tree { nodes }
    }

    /// Returns one node of the tree.
    pub(super) fn node(&self, node: NodeId) -> Event {
        let depth = self.session.record().moves.path(node).len();
        Event::Node { node: self.node_view(node, depth) }
    }

    /// Returns the places of the tree, each after its parent, with the number of turns before them.
    pub(super) fn preorder(&self) -> Vec<(NodeId, usize)> {
        let moves = &self.session.record().moves;
        let mut todo = vec![(Tree::ROOT, 0)];
        let mut nodes = Vec::new();
        while let Some((node, depth)) = todo.pop() {
            nodes.push((node, depth));
            todo.extend(moves.children(node).iter().rev().map(|&child| (child, depth + 1)));
        }
        nodes
    }

    fn node_view(&self, id: NodeId, depth: usize) -> NodeView {
        let moves = &self.session.record().moves;
        let node = moves.node(id);
        let ply = self.plies(depth);
        let (side, number) = match depth {
            0 => (self.session.first_side().other(), String::new()),
            _ if ply % 2 == 1 => (Side::First, format!("{}.", ply.div_ceil(2))),
            _ => (Side::Second, format!("{}...", ply / 2)),
        };
        NodeView {
            id: id.index() as u32,
            parent: moves.parent(id).map(|parent| parent.index() as u32),
            children: moves.children(id).iter().map(|child| child.index() as u32).collect(),
            text: node.text().to_owned(),
            number,
            side: side_index(side),
            comment: [&node.comment_before, &node.comment_after]
                .into_iter()
                .filter(|comment| !comment.is_empty())
                .map(String::as_str)
                .collect::<Vec<_>>()
                .join(" "),
            nags: node.nags.clone(),
        }
    }
}
