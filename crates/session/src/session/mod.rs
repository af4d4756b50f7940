//! The session itself: how it begins and what it waits for.

mod appended;
mod ending;
mod losses;
mod seats;
mod setup;
mod tree;
mod turns;

use std::sync::Arc;

use beaufort_rules::game::Setup;
use beaufort_rules::record::{NodeId, Record, RecordWarning, Replay, Tree};
use beaufort_rules::turn::{Reason, Verdict};
use beaufort_rules::{Game, Position, Side, Turn};

use crate::error::LoadError;
use crate::seats::Seat;

pub(crate) use appended::RecordChange;

/// A game in progress.
#[derive(Clone, Debug)]
pub struct Session {
    game: Arc<Game>,
    setup: Setup,
    /// The number of set-up phases that are finished.
    phases: usize,
    replay: Replay,
    record: Record,
    here: NodeId,
    position: Position,
    /// The end of the game that the players have brought about, if they have, and where.
    ended: Option<(NodeId, Verdict)>,
    /// How many turns all positions have together in which a turn of the record was chosen, as far as they were counted: the
    /// work of reading the record again.
    pub(crate) turns_seen: usize,
    /// The kind of player of each side.
    pub(crate) seats: [Seat; 2],
}

/// The stage of a session: the input that it waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// The choices of a set-up phase, counted from 0.
    Setup {
        /// Which phase.
        phase: usize,
    },
    /// A turn of the side to move.
    Turn(Side),
    /// Nothing: the game is over.
    Over(Verdict),
}

impl Session {
    /// Begins a game with its set-up phase, if it has one.
    pub fn new(game: &Arc<Game>) -> Session {
        let setup = Setup::keep(game);
        let start = Position::initial(game);
        let mut session = Session::begin(game, Replay::begin(Some(setup), start), Record::default(), 0);
        session.start_over();
        session
    }

    /// Begins a game with its set-up made.
    pub fn from_setup(game: &Arc<Game>, setup: Setup) -> Session {
        let phases = game.definition().setup.phases.len();
        let start = setup.position(game);
        let mut session = Session::begin(game, Replay::begin(Some(setup), start), Record::default(), phases);
        session.start_over();
        session
    }

    /// Begins a game from a position.
    pub fn from_position(position: &Position) -> Session {
        let game = Arc::clone(position.game());
        let start = Replay::begin(None, position.clone());
        let phases = game.definition().setup.phases.len();
        let mut session = Session::begin(&game, start, Record::default(), phases);
        session.start_over();
        session
    }

    /// Returns the id of the game, if it has been read from a text.
    pub(crate) fn own_id(&self) -> Option<&str> {
        let definition = self.game.definition();
        definition.text.is_some().then_some(definition.id.as_str())
    }

    /// Returns a game that begins as this one has, with the same set-up phases finished.
    pub(crate) fn begin_again(&self) -> Session {
        let start = Replay::begin(self.replay.setup().cloned(), self.replay.start().clone());
        let mut session = Session::begin(&self.game, start, Record::default(), self.phases);
        session.start_over();
        session
    }

    /// Goes on with the first game of a record, at the end of its main line.
    ///
    /// # Errors
    /// If the text is not a record of the game, or breaks its rules.
    pub fn load(game: &Arc<Game>, text: &str) -> Result<Session, LoadError> {
        let record = Record::parse(text)?.into_iter().next().ok_or(LoadError::NoGame)?;
        Session::from_record(game, record, usize::MAX)
    }

