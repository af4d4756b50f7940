//! The execution of commands.

use std::path::Path;

use beaufort_session::Seat;

use super::{Flow, Table};
use crate::commands::play::command::PlayCommand;
use crate::commands::play::strength::Limits;
use crate::failure::Failure;

impl Table {
    /// Executes a command.
    pub(super) fn execute(&mut self, command: PlayCommand) -> Result<Flow, Failure> {
        match command {
            PlayCommand::Nothing if self.session().to_play() != Some(Seat::Engine) => {}
            PlayCommand::Nothing => self.go()?,
            PlayCommand::Go => self.go()?,
            PlayCommand::Turn(text) => self.play(&text)?,
            PlayCommand::Listed(number) => self.play_listed(number)?,
            PlayCommand::Moves(filter) => self.list(&filter)?,
            PlayCommand::Explain(what) => self.explain(&what)?,
            PlayCommand::Help => self.help()?,
            PlayCommand::Board => self.show()?,
            PlayCommand::Flip => {
                self.is_flipped = !self.is_flipped;
                self.show()?;
            }
            PlayCommand::Back(turns) => self.back(turns)?,
            PlayCommand::Redo(turns) => self.redo(turns)?,
            PlayCommand::Goto(turns) => self.goto(turns)?,
            PlayCommand::Hint => self.hint()?,
            PlayCommand::Eval(lines) => self.eval(lines)?,
            PlayCommand::Resign => self.resign()?,
            PlayCommand::Draw => self.offer_draw()?,
            PlayCommand::Swap => {
                let [first, second] = self.seats();
                self.reseat([second, first])?;
            }
            PlayCommand::Engine(side) => {
                let seats = self.seats_with_engine(&side)?;
                self.reseat(seats)?;
            }
            PlayCommand::Level(level) => self.level(level)?,
            PlayCommand::Time(time) => self.limit(Limits::new(Some(time), None, None))?,
            PlayCommand::Depth(depth) => self.limit(Limits::new(None, Some(depth), None))?,
            PlayCommand::Nodes(nodes) => self.limit(Limits::new(None, None, Some(nodes)))?,
            PlayCommand::Info(is_informed) => {
                self.is_informed = is_informed;
                let word = if is_informed { "tells" } else { "keeps to itself" };
                self.say(&format!("Beaufort {word} what it thinks.\n"))?;
            }
            PlayCommand::Comment(text) => self.comment(text)?,
            PlayCommand::Record => self.export(|record, _| record)?,
            PlayCommand::Position => self.export(|_, position| position + "\n")?,
            PlayCommand::Save(file) => {
                let saved = self.keeper.save(self.client.session().record(), Path::new(&file));
                let told = saved.and_then(|()| self.say(&format!("A copy of the record is in {file}\n")));
                self.forgive(told)?;
            }
            PlayCommand::Load(file) => {
                let loaded = self.load(Path::new(&file));
                self.forgive(loaded)?;
            }
            PlayCommand::New(game) => self.new_game(&game)?,
            PlayCommand::Quit => return Ok(Flow::Quit),
        }
        Ok(Flow::On)
    }
}
