//! The records of a match in one file.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use beaufort_engine::matches::{Ending, PlayedGame};
use beaufort_rules::{Game, Side};
use beaufort_session::Session;

use crate::failure::Failure;
use crate::output;

/// The least time between two times of writing.
const INTERVAL: Duration = Duration::from_secs(1);

/// The records of the games so far; the file always holds whole games.
#[derive(Debug)]
pub(super) struct Records {
    path: PathBuf,
    game: Arc<Game>,
    names: [String; 2],
    event: String,
    date: String,
    /// The texts by the number of the game.
    texts: BTreeMap<u32, String>,
    written: Option<Instant>,
}

impl Records {
    pub(super) fn new(path: PathBuf, game: &Arc<Game>, names: [&str; 2], seed: u64) -> Records {
        Records {
            path,
            game: Arc::clone(game),
            names: names.map(str::to_owned),
            event: format!("{} against {}, seed {seed}", names[0], names[1]),
            date: jiff::Zoned::now().strftime("%Y.%m.%d").to_string(),
            texts: BTreeMap::new(),
            written: None,
        }
    }

    /// Adds a game, and writes the file if that has not been done for a while.
    pub(super) fn add(&mut self, played: &PlayedGame) -> Result<(), Failure> {
        self.texts.insert(played.number, self.record(played));
        if self.written.is_none_or(|written| written.elapsed() >= INTERVAL) {
            self.write()?;
            self.written = Some(Instant::now());
        }
        Ok(())
    }

    /// Writes the file.
    pub(super) fn write(&self) -> Result<(), Failure> {
        let texts: Vec<&str> = self.texts.values().map(String::as_str).collect();
        output::write_file(&self.path, texts.join("\n").as_bytes())
    }

    fn record(&self, played: &PlayedGame) -> String {
        let mut session = Session::from_set_up(&self.game, played.set_up.clone());
        for side in Side::BOTH {
            let name = &self.names[(side.index() + played.first) % 2];
            session.set_tag(self.game.side_name(side), name);
        }
        session.set_tag("Event", &self.event);
        session.set_tag("Date", &self.date);
        session.set_tag("Round", &(played.number + 1).to_string());
        for &turn in &played.turns {
            session.play_turn(turn).expect("only legal turns are part of a game");
        }
        match &played.ending {
            Ending::Decided(_) => {}
            Ending::TooLong => {
                session.agree_to_draw();
                session.set_comment(format!("a draw after {} turns", played.turns.len()));
            }
            Ending::Illegal { side, .. } => session.resign(*side),
            Ending::Overrun { side, .. } => session.flag(*side),
        }
        if let Some((player, what)) = super::mistake(played) {
            session.set_comment(format!("{} {what}", self.names[player]));
        }
        session.record().to_string()
    }
}