    /// Goes on with a record, at the end of its main line, unless it takes too long to read: see [`Replay::within`].
    ///
    /// # Errors
    /// If the record is none of the game, breaks the rules, or takes too long.
    pub fn from_record(game: &Arc<Game>, mut record: Record, most: usize) -> Result<Session, LoadError> {
        let replay = Replay::within(&record, game, most)?;
        replay.translate(&mut record);
        let result = replay.result(&record);
        let ended = ending::by_players(&record);
        let noted = record.tags.get("Termination").map(str::to_owned);
        let phases = game.definition().setup.phases.len();
        let turns_seen = replay.looked_at();
        let mut session = Session { turns_seen, ..Session::begin(game, replay, record, phases) };
        session.jump(session.record.moves.line(Tree::ROOT).last().unwrap_or(Tree::ROOT));
        match (session.stage(), ended) {
            (Stage::Turn(_), Some(verdict)) => {
                session.end(verdict);
                // A result that another program states in its own words is kept.
                if let (Reason::Unstated, Some(noted)) = (verdict.reason, noted) {
                    session.record.tags.set("Termination", noted).expect("the name of the tag is right");
                }
            }
            // In records of other programs an unclaimed draw does not end the game.
            (Stage::Over(by_rules), Some(verdict)) if result != by_rules.outcome.into() => {
                session.ended = Some((session.here, verdict));
                session.note_result();
            }
            _ if session.record.result != result => session.note_result(),
            _ => {}
        }
        Ok(session)
    }

    /// Returns what was assumed to read the record with which the game began.
    pub fn record_warnings(&self) -> impl Iterator<Item = &RecordWarning> {
        self.record.warnings.iter().chain(self.replay.warnings())
    }

    fn begin(game: &Arc<Game>, replay: Replay, record: Record, phases: usize) -> Session {
        let setup = replay.setup().cloned().unwrap_or_else(|| Setup::keep(game));
        let position = replay.start().clone();
        let game = Arc::clone(game);
        Session {
            game,
            setup,
            phases,
            replay,
            record,
            here: Tree::ROOT,
            position,
            ended: None,
            turns_seen: 0,
            seats: [Seat::Human; 2],
        }
    }

    /// Returns the game.
    pub fn game(&self) -> &Arc<Game> {
        &self.game
    }

    /// Returns the position shown, with the turns that led to it.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Returns the record so far. Its tags and its result are true at any time.
    pub fn record(&self) -> &Record {
        &self.record
    }

    /// Gives a tag of the record a value: the players, the date. The tags that follow from the game are its own.
    pub fn set_tag(&mut self, name: &str, value: &str) {
        if !["Variant", "Revision", "Rules", "Setup", "Position", "Termination"].contains(&name) {
            // A name that cannot be a tag is no loss to the game.
            let _ = self.record.tags.set(name, value);
        }
    }

    /// Returns the place in the record that is shown.
    pub fn here(&self) -> NodeId {
        self.here
    }

    /// Returns the turn that led to the position shown; `None` at the start.
    pub fn last_turn(&self) -> Option<Turn> {
        self.turn_at(self.here)
    }

    /// Returns the turn that led to a place of the record; `None` for the start.
    pub(crate) fn turn_at(&self, node: NodeId) -> Option<Turn> {
        self.replay.turn(node)
    }

    /// Returns what the session waits for.
    pub fn stage(&self) -> Stage {
        if self.phases < self.game.definition().setup.phases.len() {
            return Stage::Setup { phase: self.phases };
        }
        match self.end_here() {
            Some(verdict) => Stage::Over(verdict),
            None => Stage::Turn(self.position.side()),
        }
    }

    /// Begins the record anew at the start of the replay.
    fn start_over(&mut self) {
        self.position = self.replay.start().clone();
        self.here = Tree::ROOT;
        self.record.moves = Tree::default();
        let definition = self.game.definition();
        let mut set = |name, value: String| {
            self.record.tags.set(name, value).expect("the names of the tags are right");
        };
        set("Variant", definition.id.clone());
        set("Revision", definition.year.to_string());
        if let Some(text) = &definition.text {
            set("Rules", text.to_string());
        }
        match self.replay.setup() {
            Some(setup) if *setup == Setup::keep(&self.game) => {}
            Some(setup) => set("Setup", setup.text(&self.game)),
            None => set("Position", self.position.start_text()),
        }
        self.note_result();
    }
}
