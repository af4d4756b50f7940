//! `beaufort trial`: how a game is, from quick games of the engine against itself.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::sync::Arc;

use beaufort_rules::Game;
use beaufort_session::trial::Trial;
use beaufort_session::view::TrialView;
use clap::Args;

use crate::failure::Failure;
use crate::game_args::GameArgs;
use crate::output;
use crate::output_file::{check_writable, write_file};
use crate::progress::ProgressBar;
use crate::stop::{processors, stop_at_ctrl_c};

/// Try a game: let the engine play quick games against itself, and tell how they went
///
/// The report tells who wins and how, how long the games are, what an author would change first, how often each piece moves and takes,
/// and what becomes of it. It is the one of the page's "How is it?". Each game begins with four random turns, and is given up after
/// 1,000 turns. Game number n is always the same game, however many threads there are. After Ctrl-C the report is about the
/// games that are finished.
#[derive(Debug, Args)]
#[command(
    override_usage = "beaufort trial [OPTIONS] <GAME>\n       beaufort trial [OPTIONS] --game-file <FILE>",
    after_help = "\
Examples:
  beaufort trial scirocco                              100 games
  beaufort trial --game-file my-game.toml --games 30   a game of your own
  beaufort trial jupiter --json jupiter.json           the report for a program, with games to play through"
)]
pub(crate) struct TrialArgs {
    #[command(flatten)]
    game: GameArgs,
    /// The number of games
    #[arg(long, value_name = "N", default_value = "100", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    games: u32,
    /// How many positions the engine looks at for a turn
    #[arg(long, value_name = "N", default_value = "200", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: u64,
    /// How many games are played at a time; without it, one on each processor
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Write the report as JSON, too, in the form of the event `trial` of the protocol
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

impl TrialArgs {
    pub(crate) fn run(self) -> Result<(), Failure> {
        self.json.iter().try_for_each(|file| check_writable(file))?;
        let game = self.game.load()?;
        let evaluation = Arc::new(self.game.evaluation(&game)?);
        let stop = stop_at_ctrl_c()?;
        let threads = self.threads.map_or_else(processors, usize::from);
        let mut progress = ProgressBar::new(0, self.games as usize, "report so far");
        let report = Trial::play(&evaluation, self.games, self.nodes, threads, &stop, || progress.advance());
        drop(progress);
        if report.games == 0 {
            return Err(Failure::Cancelled);
        }
        if let Some(file) = &self.json {
            let json = serde_json::to_string(&report).expect("names and numbers can be written") + "\n";
            write_file(file, json.as_bytes())?;
        }
        output::styled(&text(&game, &report))?;
        if stop.is_stopped() { Err(Failure::Shortened) } else { Ok(()) }
    }
}

/// Returns a report for a person.
fn text(game: &Game, report: &TrialView) -> String {
    let [first, second] = &game.definition().side_names;
    let TrialView { games, wins, draws, unfinished, share, .. } = report;
    let mut text = format!(
        "{} games of {}: {first} won {}, {second} {}; {draws} draws, {unfinished} not over.\n\
         {first} makes {} of 100 points (95% between {} and {}).\n\
         A game has {} turns, from {} to {}, and {} to choose from, up to {}.\n",
        games,
        game.definition().name,
        wins[0],
        wins[1],
        share[1],
        share[0],
        share[2],
        report.turns,
        report.shortest,
        report.longest,
        report.choices,
        report.most_choices,
    );
    for end in &report.ends {
        let _ = writeln!(text, "{:>7}  {}", end.games, end.text);
    }
    for warning in &report.warnings {
        let _ = writeln!(text, "Warning: {warning}");
    }
    if let Some(advice) = &report.advice {
        let _ = writeln!(text, "{advice}");
    }
    text.push_str(&pieces(game, report));
    text
}

/// Returns a table of the pieces in the array and of those that have moved, a game's mean of what they do.
fn pieces(game: &Game, report: &TrialView) -> String {
    let starts = |kind| game.definition().array.iter().any(|placed| placed.piece == kind);
    let mut kinds: Vec<_> =
        game.types().zip(&report.types).filter(|(kind, did)| starts(*kind) || did.moves > 0).collect();
    kinds.sort_by_key(|(_, did)| std::cmp::Reverse(did.moves));
    let name = |index: u32| game.types().nth(index as usize).map_or("", |kind| &*game.piece(kind).name);
    let each = |number: u32| f64::from(number) / f64::from(report.games);
    let width =
        kinds.iter().map(|(kind, _)| game.piece(*kind).name.chars().count()).max().unwrap_or(0).max(5);
    let mut text = format!("\n{:width$}  moves  captures  becomes, of all games\n", "piece");
    for (kind, did) in kinds {
        let became: Vec<String> =
            did.promotions.iter().take(3).map(|&[kind, times]| format!("{} {times}", name(kind))).collect();
        let line = format!(
            "{:width$}  {:5.1}  {:8.1}  {}",
            game.piece(kind).name,
            each(did.moves),
            each(did.captures),
            became.join(", ")
        );
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text
}
