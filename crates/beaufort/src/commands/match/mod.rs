//! `beaufort match`: many games between two players, and their result.

mod finished;
mod game_store;
mod player;
mod pool;
mod read;
mod records;
mod report;
mod settings;
mod state;

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use beaufort_lab::matches::{
    self, Adjudication, Book, BookError, DrawRule, MatchSettings, Sprt, SprtState, Tally, WinRule,
};
use beaufort_lab::players;
use beaufort_rules::{Game, Position};
use clap::Args;

use crate::failure::{Failure, INTERRUPTED};
use crate::game_args::GameArgs;
use crate::output::{self, Status};
use crate::output_file;
use crate::stop::{on_ctrl_c, processors};
use crate::text_file::{self, OPENINGS};
use game_store::GameStore;
use player::PlayerSpec;
pub(crate) use pool::PoolArgs;
use records::{Recorder, Records};
use state::{MatchState, MatchTerms};

/// Play a match between two players and report which one is stronger
///
/// Players are `random`, `greedy`, `engine` and, with limits for each turn, `engine:time=0.1`, `engine:nodes=5000`,
/// `engine:depth=3`, or with a clock for the game, `engine:tc=60+0.5`; more settings are separated by commas: `level`
/// is how well it plays, as in `engine:level=club`, `hash` its memory in MiB, `eval` how it judges the pieces: `derived` by
/// what the rules say, or by a file of learned weights; `threads` and `name` are what they say.
/// Other programs are `uci:COMMAND` and `cecp:COMMAND`, followed by settings, all in one argument: the same limits, `name`,
/// `variant` (what the program calls the game), `patience` (how many seconds it may take where nothing else says so) and
/// `option.NAME` (its own options). docs/match.md tells more.
///
/// The games come in pairs with the same opening and the sides exchanged: a set-up drawn at random or a position of a file,
/// and perhaps some turns drawn at random. The same seed gives the same games, unless a player plays by the clock.
///
/// The result is that of the first player: wins, draws, losses; the score; the share of draws; the pairs with 0, 1/2, 1,
/// 1 1/2 and 2 points; the difference of strength in Elo with its bounds, which hold the truth with 95% probability; the
/// same on the normalized scale, which does not depend on the share of draws; LOS, the likelihood that the first player is
/// the stronger one; and the state of a test. A player that gives an illegal turn, exceeds its time or breaks down loses the
/// game, with a message. Ctrl-C ends the match after the games that are going on.
#[derive(Debug, Args)]
#[command(
    override_usage = "beaufort match [OPTIONS] <GAME> <A> <B>\n       beaufort match [OPTIONS] --game-file <FILE> <A> <B>",
    after_help = "\
Examples:
  beaufort match scirocco engine:time=0.1 random --games 100     100 games against random
  beaufort match scirocco engine:time=0.1 greedy --games 100     100 games against greedy
  beaufort match scirocco engine:nodes=5000 engine:nodes=1000 --seed 7 --records games.txt
  beaufort match orthochess engine:tc=10+0.1 'uci:stockfish tc=10+0.1 option.Hash=16' --random-plies 4
  beaufort match typhoon engine 'uci:old/beaufort uci' --sprt elo0=0,elo1=10 --games 10000 --state match.state"
)]
pub(crate) struct MatchArgs {
    #[command(flatten)]
    game: GameArgs,
    /// The first player
    #[arg(value_name = "A")]
    first: Option<String>,
    /// The second player
    #[arg(value_name = "B")]
    second: Option<String>,
    /// The number of games, which is even: they come in pairs
    #[arg(long, value_name = "N", default_value = "100", value_parser = pairs)]
    games: Pairs,
    /// The seed of the openings and of the players' random choices
    #[arg(long, value_name = "N", default_value = "1")]
    seed: u64,
    /// Draw the first N turns at random, both sides together
    #[arg(long, value_name = "N", default_value = "0", value_parser = clap::value_parser!(u16).range(0..=1000))]
    random_plies: u16,
    /// Begin with the positions of a file, one a line, instead of set-ups drawn at random
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// Begin with the even openings of a book: the one that comes with the program, or that of a file
    #[arg(long, value_name = "FILE", require_equals = true, conflicts_with_all = ["openings", "random_plies"])]
    book: Option<Option<PathBuf>>,
    /// How many games are played at a time; without it, one on each processor
    #[arg(long, value_name = "N", visible_alias = "concurrency", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// The number of turns after which a game is a draw
    #[arg(long, value_name = "N", default_value = "1000", value_parser = clap::value_parser!(u32).range(1..))]
    max_plies: u32,
    /// End a game as won when the scores of both players agree: for how many turns of each, and by how much
    ///
    /// Off unless given; what RULE leaves out is movecount=3,score=800.
    #[arg(long, value_name = "RULE", value_parser = settings::win_rule)]
    resign: Option<WinRule>,
    /// End a game as drawn when both players see no difference: from which move on, for how many turns of each, and how near
    /// to zero
    ///
    /// Off unless given; what RULE leaves out is movenumber=40,movecount=8,score=10.
    #[arg(long, value_name = "RULE", value_parser = settings::draw_rule)]
    draw: Option<DrawRule>,
    /// End the match when a test has decided between two differences of strength
    ///
    /// Off unless given; what TEST leaves out is elo0=0,elo1=10,alpha=0.05,beta=0.05.
    #[arg(long, value_name = "TEST", value_parser = settings::sprt)]
    sprt: Option<Sprt>,
    /// By how many milliseconds a turn may take too long
    #[arg(long, value_name = "MS", default_value = "100")]
    tolerance: u32,
    /// Write the records of all games to a file
    #[arg(long, value_name = "FILE")]
    records: Option<PathBuf>,
    /// Keep the finished games in a file, and go on with the match in it
    #[arg(long, value_name = "FILE")]
    state: Option<PathBuf>,
}

