//! What a player may type: the commands, read and explained from one list.

use std::time::Duration;

use crate::game_args::nearest;

/// What a player wants.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Command {
    /// An empty line.
    Nothing,
    /// A turn in notation.
    Turn(String),
    /// A turn of the list shown last, counted from 1.
    Listed(usize),
    /// The turns, of a piece or square or all.
    Moves(String),
    /// What a piece or the piece on a square does; all pieces if nothing is named.
    Explain(String),
    Help,
    Board,
    Flip,
    /// So many turns, or to the player's own last one.
    Back(Option<usize>),
    Redo(Option<usize>),
    /// The place after so many turns of both players together.
    Goto(usize),
    Go,
    Hint,
    Eval,
    Resign,
    Draw,
    Swap,
    /// The sides that the engine plays, as typed.
    Engine(String),
    Time(Duration),
    Depth(u32),
    Nodes(u64),
    Info(bool),
    Comment(String),
    Record,
    Position,
    Save(String),
    Load(String),
    New(String),
    Quit,
}

/// A command as it is typed and explained.
struct Entry {
    /// The names; the first is the one in the help.
    names: &'static [&'static str],
    /// What follows, for the help.
    arguments: &'static str,
    help: &'static str,
    /// Makes the command of what follows, or tells what should.
    read: fn(&str) -> Result<Command, String>,
}

const fn entry(
    names: &'static [&'static str],
    arguments: &'static str,
    help: &'static str,
    read: fn(&str) -> Result<Command, String>,
) -> Entry {
    Entry { names, arguments, help, read }
}

/// The commands, in the order of the help; an empty name begins a new group.
const COMMANDS: &[Entry] = &[
    entry(&["moves", "list"], "[PIECE or SQUARE]", "number the turns; a number then plays one", |rest| {
        Ok(Command::Moves(rest.to_owned()))
    }),
    entry(
        &["?"],
        "[PIECE or SQUARE]",
        "how a piece moves; what the piece there can do; all pieces",
        |rest| Ok(Command::Explain(rest.to_owned())),
    ),
    entry(&["board", "b"], "", "show the board", |rest| nothing(rest, Command::Board)),
    entry(&["flip"], "", "turn the board round", |rest| nothing(rest, Command::Flip)),
    entry(&["hint"], "", "ask the engine for a turn", |rest| nothing(rest, Command::Hint)),
    entry(&["eval"], "", "ask the engine who stands better", |rest| nothing(rest, Command::Eval)),
    entry(&["back", "undo"], "[N]", "take back to your last turn, or N turns", |rest| {
        Ok(Command::Back(optional(rest)?))
    }),
    entry(&["redo"], "[N]", "play again what was taken back", |rest| Ok(Command::Redo(optional(rest)?))),
    entry(&["goto"], "N", "show the place after N turns of both players", |rest| {
        Ok(Command::Goto(number(rest, "a number of turns, such as `goto 0` for the start")?))
    }),
    entry(&["go"], "", "let the engine go on; Enter does, too", |rest| nothing(rest, Command::Go)),
    entry(&["draw"], "", "offer a draw", |rest| nothing(rest, Command::Draw)),
    entry(&["resign"], "", "give up", |rest| nothing(rest, Command::Resign)),
    entry(&["swap"], "[sides]", "change places with the engine", |rest| match rest {
        "" | "sides" => Ok(Command::Swap),
        _ => Err("expected `swap` or `swap sides`".to_owned()),
    }),
    entry(&["engine"], "plays SIDE", "SIDE is the name of a side, `both` or `none`", |rest| {
        match rest.strip_prefix("plays").unwrap_or(rest).trim() {
            "" => Err("expected a side, as in `engine plays both`".to_owned()),
            side => Ok(Command::Engine(side.to_owned())),
        }
    }),
    entry(&["time"], "SECONDS", "how long the engine thinks", |rest| Ok(Command::Time(seconds(rest)?))),
    entry(&["depth"], "N", "how many plies deep the engine looks instead", |rest| {
        Ok(Command::Depth(number(rest, "a number of turns, such as `depth 6`")?))
    }),
    entry(&["nodes"], "N", "how many positions it looks at instead", |rest| {
        Ok(Command::Nodes(number(rest, "a number of positions, such as `nodes 100000`")?))
    }),
    entry(&["info"], "on | off", "whether the engine tells what it thinks", |rest| match rest {
        "" | "on" => Ok(Command::Info(true)),
        "off" => Ok(Command::Info(false)),
        _ => Err("expected `info on` or `info off`".to_owned()),
    }),
    entry(&["comment"], "[TEXT]", "write a comment on the last turn into the record", |rest| {
        Ok(Command::Comment(rest.to_owned()))
    }),
    entry(&["record"], "", "show the record of the game", |rest| nothing(rest, Command::Record)),
    entry(&["position"], "", "show the position as a text", |rest| nothing(rest, Command::Position)),
    entry(&["save"], "FILE", "write a copy of the record", |rest| Ok(Command::Save(file(rest)?))),
    entry(&["load"], "FILE", "go on with a record", |rest| Ok(Command::Load(file(rest)?))),
    entry(&["new"], "[GAME]", "begin a new game", |rest| Ok(Command::New(rest.to_owned()))),
    entry(&["help", "h"], "", "this list", |rest| nothing(rest, Command::Help)),
    entry(&["quit", "exit", "q"], "", "end the program; Ctrl-D does, too", |rest| {
        nothing(rest, Command::Quit)
    }),
];

