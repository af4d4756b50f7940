//! The session itself.

use std::sync::Arc;

use beaufort_rules::game::SetUp;
use beaufort_rules::game::definition::SetupPhase;
use beaufort_rules::record::{GameResult, NodeId, Record, Replay, Tree};
use beaufort_rules::turn::{Outcome, Reason, Verdict};
use beaufort_rules::{Game, Notation, Position, Side, Turn, TypeId};

use crate::error::{LoadError, PlayError};
use crate::seats::Seat;

/// A game in progress.
#[derive(Clone, Debug)]
pub struct Session {
    game: Arc<Game>,
    set_up: SetUp,
    /// The number of set-up phases that are finished.
    phases: usize,
    replay: Replay,
    record: Record,
    here: NodeId,
    position: Position,
    /// The end of the game that the players have brought about, if they have.
    ended: Option<Verdict>,
    /// Who plays the sides.
    pub(crate) seats: [Seat; 2],
}

/// What a session waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// The choices of a set-up phase, counted from 0.
    SetUp {
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
        let set_up = SetUp::keep(game);
        let start = Position::initial(game);
        let mut session = Session::begin(game, Replay::begin(Some(set_up), start), Record::default(), 0);
        session.start_over();
        session
    }

    /// Begins a game with its set-up made.
    pub fn from_set_up(game: &Arc<Game>, set_up: SetUp) -> Session {
        let phases = game.definition().setup.phases.len();
        let start = set_up.position(game);
        let mut session = Session::begin(game, Replay::begin(Some(set_up), start), Record::default(), phases);
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

    /// Goes on with the first game of a record, at the end of its main line.
    ///
    /// # Errors
    /// If the text is not a record of the game, or breaks its rules.
    pub fn load(game: &Arc<Game>, text: &str) -> Result<Session, LoadError> {
        let record = Record::parse(text)?.into_iter().next().ok_or(LoadError::NoGame)?;
        let replay = Replay::new(&record, game)?;
        let ended = ended_by_players(&record);
        let phases = game.definition().setup.phases.len();
        let mut session = Session::begin(game, replay, record, phases);
        session.jump(session.record.moves.line(Tree::ROOT).last().unwrap_or(Tree::ROOT));
        if let (Stage::Turn(_), Some(verdict)) = (session.stage(), ended) {
            session.end(verdict);
        }
        Ok(session)
    }

    fn begin(game: &Arc<Game>, replay: Replay, record: Record, phases: usize) -> Session {
        let set_up = replay.set_up().cloned().unwrap_or_else(|| SetUp::keep(game));
        let position = replay.start().clone();
        let game = Arc::clone(game);
        Session {
            game,
            set_up,
            phases,
            replay,
            record,
            here: Tree::ROOT,
            position,
            ended: None,
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
        if !["Variant", "Revision", "Setup", "Position", "Termination"].contains(&name) {
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
        self.replay.turn(self.here)
    }

    /// Returns the pieces that a side has lost to the other so far, in the order in which they were taken.
    pub fn losses(&self, side: Side) -> Vec<TypeId> {
        let mut position = self.replay.start().clone();
        let mut losses = Vec::new();
        for turn in self.record.moves.path(self.here).into_iter().filter_map(|node| self.replay.turn(node)) {
            let mover = position.side();
            let before = count_types(&position, side);
            position.play(turn);
            if mover != side {
                let after = count_types(&position, side);
                let lost = self.game.types().flat_map(|kind| {
                    let fewer = before[kind.index()].saturating_sub(after[kind.index()]);
                    std::iter::repeat_n(kind, fewer)
                });
                losses.extend(lost);
            }
        }
        losses
    }

    /// Returns the comment on the turn that led to the position shown, or at the start, on the game.
    pub fn comment(&self) -> &str {
        &self.record.moves.node(self.here).comment_after
    }

    /// Writes a comment on the turn that led to the position shown, or at the start, on the game.
    pub fn set_comment(&mut self, text: impl Into<String>) {
        self.record.moves.node_mut(self.here).comment_after = text.into();
    }

    /// Returns what the session waits for.
    pub fn stage(&self) -> Stage {
        if self.phases < self.game.definition().setup.phases.len() {
            return Stage::SetUp { phase: self.phases };
        }
        match self.ended.or_else(|| self.position.final_verdict()) {
            Some(verdict) => Stage::Over(verdict),
            None => Stage::Turn(self.position.side()),
        }
    }

    /// Returns the set-up phase whose choices are to be made, if there is one.
    pub fn set_up_phase(&self) -> Option<&SetupPhase> {
        self.game.definition().setup.phases.get(self.phases)
    }

    /// Makes the choices of the present set-up phase: for each, whether the default is changed; missing ones keep it.
    /// Does nothing once the set-up is finished.
    pub fn choose(&mut self, changed: &[bool]) {
        let Some(choices) = self.set_up_phase().map(|phase| phase.choices.len()) else { return };
        for choice in 0..choices {
            self.set_up.set(self.phases, choice, changed.get(choice).copied().unwrap_or(false));
        }
        self.phases += 1;
        self.replay = Replay::begin(Some(self.set_up.clone()), self.set_up.position(&self.game));
        self.start_over();
    }

    /// Finishes the set-up with the default array.
    pub fn choose_default(&mut self) {
        while self.set_up_phase().is_some() {
            self.choose(&[]);
        }
    }

    /// Finishes the set-up with choices drawn by `draw`.
    pub fn choose_randomly(&mut self, mut draw: impl FnMut() -> bool) {
        while let Some(phase) = self.set_up_phase() {
            let changed: Vec<bool> = phase.choices.iter().map(|_| draw()).collect();
            self.choose(&changed);
        }
    }

    /// Plays a turn given by its text (K119).
    ///
    /// # Errors
    /// If no turn can be played now, or the text is not one that can.
    pub fn play(&mut self, text: &str) -> Result<Turn, PlayError> {
        self.expect_turn()?;
        let turn = Notation::new(&self.position).read(text)?;
        self.play_turn(turn)?;
        Ok(turn)
    }

    /// Plays a turn. If another has been played here before, that one becomes a variation.
    ///
    /// # Errors
    /// If no turn can be played now, or it is not one that can.
    pub fn play_turn(&mut self, turn: Turn) -> Result<(), PlayError> {
        self.expect_turn()?;
        let notation = Notation::new(&self.position);
        let Some(text) = notation.text(turn) else {
            return Err(PlayError::NoTurn);
        };
        if self.position.is_repetition(turn) {
            return Err(PlayError::Repetition(text.to_owned()));
        }
        let node = self.record.moves.add(self.here, text).expect("a turn's text can stand in a record");
        self.record.moves.promote(node);
        self.replay.add(node, turn);
        self.position.play(turn);
        self.here = node;
        self.note_result();
        Ok(())
    }

    /// Goes on with a game that the players have ended, not the rules. Returns whether it was one.
    pub fn reopen(&mut self) -> bool {
        let was_ended = self.ended.take().is_some();
        self.note_result();
        was_ended
    }

    /// Takes back the last turn, which stays in the record. Returns whether there was one.
    pub fn take_back(&mut self) -> bool {
        let Some(parent) = self.record.moves.parent(self.here) else { return false };
        self.position.undo();
        self.here = parent;
        self.ended = None;
        self.note_result();
        true
    }

    /// Plays the turn again that was taken back last. Returns whether there was one.
    pub fn redo(&mut self) -> bool {
        let Some(&next) = self.record.moves.children(self.here).first() else { return false };
        self.jump(next);
        true
    }

    /// Shows another place of the record.
    pub fn jump(&mut self, node: NodeId) {
        self.position = self.replay.position(&self.record.moves, node);
        self.here = node;
        self.ended = None;
        self.note_result();
    }

    /// Ends the game by a side's resignation (K118). Does nothing if it is over.
    pub fn resign(&mut self, side: Side) {
        self.end(Verdict::win(side.other(), Reason::Resignation));
    }

    /// Ends the game because a side's time is up. Does nothing if it is over.
    pub fn flag(&mut self, side: Side) {
        self.end(Verdict::win(side.other(), Reason::Time));
    }

    /// Ends the game as a draw by agreement (K118). Does nothing if it is over.
    pub fn agree_to_draw(&mut self) {
        self.end(Verdict { outcome: Outcome::Draw, reason: Reason::Agreement });
    }

    /// Ends the game here: the main line of the record leads here, and turns that were taken back go.
    fn end(&mut self, verdict: Verdict) {
        if let Stage::Turn(_) = self.stage() {
            for node in self.record.moves.path(self.here) {
                self.record.moves.promote(node);
            }
            for next in self.record.moves.children(self.here).to_vec() {
                self.record.moves.delete(next);
            }
            self.ended = Some(verdict);
            self.note_result();
        }
    }

    fn expect_turn(&self) -> Result<(), PlayError> {
        match self.stage() {
            Stage::SetUp { .. } => Err(PlayError::SettingUp),
            Stage::Over(verdict) => Err(PlayError::Over(verdict)),
            Stage::Turn(_) => Ok(()),
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
        match self.replay.set_up() {
            Some(set_up) if *set_up == SetUp::keep(&self.game) => {}
            Some(set_up) => set("Setup", set_up.text(&self.game)),
            None => set("Position", self.position.start_text()),
        }
        self.note_result();
    }

    /// Writes the result of the main line, wherever one looks, and how it came about into the record.
    fn note_result(&mut self) {
        let end = self.record.moves.line(Tree::ROOT).last().unwrap_or(Tree::ROOT);
        let verdict = if end == self.here {
            self.ended.or_else(|| self.position.final_verdict())
        } else {
            self.replay.position(&self.record.moves, end).final_verdict()
        };
        self.record.result = verdict.map_or(GameResult::Open, |verdict| verdict.outcome.into());
        match verdict {
            Some(Verdict { reason, .. }) => {
                self.record
                    .tags
                    .set("Termination", termination(reason))
                    .expect("the name of the tag is right");
            }
            None => {
                self.record.tags.remove("Termination");
            }
        }
    }
}

/// Returns how many pieces of each type a side has.
fn count_types(position: &Position, side: Side) -> Vec<usize> {
    let mut counts = vec![0; position.game().types().count()];
    for kind in position.board().side(side).iter().filter_map(|square| position.board().at(square).kind()) {
        counts[kind.index()] += 1;
    }
    counts
}

/// Returns the end of a recorded game as the players brought it about, if its result is none of the rules'.
fn ended_by_players(record: &Record) -> Option<Verdict> {
    let timed_out = record.tags.get("Termination") == Some(termination(Reason::Time));
    let reason = if timed_out { Reason::Time } else { Reason::Resignation };
    match record.result {
        GameResult::Open => None,
        GameResult::Draw => Some(Verdict { outcome: Outcome::Draw, reason: Reason::Agreement }),
        GameResult::FirstWins => Some(Verdict::win(Side::First, reason)),
        GameResult::SecondWins => Some(Verdict::win(Side::Second, reason)),
    }
}

/// Returns the value of the tag `Termination`.
fn termination(reason: Reason) -> &'static str {
    match reason {
        Reason::NoRoyal => "last royal lost",
        Reason::BareRoyal => "bare royal",
        Reason::NoTurn => "no turn",
        Reason::Checkmate => "checkmate",
        Reason::Stalemate => "stalemate",
        Reason::QuietTurns => "quiet turns",
        Reason::DeadPosition => "dead position",
        Reason::Repetition => "repetition",
        Reason::Resignation => "resignation",
        Reason::Time => "time forfeit",
        Reason::Agreement => "agreement",
    }
}