/// A number of pairs of games.
#[derive(Clone, Copy, Debug)]
struct Pairs(u32);

fn pairs(text: &str) -> Result<Pairs, String> {
    let games = text.parse().ok().filter(|&games: &u32| games > 0 && games.is_multiple_of(2));
    games.map(|games| Pairs(games / 2)).ok_or_else(|| "expected an even number of games".to_owned())
}

impl MatchArgs {
    pub(crate) fn run(mut self) -> Result<(), Failure> {
        if let Some(word) = self.game.take_word() {
            self.second = self.first.replace(word);
        }
        let game = self.game.load()?;
        let (Some(first), Some(second)) = (&self.first, &self.second) else {
            return Err(Failure::user("a match needs two players")
                .hint("name them after the game: `beaufort match scirocco engine random`"));
        };
        let own = self.game.file().map(|file| ("--game-file", file));
        let named = [("--openings", &self.openings), ("--state", &self.state), ("--records", &self.records)];
        let named = named.into_iter().filter_map(|(name, file)| file.as_deref().map(|file| (name, file)));
        let book = self.book.iter().flatten().map(|file| ("--book", file.as_path()));
        output_file::check_distinct(own.into_iter().chain(named).chain(book))?;
        let players = [first.parse::<PlayerSpec>()?, second.parse()?];
        let settings = self.settings(&game)?;
        for player in &players {
            player.try_out(&game)?;
        }
        let names = players.each_ref().map(|player| player.name.clone());
        let names = names.each_ref().map(String::as_str);
        let mut game_store = self.game_store(&game, names)?;
        let evaluation = Arc::new(self.game.evaluation(&game)?);
        let [first, second] = players.map(|player| player.contender(&game, &evaluation));
        let contenders = [first?, second?];
        let tally = self.play(&game, contenders.each_ref(), &settings, &mut game_store)?;
        let result = report::result(&game, names, self.seed, &tally, &game_store.counts, self.sprt.as_ref());
        Ok(output::styled(&result)?)
    }

    /// Plays the games that are missing, and returns the result of all.
    fn play(
        &self,
        game: &Arc<Game>,
        contenders: [&players::Contender; 2],
        settings: &MatchSettings,
        game_store: &mut GameStore<'_>,
    ) -> Result<Tally, Failure> {
        let stop = Arc::new(AtomicBool::new(false));
        stop_at_ctrl_c(&stop)?;
        let is_decided = |tally: &Tally| self.sprt.is_some_and(|test| test.state(tally) != SprtState::Open);
        stop.fetch_or(is_decided(&Tally::of(&game_store.finished)), Ordering::Relaxed);
        let mut trouble = None;
        let status = Status::new();
        status.show("The first games are being played (Ctrl-C: enough) ...");
        let finished = game_store.finished.clone();
        let tally = matches::play(game, contenders, settings, finished, &stop, |played, tally| {
            match game_store.add(played) {
                Ok(Some(mistake)) => {
                    status.show("");
                    output::note(mistake);
                }
                Ok(None) => {}
                Err(failure) => trouble = Some(failure),
            }
            if trouble.is_some() || is_decided(tally) {
                stop.store(true, Ordering::Relaxed);
            }
            if played.number % 2 == 1 {
                status.tell(&report::progress(tally, 2 * settings.pairs, self.sprt.as_ref()));
            }
        });
        drop(status);
        if let Some(records) = &game_store.records {
            records.write()?;
        }
        trouble.map_or(Ok(tally), Err)
    }

