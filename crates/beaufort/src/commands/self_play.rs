//! The games of the engine against itself that `tune` and `train` learn from, and the options they have in common.

use std::collections::BTreeSet;
use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use beaufort_engine::{Evaluation, Signal};
use beaufort_lab::Plan;
use beaufort_lab::selfplay::{SelfPlay, SelfPlayGame, SelfPlayPlan};
use beaufort_lab::store::{self, GameLog, StoreError};
#[cfg(feature = "plots")]
use beaufort_lab::study::{self, GameRow};
use beaufort_rules::Game;
use clap::Args;

use crate::failure::Failure;
use crate::game_args::{GameArgs, PieceValues};
use crate::progress::collect;
use crate::stop::processors;

/// The name of these games in their files.
const PURPOSE: &str = "self-play";

/// The default of the nodes for a turn.
pub(crate) const NODES: u64 = 400;
/// The default of the random plies at the start of a game.
pub(crate) const OPENING_PLIES: u16 = 12;
/// The default of the plies after which a game is a draw.
pub(crate) const MAX_PLIES: u32 = 1000;

/// How the games are played, and where they are kept.
#[derive(Debug, Args)]
pub(crate) struct SelfPlayArgs {
    /// The number of games
    #[arg(long, value_name = "N", default_value = "2000", value_parser = clap::value_parser!(u32).range(0..=1_000_000))]
    games: u32,
    /// How many positions the engine looks at for a turn
    #[arg(long, value_name = "N", default_value_t = NODES, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// The seed of all random choices
    #[arg(long, value_name = "N", default_value = "1")]
    pub(crate) seed: u64,
    /// How many plies of each game are random before the engine begins
    #[arg(long, value_name = "N", default_value_t = OPENING_PLIES, value_parser = clap::value_parser!(u16))]
    opening: u16,
    /// The number of plies after which a game is a draw
    #[arg(long, value_name = "N", default_value_t = MAX_PLIES, value_parser = clap::value_parser!(u32).range(1..))]
    max_plies: u32,
    /// How many threads play and learn; without it, one on each processor
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// What the engine plays by: `derived` (the rules alone) or a file of weights or a net; without it, what it knows, or knew when the
    /// games that go on were begun
    #[arg(long, value_name = "FILE")]
    eval: Option<PieceValues>,
    /// The file for the finished games; without it, GAME.games.jsonl, or FILE.games.jsonl beside FILE.toml
    #[arg(long, value_name = "FILE")]
    data: Option<PathBuf>,
    /// Learn from the games in this file, too, whatever their settings; may be given several times
    #[arg(long, value_name = "FILE")]
    more: Vec<PathBuf>,
    /// Learn from the games of a study in this folder, too, such as reports/scirocco/games; may be given several times
    #[cfg(feature = "plots")]
    #[arg(long, value_name = "FOLDER")]
    study: Vec<PathBuf>,
}

impl SelfPlayArgs {
    /// Returns what the engine plays by. Games that are there already go on by what the engine knew when they began, although what
    /// was learned from them may stand beside the game now.
    pub(crate) fn evaluation(
        &self,
        args: &GameArgs,
        game: &Arc<Game>,
        data: &Path,
    ) -> Result<Arc<Evaluation>, Failure> {
        if let Some(eval) = &self.eval {
            return eval.evaluation(game).map(Arc::new);
        }
        let begun = begun(data);
        let is_theirs =
            |evaluation: &Arc<Evaluation>| begun.as_ref().is_some_and(|begun| self.is_of(begun, evaluation));
        match args.former_evaluations(game).map(Arc::new).find(is_theirs) {
            Some(former) => Ok(former),
            None => args.evaluation(game).map(Arc::new),
        }
    }

    /// Returns whether the games of a plan were played by an evaluation.
    fn is_of(&self, begun: &SelfPlayPlan, evaluation: &Arc<Evaluation>) -> bool {
        let plan = self.plan(&evaluation.game().definition().id);
        begun.evaluation == SelfPlayPlan::new(plan, evaluation).evaluation
    }

    /// Returns the file of the games.
    pub(crate) fn data(&self, args: &GameArgs, game: &Game) -> PathBuf {
        self.data.clone().unwrap_or_else(|| args.output(game, "games.jsonl"))
    }

