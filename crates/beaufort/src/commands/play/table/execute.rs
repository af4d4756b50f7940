//! What the commands do at the table.

use std::path::Path;

use beaufort_session::Seat;

use super::{Flow, Table};
use crate::commands::play::command::Command;
use crate::commands::play::strength::Limits;
use crate::failure::Failure;

impl Table {
    /// Does what a command says.
    pub(super) fn execute(&mut self, command: Command) -> Result<Flow, Failure> {
        match command {
            Command::Nothing if self.session().to_play() != Some(Seat::Engine) => {}
            Command::Nothing => self.go()?,
            Command::Go => self.go()?,
            Command::Turn(text) => self.play(&text)?,
            Command::Listed(number) => self.play_listed(number)?,
            Command::Moves(filter) => self.list(&filter)?,
            Command::Explain(what) => self.explain(&what)?,
            Command::Help => self.help()?,
            Command::Board => self.show()?,
            Command::Flip => {
                self.is_flipped = !self.is_flipped;
                self.show()?;
            }
            Command::Back(turns) => self.back(turns)?,
            Command::Redo(turns) => self.redo(turns)?,
            Command::Goto(turns) => self.goto(turns)?,
            Command::Hint => self.hint()?,
            Command::Eval(lines) => self.eval(lines)?,
            Command::Resign => self.resign()?,
            Command::Draw => self.offer_draw()?,
            Command::Swap => {
                let [first, second] = self.seats();
                self.reseat([second, first])?;
            }
            Command::Engine(side) => {
                let seats = self.seats_with_engine(&side)?;
                self.reseat(seats)?;
            }
            Command::Level(level) => self.level(level)?,
            Command::Time(time) => self.limit(Limits::new(Some(time), None, None))?,
            Command::Depth(depth) => self.limit(Limits::new(None, Some(depth), None))?,
            Command::Nodes(nodes) => self.limit(Limits::new(None, None, Some(nodes)))?,
            Command::Info(is_informed) => {
                self.is_informed = is_informed;
                let word = if is_informed { "tells" } else { "keeps to itself" };
                self.say(&format!("Beaufort {word} what it thinks.\n"))?;
            }
            Command::Comment(text) => self.comment(text)?,
            Command::Record => self.export(|record, _| record)?,
            Command::Position => self.export(|_, position| position + "\n")?,
            Command::Save(file) => {
                let saved = self.keeper.save(self.client.session().record(), Path::new(&file));
                let told = saved.and_then(|()| self.say(&format!("A copy of the record is in {file}\n")));
                self.forgive(told)?;
            }
            Command::Load(file) => {
                let loaded = self.load(Path::new(&file));
                self.forgive(loaded)?;
            }
            Command::New(game) => self.new_game(&game)?,
            Command::Quit => return Ok(Flow::Quit),
        }
        Ok(Flow::On)
    }
}
