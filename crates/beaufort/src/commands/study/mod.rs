//! `beaufort study`: statistics of a game, from many games of the engine against itself.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use beaufort_engine::Signal;
use beaufort_lab::Plan;
use beaufort_lab::row::{GameNumber, GameRow, PlayerKind};
use beaufort_lab::store::{StudyFolder, check_local};
use beaufort_lab::study::{StudiedGames, Study, StudyReport};
use clap::Args;

use crate::failure::Failure;
use crate::game_args::{GameArgs, PieceValues};
use crate::output;
use crate::output_file;
use crate::progress::collect;
use crate::stop::{processors, stop_at_ctrl_c};

/// Study a game: let the engine play against itself, and report statistics of the games
///
/// The report, GAME.md, tells how long the games are, who wins and how, what the choices of the set-up phase and the
/// promotions do to the result, and how many turns a position has; its plots are in the folder GAME beside it. Set-up
/// and first plies of each game are random; some more games are played by any legal turns, to compare with.
///
/// Game number n is always the same game, however many threads there are. Finished games are kept in the folder GAME/games as
/// tables of Apache Parquet, a row each, that Polars, DuckDB and many other programs read: docs/lab.md. The same command goes on where it was stopped, by Ctrl-C or otherwise; with a greater number of games it plays
/// only those that are missing. Games of other settings are refused.
#[derive(Debug, Args)]
#[command(
    override_usage = "beaufort study [OPTIONS] <GAME>\n       beaufort study [OPTIONS] --game-file <FILE>",
    after_help = "\
Examples:
  beaufort study scirocco --games 100                  100 games, report in scirocco.md
  beaufort study jupiter --nodes 5000 --out reports    stronger players, report in reports/jupiter.md"
)]
pub(crate) struct StudyArgs {
    #[command(flatten)]
    game: GameArgs,
    /// The evaluation: `derived` (from the rules alone) or a file of weights or a net; without it, the one of the game
    #[arg(long, value_name = "FILE")]
    eval: Option<PieceValues>,
    /// The number of games of the engine
    #[arg(long, value_name = "N", default_value = "200", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games: u32,
    /// The number of games of random turns
    #[arg(long, value_name = "N", default_value = "50", value_parser = clap::value_parser!(u32).range(0..=1_000_000))]
    random_games: u32,
    /// How many positions the engine looks at for a turn
    #[arg(long, value_name = "N", default_value = "1000", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// The seed of the set-ups, the openings and the random turns
    #[arg(long, value_name = "N", default_value = "1")]
    seed: u64,
    /// How many plies of each game are random before the players begin
    #[arg(long, value_name = "N", default_value = "4", value_parser = clap::value_parser!(u16))]
    opening: u16,
    /// The number of plies after which a game is stopped
    #[arg(long, value_name = "N", default_value = "3000", value_parser = clap::value_parser!(u32).range(1..))]
    max_plies: u32,
    /// How many games are played at a time; without it, one on each processor
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// The folder for the report; it is made if it does not exist
    #[arg(long, value_name = "DIR", default_value = ".")]
    out: PathBuf,
    /// The folder for the finished games; without it, GAME/games beside the report
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
}

impl StudyArgs {
    pub(crate) fn run(self) -> Result<(), Failure> {
        self.data.iter().chain([&self.out]).try_for_each(|place| check_local(place))?;
        let game = self.game.load()?;
        let id = game.definition().id.clone();
        let evaluation = Arc::new(self.game.evaluation_by(self.eval.as_ref(), &game)?);
        let study = Study::new(&game, &evaluation, self.plan(&id));
        make_folder(&self.out.join(&id))?;
        let data = self.data.clone().unwrap_or_else(|| self.out.join(&id).join("games"));
        let mut folder = StudyFolder::open(&data, &study.settings())?;
        let wanted: BTreeSet<GameNumber> = self.wanted().collect();
        let missing: Vec<GameNumber> = wanted.difference(folder.known()).copied().collect();
        if !missing.is_empty() {
            self.play(&study, &mut folder, &missing, &data)?;
        }
        let mut games = StudiedGames::default();
        folder.for_each(|row| {
            if wanted.contains(&row.number) {
                games.add(row);
            }
        })?;
        let report = StudyReport::new(&study, games, &self.command());
        for plot in report.plots() {
            output_file::write_file(&self.out.join(&id).join(plot.name), plot.svg.as_bytes())?;
        }
        let page = self.out.join(format!("{id}.md"));
        output_file::write_file(&page, report.text().as_bytes())?;
        Ok(output::styled(&format!("The report is in {}\n", page.display()))?)
    }

    /// Plays the games that are missing and keeps them, those that are finished when it is stopped, too.
    fn play(
        &self,
        study: &Study,
        folder: &mut StudyFolder,
        missing: &[GameNumber],
        data: &Path,
    ) -> Result<(), Failure> {
        let stop = stop_at_ctrl_c()?;
        if let Some(known) = folder.sample()? {
            is_still_the_same(study, &known, &stop, data)?;
        }
        let threads = self.threads.map_or_else(processors, usize::from);
        let known = self.wanted().count() - missing.len();
        let keep = |row| Ok(folder.add(row).map(|_| ())?);
        let played = collect(known, missing.len(), &stop, keep, |on_game| {
            study.play(missing, threads, &stop, on_game);
        });
        folder.flush()?;
        played
    }

    fn plan(&self, game: &str) -> Plan {
        Plan {
            game: game.to_owned(),
            nodes: self.nodes,
            seed: self.seed,
            opening: usize::from(self.opening),
            max_plies: self.max_plies as usize,
        }
    }

    /// Returns all games of the study.
    fn wanted(&self) -> impl Iterator<Item = GameNumber> {
        let games = |player, count| (0..count).map(move |game| GameNumber { player, game });
        games(PlayerKind::Engine, self.games).chain(games(PlayerKind::Random, self.random_games))
    }

    /// Returns the command that makes the same report, however many threads there are.
    fn command(&self) -> String {
        let StudyArgs { games, random_games, nodes, seed, opening, max_plies, .. } = self;
        let out = match self.out.to_str() {
            Some(".") | None => String::new(),
            Some(out) => format!(" --out {out}"),
        };
        format!(
            "beaufort study {} --games {games} --random-games {random_games} --nodes {nodes} --seed {seed} \
             --opening {opening} --max-plies {max_plies}{out}",
            self.game.words(self.eval.as_ref())
        )
    }
}

/// Fails if a game that was kept is another one now, as it is after a change of the rules or of the engine.
fn is_still_the_same(study: &Study, known: &GameRow, stop: &Arc<Signal>, data: &Path) -> Result<(), Failure> {
    let mut again = None;
    study.play(&[known.number], 1, stop, |row| again = Some(row));
    match again {
        None => Err(Failure::Interrupted),
        Some(row) if row == *known => Ok(()),
        Some(_) => {
            let data = data.display();
            Err(Failure::user(format_args!("the games in `{data}` are those of another engine or other rules"))
                .hint("this version would play them differently; keep them elsewhere or name another folder with --data"))
        }
    }
}

fn make_folder(path: &Path) -> Result<(), Failure> {
    std::fs::create_dir_all(path).map_err(Failure::io(format_args!("cannot make `{}`", path.display())))
}
