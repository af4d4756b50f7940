//! The table: asks the players in turn and executes their commands.

mod arrangement;
mod engine;
mod execute;
mod explain;
mod games;
mod mistakes;
mod players;
mod setup;
mod turns;

use std::sync::Arc;

use beaufort_draw::{TileFace, words};
use beaufort_rules::record::Record;
use beaufort_rules::{Game, Side};
use beaufort_session::command::{Command, TurnChoice};
use beaufort_session::event::Event;
use beaufort_session::{Seat, Session, Stage};
use fastrand::Rng;

pub(super) use arrangement::Arrangement;
use explain::example;

use super::command::PlayCommand;
use super::input::{Input, Words};
use super::interrupt::Interrupt;
use super::keeper::{Keeper, kept_in};
use super::local_conversation::LocalConversation;
use super::look::BoardView;
use super::show::{self, BOLD, DIM};
use super::strength::Strength;
use crate::failure::Failure;
use crate::output;

/// Whether the program continues.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Flow {
    On,
    Quit,
}

/// A game with its players, input and output.
pub(super) struct Table {
    client: LocalConversation,
    /// The game that is played.
    game: Arc<Game>,
    keeper: Keeper,
    /// The first failure to keep a game that has been replaced by another.
    lost: Option<Failure>,
    strength: Strength,
    input: Input,
    arrangement: Arrangement,
    rng: Rng,
    interrupt: Arc<Interrupt>,
    /// The number of set-up phases that were announced.
    phases_told: usize,
    /// Whether the board is shown from the other side.
    is_flipped: bool,
    /// Whether the engine's thinking is shown.
    is_informed: bool,
    /// The symbols of the pieces on the board.
    face: TileFace,
    /// The turns listed last, while they are those of the position.
    listed: Vec<String>,
}

impl Table {
    #[expect(clippy::too_many_arguments, reason = "everybody who sits at the table is named once")]
    pub(super) fn new(
        client: LocalConversation,
        game: Arc<Game>,
        keeper: Keeper,
        strength: Strength,
        input: Input,
        arrangement: Arrangement,
        rng: Rng,
        interrupt: Arc<Interrupt>,
    ) -> Table {
        Table {
            client,
            game,
            keeper,
            lost: None,
            strength,
            input,
            arrangement,
            rng,
            interrupt,
            phases_told: 0,
            is_flipped: false,
            is_informed: false,
            face: TileFace::Letters,
            listed: Vec::new(),
        }
    }

    /// Sets whether the engine's thinking is shown.
    pub(super) fn inform(&mut self, is_informed: bool) {
        self.is_informed = is_informed;
    }

    /// Sets the symbols of the pieces.
    pub(super) fn set_tiles(&mut self, face: TileFace) {
        self.face = face;
    }

    /// Plays until the player quits.
    ///
    /// # Errors
    /// If a game could not be kept.
    pub(super) fn run(mut self) -> Result<(), Failure> {
        self.welcome()?;
        let mut flow = Flow::On;
        while flow == Flow::On {
            flow = match self.session().stage() {
                Stage::Setup { .. } => self.choose_setup()?,
                Stage::Turn(_) if self.client.has_work() => self.engine_turn()?,
                Stage::Turn(_) | Stage::Over(_) => self.ask()?,
            };
        }
        self.keeper.keep_at_last(self.client.session().record())?;
        let farewell = if self.keeper.has_kept() {
            kept_in(self.keeper.path()) + "\n"
        } else {
            "No turn was played, and no record is kept.\n".to_owned()
        };
        self.tell(&farewell)?;
        // The failure of an earlier game, which was reported then.
        self.lost.map_or(Ok(()), Err)
    }

    fn say(&self, text: &str) -> Result<(), Failure> {
        Ok(output::styled(text)?)
    }

    /// Prints a text, wrapped between words.
    fn tell(&self, text: &str) -> Result<(), Failure> {
        self.say(&show::folded(text, output::screen()))
    }

    /// Prints a failure that does not end the game.
    fn forgive(&self, result: Result<(), Failure>) -> Result<(), Failure> {
        let Err(failure) = result else { return Ok(()) };
        let explanation = failure.explanation();
        let Input::Terminal(_) = self.input else { return self.say(&explanation) };
        let wrap = |line: &str| words::wrap(line, output::terminal_width()).join("\n") + "\n";
        self.say(&explanation.lines().map(wrap).collect::<String>())
    }

    /// Prints the game, the players and the file of the record.
    fn welcome(&mut self) -> Result<(), Failure> {
        self.keeper.loaded(self.client.session().record());
        let definition = self.session().game().definition();
        self.tell(&format!(
            "\n{BOLD}{}{BOLD:#} by {}\n{}{}\n",
            definition.name,
            definition.author,
            self.line_of_players(),
            kept_in(self.keeper.path()),
        ))?;
        self.tell_choices()?;
        match self.session().stage() {
            // It has questions of its own.
            Stage::Setup { .. } => Ok(()),
            Stage::Turn(_) | Stage::Over(_) => self.show_first(),
        }
    }

