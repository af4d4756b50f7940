//! The records of a match in one file.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use beaufort_engine::plies_to_end;
use beaufort_lab::matches::{GameEnd, OpeningStart, PlayedGame, PlayedTurn};
use beaufort_rules::turn::Outcome;
use beaufort_rules::{Game, Side};
use beaufort_session::Session;

use super::finished::{FinishedGame, Mistake};
use crate::failure::Failure;
use crate::output_file;

/// The least interval between two writes.
const INTERVAL: Duration = Duration::from_secs(1);

/// The records of the games so far; the file always holds whole games.
#[derive(Debug)]
pub(super) struct Records {
    path: PathBuf,
    /// The texts by the number of the game.
    texts: BTreeMap<u32, String>,
    written: Option<Instant>,
}

impl Records {
    pub(super) fn new(path: PathBuf) -> Records {
        Records { path, texts: BTreeMap::new(), written: None }
    }

    /// Adds a game, and writes the file if that has not been done for a while.
    pub(super) fn add(&mut self, game: &FinishedGame) -> Result<(), Failure> {
        self.texts.insert(game.number, game.record.clone());
        if self.written.is_none_or(|written| written.elapsed() >= INTERVAL) {
            self.write()?;
            self.written = Some(Instant::now());
        }
        Ok(())
    }

    /// Writes the file.
    pub(super) fn write(&self) -> Result<(), Failure> {
        let texts: Vec<&str> = self.texts.values().map(String::as_str).collect();
        output_file::write_file(&self.path, texts.join("\n").as_bytes())
    }
}

/// Writes the records of a match.
#[derive(Debug)]
pub(super) struct Recorder {
    game: Arc<Game>,
    names: [String; 2],
    event: String,
    date: String,
}

impl Recorder {
    pub(super) fn new(game: &Arc<Game>, names: [&str; 2], seed: u64) -> Recorder {
        Recorder {
            game: Arc::clone(game),
            names: names.map(str::to_owned),
            event: format!("{} against {}, seed {seed}", names[0], names[1]),
            date: chrono::Local::now().format("%Y.%m.%d").to_string(),
        }
    }

    /// Returns the record of a game.
    pub(super) fn record(&self, played: &PlayedGame) -> String {
        let mut session = match &played.opening.start {
            OpeningStart::Setup(setup) => Session::from_setup(&self.game, setup.clone()),
            OpeningStart::Position(position) => Session::from_position(position),
        };
        for side in Side::BOTH {
            session.set_tag(self.game.side_name(side), &self.names[played.contender(side)]);
        }
        session.set_tag("Event", &self.event);
        session.set_tag("Date", &self.date);
        session.set_tag("Round", &(played.number + 1).to_string());
        for &turn in &played.opening.turns {
            session.play_turn(turn).expect("only legal turns are part of an opening");
        }
        for played in &played.course.turns {
            session.play_turn(played.turn).expect("only legal turns are part of a game");
            session.set_comment(comment(played));
        }
        let mut remarks = vec![session.comment().to_owned()];
        match &played.course.ending {
            GameEnd::Decided(_) => {}
            GameEnd::TooLong => {
                session.agree_to_draw();
                remarks.push(format!("a draw after {} turns", played.turns().count()));
            }
            GameEnd::Adjudicated(Outcome::Draw) => {
                session.agree_to_draw();
                remarks.push("both players see a draw".to_owned());
            }
            GameEnd::Adjudicated(Outcome::Win(side)) => {
                session.resign(side.other());
                remarks.push("both players see a win".to_owned());
            }
            GameEnd::Overrun { side, .. } => session.flag(*side),
            GameEnd::Resigned(side) | GameEnd::Illegal { side, .. } | GameEnd::Failed { side, .. } => {
                session.resign(*side);
            }
        }
        if let Some(mistake) = Mistake::of(played) {
            // A record's comment ends with the first brace.
            let what = mistake.what.replace(['{', '}'], "|");
            remarks.push(format!("{} {what}", self.names[mistake.contender]));
        }
        remarks.retain(|remark| !remark.is_empty());
        session.set_comment(remarks.join("; "));
        session.record().to_string()
    }
}

/// Returns the comment on a turn: `+0.35/12 0.098s`, the player's score in Pawns, the depth in plies and the time.
fn comment(played: &PlayedTurn) -> String {
    let info = played.info;
    let Some(score) = info.score else { return String::new() };
    let score = match plies_to_end(score) {
        Some(plies) => format!("{}M{}", if plies > 0 { '+' } else { '-' }, plies.unsigned_abs().div_ceil(2)),
        None => format!("{:+.2}", f64::from(score) / 100.0),
    };
    format!("{score}/{}", info.depth.unwrap_or(0))
}
