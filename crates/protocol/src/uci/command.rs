//! The commands of the protocol.

use std::fmt;

use super::go::Go;
use crate::words::{after, split_at_word};
use beaufort_rules::vocabulary::quoted;

/// A command of the other program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum UciCommand<'a> {
    /// Ask for the name and the options.
    Uci,
    /// Whether to send debugging output.
    Debug(bool),
    /// Ask whether the engine is ready.
    IsReady,
    /// Sets an option or presses a button.
    SetOption {
        /// The name of the option.
        name: &'a str,
        /// The value, as text.
        value: Option<&'a str>,
    },
    /// A new game begins.
    NewGame,
    /// A position.
    Position {
        /// The position string; `None`: the start of the game.
        start: Option<&'a str>,
        /// The turns played since.
        moves: Vec<&'a str>,
    },
    /// An invalid position, with the reason.
    NoPosition(String),
    /// Search.
    Go(Go),
    /// End the search and send its result.
    Stop,
    /// The expected turn has been played.
    PonderHit,
    /// Show the board.
    Show,
    /// Show the static evaluation.
    Eval,
    /// Run the benchmark at a depth.
    Bench(u32),
    /// End the program.
    Quit,
    /// A command without effect here.
    Nothing,
}

/// Why a line is not a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum CommandError {
    /// No word of it is a command; this is the message.
    Unknown(String),
    /// The arguments are wrong, for this reason.
    Wrong(String),
}

/// The depth of `bench` if none is given.
const BENCH_DEPTH: u32 = 4;

impl<'a> UciCommand<'a> {
    /// Reads a line. Unknown words before a command are ignored.
    ///
    /// # Errors
    /// If it contains no valid command.
    pub(crate) fn parse(line: &'a str) -> Result<UciCommand<'a>, CommandError> {
        let mut text = line;
        loop {
            let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
            if let Some(command) = UciCommand::begin(word, rest.trim())? {
                return Ok(command);
            }
            text = rest.trim();
            if text.is_empty() {
                let first = line.split_whitespace().next().unwrap_or_default();
                return Err(CommandError::Unknown(format!("unknown command `{}`", quoted(first))));
            }
        }
    }

    /// Reads the command that begins with a word; `None` if there is none.
    fn begin(word: &str, rest: &'a str) -> Result<Option<UciCommand<'a>>, CommandError> {
        let wrong = |error: String| CommandError::Wrong(format!("{word}: {error}"));
        Ok(Some(match word {
            "" | "register" => UciCommand::Nothing,
            "uci" => UciCommand::Uci,
            "debug" => match rest {
                "on" => UciCommand::Debug(true),
                "off" => UciCommand::Debug(false),
                _ => return Err(wrong("expected `on` or `off`".to_owned())),
            },
            "isready" => UciCommand::IsReady,
            "setoption" => set_option(rest).map_err(wrong)?,
            "ucinewgame" => UciCommand::NewGame,
            "position" => position(rest).unwrap_or_else(UciCommand::NoPosition),
            "go" => UciCommand::Go(Go::parse(rest)),
            "stop" => UciCommand::Stop,
            "ponderhit" => UciCommand::PonderHit,
            "d" => UciCommand::Show,
            "eval" => UciCommand::Eval,
            "bench" if rest.is_empty() => UciCommand::Bench(BENCH_DEPTH),
            "bench" => match rest.parse() {
                Ok(depth @ 1..=50) => UciCommand::Bench(depth),
                _ => return Err(wrong("expected a depth, 1 to 50".to_owned())),
            },
            "quit" => UciCommand::Quit,
            _ => return Ok(None),
        }))
    }
}

impl UciCommand<'_> {
    /// Returns whether it has to wait for the end of a running search.
    pub(crate) fn needs_engine(&self) -> bool {
        use UciCommand::{Bench, Eval, Go, NewGame, NoPosition, Position, SetOption};
        matches!(self, SetOption { .. } | NewGame | Position { .. } | NoPosition(_) | Go(_) | Eval | Bench(_))
    }
}

impl fmt::Display for UciCommand<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            UciCommand::Uci => "uci",
            UciCommand::Debug(true) => "debug on",
            UciCommand::Debug(false) => "debug off",
            UciCommand::IsReady => "isready",
            UciCommand::NewGame => "ucinewgame",
            UciCommand::Stop => "stop",
            UciCommand::PonderHit => "ponderhit",
            UciCommand::Show => "d",
            UciCommand::Eval => "eval",
            UciCommand::Quit => "quit",
            UciCommand::NoPosition(_) => "position",
            UciCommand::Nothing => "",
            UciCommand::Go(go) => return go.fmt(f),
            UciCommand::Bench(depth) => return write!(f, "bench {depth}"),
            UciCommand::SetOption { name, value: None } => return write!(f, "setoption name {name}"),
            UciCommand::SetOption { name, value: Some(value) } => {
                return write!(f, "setoption name {name} value {value}");
            }
            UciCommand::Position { start, moves } => {
                match start {
                    Some(start) => write!(f, "position fen {start}")?,
                    None => f.write_str("position startpos")?,
                }
                if !moves.is_empty() {
                    write!(f, " moves {}", moves.join(" "))?;
                }
                return Ok(());
            }
        })
    }
}

