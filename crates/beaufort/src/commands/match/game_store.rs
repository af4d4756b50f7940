//! The finished games of a match: in memory, in the state file and in the file of records.

use beaufort_lab::matches::{Finished, PlayedGame};

use super::finished::FinishedGame;
use super::records::{Recorder, Records};
use super::report::{self, Counts};
use super::state::MatchState;
use crate::failure::Failure;

/// The store of the finished games.
pub(super) struct GameStore<'a> {
    names: [&'a str; 2],
    recorder: Recorder,
    pub(super) records: Option<Records>,
    state: Option<MatchState>,
    pub(super) finished: Finished,
    pub(super) counts: Counts,
}

impl<'a> GameStore<'a> {
    /// Returns the keeper with the games that were finished before; a match may go on with fewer games than it has.
    pub(super) fn new(
        names: [&'a str; 2],
        recorder: Recorder,
        records: Option<Records>,
        state: Option<(MatchState, Vec<FinishedGame>)>,
        games: u32,
    ) -> Result<GameStore<'a>, Failure> {
        let (state, known) = state.map_or((None, Vec::new()), |(state, known)| (Some(state), known));
        let (finished, counts) = (Finished::new(), Counts::default());
        let mut game_store = GameStore { names, recorder, records, state, finished, counts };
        for game in known.iter().filter(|game| game.number < games) {
            game_store.note(game)?;
        }
        Ok(game_store)
    }

    /// Adds a game, and returns the message about it.
    pub(super) fn add(&mut self, played: &PlayedGame) -> Result<Option<String>, Failure> {
        let game = FinishedGame::new(played, self.recorder.record(played));
        if let Some(state) = &mut self.state {
            state.add(&game)?;
        }
        self.note(&game)?;
        Ok(report::mistake(&game, self.names))
    }

    fn note(&mut self, game: &FinishedGame) -> Result<(), Failure> {
        self.finished.insert(game.number, game.points);
        self.counts.add(game);
        self.records.as_mut().map_or(Ok(()), |records| records.add(game))
    }
}
