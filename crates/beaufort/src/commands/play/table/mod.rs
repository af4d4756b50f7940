//! The table at which the game is played: asks the players in turn and does what they want.

mod advice;
mod arrangement;
mod execute;
mod explain;
mod games;
mod players;
mod turns;

use std::sync::Arc;

use beaufort_draw::words;
use beaufort_rules::{Side, Turn};
use beaufort_session::{Seat, Session, Stage};
use fastrand::Rng;

pub(super) use arrangement::Arrangement;
use explain::example;
pub(super) use players::seats_of_record;

use super::command::Command;
use super::input::{Input, Words};
use super::interrupt::Interrupt;
use super::keeper::{Keeper, kept_in};
use super::set_up;
use super::show::{self, BOLD, DIM};
use super::thinker::{self, Thinker};
use crate::failure::Failure;
use crate::output;

/// Whether the conversation goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Flow {
    On,
    Quit,
}

/// A game with everybody around it.
pub(super) struct Table {
    session: Session,
    keeper: Keeper,
    thinker: Thinker,
    input: Input,
    arrangement: Arrangement,
    rng: Rng,
    interrupt: Arc<Interrupt>,
    /// Whether the board is shown from the other side.
    is_flipped: bool,
    /// Whether the engine tells what it thinks.
    is_informed: bool,
    /// Whether the engine waits for a word although it is to play.
    is_paused: bool,
    /// The turns listed last, while they are those of the position.
    listed: Vec<Turn>,
}

impl Table {
    pub(super) fn new(
        session: Session,
        keeper: Keeper,
        thinker: Thinker,
        input: Input,
        arrangement: Arrangement,
        rng: Rng,
        interrupt: Arc<Interrupt>,
    ) -> Table {
        Table {
            session,
            keeper,
            thinker,
            input,
            arrangement,
            rng,
            interrupt,
            is_flipped: false,
            is_informed: false,
            is_paused: false,
            listed: Vec::new(),
        }
    }

    /// Lets the engine tell what it thinks.
    pub(super) fn informed(mut self, is_informed: bool) -> Table {
        self.is_informed = is_informed;
        self
    }

    /// Plays until the player has enough.
    pub(super) fn run(mut self) -> Result<(), Failure> {
        self.welcome()?;
        let mut flow = Flow::On;
        while flow == Flow::On {
            flow = match self.session.stage() {
                Stage::SetUp { .. } => self.set_up()?,
                Stage::Turn(side) if self.session.seat(side) == Seat::Engine && !self.is_paused => {
                    self.engine_turn()?
                }
                Stage::Turn(_) | Stage::Over(_) => self.ask()?,
            };
        }
        let farewell = if self.keeper.has_kept() {
            kept_in(self.keeper.path()) + "\n"
        } else {
            "No turn was played, and no record is kept.\n".to_owned()
        };
        self.say(&farewell)
    }

    fn say(&self, text: &str) -> Result<(), Failure> {
        output::styled(text)
    }

    /// Tells the player of a mistake or a trouble that does not end the game.
    fn forgive(&self, result: Result<(), Failure>) -> Result<(), Failure> {
        let Err(failure) = result else { return Ok(()) };
        let explanation = failure.explanation();
        let Input::Terminal(_) = self.input else { return self.say(&explanation) };
        let wrap = |line: &str| words::wrap(line, output::terminal_width()).join("\n") + "\n";
        self.say(&explanation.lines().map(wrap).collect::<String>())
    }

    /// Begins a conversation about the game.
    fn welcome(&mut self) -> Result<(), Failure> {
        if self.session.record().tags.get("Date").is_none() {
            self.session.set_tag("Date", &jiff::Zoned::now().strftime("%Y.%m.%d").to_string());
        }
        self.name_players();
        self.is_paused = false;
        self.listed.clear();
        let definition = self.session.game().definition();
        let [first, second] = self.players();
        let [first_side, second_side] = Side::BOTH.map(|side| self.session.game().side_name(side));
        self.say(&format!(
            "\n{BOLD}{}{BOLD:#} by {}\n{first_side}: {first}   {second_side}: {second}\n{}\n\
             {DIM}Type a turn such as {}. `moves` lists turns, `?` pieces, `help` everything else.{DIM:#}\n",
            definition.name,
            definition.author,
            kept_in(self.keeper.path()),
            example(definition.style)[0],
        ))?;
        match self.session.stage() {
            Stage::SetUp { .. } => Ok(()),
            Stage::Turn(_) | Stage::Over(_) => self.show(),
        }
    }

    /// Returns the seat from which the board is shown: a person's, if only one person plays.
    fn view(&self) -> Side {
        let seat = self.session.lone_human().unwrap_or(Side::First);
        if self.is_flipped { seat.other() } else { seat }
    }

    /// Shows the game as it stands.
    fn show(&self) -> Result<(), Failure> {
        let width = output::terminal_width();
        let screen = output::screen();
        let scene = show::scene(&self.session, self.view(), &self.players(), screen, width);
        self.say(&format!("\n{scene}"))?;
        if let Stage::Over(_) = self.session.stage() {
            self.say("`back` takes a turn back, `goto 0` shows the start, `new` begins another game.\n")?;
        }
        Ok(())
    }

    fn set_up(&mut self) -> Result<Flow, Failure> {
        let view = self.view();
        if !set_up::choose(&mut self.session, &mut self.input, &mut self.rng, view)? {
            return Ok(Flow::Quit);
        }
        if let Stage::Turn(_) = self.session.stage() {
            self.show()?;
        }
        Ok(Flow::On)
    }

    /// Lets the engine play.
    fn engine_turn(&mut self) -> Result<Flow, Failure> {
        let result = self.thinker.choose(self.session.position(), self.is_informed);
        let turn = result.turn.expect("the session waits for a turn, so there is a legal one");
        if self.is_informed {
            let position = self.session.position();
            let report = thinker::report(position, result.depth, result.score, result.nodes, &result.pv);
            self.say(&format!("{DIM}{report}{DIM:#}\n"))?;
        }
        self.session.play_turn(turn).expect("the engine plays legal turns");
        self.say(&format!("Beaufort plays {BOLD}{}{BOLD:#}.\n", self.last_text()))?;
        if self.session.human_sides().next().is_none() && self.interrupt.take() {
            self.is_paused = true;
        }
        self.changed()?;
        self.show()?;
        Ok(Flow::On)
    }

    fn last_text(&self) -> &str {
        self.session.record().moves.node(self.session.here()).text()
    }

    /// Keeps the record and forgets what was true of the position before.
    fn changed(&mut self) -> Result<(), Failure> {
        self.listed.clear();
        let kept = self.keeper.keep(&self.session);
        self.forgive(kept)
    }

    /// Reads a line and does what it says.
    fn ask(&mut self) -> Result<Flow, Failure> {
        let session = &self.session;
        let Some(line) = self.input.read(&prompt(session), || completions(session))? else {
            return Ok(Flow::Quit);
        };
        // What was pressed before belongs to what went on before.
        self.interrupt.take();
        let result = match Command::read(&line) {
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
        Stage::SetUp { .. } | Stage::Over(_) => "Game over> ".to_owned(),
    }
}

/// Returns what a person may type now.
fn completions(session: &Session) -> Words {
    let game = session.game();
    let turns = show::turns(session).into_iter().map(|(_, text)| text);
    Words {
        first: turns.chain(Command::names().map(str::to_owned)).collect(),
        asked: game.types().map(|kind| game.piece(kind).name.clone()).collect(),
        before_files: Command::names_before_files().map(str::to_owned).collect(),
    }
}
