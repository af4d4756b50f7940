//! `beaufort play`: a game in the terminal.
//!
//! A [`beaufort_session::Conversation`] leads the game, as in a server or a browser; [`local_conversation`] owns it and runs its
//! jobs. [`table`] talks with the players, [`command`] reads what they type, [`show`] and [`look`] draw, [`keeper`] keeps the
//! record.

mod command;
mod input;
mod interrupt;
mod keeper;
mod load;
mod local_conversation;
mod look;
mod menu;
mod show;
mod strength;
mod table;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use beaufort_draw::TileFace;
use beaufort_engine::{Level, MAX_DEPTH};
use beaufort_rules::Game;
use beaufort_rules::game::Setup;
use beaufort_session::command::Start;
use beaufort_session::{Library, Seat};
use clap::{Args, ValueEnum};
use fastrand::Rng;

use crate::failure::Failure;
use crate::game_args::{GameArgs, PieceValues, position};
use input::Input;
use interrupt::Interrupt;
use keeper::Keeper;
use local_conversation::LocalConversation;
use strength::{Limits, Strength};
use table::{Arrangement, Table};

/// Play a game in the terminal, against the engine or another person
///
/// Turns are typed in the short notation of the inventor, such as P-e4; `help` in the game lists everything else.
/// The record is written after every turn. Without a terminal, the lines of the standard input are played.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  beaufort play                                   choose a game, play Blue
  beaufort play scirocco --side tan --time 5      play Tan; the engine takes 5 seconds a turn
  beaufort play scirocco --level casual           the engine plays with force 4; `--level 4` is the same
  beaufort play scirocco --side both              two people
  beaufort play scirocco --side none --nodes 5000 watch the engine
  beaufort play --load game.txt                   go on with a record")]
pub(crate) struct Play {
    #[command(flatten)]
    game: GameArgs,
    /// The sides that people play: blue, tan, both or none
    #[arg(long, value_name = "SIDE", ignore_case = true, conflicts_with_all = ["blue", "tan"])]
    side: Option<Sides>,
    /// The player of the first side, Blue: human or engine
    #[arg(long, value_name = "WHO")]
    blue: Option<Who>,
    /// The player of the second side, Tan: human or engine
    #[arg(long, value_name = "WHO")]
    tan: Option<Who>,
    /// How long the engine thinks about a turn, in seconds; 2 unless another limit is given. Below full strength at most so
    /// long: a level stops earlier, after a number of positions that `level` in the game tells
    #[arg(long, value_name = "SECONDS", value_parser = command::seconds)]
    time: Option<Duration>,
    /// How many plies deep the engine looks
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_DEPTH)))]
    depth: Option<u32>,
    /// How many positions the engine looks at
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    nodes: Option<u32>,
    /// How well the engine plays, from `beginner` to `full`, or by its force, 1 to 12; `level` in the game lists them
    #[arg(long, value_name = "LEVEL", default_value = "full", value_parser = crate::level::read)]
    level: &'static Level,
    /// The evaluation: `derived` (from the rules alone) or a file of weights or a net; without it, the one of the game
    #[arg(long, value_name = "FILE")]
    eval: Option<PieceValues>,
    /// The size of the engine's memory, in MiB
    #[arg(long, value_name = "MIB", default_value = "64", value_parser = clap::value_parser!(u32).range(1..=65_536))]
    hash: u32,
    /// The seed of all random choices, which are the same every time with the same one
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// The set-up: ask, default, random, or the choices that change, separated by commas; `ask` shows their names
    #[arg(long, value_name = "SETUP", default_value = "ask", conflicts_with_all = ["position", "load"])]
    setup: String,
    /// Begin from a position
    #[arg(long, value_name = "POSITION", conflicts_with = "load")]
    position: Option<String>,
    /// Go on with the first game of a record
    #[arg(long, value_name = "FILE", conflicts_with = "record")]
    load: Option<PathBuf>,
    /// Where the record is kept; without it, in a folder for your data, which is named at the start
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// Show the engine's thinking
    #[arg(long)]
    info: bool,
    /// The symbols of the pieces on the board
    #[arg(long, value_name = "TILES", default_value = "letters")]
    tiles: Tiles,
}

/// The symbols of the pieces on a board of text.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Tiles {
    /// Ids
    Letters,
    /// Chess symbols for pieces that move like the orthodox ones, ids for all others
    Figurines,
    /// Characters, as those of shogi, for pieces that have some, each two columns wide; figurines or ids for all others
    Signs,
}

