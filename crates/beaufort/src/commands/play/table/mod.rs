//! The table at which the game is played: asks the players in turn and does what they want.

mod advice;
mod explain;
mod games;
mod players;
mod turns;

use std::path::Path;
use std::sync::Arc;

use beaufort_draw::words;
use beaufort_engine::Limits;
use beaufort_rules::game::SetUp;
use beaufort_rules::{Game, Side, Turn};
use beaufort_session::{Seat, Session, Stage};
use fastrand::Rng;

use explain::example;

use super::command::Command;
use super::input::{Input, Words};
use super::interrupt::Interrupt;
use super::keeper::{Keeper, kept_in};
use super::set_up;
use super::show::{self, BOLD, DIM};
use super::thinker::{self, Thinker};
use crate::failure::Failure;
use crate::output;

/// The engine's name in records.
const ENGINE: &str = concat!("Beaufort ", env!("CARGO_PKG_VERSION"));
/// A person's name in records.
const HUMAN: &str = "Human";

/// How the array of a new game comes about.
#[derive(Clone, Debug)]
pub(super) enum Arrangement {
    /// People choose for their sides, chance for the engine's.
    Ask,
    /// By lot.
    Random,
    /// As named on the command line.
    Fixed(SetUp),
}

impl Arrangement {
    /// Begins a game.
    pub(super) fn begin(&self, game: &Arc<Game>, rng: &mut Rng) -> Session {
        match self {
            Arrangement::Ask => Session::new(game),
            Arrangement::Random => Session::from_set_up(game, SetUp::choose(game, |_| rng.bool())),
            Arrangement::Fixed(set_up) => Session::from_set_up(game, set_up.clone()),
        }
    }
}

/// Returns who played a recorded game, if it was played here: against the engine or by two people without names.
pub(super) fn seats_of_record(session: &Session) -> Option<[Seat; 2]> {
    let names = Side::BOTH.map(|side| name_of(session, side));
    let is_engine = |name: Option<&str>| name.is_some_and(|name| name.starts_with("Beaufort"));
    let is_ours = names == [Some(HUMAN); 2] || names.into_iter().any(is_engine);
    is_ours.then(|| names.map(|name| if is_engine(name) { Seat::Engine } else { Seat::Human }))
}

fn name_of(session: &Session, side: Side) -> Option<&str> {
    session.record().tags.get(session.game().side_name(side))
}

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

    /// Returns who plays the sides.
    fn players(&self) -> [String; 2] {
        Side::BOTH.map(|side| match self.session.seat(side) {
            Seat::Human => {
                let name = name_of(&self.session, side).unwrap_or(HUMAN);
                if name == HUMAN { "you".to_owned() } else { name.to_owned() }
            }
            Seat::Engine => format!("Beaufort, {}", self.thinker.limits_in_words()),
        })
    }

    /// Writes the players into the record; a person's name that is there stays.
    fn name_players(&mut self) {
        for side in Side::BOTH {
            let name = match self.session.seat(side) {
                Seat::Engine => ENGINE,
                Seat::Human => match name_of(&self.session, side) {
                    Some(name) if !name.starts_with("Beaufort") => continue,
                    _ => HUMAN,
                },
            };
            let tag = self.session.game().side_name(side).to_owned();
            self.session.set_tag(&tag, name);
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
        let scene = show::scene(&self.session, self.view(), &self.players(), width);
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
        let result = self.thinker.think(self.session.position(), self.is_informed);
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

    fn execute(&mut self, command: Command) -> Result<Flow, Failure> {
        match command {
            Command::Nothing | Command::Go => self.go()?,
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
            Command::Eval => self.eval()?,
            Command::Resign => self.resign()?,
            Command::Draw => self.offer_draw()?,
            Command::Swap => {
                let seats = Side::BOTH.map(|side| self.session.seat(side.other()));
                self.reseat(seats)?;
            }
            Command::Engine(side) => {
                let seats = self.seats_with_engine(&side)?;
                self.reseat(seats)?;
            }
            Command::Time(time) => self.limit(Limits::time(time))?,
            Command::Depth(depth) => self.limit(Limits::depth(depth))?,
            Command::Nodes(nodes) => self.limit(Limits::nodes(nodes))?,
            Command::Info(is_informed) => {
                self.is_informed = is_informed;
                let word = if is_informed { "tells" } else { "keeps to itself" };
                self.say(&format!("Beaufort {word} what it thinks.\n"))?;
            }
            Command::Comment(text) => self.comment(text)?,
            Command::Record => self.say(&self.session.record().to_string())?,
            Command::Position => self.say(&format!("{}\n", self.session.position()))?,
            Command::Save(file) => {
                let saved = self.keeper.save(&self.session, Path::new(&file));
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