    /// Returns the files of games, each with its name in messages.
    pub(crate) fn files<'a>(&'a self, data: &'a Path) -> impl Iterator<Item = (&'static str, &'a Path)> {
        let more = self.more.iter().map(|file| ("--more", file.as_path()));
        [("--data", data)].into_iter().chain(more)
    }

    /// Returns the failure to learn from the games, which are in one of the files.
    pub(crate) fn wrong(&self, data: &Path, error: impl Display) -> Failure {
        let files: Vec<String> = self.files(data).map(|(_, file)| file.display().to_string()).collect();
        Failure::user(format_args!("{}: {error}", files.join(" or ")))
    }

    /// Returns the number of threads.
    pub(crate) fn threads(&self) -> usize {
        self.threads.map_or_else(processors, usize::from)
    }

    /// Returns the games, in the order of their numbers and those of further files after them; those that are not in the
    /// file yet are played.
    pub(crate) fn games(
        &self,
        game: &Arc<Game>,
        evaluation: &Arc<Evaluation>,
        data: &Path,
        stop: &Signal,
    ) -> Result<Vec<SelfPlayGame>, Failure> {
        let self_play = SelfPlay::new(game, evaluation, self.plan(&game.definition().id));
        let opened = GameLog::open(data, PURPOSE, self_play.plan());
        let (mut game_log, rows): (_, Vec<SelfPlayGame>) =
            opened.map_err(|error| self.wrong_evaluation(error, data, evaluation))?;
        let mut rows: Vec<SelfPlayGame> = rows.into_iter().filter(|row| row.number < self.games).collect();
        let known: BTreeSet<u32> = rows.iter().map(|row| row.number).collect();
        let missing: Vec<u32> = (0..self.games).filter(|number| !known.contains(number)).collect();
        if !missing.is_empty() {
            let keep = |row: SelfPlayGame| {
                game_log.add(&row)?;
                rows.push(row);
                Ok(())
            };
            collect(known.len(), missing.len(), stop, keep, |on_game| {
                self_play.play(&missing, self.threads(), stop, on_game);
            })?;
        }
        rows.sort_by_key(|row| row.number);
        for file in &self.more {
            rows.append(&mut read(file)?);
        }
        #[cfg(feature = "plots")]
        for folder in &self.study {
            rows.append(&mut self.read_study(folder, evaluation)?);
        }
        Ok(rows)
    }

    /// Returns the failure to go on with games that were played by another evaluation, with the option that helps.
    fn wrong_evaluation(&self, error: StoreError, data: &Path, evaluation: &Arc<Evaluation>) -> Failure {
        let begun = begun(data).filter(|begun| !self.is_of(begun, evaluation));
        match (error, begun) {
            (StoreError::Settings(message), Some(begun)) => {
                let derived = Arc::new(Evaluation::derived(evaluation.game()));
                let option = if self.is_of(&begun, &derived) { "--eval derived" } else { "--eval FILE" };
                Failure::user(message).hint(format_args!(
                    "`{option}` says what they were played by; or name another place with --data"
                ))
            }
            (error, _) => error.into(),
        }
    }

    /// Returns the training data in the games of a study.
    #[cfg(feature = "plots")]
    fn read_study(&self, folder: &Path, evaluation: &Arc<Evaluation>) -> Result<Vec<SelfPlayGame>, Failure> {
        let mut games = Vec::new();
        study::read_study(folder, &evaluation.game().definition().id, |rows| {
            games.append(&mut GameRow::self_play_games(rows, evaluation, self.threads())?);
            Ok(())
        })?;
        Ok(games)
    }

    /// Returns the options on which the games depend, as they are given.
    pub(crate) fn words(&self) -> String {
        let SelfPlayArgs { games, nodes, seed, opening, max_plies, eval, more, .. } = self;
        let mut words = format!(
            "--games {games} --nodes {nodes} --seed {seed} --opening {opening} --max-plies {max_plies}"
        );
        let eval = eval.iter().map(|eval| format!(" --eval {eval}"));
        words.extend(eval.chain(more.iter().map(|file| format!(" --more {}", file.display()))));
        #[cfg(feature = "plots")]
        words.extend(self.study.iter().map(|folder| format!(" --study {}", folder.display())));
        words
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
}

/// Returns the settings of the games in a file, if there are any.
fn begun(data: &Path) -> Option<SelfPlayPlan> {
    store::read_plan(data, PURPOSE)
}

/// Returns the games in a file, of any settings, in the order of their numbers.
pub(crate) fn read(file: &Path) -> Result<Vec<SelfPlayGame>, Failure> {
    let mut games = store::read_games::<SelfPlayPlan, SelfPlayGame>(file, PURPOSE)?;
    games.sort_by_key(|game| game.number);
    Ok(games)
}
