//! What a player may type.

mod entries;

use std::time::Duration;

use beaufort_engine::Level;

use crate::game_args::nearest;
pub(super) use entries::seconds;
use entries::{COMMANDS, Entry};

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
    Back(Option<u32>),
    Redo(Option<u32>),
    /// The place after so many turns of both players together.
    Goto(usize),
    Go,
    Hint,
    /// So many of the best turns.
    Eval(u8),
    Resign,
    Draw,
    Swap,
    /// The sides that the engine plays, as typed.
    Engine(String),
    /// The level of the engine; none: to list them.
    Level(Option<&'static Level>),
    Time(Duration),
    Depth(u32),
    Nodes(u32),
    Info(bool),
    Comment(String),
    Record,
    Position,
    Save(String),
    Load(String),
    New(String),
    Quit,
}

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
            ("eval", Command::Eval(1)),
            ("eval 5", Command::Eval(5)),
            ("engine plays Tan", Command::Engine("Tan".into())),
            ("engine both", Command::Engine("both".into())),
            ("level", Command::Level(None)),
            ("level Club", Command::Level(beaufort_engine::level("club"))),
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
            "depth 0",
            "nodes 0",
            "info maybe",
            "eval 0",
            "eval 6",
            "eval all",
            "save",
            "quit now",
        ] {
            let message = Command::read(line).unwrap_err();
            assert!(message.starts_with("expected "), "{line}: {message}");
        }
        assert_eq!(Command::nearest("resing"), Some("resign"));
    }
}
