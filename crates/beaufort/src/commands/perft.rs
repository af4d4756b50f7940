//! `beaufort perft`: counting the leaves of the tree of turns.

use std::io::Write as _;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::thread;
use std::time::Instant;

use beaufort_rules::vocabulary::quoted;
use beaufort_rules::{Notation, PerftTable, Position, Scope, Turn, perft, perft_with};
use clap::Args;

use crate::failure::Failure;
use crate::game_args::{GameArgs, PositionArgs};
use crate::output;

/// Count the positions after a number of turns
///
/// The leaves of the tree of legal turns are counted; turns with the same result count once. The position has no turns before it, but a
/// repetition within the tree that the rules forbid is not counted. The speed goes to the standard error.
#[derive(Debug, Args)]
#[command(
    override_usage = "beaufort perft [OPTIONS] <GAME> <DEPTH>\n       beaufort perft [OPTIONS] --game-file <FILE> <DEPTH>",
    after_help = "\
Examples:
  beaufort perft scirocco 3
  beaufort perft scirocco 2 --divide
  beaufort perft scirocco 6 --threads 8 --table 1024
  beaufort perft --game-file my-game.toml 2"
)]
pub(crate) struct PerftArgs {
    #[command(flatten)]
    game: GameArgs,
    /// The number of turns of both players together, 0 to 99
    #[arg(value_name = "DEPTH")]
    depth: Option<String>,
    #[command(flatten)]
    position: PositionArgs,
    /// Tell the count of every first turn before the total
    #[arg(long)]
    divide: bool,
    /// The threads that share the work
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// The size of a table of what has been counted, in MiB: positions that are reached in several ways are counted once, and the
    /// numbers are the same
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u32).range(1..=65_536), conflicts_with = "plain")]
    table: Option<u32>,
    /// Count turns with the same result as often as there are ways to it
    #[arg(long)]
    plain: bool,
}

impl PerftArgs {
    pub(crate) fn run(mut self) -> Result<(), Failure> {
        let word = self.depth.take().or_else(|| self.game.take_word());
        let depth = depth(&word.ok_or_else(|| {
            Failure::user("no depth is told").hint("name it after the game: `beaufort perft scirocco 3`")
        })?)?;
        let game = self.game.load()?;
        let position = self.position.load(&game)?;
        let table = self.table.map(|mib| PerftTable::new(mib as usize));
        let count = |position: &mut Position, depth: u32| match &table {
            _ if self.plain => plain_perft(position, depth),
            Some(table) => perft_with(position, depth, table, || true).expect("nothing stops it"),
            None => perft(position, depth),
        };
        let start = Instant::now();
        let Some(rest) = depth.checked_sub(1) else {
            return print(&[], 1, start);
        };
        let scope = if self.plain { Scope::Choices } else { Scope::Distinct };
        let turns = position.legal(scope);
        let counts = count_each(&position, &turns, rest, self.threads, scope, &count);
        let mut lines = Vec::new();
        if self.divide {
            let notation = Notation::new(&position);
            let text = |turn| notation.text(turn).expect("the turns are the position's");
            lines =
                turns.iter().zip(&counts).map(|(&turn, count)| format!("{} {count}", text(turn))).collect();
            lines.sort_unstable();
        }
        print(&lines, counts.iter().sum(), start)
    }
}

fn depth(text: &str) -> Result<u32, Failure> {
    let depth = text.parse().ok().filter(|&depth| depth < 100);
    depth.ok_or_else(|| Failure::user(format_args!("`{}` is no depth: expected 0 to 99", quoted(text))))
}

fn print(lines: &[String], total: u64, start: Instant) -> Result<(), Failure> {
    let seconds = start.elapsed().as_secs_f64();
    let mut out = output::plain();
    for line in lines {
        writeln!(out, "{line}")?;
    }
    writeln!(out, "{total}")?;
    out.flush()?;
    output::note(format_args!(
        "{:.0} nodes per second, {seconds:.3} seconds",
        total as f64 / seconds.max(1e-9)
    ));
    Ok(())
}

/// Counts the leaves below each turn, those below a position by `count`; the threads take one reply after another.
fn count_each(
    position: &Position,
    turns: &[Turn],
    depth: u32,
    threads: u16,
    scope: Scope,
    count: &(impl Fn(&mut Position, u32) -> u64 + Sync),
) -> Vec<u64> {
    let mut tasks = Vec::new();
    let mut after = position.clone();
    for (n, &turn) in turns.iter().enumerate() {
        after.play_unchecked(turn);
        let replies = if depth > 1 { after.legal(scope).into_iter().map(Some).collect() } else { vec![None] };
        tasks.extend(replies.into_iter().map(|reply| (n, turn, reply)));
        after.undo();
    }
    let next = AtomicUsize::new(0);
    let counts: Vec<AtomicU64> = turns.iter().map(|_| AtomicU64::new(0)).collect();
    let work = || {
        let mut position = position.clone();
        while let Some(&(n, turn, reply)) = tasks.get(next.fetch_add(1, Ordering::Relaxed)) {
            position.play_unchecked(turn);
            let leaves = match reply {
                Some(reply) => {
                    position.play_unchecked(reply);
                    let leaves = count(&mut position, depth - 1);
                    position.undo();
                    leaves
                }
                None => count(&mut position, depth),
            };
            position.undo();
            counts[n].fetch_add(leaves, Ordering::Relaxed);
        }
    };
    thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(work);
        }
        work();
    });
    counts.into_iter().map(AtomicU64::into_inner).collect()
}

/// Counts the turns of the generator before those with the same result are merged.
fn plain_perft(position: &mut Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let turns = position.legal(Scope::Choices);
    let below = |turn| {
        position.play_unchecked(turn);
        let leaves = plain_perft(position, depth - 1);
        position.undo();
        leaves
    };
    turns.into_iter().map(below).sum()
}
