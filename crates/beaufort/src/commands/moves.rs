//! `beaufort moves`: every turn of a position with its result.

use std::io::{self, BufRead, Write};
use std::sync::Arc;

use beaufort_protocol::lines;
use beaufort_rules::{Game, Notation, Position, Scope};
use clap::Args;

use crate::failure::Failure;
use crate::game_args::{GameArgs, PositionArgs};
use crate::output;

/// List the turns of a position with the positions they lead to
///
/// Each line holds a turn in notation, a tab, and the position string after it. The lines are sorted. Two turns that
/// lead to the same position are one turn; a position in which the game is over has none. Whether a position would
/// occur for the third time is not asked: that takes a record.
#[derive(Debug, Args)]
#[command(
    override_usage = "beaufort moves [OPTIONS] <GAME>\n       beaufort moves [OPTIONS] --game-file <FILE>",
    after_help = "\
Examples:
  beaufort moves scirocco
  beaufort moves scirocco --position '9(K)/9(P)/10/10/10/6[Der][P]2/5[P]4/10/10/[K]9 b'
  beaufort moves scirocco --stdin < positions.txt"
)]
pub(crate) struct MovesArgs {
    #[command(flatten)]
    game: GameArgs,
    #[command(flatten)]
    position: PositionArgs,
    /// Read a position a line; answer each with its lines and then an empty line
    ///
    /// A line that is not a position is answered with an empty line alone and an error that names the line; the
    /// exit status is 2 then.
    #[arg(long, conflicts_with = "position")]
    stdin: bool,
}

impl MovesArgs {
    pub(crate) fn run(self) -> Result<(), Failure> {
        let game = self.game.load()?;
        let mut out = output::plain();
        if self.stdin {
            return answer(&game, &mut io::stdin().lock(), &mut out);
        }
        write_turns(&self.position.load(&game)?, &mut out)?;
        Ok(out.flush()?)
    }
}

/// Answers every line of the input.
fn answer(game: &Arc<Game>, input: &mut impl BufRead, out: &mut impl Write) -> Result<(), Failure> {
    let mut all_good = true;
    for number in 1.. {
        let Some(line) = lines::read(input).map_err(Failure::io("cannot read the positions"))? else { break };
        let position = line
            .map_err(|unreadable| unreadable.reason.to_owned())
            .and_then(|text| Position::parse(game, &text).map_err(|error| error.to_string()));
        match position {
            Ok(position) => write_turns(&position, out)?,
            Err(why) => {
                output::error(format_args!("line {number}: {why}"));
                all_good = false;
            }
        }
        writeln!(out)?;
        // A program that asks line by line waits for the answer.
        out.flush()?;
    }
    if all_good { Ok(()) } else { Err(Failure::Reported) }
}

fn write_turns(position: &Position, out: &mut impl Write) -> Result<(), Failure> {
    let mut after = position.clone();
    let notation = Notation::new(position);
    // Choices with one result are one turn (K130, L52).
    let line = |turn| {
        after.play_unchecked(turn);
        let text = notation.text(turn).expect("the turns are the position's");
        let line = format!("{text}\t{after}");
        after.undo();
        line
    };
    let mut lines: Vec<String> = position.turns(Scope::Distinct).into_iter().map(line).collect();
    lines.sort_unstable();
    for line in lines {
        writeln!(out, "{line}")?;
    }
    Ok(())
}
