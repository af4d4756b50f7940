//! The commands that a player types.

mod entries;

use std::time::Duration;

use beaufort_engine::Level;
use beaufort_rules::language::nearest;

pub(super) use entries::seconds;
use entries::{COMMANDS, CommandEntry};

/// A command of the player.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum PlayCommand {
    /// An empty line.
    Nothing,
    /// A turn in notation.
    Turn(String),
    /// A turn of the list shown last, counted from 1.
    Listed(usize),
    /// The turns, of a piece or square or all.
    Moves(String),
    /// Explain a piece or the piece on a square; without a name, list all pieces.
    Explain(String),
    Help,
    Board,
    Flip,
    /// Take back a number of turns, or up to the player's own last one.
    Back(Option<u32>),
    Redo(Option<u32>),
    /// Go to the position after a number of plies.
    Goto(usize),
    Go,
    Hint,
    /// Show a number of the best turns.
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

impl PlayCommand {
    /// Reads a line.
    ///
    /// # Errors
    /// If the arguments of a command are wrong; the text says what is expected.
    pub(super) fn read(line: &str) -> Result<PlayCommand, String> {
        let line = line.trim();
        if line.is_empty() {
            return Ok(PlayCommand::Nothing);
        }
        if let Some(asked) = line.strip_prefix('?') {
            return Ok(PlayCommand::Explain(asked.trim().to_owned()));
        }
        if let Ok(number) = line.trim_end_matches('.').parse() {
            return Ok(PlayCommand::Listed(number));
        }
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let word = word.to_ascii_lowercase();
        match COMMANDS.iter().find(|entry| entry.names.contains(&word.as_str())) {
            Some(entry) => (entry.read)(rest.trim()),
            None => Ok(PlayCommand::Turn(line.to_owned())),
        }
    }

    /// Returns the command whose name is nearest to a word.
    pub(super) fn nearest(word: &str) -> Option<&'static str> {
        nearest(word, PlayCommand::names())
    }

    /// Returns the names of all commands.
    pub(super) fn names() -> impl Iterator<Item = &'static str> {
        COMMANDS.iter().flat_map(|entry| entry.names).copied()
    }

    /// Returns the names of the commands that a file follows.
    pub(super) fn names_before_files() -> impl Iterator<Item = &'static str> {
        COMMANDS.iter().filter(|entry| entry.arguments == "FILE").flat_map(|entry| entry.names).copied()
    }

    /// Returns the help: pairs of a command and its description.
    pub(super) fn help() -> impl Iterator<Item = (String, &'static str)> {
        let usage =
            |entry: &CommandEntry| format!("{} {}", entry.names[0], entry.arguments).trim().to_owned();
        COMMANDS.iter().map(move |entry| (usage(entry), entry.help))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_single_words_and_differ() {
        let mut names: Vec<_> = PlayCommand::names().collect();
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count);
        assert!(names.iter().all(|name| !name.contains(' ') && name.to_lowercase() == *name));
    }

    #[test]
    fn reads_commands_and_turns() {
        for (line, expected) in [
            ("", PlayCommand::Nothing),
            ("P-e4", PlayCommand::Turn("P-e4".into())),
            ("HO!", PlayCommand::Turn("HO!".into())),
            ("12", PlayCommand::Listed(12)),
            ("3.", PlayCommand::Listed(3)),
            ("?", PlayCommand::Explain(String::new())),
            ("?Ha", PlayCommand::Explain("Ha".into())),
            ("? c5", PlayCommand::Explain("c5".into())),
            ("Moves  Pawn", PlayCommand::Moves("Pawn".into())),
            ("undo", PlayCommand::Back(None)),
            ("back 3", PlayCommand::Back(Some(3))),
            ("swap sides", PlayCommand::Swap),
            ("eval", PlayCommand::Eval(1)),
            ("eval 5", PlayCommand::Eval(5)),
            ("engine plays Tan", PlayCommand::Engine("Tan".into())),
            ("engine both", PlayCommand::Engine("both".into())),
            ("level", PlayCommand::Level(None)),
            ("level Club", PlayCommand::Level(beaufort_engine::level("club"))),
            ("level 12", PlayCommand::Level(beaufort_engine::level("full"))),
            ("time 0.5", PlayCommand::Time(Duration::from_millis(500))),
            ("TIME 2s", PlayCommand::Time(Duration::from_secs(2))),
            ("info", PlayCommand::Info(true)),
            ("comment  a fine turn ", PlayCommand::Comment("a fine turn".into())),
            ("save a file.txt", PlayCommand::Save("a file.txt".into())),
        ] {
            assert_eq!(PlayCommand::read(line), Ok(expected), "{line}");
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
            let message = PlayCommand::read(line).unwrap_err();
            assert!(message.starts_with("expected "), "{line}: {message}");
        }
        assert_eq!(PlayCommand::nearest("resing"), Some("resign"));
    }
}
