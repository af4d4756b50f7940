//! The commands of the protocol, read from a line.

use std::time::Duration;

use beaufort_engine::Limits;

use crate::protocol::numbers::{amount, count, no_limit};
use crate::protocol::quoted;
use crate::protocol::words::split_at_word;

/// What the other program says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum LineCommand<'a> {
    /// The size of the hash table in MiB.
    Hash(u64),
    /// The threads that search.
    Threads(u64),
    /// A game of these rules begins.
    Game(&'a str),
    /// A position.
    Position {
        /// The position string.
        start: &'a str,
        /// The turns played since.
        turns: Vec<&'a str>,
    },
    /// Choose a turn.
    Go(Limits),
    /// End the program.
    Quit,
    /// Nothing that is known here.
    Unknown,
}

/// The words of `go`.
const LIMITS: &[&str] = &["time", "clock", "nodes", "depth"];

impl<'a> LineCommand<'a> {
    /// Reads a line.
    ///
    /// # Errors
    /// If a command that is known goes on with something that makes no sense.
    pub(super) fn parse(line: &'a str) -> Result<LineCommand<'a>, String> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        Ok(match word {
            "option" => option(rest)?,
            "game" => LineCommand::Game(rest),
            "position" => {
                let (start, turns) = split_at_word(rest, "turns").unwrap_or((rest, ""));
                LineCommand::Position { start, turns: turns.split_whitespace().collect() }
            }
            "go" => LineCommand::Go(limits(rest)?),
            "quit" => LineCommand::Quit,
            _ => LineCommand::Unknown,
        })
    }
}

/// Reads `NAME VALUE`; others have other options.
fn option(text: &str) -> Result<LineCommand<'_>, String> {
    let (name, value) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let value = || value.trim().parse().map_err(|_| format!("`{}` needs a number", quoted(name)));
    Ok(match name.to_lowercase().as_str() {
        "hash" => LineCommand::Hash(value()?),
        "threads" => LineCommand::Threads(value()?),
        _ => LineCommand::Unknown,
    })
}

/// Reads what limits a turn.
fn limits(text: &str) -> Result<Limits, String> {
    let mut limits = Limits::infinite();
    let mut words = text.split_whitespace();
    while let Some(word) = words.next() {
        match word {
            "time" => limits.time = Some(Duration::from_millis(amount(word, &mut words)?)),
            "nodes" => limits.nodes = Some(amount(word, &mut words)?),
            // Without a depth the turn would be any.
            "depth" => limits.depth = Some(count(word, &mut words)?.max(1)),
            "clock" => {
                let [remaining, increment] = [amount(word, &mut words)?, amount(word, &mut words)?];
                let clock = Limits::clock(Duration::from_millis(remaining), Duration::from_millis(increment));
                limits.clock = clock.clock;
            }
            _ => return Err(no_limit(word, LIMITS)),
        }
    }
    // Without a limit nothing would ever end the search.
    if limits == Limits::infinite() { Err("`go` needs a limit".to_owned()) } else { Ok(limits) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_read() {
        let position = |start, turns: &[&'static str]| LineCommand::Position { start, turns: turns.to_vec() };
        let clock = Limits::clock(Duration::from_secs(60), Duration::ZERO);
        for (line, command) in [
            ("", LineCommand::Unknown),
            ("hello", LineCommand::Unknown),
            ("option Hash 64", LineCommand::Hash(64)),
            ("option style wild", LineCommand::Unknown),
            ("game scirocco", LineCommand::Game("scirocco")),
            ("position 8/8 w - -", position("8/8 w - -", &[])),
            ("position 8/8 w turns e4  e5", position("8/8 w", &["e4", "e5"])),
            ("position 8/8 w turns", position("8/8 w", &[])),
            ("position\t8/8 w \tturns\te4", position("8/8 w", &["e4"])),
            ("go depth 3", LineCommand::Go(Limits::depth(3))),
            ("go depth 0", LineCommand::Go(Limits::depth(1))),
            ("go clock 60000 -1", LineCommand::Go(clock)),
            ("go nodes 9 depth 2", LineCommand::Go(Limits { nodes: Some(9), ..Limits::depth(2) })),
            ("quit", LineCommand::Quit),
        ] {
            assert_eq!(LineCommand::parse(line).as_ref(), Ok(&command), "{line}");
        }
    }

    #[test]
    fn what_makes_no_sense_is_explained() {
        for (line, error) in [
            ("option hash much", "`hash` needs a number"),
            ("go", "`go` needs a limit"),
            ("go clock 5", "`clock` needs a number"),
            ("go far", "`far` is not a limit; expected some of time, clock, nodes, depth"),
        ] {
            assert_eq!(LineCommand::parse(line), Err(error.to_owned()), "{line}");
        }
    }
}