/// Reads `name NAME [value VALUE]`; both may contain blanks.
fn set_option(rest: &str) -> Result<UciCommand<'_>, String> {
    const EXPECTED: &str = "expected `name NAME` or `name NAME value VALUE`";
    let rest = after(rest, "name").ok_or(EXPECTED)?;
    let (name, value) = match split_at_word(rest, "value") {
        Some((name, value)) => (name, Some(value)),
        None => (rest, None),
    };
    if name.is_empty() { Err(EXPECTED.to_owned()) } else { Ok(UciCommand::SetOption { name, value }) }
}

/// Reads `startpos` or `fen STRING`, then perhaps `moves MOVE ...`.
fn position(rest: &str) -> Result<UciCommand<'_>, String> {
    let (start, moves) = split_at_word(rest, "moves").unwrap_or((rest, ""));
    let start = match after(start, "startpos") {
        Some("") => None,
        Some(rest) => return Err(format!("expected `moves` before `{}`", quoted(rest))),
        None => {
            let string = after(start, "fen").filter(|string| !string.is_empty());
            Some(string.ok_or("expected `startpos` or `fen` and a position string")?)
        }
    };
    Ok(UciCommand::Position { start, moves: moves.split_whitespace().collect() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_read() {
        let option = |name, value| UciCommand::SetOption { name, value };
        let position = |start, moves: &[&'static str]| UciCommand::Position { start, moves: moves.to_vec() };
        for (line, command) in [
            ("", UciCommand::Nothing),
            ("uci", UciCommand::Uci),
            ("debug on", UciCommand::Debug(true)),
            ("setoption name Clear Hash", option("Clear Hash", None)),
            ("setoption name Hash value 16", option("Hash", Some("16"))),
            ("setoption name GameFile value my game.toml", option("GameFile", Some("my game.toml"))),
            ("setoption name valued value", option("valued", Some(""))),
            ("position startpos", position(None, &[])),
            ("position   startpos moves  P-e4 P-e7", position(None, &["P-e4", "P-e7"])),
            ("position fen 10/10 t moves a", position(Some("10/10 t"), &["a"])),
            ("go depth 3", UciCommand::Go(Go::parse("depth 3"))),
            ("bench 2", UciCommand::Bench(2)),
            ("quit", UciCommand::Quit),
            ("joho debug  on", UciCommand::Debug(true)),
            ("\u{e9} x \t stop", UciCommand::Stop),
        ] {
            let written = command.to_string();
            assert_eq!(UciCommand::parse(line), Ok(command.clone()), "{line}");
            assert_eq!(UciCommand::parse(&written), Ok(command), "{written}");
        }
    }

    #[test]
    fn wrong_lines_are_told_from_unknown_ones() {
        for (line, error) in [
            ("setoption", "setoption: expected `name NAME` or `name NAME value VALUE`"),
            ("setoption name value 3", "setoption: expected `name NAME` or `name NAME value VALUE`"),
            ("debug", "debug: expected `on` or `off`"),
            ("bench 0", "bench: expected a depth, 1 to 50"),
        ] {
            assert_eq!(UciCommand::parse(line), Err(CommandError::Wrong(error.to_owned())), "{line}");
        }
        let no_position = "expected `startpos` or `fen` and a position string";
        for (line, error) in [
            ("position", no_position),
            ("position fen moves P-e4", no_position),
            ("position start", no_position),
            ("position startpos e2e4 e7e5", "expected `moves` before `e2e4 e7e5`"),
        ] {
            assert_eq!(UciCommand::parse(line), Ok(UciCommand::NoPosition(error.to_owned())), "{line}");
        }
        assert_eq!(
            UciCommand::parse("hello world"),
            Err(CommandError::Unknown("unknown command `hello`".to_owned()))
        );
    }
}
