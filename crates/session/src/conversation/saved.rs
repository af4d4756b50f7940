//! The saved form of a conversation: a snapshot of the whole, and the turns played since.

use std::sync::Arc;

use beaufort_rules::OWN_PREFIX;
use beaufort_rules::record::Tree;
use serde::{Deserialize, Serialize};

use super::Conversation;
use super::owner::GameStarter;
use super::seats::Seats;
use super::table::{Table, seat};
use super::talk::Talk;
use crate::clock::Clock;
use crate::library::Library;
use crate::session::{RecordChange, Session, Stage};
use crate::view::{NodeScore, Player, SideIndex, side, side_index};

/// A conversation as it is saved. Places of the tree are numbered in the order in which a record writes them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Saved {
    seq: u32,
    table: Option<SavedTable>,
}

/// The data to be written after a change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Save {
    /// The whole conversation, in place of all that was kept of it.
    Snapshot(String),
    /// The changes since the last save. The record and the scores are those of the last snapshot, with the turns that have been
    /// appended since.
    Append {
        /// All but the record, the scores and what was said, in place of what was kept of that.
        state: String,
        /// The turn that has been appended to the main line of the record, if one was.
        turn: Option<AppendedTurn>,
    },
}

/// A turn at the end of the main line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AppendedTurn {
    /// Its number: 1 is the first turn of the game.
    pub number: u32,
    /// The turn in notation.
    pub text: String,
}

/// The data that is stored of a conversation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StoredConversation {
    /// The last snapshot.
    pub snapshot: String,
    /// The state that was saved last, if something has been saved since the snapshot.
    pub state: Option<String>,
    /// The turns that have been appended since the snapshot, in order.
    pub turns: Vec<String>,
}

impl StoredConversation {
    /// Returns how many turns have to be looked at, about, to read the game again; as `Session::turns_seen` counts them.
    pub fn turns_to_read(&self) -> usize {
        #[derive(Default, Deserialize)]
        struct Work {
            table: Option<Seen>,
        }
        #[derive(Deserialize)]
        struct Seen {
            #[serde(default)]
            turns_seen: usize,
        }
        let read = serde_json::from_str::<Work>(self.state.as_ref().unwrap_or(&self.snapshot));
        // Data that cannot be read is refused later, and counts as no work.
        read.unwrap_or_default().table.map_or(0, |seen| seen.turns_seen)
    }