impl Command {
    /// Reads a line.
    ///
    /// # Errors
    /// If it begins with a command and goes on with something that does not fit: what would.
    pub(super) fn read(line: &str) -> Result<Command, String> {
        let line = line.trim();
        if line.is_empty() {
            return Ok(Command::Nothing);
        }
        if let Some(asked) = line.strip_prefix('?') {
            return Ok(Command::Explain(asked.trim().to_owned()));
        }
        if let Ok(number) = line.trim_end_matches('.').parse() {
            return Ok(Command::Listed(number));
        }
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let word = word.to_ascii_lowercase();
        match COMMANDS.iter().find(|entry| entry.names.contains(&word.as_str())) {
            Some(entry) => (entry.read)(rest.trim()),
            None => Ok(Command::Turn(line.to_owned())),
        }
    }

    /// Returns the name of the command that a word was probably meant to be.
    pub(super) fn nearest(word: &str) -> Option<&'static str> {
        nearest(word, Command::names())
    }

    /// Returns the names of all commands.
    pub(super) fn names() -> impl Iterator<Item = &'static str> {
        COMMANDS.iter().flat_map(|entry| entry.names).copied()
    }

    /// Returns the names of the commands that a file follows.
    pub(super) fn names_before_files() -> impl Iterator<Item = &'static str> {
        COMMANDS.iter().filter(|entry| entry.arguments == "FILE").flat_map(|entry| entry.names).copied()
    }

    /// Returns the help: pairs of what to type and what it does.
    pub(super) fn help() -> impl Iterator<Item = (String, &'static str)> {
        let usage = |entry: &Entry| format!("{} {}", entry.names[0], entry.arguments).trim().to_owned();
        COMMANDS.iter().map(move |entry| (usage(entry), entry.help))
    }
}

fn nothing(rest: &str, command: Command) -> Result<Command, String> {
    if rest.is_empty() { Ok(command) } else { Err(format!("expected nothing after it, found `{rest}`")) }
}

fn number<T: std::str::FromStr>(text: &str, expected: &str) -> Result<T, String> {
    text.parse().map_err(|_| format!("expected {expected}"))
}

fn optional(text: &str) -> Result<Option<usize>, String> {
    if text.is_empty() { Ok(None) } else { number(text, "nothing or a number of turns").map(Some) }
}

fn file(text: &str) -> Result<String, String> {
    if text.is_empty() { Err("expected the name of a file".to_owned()) } else { Ok(text.to_owned()) }
}

/// Reads a time in seconds, such as `0.5` or `2s`.
pub(super) fn seconds(text: &str) -> Result<Duration, String> {
    let number = text.strip_suffix('s').unwrap_or(text).trim().parse().ok();
    number
        .filter(|seconds| (0.0..=86_400.0).contains(seconds))
        .map(Duration::from_secs_f64)
        .ok_or_else(|| "expected seconds, such as 2 or 0.5".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_single_words_and_differ() {
        let mut names: Vec<_> = Command::names().collect();
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count);
        assert!(names.iter().all(|name| !name.contains(' ') && name.to_lowercase() == *name));
    }

    #[test]
    fn reads_commands_and_turns() {
        for (line, expected) in [
            ("", Command::Nothing),
            ("P-e4", Command::Turn("P-e4".into())),
            ("HO!", Command::Turn("HO!".into())),
            ("12", Command::Listed(12)),
            ("3.", Command::Listed(3)),
            ("?", Command::Explain(String::new())),
            ("?Ha", Command::Explain("Ha".into())),
            ("? c5", Command::Explain("c5".into())),
            ("Moves  Pawn", Command::Moves("Pawn".into())),
            ("undo", Command::Back(None)),
            ("back 3", Command::Back(Some(3))),
            ("swap sides", Command::Swap),
            ("engine plays Tan", Command::Engine("Tan".into())),
            ("engine both", Command::Engine("both".into())),
            ("time 0.5", Command::Time(Duration::from_millis(500))),
            ("TIME 2s", Command::Time(Duration::from_secs(2))),
            ("info", Command::Info(true)),
            ("comment  a fine turn ", Command::Comment("a fine turn".into())),
            ("save a file.txt", Command::Save("a file.txt".into())),
        ] {
            assert_eq!(Command::read(line), Ok(expected), "{line}");
        }
    }

    #[test]
    fn what_does_not_fit_is_explained() {
        for line in [
            "back x",
            "time",
            "time -1",
            "time nan",
            "goto",
            "depth 99999999999",
            "info maybe",
            "save",
            "quit now",
        ] {
            let message = Command::read(line).unwrap_err();
            assert!(message.starts_with("expected "), "{line}: {message}");
        }
        assert_eq!(Command::nearest("resing"), Some("resign"));
    }
}
