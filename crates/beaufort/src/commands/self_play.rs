//! The games of the engine against itself that `tune` and `train` learn from, and the options they have in common.

use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use beaufort_engine::{Evaluation, Signal};
use beaufort_lab::row::{GameNumber, GameRow, PlayerKind};
use beaufort_lab::selfplay::{DataError, SelfPlay, SelfPlayGame};
use beaufort_lab::store::{StoreError, StudyFolder, read_games, read_settings, read_study};
use beaufort_lab::{Plan, SelfPlayPlan};
use beaufort_rules::Game;
use clap::Args;

use crate::failure::Failure;
use crate::game_args::{GameArgs, PieceValues};
use crate::progress::collect;
use crate::stop::processors;

/// The name of these games in the files of version 0.1.
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
    /// The evaluation of the engine: `derived` (the rules alone) or a file of weights or a net; without it, what it knows, or knew
    /// when the games that go on were begun
    #[arg(long, value_name = "FILE")]
    eval: Option<PieceValues>,
    /// The folder for the finished games; without it, GAME.games, or FILE.games beside FILE.toml
    #[arg(long, value_name = "FOLDER")]
    data: Option<PathBuf>,
    /// Learn from the games in this folder, too, whatever their settings: other games of this kind, or of a study, such as
    /// reports/scirocco/games; or from a file of games of version 0.1; may be given several times
    #[arg(long, value_name = "FOLDER", alias = "study")]
    more: Vec<PathBuf>,
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
        let begun = read_settings(data);
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

    /// Returns the folder of the games.
    pub(crate) fn data(&self, args: &GameArgs, game: &Game) -> PathBuf {
        self.data.clone().unwrap_or_else(|| args.output(game, "games"))
    }

    /// Returns the places of games, each with its name in messages.
    pub(crate) fn files<'a>(&'a self, data: &'a Path) -> impl Iterator<Item = (&'static str, &'a Path)> {
        let more = self.more.iter().map(|file| ("--more", file.as_path()));
        [("--data", data)].into_iter().chain(more)
    }

    /// Returns the failure to learn from the games, which are in one of the places.
    pub(crate) fn wrong(&self, data: &Path, error: impl Display) -> Failure {
        let files: Vec<String> = self.files(data).map(|(_, file)| file.display().to_string()).collect();
        Failure::user(format_args!("{}: {error}", files.join(" or ")))
    }

    /// Returns the number of threads.
    pub(crate) fn threads(&self) -> usize {
        self.threads.map_or_else(processors, usize::from)
    }

    /// Returns the games, in the order of their numbers and those of further folders after them; those that are not in the
    /// folder yet are played.
    pub(crate) fn games(
        &self,
        game: &Arc<Game>,
        evaluation: &Arc<Evaluation>,
        data: &Path,
        stop: &Signal,
    ) -> Result<Vec<SelfPlayGame>, Failure> {
        let self_play = SelfPlay::new(game, evaluation, self.plan(&game.definition().id));
        if data.is_file() {
            return Err(Failure::user(format_args!("`{}` is a file, not a folder of games", data.display()))
                .hint("games of version 0.1 are learned from with --more"));
        }
        let opened = StudyFolder::open(data, self_play.plan());
        let mut folder = opened.map_err(|error| self.wrong_evaluation(error, data, evaluation))?;
        let is_known =
            |&game: &u32| folder.known().contains(&GameNumber { player: PlayerKind::Engine, game });
        let (known, missing): (Vec<u32>, Vec<u32>) = (0..self.games).partition(is_known);
        if !missing.is_empty() {
            let keep = |row| Ok(folder.add(row).map(|_| ())?);
            let played = collect(known.len(), missing.len(), stop, keep, |on_game| {
                self_play.play(&missing, self.threads(), stop, on_game);
            });
            folder.flush()?;
            played?;
        }
        let mut games = Vec::new();
        if self.games > 0 {
            games = read(data, evaluation, self.threads())?;
            games.retain(|game| game.number < self.games);
        }
        for place in &self.more {
            games.append(&mut read(place, evaluation, self.threads())?);
        }
        Ok(games)
    }

    /// Returns the failure to go on with games that were played by another evaluation, with the option that helps.
    fn wrong_evaluation(&self, error: StoreError, data: &Path, evaluation: &Arc<Evaluation>) -> Failure {
        let begun = read_settings(data).filter(|begun| !self.is_of(begun, evaluation));
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

    /// Returns the options on which the games depend, as they are given.
    pub(crate) fn words(&self) -> String {
        let SelfPlayArgs { games, nodes, seed, opening, max_plies, eval, more, .. } = self;
        let mut words = format!(
            "--games {games} --nodes {nodes} --seed {seed} --opening {opening} --max-plies {max_plies}"
        );
        let eval = eval.iter().map(|eval| format!(" --eval {eval}"));
        words.extend(eval.chain(more.iter().map(|file| format!(" --more {}", file.display()))));
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

/// Returns what is learned from the games in a folder, or in a file of version 0.1, of any settings, in the order of their numbers.
pub(crate) fn read(
    place: &Path,
    evaluation: &Evaluation,
    threads: usize,
) -> Result<Vec<SelfPlayGame>, Failure> {
    let mut games = Vec::new();
    if place.is_dir() {
        read_study(place, &evaluation.game().definition().id, |rows: &[GameRow]| {
            games.append(&mut SelfPlayGame::of_rows(rows, evaluation, threads)?);
            Ok::<_, DataError>(())
        })?;
    } else {
        games = read_games::<SelfPlayPlan, SelfPlayGame>(place, PURPOSE)?;
    }
    games.sort_by_key(|game| game.number);
    Ok(games)
}