impl From<Tiles> for TileFace {
    fn from(tiles: Tiles) -> TileFace {
        match tiles {
            Tiles::Letters => TileFace::Letters,
            Tiles::Figurines => TileFace::Figurines,
            Tiles::Signs => TileFace::Signs,
        }
    }
}

/// Sides of the board, for people.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Sides {
    /// The first side, which `white` names, too
    #[value(alias = "white")]
    Blue,
    /// The second side, which `black` names, too
    #[value(alias = "black")]
    Tan,
    /// Both sides
    Both,
    /// Neither side
    None,
}

/// A kind of player.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Who {
    /// A person at this terminal
    Human,
    /// Beaufort
    Engine,
}

impl From<Who> for Seat {
    fn from(who: Who) -> Seat {
        match who {
            Who::Human => Seat::Human,
            Who::Engine => Seat::Engine,
        }
    }
}

impl Play {
    pub(crate) fn run(self) -> Result<(), Failure> {
        let interrupt = Interrupt::install()?;
        let mut input = Input::new(&interrupt)?;
        let mut rng = self.seed.map_or_else(Rng::new, Rng::with_seed);
        let loaded = match &self.load {
            Some(path) => {
                let game = self.game.is_given().then(|| self.game.load()).transpose()?;
                Some(load::load(path, game.as_ref())?)
            }
            None => None,
        };
        let game = match &loaded {
            Some(loaded) => Arc::clone(&loaded.game),
            None if self.game.is_given() => self.game.load()?,
            None => match menu::choose(&mut input)? {
                Some(game) => game,
                None => return Ok(()),
            },
        };
        let library = match &self.eval {
            Some(values) => Library::with_one(Arc::new(values.evaluation(&game)?)),
            None if self.game.is_given() => Library::with_one(Arc::new(self.game.evaluation(&game)?)),
            None => Library::new(),
        };
        let client = LocalConversation::new(&library, rng.u64(..), self.hash as usize, &interrupt);
        let limits = Limits::new(self.time, self.depth, self.nodes);
        let strength = Strength { level: self.level, limits };
        let arrangement = self.arrangement(&game)?;
        let (from, keeper, seats) = match (&self.load, loaded) {
            (Some(path), Some(loaded)) => {
                let keeper = Keeper::of_loaded(path, &loaded.text, &game, &interrupt)?;
                (Start::Record { text: loaded.text }, keeper, loaded.seats)
            }
            _ => (self.start(&game)?, Keeper::new(&game, self.record.clone(), &interrupt)?, None),
        };
        let seats = self.seats().or(seats).unwrap_or([Seat::Human, Seat::Engine]);
        let mut table = Table::new(client, game, keeper, strength, input, arrangement, rng, interrupt);
        table.inform(self.info);
        table.set_tiles(self.tiles.into());
        table.begin(from, seats).map_err(|problem| match &self.load {
            Some(path) => load::refusal(path, &problem),
            None => Failure::user(problem.message),
        })?;
        table.run()
    }

    /// Returns the start of a new game.
    fn start(&self, game: &Arc<Game>) -> Result<Start, Failure> {
        match &self.position {
            Some(text) => Ok(Start::Position { text: position(game, text)?.start_text() }),
            None => Ok(Start::Setup),
        }
    }

    fn arrangement(&self, game: &Game) -> Result<Arrangement, Failure> {
        Ok(match self.setup.as_str() {
            "ask" => Arrangement::Ask,
            "random" => Arrangement::Random,
            text => Arrangement::Fixed(Setup::parse(game, text).map_err(Failure::user)?),
        })
    }

    /// Returns the players of the sides, if the options name them.
    fn seats(&self) -> Option<[Seat; 2]> {
        match self.side {
            Some(Sides::Blue) => Some([Seat::Human, Seat::Engine]),
            Some(Sides::Tan) => Some([Seat::Engine, Seat::Human]),
            Some(Sides::Both) => Some([Seat::Human, Seat::Human]),
            Some(Sides::None) => Some([Seat::Engine, Seat::Engine]),
            None => match (self.blue, self.tan) {
                (None, None) => None,
                (Some(blue), Some(tan)) => Some([blue.into(), tan.into()]),
                // If one player is named, the other kind plays the other side.
                (Some(Who::Human), None) | (None, Some(Who::Engine)) => Some([Seat::Human, Seat::Engine]),
                (Some(Who::Engine), None) | (None, Some(Who::Human)) => Some([Seat::Engine, Seat::Human]),
            },
        }
    }
}
