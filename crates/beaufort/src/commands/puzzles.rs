//! `beaufort puzzles`: positions with a unique best turn, from games of the engine against itself.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use beaufort_engine::{Evaluation, Signal};
use beaufort_lab::Plan;
use beaufort_lab::puzzles::{Puzzle, PuzzleMiner, PuzzleTerms, Theme};
use beaufort_lab::row::GameRow;
use beaufort_lab::selfplay::{DataError, SelfPlay, SelfPlayGame};
use beaufort_rules::Game;
use clap::Args;

use crate::commands::self_play;
use crate::failure::Failure;
use crate::game_args::{GameArgs, PieceValues};
use crate::output::{self, Status};
use crate::output_file::{self, CommandOutput};
use crate::stop::{processors, stop_at_ctrl_c};

/// Find puzzles in games of the engine against itself
///
/// A puzzle is a position after a mistake in which one turn is far better than every other: it wins where the others do not, or
/// saves what they lose. Positions after a turn by which the player's score fell are searched for a sixteenth of the nodes, then
/// for a quarter, and what still looks like a puzzle for all of them; then the line goes on as long as the solver's turn stays
/// the only good one. Each puzzle has a grade from 1 to 5, by how late the search finds its turns, how many they are, and whether
/// they are quiet.
///
/// The same command always finds the same puzzles, however many threads there are. Ctrl-C ends it; what was found until then is
/// written.
#[derive(Debug, Args)]
#[command(
    override_usage = "beaufort puzzles [OPTIONS] <GAME>\n       beaufort puzzles [OPTIONS] --game-file <FILE>",
    after_help = "\
Examples:
  beaufort puzzles scirocco --out scirocco.toml
  beaufort puzzles scirocco --data scirocco.games --out scirocco.toml
  beaufort puzzles --game-file my-game.toml --count 20 --games 100 --out my-puzzles.toml"
)]
pub(crate) struct PuzzlesArgs {
    #[command(flatten)]
    game: GameArgs,
    /// The evaluation: `derived` (from the rules alone) or a file of weights or a net; without it, the one of the game
    #[arg(long, value_name = "FILE")]
    eval: Option<PieceValues>,
    /// The number of games that are played at most
    #[arg(long, value_name = "N", default_value = "1000", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games: u32,
    /// The seed of all random choices
    #[arg(long, value_name = "N", default_value = "1")]
    seed: u64,
    /// Take the games in this folder, as `beaufort train` and `beaufort study` keep them, or in a file of games of version 0.1, instead
    /// of playing any
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["games", "seed"])]
    data: Option<PathBuf>,
    /// For how many nodes the engine searches each position of a solution
    #[arg(long, value_name = "N", default_value = "100000", value_parser = clap::value_parser!(u64).range(1_000..=1_000_000_000))]
    nodes: u64,
    /// The number of puzzles
    #[arg(long, value_name = "N", default_value = "100", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    count: u32,
    /// Only puzzles whose first turn has one of these themes, such as `double,poison`; see the page on puzzles
    #[arg(long, value_name = "THEMES", value_delimiter = ',')]
    themes: Vec<Theme>,
    /// How many games are played and searched at a time; without it, one on each processor
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Write the puzzles to a file instead of the output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

impl PuzzlesArgs {
    pub(crate) fn run(self) -> Result<(), Failure> {
        let game = self.game.load()?;
        let evaluation = Arc::new(self.game.evaluation_by(self.eval.as_ref(), &game)?);
        if let Some(out) = &self.out {
            output_file::check_writable(out)?;
        }
        let stop = stop_at_ctrl_c()?;
        let mut search = PuzzleSearch {
            miner: PuzzleMiner::new(
                &game,
                &evaluation,
                PuzzleTerms { count: self.count as usize, nodes: self.nodes, themes: self.themes.clone() },
            ),
            threads: self.threads.map_or_else(processors, usize::from),
            stop: &stop,
            status: Status::new(),
            count: self.count,
        };
        match &self.data {
            Some(path) => search.read(path, &evaluation)?,
            None => search.play(&self.self_play(&game, &evaluation), &evaluation, self.games)?,
        }
        let PuzzleSearch { miner, status, .. } = search;
        drop(status);
        let games = miner.games();
        if miner.is_empty() {
            return Err(Failure::user(format_args!("there is no puzzle in {games} games"))
                .hint("more games have more puzzles"));
        }
        let puzzles = miner.finish();
        let end = if stop.is_stopped() { format!(", stopped after {games} games") } else { String::new() };
        let text = format!("{}{end}.\n\n{}", self.heading(&game), Puzzle::to_toml(&puzzles));
        CommandOutput::Text(text).write(self.out.as_deref())?;
        output::note(format_args!("puzzles: {}, games: {games}", puzzles.len()));
        Ok(())
    }