    /// Keeps one save more.
    pub fn add(&mut self, save: Save) {
        match save {
            Save::Snapshot(snapshot) => {
                *self = StoredConversation { snapshot, ..StoredConversation::default() }
            }
            Save::Append { state, turn } => {
                self.state = Some(state);
                self.turns.extend(turn.map(|turn| turn.text));
            }
        }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct SavedTable {
    game: String,
    /// The choices of the set-up phases that are finished, while others are not.
    #[serde(rename = "set_up", default, deserialize_with = "crate::command::phases")]
    setup: Option<Vec<Vec<u32>>>,
    /// Empty where it is kept apart.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    record: String,
    /// The turns to append to the record; none in what is written.
    #[serde(skip)]
    turns: Vec<String>,
    here: usize,
    /// See [`Session::turns_seen`].
    #[serde(default)]
    turns_seen: usize,
    players: [Player; 2],
    clock: Option<Clock>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    seats: Option<Seats>,
    /// The account that has begun the game against the engine.
    #[serde(rename = "keeper", default, skip_serializing_if = "Option::is_none")]
    starter: Option<GameStarter>,
    /// The chat and the notes; empty where they are stored apart.
    #[serde(default, skip_serializing_if = "Talk::is_empty")]
    talk: Talk,
    /// The side that offers a draw.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    draw_offer: Option<SideIndex>,
    waiting: bool,
    revised: bool,
    /// Empty where they are kept apart.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    scores: Vec<NodeScore>,
}

impl Conversation {
    /// Returns what there is to save. Clocks stand still and the engine stops until the conversation goes on.
    pub fn save(&self, now: std::time::Duration) -> Saved {
        Saved { seq: self.seq, table: self.table.as_ref().map(|table| table.save(now)) }
    }

    /// Returns what is to be written after a change of the conversation, of which everything was kept before.
    pub(crate) fn save_since(&self, before: &Conversation, now: std::time::Duration) -> Save {
        let appended = self
            .table
            .as_ref()
            .zip(before.table.as_ref())
            .and_then(|(table, before)| Some((table, table.appended_since(before)?)));
        match appended {
            Some((table, turn)) => Save::Append {
                state: Saved { seq: self.seq, table: Some(table.save_state(now)) }.text(),
                turn,
            },
            None => Save::Snapshot(self.save(now).text()),
        }
    }

    /// Goes on with what was kept of a conversation, see [`Conversation::restore`].
    ///
    /// # Errors
    /// If it cannot be read, or for the reasons of [`Conversation::restore`].
    pub(crate) fn restore_kept(
        library: &Arc<Library>,
        seed: u64,
        kept: &StoredConversation,
    ) -> Result<Conversation, String> {
        let read = |text: &str| serde_json::from_str::<Saved>(text).map_err(|error| error.to_string());
        let mut saved = read(&kept.snapshot)?;
        if let Some(state) = &kept.state {
            let state = read(state)?;
            saved = Saved {
                seq: state.seq,
                table: state.table.zip(saved.table).map(|(state, snapshot)| SavedTable {
                    record: snapshot.record,
                    scores: snapshot.scores,
                    talk: snapshot.talk,
                    turns: kept.turns.clone(),
                    ..state
                }),
            };
        }
        Conversation::restore(library, seed, saved)
    }

    /// Goes on with a saved conversation. The engine begins to think with the next request.
    ///
    /// # Errors
    /// If the saved data is no game, or a game that the library lacks or has with other rules; the error says which.
    pub fn restore(library: &Arc<Library>, seed: u64, saved: Saved) -> Result<Conversation, String> {
        let mut conversation = Conversation::new(library, seed);
        conversation.seq = saved.seq;
        conversation.table = saved
            .table
            .map(|table| table.restore(library, conversation.rng.u64(..)).map(Arc::new))
            .transpose()?;
        Ok(conversation)
    }
}

impl Saved {
    /// Returns the text that is written.
    pub(crate) fn text(&self) -> String {
        serde_json::to_string(self).expect("a session is made of lists, numbers and texts")
    }
}

impl Table {
    /// Returns the turn that has been appended since, if that is all that the state of the table does not tell; `None` if
    /// more has changed.
    fn appended_since(&self, before: &Table) -> Option<Option<AppendedTurn>> {
        let (session, known) = (&self.session, &before.session);
        if !Arc::ptr_eq(session.game(), known.game())
            || self.scores != before.scores
            || self.talk != before.talk
            // An address that is forgotten stands in no older snapshot.
            || self.mailboxes() != before.mailboxes()
        {
            return None;
        }
        match session.record_change(known) {
            RecordChange::None => Some(None),
            RecordChange::Appended(text) => {
                let number = session.record().moves.path(session.main_end()).len() as u32;
                Some(Some(AppendedTurn { number, text: text.to_owned() }))
            }
            RecordChange::Other => None,
        }
    }

    fn save(&self, now: std::time::Duration) -> SavedTable {
        let session = &self.session;
        SavedTable {
            record: session.record().to_string(),
            scores: self.save_scores(),
            talk: self.talk.clone(),
            ..self.save_state(now)
        }
    }

    /// Returns the scores with the numbers of places as they are saved.
    fn save_scores(&self) -> Vec<NodeScore> {
        let order: Vec<usize> = self.preorder().iter().map(|(node, _)| node.index()).collect();
        let place = |node: usize| order.iter().position(|&known| known == node);
        let scores = self.scores.iter();
        scores
            .filter_map(|score| Some(NodeScore { node: place(score.node as usize)? as u32, ..score.clone() }))
            .collect()
    }

    /// Returns all that is saved but the record, the scores and what was said.
    fn save_state(&self, now: std::time::Duration) -> SavedTable {
        let session = &self.session;
        let here = self.preorder().iter().position(|&(node, _)| node == session.here());
        let phases = &session.game().definition().setup.phases;
        let made = |phase: usize| {
            (0..phases[phase].choices.len()).map(|choice| session.setup().option(phase, choice)).collect()
        };
        let mut clock = self.clock.clone();
        if let Some(clock) = &mut clock {
            clock.stop(now);
        }
        SavedTable {
            game: session.game().definition().id.clone(),
            setup: match session.stage() {
                Stage::Setup { phase } => Some((0..phase).map(made).collect()),
                Stage::Turn(_) | Stage::Over(_) => None,
            },
            record: String::new(),
            turns: Vec::new(),
            here: here.unwrap_or(0),
            turns_seen: session.turns_seen,
            players: self.players.clone(),
            clock,
            seats: self.seats.clone(),
            starter: self.starter.clone(),
            talk: Talk::default(),
            draw_offer: self.draw_offer.map(side_index),
            waiting: self.waiting,
            revised: self.revised,
            scores: Vec::new(),
        }
    }
}

impl SavedTable {
    fn restore(self, library: &Library, seed: u64) -> Result<Table, String> {
        let id = &self.game;
        let game = library.game_of_record(id, &self.record).map_err(|error| {
            if id.starts_with(OWN_PREFIX) {
                return error;
            }
            format!("this game is of `{id}`, which is not here: give its file with --game-file")
        })?;
        let changed = |error: &dyn std::fmt::Display| {
            format!("the rules of `{}` have changed since: {error}", self.game)
        };
        let mut session = match &self.setup {
            Some(phases) => {
                let mut session = Session::new(&game);
                phases.iter().for_each(|changed| session.choose(changed));
                session
            }
            None => Session::load(&game, &self.record).map_err(|error| changed(&error))?,
        };
        for text in &self.turns {
            session.play(text).map_err(|error| changed(&error))?;
        }
        session.turns_seen = self.turns_seen;
        for (side, player) in beaufort_rules::Side::BOTH.into_iter().zip(&self.players) {
            seat(&mut session, side, player);
        }
        let mut table = Table {
            clock: self.clock,
            seats: self.seats,
            starter: self.starter,
            talk: self.talk,
            draw_offer: self.draw_offer.and_then(side),
            waiting: self.waiting,
            revised: self.revised,
            ..Table::new(session, self.players, seed)
        };
        let order = table.preorder();
        let node = |place: usize| order.get(place).map_or(Tree::ROOT, |&(node, _)| node);
        let number = |score: NodeScore| NodeScore { node: node(score.node as usize).index() as u32, ..score };
        table.scores = self.scores.into_iter().map(number).collect();
        table.session.jump(node(self.here));
        Ok(table)
    }
}