    /// Prints a short help and the board of a new game.
    fn show_first(&self) -> Result<(), Failure> {
        let usual = example(self.session().game().definition().style)[0];
        let turns = show::turns(self.session());
        let turns = || turns.iter().map(|(_, text)| text.as_str());
        let turn = turns().find(|&turn| turn == usual).or_else(|| turns().next()).unwrap_or(usual);
        self.tell(&format!(
            "{DIM}Type a turn such as {turn}. `moves` lists turns, `?` pieces, `help` everything else.{DIM:#}\n"
        ))?;
        self.show()
    }

    /// Returns the session.
    fn session(&self) -> &Session {
        self.client.session()
    }

    /// Returns the place that is shown.
    fn node(&self) -> u32 {
        self.session().here().index() as u32
    }

    /// Sends a command. Changes are written before they are shown.
    ///
    /// # Errors
    /// If it is refused.
    fn send(&mut self, request: Command) -> Result<Vec<Event>, Failure> {
        let typed = match &request {
            Command::Play { turn: TurnChoice::Typed { text }, .. } => text.clone(),
            _ => String::new(),
        };
        let events = self.client.ask(request).map_err(|problem| self.mistake(&typed, &problem))?;
        self.keep(&events)?;
        Ok(events)
    }

    /// Writes the record, and clears the state of the position before.
    fn keep(&mut self, events: &[Event]) -> Result<(), Failure> {
        if events.iter().any(|event| matches!(event, Event::Position { .. })) {
            self.listed.clear();
        }
        let kept = self.keeper.keep(self.client.session().record());
        self.forgive(kept)
    }

    /// Sets the keeper of a new game, after a last attempt to write the game before.
    fn change_keeper(&mut self, keeper: Keeper, record: &Record) {
        // A file that is loaded again has to be complete.
        if keeper.path() != self.keeper.path() {
            let kept = self.keeper.keep_at_last(record);
            self.lost = self.lost.take().or(kept.err());
        }
        self.keeper = keeper;
    }

    /// Returns how the board is shown: from a person's seat, if only one person plays.
    fn view(&self) -> BoardView {
        let seat = self.session().lone_human().unwrap_or(Side::First);
        BoardView { seat: if self.is_flipped { seat.other() } else { seat }, face: self.face }
    }

    /// Shows the board and the state of the game.
    fn show(&self) -> Result<(), Failure> {
        let width = output::terminal_width();
        let screen = output::screen();
        let scene = show::scene(self.session(), self.view(), &self.players(), screen, width);
        self.say(&format!("\n{scene}"))?;
        if let Stage::Over(_) = self.session().stage() {
            let help = "`back` takes a turn back, `goto 0` shows the start, `new` begins another game.";
            self.say(&(words::wrap(help, width).join("\n") + "\n"))?;
        }
        Ok(())
    }

    /// Reads and executes a line.
    fn ask(&mut self) -> Result<Flow, Failure> {
        let session = self.client.session();
        let Some(line) = self.input.read(&prompt(session), || completions(session))? else {
            return Ok(Flow::Quit);
        };
        // An earlier Ctrl-C belonged to earlier work.
        self.interrupt.take();
        let result = match PlayCommand::read(&line) {
            Ok(command) => self.execute(command),
            Err(message) => Err(Failure::user(message).hint("`help` lists what you can type")),
        };
        match result {
            Err(mistake @ Failure::User { .. }) => self.forgive(Err(mistake)).map(|()| Flow::On),
            result => result,
        }
    }
}

/// Returns the prompt for a person.
fn prompt(session: &Session) -> String {
    let game = session.game();
    match session.stage() {
        Stage::Turn(side) => {
            let (name, number) = (game.side_name(side), show::turn_number(session));
            match session.seat(side) {
                Seat::Human => format!("{name}, turn {number}> "),
                Seat::Engine => format!("{name}, turn {number}; Enter lets Beaufort play> "),
            }
        }
        Stage::Setup { .. } | Stage::Over(_) => "Game over> ".to_owned(),
    }
}

/// Returns the words for completion at this point.
fn completions(session: &Session) -> Words {
    let game = session.game();
    let turns = show::turns(session).into_iter().map(|(_, text)| text);
    Words {
        first: turns.chain(PlayCommand::names().map(str::to_owned)).collect(),
        asked: game.types().map(|kind| game.piece(kind).name.clone()).collect(),
        before_files: PlayCommand::names_before_files().map(str::to_owned).collect(),
    }
}