    /// Returns the plan of the games.
    fn self_play(&self, game: &Arc<Game>, evaluation: &Arc<Evaluation>) -> SelfPlay {
        let plan = Plan {
            game: game.definition().id.clone(),
            nodes: self_play::NODES,
            seed: self.seed,
            opening: self_play::OPENING_PLIES.into(),
            max_plies: self_play::MAX_PLIES as usize,
        };
        SelfPlay::new(game, evaluation, plan)
    }

    /// Returns the comment at the head of the puzzles, with the command that finds them.
    fn heading(&self, game: &Game) -> String {
        let PuzzlesArgs { games, seed, data, nodes, count, .. } = self;
        let source = match data {
            Some(path) => format!("--data {}", path.display()),
            None => format!("--games {games} --seed {seed}"),
        };
        let themes: Vec<&str> = self.themes.iter().map(|theme| theme.name()).collect();
        let themes =
            if themes.is_empty() { String::new() } else { format!(" --themes {}", themes.join(",")) };
        format!(
            "# Puzzles of {}, the easiest first. Made by\n# `beaufort puzzles {} {source} --nodes {nodes} --count {count}{themes}`",
            game.definition().name,
            self.game.words(self.eval.as_ref())
        )
    }
}

/// The search for puzzles, batch by batch.
struct PuzzleSearch<'a> {
    miner: PuzzleMiner,
    threads: usize,
    stop: &'a Signal,
    status: Status,
    count: u32,
}

impl PuzzleSearch<'_> {
    /// Looks for puzzles in games that are kept, in the order of their numbers.
    fn read(&mut self, path: &Path, evaluation: &Evaluation) -> Result<(), Failure> {
        let games = self_play::read(path, evaluation, self.threads)?;
        for batch in games.chunks(PuzzleMiner::BATCH_GAMES) {
            if self.is_over() {
                break;
            }
            self.mine(batch).map_err(|error| Failure::user(format_args!("{}: {error}", path.display())))?;
        }
        Ok(())
    }

    /// Plays at most `games` games and looks for puzzles in them.
    fn play(&mut self, self_play: &SelfPlay, evaluation: &Evaluation, games: u32) -> Result<(), Failure> {
        let mut first = 0;
        while first < games && !self.is_over() {
            let end = games.min(first + PuzzleMiner::BATCH_GAMES as u32);
            let wanted: Vec<u32> = (first..end).collect();
            let mut rows: Vec<GameRow> = Vec::new();
            self_play.play(&wanted, self.threads, self.stop, |row| rows.push(row));
            if self.stop.is_stopped() {
                break;
            }
            rows.sort_by_key(|row| row.number);
            let batch = SelfPlayGame::of_rows(&rows, evaluation, self.threads).map_err(Failure::user)?;
            self.mine(&batch).map_err(Failure::user)?;
            first = end;
        }
        Ok(())
    }

    fn is_over(&self) -> bool {
        self.miner.is_complete() || self.stop.is_stopped()
    }

    fn mine(&mut self, batch: &[SelfPlayGame]) -> Result<(), DataError> {
        let (mut found, mut games) = (self.miner.len(), self.miner.games());
        let (status, count) = (&self.status, self.count);
        self.miner.mine(batch, self.threads, self.stop, |more| {
            (found, games) = (found + more, games + 1);
            status.show(&format!("{found} of {count} puzzles in {games} games (Ctrl-C: that is enough)"));
        })
    }
}
