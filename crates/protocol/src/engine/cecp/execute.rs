//! The execution of commands.

use std::sync::Arc;

use crate::notation::xboard::Dialect;
use beaufort_rules::{Game, Position, Side};

use super::highlight::MouseInput;
use super::{CecpAdapter, chess};
use crate::cecp::command::CecpCommand;
use crate::engine::{NO_POSITION, game_named};

impl CecpAdapter {
    /// Executes a command, or returns its error.
    pub(super) fn execute(&mut self, command: CecpCommand<'_>) -> Result<(), String> {
        const NOT_NOW: &str = "command not legal now";
        match command {
            CecpCommand::ProtocolVersion => self.introduce(),
            CecpCommand::New => {
                self.change_game(chess());
                self.time.set_depth(None);
                self.plays = (!self.is_analyzing).then_some(Side::Second);
                self.is_against_program = false;
            }
            CecpCommand::Variant(name) => {
                self.change_game(game_named(self.own.as_ref(), name).ok_or("unknown variant")?);
            }
            CecpCommand::Force => {
                self.abandon();
                self.plays = None;
            }
            CecpCommand::Go | CecpCommand::PlayOther if self.is_void => {
                return Err(NO_POSITION.to_owned());
            }
            CecpCommand::Go => {
                self.abandon();
                self.plays = Some(self.position.side());
                self.continue_game();
            }
            CecpCommand::PlayOther => {
                self.abandon();
                self.plays = Some(self.position.side().other());
                self.continue_game();
            }
            CecpCommand::Level(turns, base, increment) => {
                let played = self.turns_played();
                self.time.set_level(turns, base, increment, played);
            }
            CecpCommand::MoveTime(time) => self.time.set_turn(time),
            CecpCommand::Depth(depth) => self.time.set_depth(Some(depth)),
            CecpCommand::Time(time) => self.time.set_remaining(time),
            CecpCommand::Move(text) => {
                self.hand = MouseInput::default();
                self.opponent_plays(text);
            }
            CecpCommand::MoveNow => self.move_now(),
            CecpCommand::Ping(text) => self.ping(text),
            CecpCommand::Draw => {
                let score = self.score.filter(|&(side, _)| self.plays == Some(side));
                if score.is_some_and(|(_, score)| (self.host.agrees_to_draw)(&self.position, score)) {
                    self.output.send("offer draw");
                }
            }
            CecpCommand::Result => {
                self.abandon();
                self.plays = None;
            }
            CecpCommand::SetBoard(fen) => self.set_board(fen),
            CecpCommand::Hint => {
                if let Some(hint) = self.hint() {
                    self.output.send(format_args!("Hint: {hint}"));
                }
            }
            CecpCommand::Book => self.output.send(" There is no book.\n"),
            CecpCommand::Undo => self.take_back(1)?,
            CecpCommand::Remove => self.take_back(2)?,
            CecpCommand::Ponder(on) => {
                self.ponders = on;
                if !on {
                    self.ponder_no_more();
                }
            }
            CecpCommand::Post(on) => self.posts = on,
            CecpCommand::Analyze => {
                self.plays = None;
                self.is_analyzing = true;
                self.abandon();
                self.continue_game();
            }
            CecpCommand::Exit if !self.is_analyzing => return Err(NOT_NOW.to_owned()),
            CecpCommand::Exit => {
                self.is_analyzing = false;
                self.abandon();
            }
            CecpCommand::Computer => self.is_against_program = true,
            CecpCommand::Status => self.tell_status(),
            CecpCommand::Memory(mib) => {
                self.settings.set_memory(mib);
                self.worker.set_options(self.settings.engine);
            }
            CecpCommand::Cores(threads) => {
                self.settings.set_threads(threads);
                self.worker.set_options(self.settings.engine);
            }
            CecpCommand::Option(name, value) => self.set_option(name, value)?,
            CecpCommand::Lift(square) => {
                self.hand.lift(square);
                if let Some(targets) = self.hand.targets(&self.dialect, &self.position) {
                    self.output.send(targets);
                }
            }
            CecpCommand::Put(square) => self.hand.put(square),
            CecpCommand::OpponentTime | CecpCommand::Nothing | CecpCommand::Quit => {}
        }
        Ok(())
    }

    /// Starts a new game, of the same or another variant.
    fn change_game(&mut self, game: Arc<Game>) {
        self.abandon();
        self.worker.new_game();
        self.settings.new_game();
        self.dialect = Dialect::of(&game);
        self.begin(Position::initial(&game));
        // A file for another game was reported when it was set.
        let _ = self.read_learned();
        if let Some(shape) = self.dialect.shape() {
            shape.introduction().iter().for_each(|line| self.output.send(line));
        }
        self.continue_game_if_analyzing();
    }

    fn set_board(&mut self, fen: &str) {
        self.abandon();
        match self.dialect.position(self.position.game(), fen) {
            Ok(position) => {
                self.begin(position);
                self.continue_game_if_analyzing();
            }
            Err(error) => {
                self.is_void = true;
                self.output.send(format_args!("tellusererror Illegal position: {error}"));
            }
        }
    }
}
