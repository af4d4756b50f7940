//! The commands of the protocol.

use std::time::Duration;

/// A command of the other program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum CecpCommand<'a> {
    /// The version of the protocol that the other program speaks.
    ProtocolVersion,
    /// A new game of chess; the engine plays the second side.
    New,
    /// The game is another variant.
    Variant(&'a str),
    /// The engine plays no side.
    Force,
    /// The engine plays the side to move.
    Go,
    /// The engine plays the side that is not to move.
    PlayOther,
    /// The moves of a period (0: the whole game), its time, and the increment of each move.
    Level(u32, Duration, Duration),
    /// The time for each move.
    MoveTime(Duration),
    /// The depth limit.
    Depth(u32),
    /// The time on the engine's clock.
    Time(Duration),
    /// The time on the opponent's clock.
    OpponentTime,
    /// A move.
    Move(&'a str),
    /// Move now.
    MoveNow,
    /// Answer once everything before is done.
    Ping(&'a str),
    /// The opponent offers a draw.
    Draw,
    /// The game is over.
    Result,
    /// A position.
    SetBoard(&'a str),
    /// Ask for a move to play.
    Hint,
    /// Ask for the moves of the book.
    Book,
    /// Takes a move back.
    Undo,
    /// Takes two moves back.
    Remove,
    /// Whether to ponder.
    Ponder(bool),
    /// Whether to show the thinking output.
    Post(bool),
    /// Start analysis mode.
    Analyze,
    /// Leave analysis mode.
    Exit,
    /// Ask for the progress of the analysis.
    Status,
    /// The size of the hash table in MiB.
    Memory(u64),
    /// The threads that search.
    Cores(u64),
    /// Sets an option.
    Option(&'a str, Option<&'a str>),
    /// The opponent is a program, too.
    Computer,
    /// The mouse lifts the piece on a square.
    Lift(&'a str),
    /// The mouse puts the piece down on a square.
    Put(&'a str),
    /// The end of the program.
    Quit,
    /// A command without effect here.
    Nothing,
}

/// Why a line is not a command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum CommandError {
    /// Its first word is unknown.
    Unknown,
    /// The arguments are wrong, for this reason.
    Wrong(&'static str),
}

impl<'a> CecpCommand<'a> {
    /// Reads a line.
    ///
    /// # Errors
    /// If it is not a command.
    pub(crate) fn parse(line: &'a str) -> Result<CecpCommand<'a>, CommandError> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let number = || rest.parse::<u64>().map_err(|_| CommandError::Wrong("expected a number"));
        Ok(match word {
            "" | "xboard" | "accepted" | "rejected" | "random" | "name" | "rating" | "ics" | "hover" => {
                CecpCommand::Nothing
            }
            // Obsolete: `go` or `playother` follows with the same meaning.
            "white" | "black" => CecpCommand::Nothing,
            "computer" => CecpCommand::Computer,
            "protover" => CecpCommand::ProtocolVersion,
            "new" => CecpCommand::New,
            "variant" => CecpCommand::Variant(rest),
            "force" => CecpCommand::Force,
            "go" => CecpCommand::Go,
            "playother" => CecpCommand::PlayOther,
            "level" => level(rest).ok_or(CommandError::Wrong("expected moves, minutes and seconds"))?,
            "st" => CecpCommand::MoveTime(seconds(rest).ok_or(CommandError::Wrong("expected seconds"))?),
            "sd" => CecpCommand::Depth(number()?.min(u64::from(u32::MAX)) as u32),
            "time" => CecpCommand::Time(
                centiseconds(rest).ok_or(CommandError::Wrong("expected hundredths of seconds"))?,
            ),
            "otim" => CecpCommand::OpponentTime,
            "usermove" => CecpCommand::Move(rest),
            "?" => CecpCommand::MoveNow,
            "ping" => CecpCommand::Ping(rest),
            "draw" => CecpCommand::Draw,
            "result" => CecpCommand::Result,
            "setboard" => CecpCommand::SetBoard(rest),
            "hint" => CecpCommand::Hint,
            "bk" => CecpCommand::Book,
            "undo" => CecpCommand::Undo,
            "remove" => CecpCommand::Remove,
            "hard" => CecpCommand::Ponder(true),
            "easy" => CecpCommand::Ponder(false),
            "post" => CecpCommand::Post(true),
            "nopost" => CecpCommand::Post(false),
            "analyze" => CecpCommand::Analyze,
            "exit" => CecpCommand::Exit,
            "." => CecpCommand::Status,
            "memory" => CecpCommand::Memory(number()?),
            "cores" => CecpCommand::Cores(number()?),
            "option" => match rest.split_once('=') {
                Some((name, value)) => CecpCommand::Option(name.trim(), Some(value.trim())),
                None => CecpCommand::Option(rest, None),
            },
            "lift" => CecpCommand::Lift(rest),
            "put" => CecpCommand::Put(rest),
            "quit" => CecpCommand::Quit,
            _ if rest.is_empty() && looks_like_a_move(word) => CecpCommand::Move(word),
            _ => return Err(CommandError::Unknown),
        })
    }
}

/// Reads `40 5 0`, `40 0:30 0`, `0 2 12`; other characters after the time, in the same word, are ignored.
fn level(text: &str) -> Option<CecpCommand<'static>> {
    let mut words = text.split_whitespace();
    let moves = words.next()?.parse().ok()?;
    let base = words.next()?;
    let end = base.find(|c: char| !c.is_ascii_digit() && c != ':' && c != '.').unwrap_or(base.len());
    let (minutes, rest) = base[..end].split_once(':').unwrap_or((&base[..end], "0"));
    let base = seconds(minutes)?.checked_mul(60)?.checked_add(seconds(rest)?)?;
    Some(CecpCommand::Level(moves, base, seconds(words.next()?)?))
}

/// Returns the command for a period of moves (0: the whole game), with its time and the increment, in seconds.
pub(crate) fn level_text(moves: u32, base: u64, increment: f64) -> String {
    format!("level {moves} {}:{:02} {increment}", base / 60, base % 60)
}

/// The longest time; longer ones count as this.
const MAX_SECONDS: f64 = 1e9;

fn seconds(text: &str) -> Option<Duration> {
    let seconds: f64 = text.parse().ok().filter(|seconds: &f64| seconds.is_finite())?;
    Some(Duration::from_secs_f64(seconds.clamp(0.0, MAX_SECONDS)))
}

/// Reads the time on a clock; it may be negative if the clock has run out.
fn centiseconds(text: &str) -> Option<Duration> {
    seconds(text).map(|time| time / 100)
}

/// Returns whether a word begins with a square, is castling, or has the `@` of a drop or a null move.
fn looks_like_a_move(word: &str) -> bool {
    let mut letters = word.chars();
    let square = letters.next().is_some_and(|c| c.is_ascii_lowercase())
        && letters.next().is_some_and(|c| c.is_ascii_digit());
    square || word.starts_with("O-O") || word.contains('@')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_read() {
        let seconds = Duration::from_secs;
        for (line, command) in [
            ("xboard", CecpCommand::Nothing),
            ("level 40 5 0", CecpCommand::Level(40, seconds(300), seconds(0))),
            ("level 40 0:30 0", CecpCommand::Level(40, seconds(30), seconds(0))),
            ("level 0 25+5 12", CecpCommand::Level(0, seconds(1500), seconds(12))),
            (&level_text(1, 125, 0.5), CecpCommand::Level(1, seconds(125), Duration::from_millis(500))),
            ("st 30", CecpCommand::MoveTime(seconds(30))),
            ("time -100", CecpCommand::Time(seconds(0))),
            ("time 1200", CecpCommand::Time(seconds(12))),
            ("usermove e2e4", CecpCommand::Move("e2e4")),
            ("e2e4", CecpCommand::Move("e2e4")),
            ("O-O", CecpCommand::Move("O-O")),
            ("P@e4", CecpCommand::Move("P@e4")),
            ("El@c1@e1", CecpCommand::Move("El@c1@e1")),
            ("@@@@", CecpCommand::Move("@@@@")),
            ("option Multi PV = 3", CecpCommand::Option("Multi PV", Some("3"))),
            ("option Clear Hash", CecpCommand::Option("Clear Hash", None)),
        ] {
            assert_eq!(CecpCommand::parse(line), Ok(command), "{line}");
        }
    }

    #[test]
    fn wrong_lines_are_told_from_unknown_ones() {
        for line in [
            "sd",
            "sd x",
            "st",
            "level 40",
            "level x 5 0",
            "level 1 1:1:1 0",
            "st nan",
            "memory -1",
            "time x",
        ] {
            assert!(matches!(CecpCommand::parse(line), Err(CommandError::Wrong(_))), "{line}");
        }
        for line in ["hello", "edit", "nps 100", "e2e4 e7e5"] {
            assert_eq!(CecpCommand::parse(line), Err(CommandError::Unknown), "{line}");
        }
    }
}