    fn settings(&self, game: &Arc<Game>) -> Result<MatchSettings, Failure> {
        Ok(MatchSettings {
            pairs: self.games.0,
            seed: self.seed,
            book: self.book(game)?.map(Arc::new),
            positions: self.positions(game)?.into(),
            random_plies: self.random_plies.into(),
            max_plies: self.max_plies as usize,
            adjudication: Adjudication { win: self.resign, draw: self.draw },
            threads: self.threads.map_or_else(processors, usize::from),
            tolerance: Duration::from_millis(self.tolerance.into()),
        })
    }

    /// Reads the opening book.
    fn book(&self, game: &Arc<Game>) -> Result<Option<Book>, Failure> {
        let Some(path) = &self.book else { return Ok(None) };
        let id = &game.definition().id;
        let Some(path) = path else {
            let missing = || {
                let hint = format!("make one by `beaufort book`, and name it: --book={id}.book");
                Failure::user(format_args!("there is no opening book of `{id}`")).hint(hint)
            };
            return Book::builtin(id).map(Some).ok_or_else(missing);
        };
        let wrong = |why: BookError| Failure::user(format_args!("{}: {why}", path.display()));
        let book: Book = text_file::read(path, OPENINGS)?.parse().map_err(wrong)?;
        book.check_game(game).map_err(wrong)?;
        Ok(Some(book))
    }

    /// Reads the positions with which games begin.
    fn positions(&self, game: &Arc<Game>) -> Result<Vec<Position>, Failure> {
        let Some(path) = &self.openings else { return Ok(Vec::new()) };
        let text = text_file::read(path, OPENINGS)?;
        let lines =
            text.lines().zip(1..).filter(|(line, _)| !line.trim().is_empty() && !line.starts_with('#'));
        let positions: Vec<Position> = lines
            .map(|(line, number)| {
                let wrong =
                    |why: String| Failure::user(format_args!("{}, line {number}: {why}", path.display()));
                let position =
                    Position::parse(game, line.trim()).map_err(|error| wrong(error.to_string()))?;
                match position.verdict() {
                    None => Ok(position),
                    Some(_) => Err(wrong("the game is over in this position".to_owned())),
                }
            })
            .collect::<Result<_, _>>()?;
        match positions.len() {
            0 => Err(Failure::user(format_args!("`{}` holds no positions", path.display()))),
            _ => Ok(positions),
        }
    }

    /// Returns the store of the games, with those that were finished before.
    fn game_store<'a>(&self, game: &Arc<Game>, names: [&'a str; 2]) -> Result<GameStore<'a>, Failure> {
        let state = self.state.as_ref().map(|path| MatchState::open(path, self.terms())).transpose()?;
        let recorder = Recorder::new(game, names, self.seed);
        GameStore::new(names, recorder, self.records.clone().map(Records::new), state, 2 * self.games.0)
    }

    /// Returns the settings that the games depend on: a match continues only with the same ones. The number of games may change.
    fn terms(&self) -> MatchTerms {
        let term = |name: &str, value: Option<String>| value.map(|value| (name.to_owned(), value));
        let book = self
            .book
            .as_ref()
            .map(|path| path.as_ref().map_or_else(String::new, |path| path.display().to_string()));
        let openings = self.openings.as_ref().map(|path| path.display().to_string());
        [
            term("game", Some(self.game.words(None))),
            term("first player", self.first.clone()),
            term("second player", self.second.clone()),
            term("--seed", Some(self.seed.to_string())),
            term("--random-plies", Some(self.random_plies.to_string())),
            term("--openings", openings),
            term("--book", book),
            term("--max-plies", Some(self.max_plies.to_string())),
            term("--resign", self.resign.map(|rule| format!("{rule:?}"))),
            term("--draw", self.draw.map(|rule| format!("{rule:?}"))),
            term("--tolerance", Some(self.tolerance.to_string())),
            term("version of beaufort", Some(env!("CARGO_PKG_VERSION").to_owned())),
        ]
        .into_iter()
        .flatten()
        .collect()
    }
}

/// Sets the flag at the first Ctrl-C; the second ends the program.
fn stop_at_ctrl_c(stop: &Arc<AtomicBool>) -> Result<(), Failure> {
    let stop = Arc::clone(stop);
    let handler = move || {
        if stop.swap(true, Ordering::Relaxed) {
            std::process::exit(INTERRUPTED.into());
        }
        output::note("\nThe match ends after the games that are going on; Ctrl-C again ends it at once.");
    };
    on_ctrl_c(handler)
}
