//! `beaufort match`: many games between two players, and what they prove.

mod contender;
mod records;
mod report;

use std::num::NonZero;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use beaufort_engine::matches::{self, Ending, PlayedGame, Settings};
use beaufort_engine::{Evaluation, players};
use clap::Args;

use crate::failure::Failure;
use crate::game_args::GameArgs;
use crate::output::{self, Status};
use contender::Kind;
use records::Records;

/// The exit status of a program that was interrupted twice.
const INTERRUPTED: i32 = 130;

/// Play a match between two players and tell who is stronger
///
/// Players are `random`, `greedy`, `engine` and, with limits for each turn, `engine:time=0.1`, `engine:nodes=5000`,
/// `engine:depth=3`; more are separated by commas, and `hash` is the engine's memory in MiB. The games come in pairs
/// with the same set-up, drawn by lot, and the sides exchanged. The same seed gives the same games, unless an engine
/// plays by the clock.
///
/// The result is that of the first player: wins, draws, losses; the pairs with 0, 1/2, 1, 1 1/2 and 2 points; the
/// score; the difference of strength in Elo with its bounds, which hold the truth with 95% probability; and LOS, the
/// likelihood that the first player is the stronger one. A player who gives an illegal turn, or takes much longer than
/// his time, loses the game, and it is told. Ctrl-C ends the match after the games that are going on.
#[derive(Debug, Args)]
#[command(
    override_usage = "beaufort match [OPTIONS] <GAME> <A> <B>\n       beaufort match [OPTIONS] --game-file <FILE> <A> <B>",
    after_help = "\
Examples:
  beaufort match scirocco engine:time=0.1 random --games 100     100 games against random
  beaufort match scirocco engine:time=0.1 greedy --games 100     100 games against greedy
  beaufort match scirocco engine:nodes=5000 engine:nodes=1000 --seed 7 --records games.txt"
)]
pub(crate) struct Match {
    #[command(flatten)]
    game: GameArgs,
    /// The first player
    #[arg(value_name = "A")]
    first: Option<String>,
    /// The second player
    #[arg(value_name = "B")]
    second: Option<String>,
    /// The number of games; they come in pairs
    #[arg(long, value_name = "N", default_value = "100", value_parser = pairs)]
    games: Pairs,
    /// What the set-ups and the players' random choices depend on
    #[arg(long, value_name = "N", default_value = "1")]
    seed: u64,
    /// How many games are played at a time; without it, one on each processor
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// The number of turns after which a game is a draw
    #[arg(long, value_name = "N", default_value = "1000", value_parser = clap::value_parser!(u32).range(1..))]
    max_plies: u32,
    /// Write the records of all games to a file
    #[arg(long, value_name = "FILE")]
    records: Option<PathBuf>,
}

/// A number of pairs of games.
#[derive(Clone, Copy, Debug)]
struct Pairs(u32);

fn pairs(text: &str) -> Result<Pairs, String> {
    let games = text.parse().ok().filter(|&games: &u32| games > 0 && games.is_multiple_of(2));
    games.map(|games| Pairs(games / 2)).ok_or_else(|| "expected an even number of games".to_owned())
}

impl Match {
    pub(crate) fn run(mut self) -> Result<(), Failure> {
        if let Some(word) = self.game.take_word() {
            self.second = self.first.replace(word);
        }
        let game = self.game.load()?;
        let (Some(first), Some(second)) = (&self.first, &self.second) else {
            return Err(Failure::user("a match needs two players")
                .hint("name them after the game: `beaufort match scirocco engine random`"));
        };
        let kinds = [first.parse::<Kind>()?, second.parse()?];
        let evaluation = Arc::new(Evaluation::new(&game));
        let names = [first.as_str(), second.as_str()];
        let contender = |player: usize| kinds[player].contender(names[player], &game, &evaluation);
        let contenders: [players::Contender; 2] = [contender(0), contender(1)];
        let settings = self.settings();

        let stop = Arc::new(AtomicBool::new(false));
        stop_at_ctrl_c(&stop)?;
        let mut records = self.records.map(|path| Records::new(path, &game, names, settings.seed));
        let mut trouble = None;
        let mut mistakes = report::Mistakes::default();
        let status = Status::new();
        status.show("The first games are being played (Ctrl-C: enough) ...");
        let tally =
            matches::play(&game, [&contenders[0], &contenders[1]], &settings, &stop, |played, tally| {
                if let Some(line) = mistakes.note(played, names) {
                    status.show("");
                    output::note(line);
                }
                if let Some(Err(failure)) = records.as_mut().map(|records| records.add(played)) {
                    trouble = Some(failure);
                    stop.store(true, Ordering::Relaxed);
                }
                if played.number % 2 == 1 {
                    status.tell(&report::progress(tally, 2 * settings.pairs));
                }
            });
        drop(status);
        if let Some(records) = &mut records {
            records.write()?;
        }
        trouble.map_or(Ok(()), Err)?;
        output::styled(&report::result(&game, names, settings.seed, &tally, &mistakes))
    }

    fn settings(&self) -> Settings {
        let processors = || thread::available_parallelism().map_or(1, NonZero::get);
        Settings {
            pairs: self.games.0,
            seed: self.seed,
            max_plies: self.max_plies as usize,
            threads: self.threads.map_or_else(processors, usize::from),
            ..Settings::default()
        }
    }
}

/// Sets the flag at the first Ctrl-C; the second ends the program.
fn stop_at_ctrl_c(stop: &Arc<AtomicBool>) -> Result<(), Failure> {
    let stop = Arc::clone(stop);
    let handler = move || {
        if stop.swap(true, Ordering::Relaxed) {
            std::process::exit(INTERRUPTED);
        }
        output::note("\nThe match ends after the games that are going on; Ctrl-C again ends it at once.");
    };
    ctrlc::set_handler(handler)
        .map_err(|error| Failure::io("cannot watch for Ctrl-C")(std::io::Error::other(error)))
}

/// Returns how a game ended if a player made a mistake: who, by number, and what.
fn mistake(played: &PlayedGame) -> Option<(usize, String)> {
    let (side, what) = match &played.ending {
        Ending::Decided(_) | Ending::TooLong => return None,
        Ending::Illegal { side, turn: Some(_) } => (side, "gave an illegal turn".to_owned()),
        Ending::Illegal { side, turn: None } => (side, "gave no turn".to_owned()),
        Ending::Overrun { side, time } => (side, format!("took {:.3} s for a turn", time.as_secs_f64())),
    };
    Some(((side.index() + played.first) % 2, what))
}
