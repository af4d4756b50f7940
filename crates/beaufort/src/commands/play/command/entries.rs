//! The commands: one list, from which they are parsed and the help is made.

use std::time::Duration;

use beaufort_engine::MAX_DEPTH;
use beaufort_session::assessment::MAX_ANALYSIS_LINES;

use super::PlayCommand;
use crate::commands::play::strength::MAX_ENGINE_TIME;

/// A command, with its help.
pub(super) struct CommandEntry {
    /// The names; the help shows the first.
    pub(super) names: &'static [&'static str],
    /// The arguments, for the help.
    pub(super) arguments: &'static str,
    pub(super) help: &'static str,
    /// Parses the arguments; the error says what is expected.
    pub(super) read: fn(&str) -> Result<PlayCommand, String>,
}

const fn entry(
    names: &'static [&'static str],
    arguments: &'static str,
    help: &'static str,
    read: fn(&str) -> Result<PlayCommand, String>,
) -> CommandEntry {
    CommandEntry { names, arguments, help, read }
}

/// The commands, in the order of the help.
pub(super) const COMMANDS: &[CommandEntry] = &[
    entry(&["moves", "list"], "[PIECE or SQUARE]", "number the turns; a number then plays one", |rest| {
        Ok(PlayCommand::Moves(rest.to_owned()))
    }),
    entry(
        &["?"],
        "[PIECE or SQUARE]",
        "how a piece moves; what the piece there can do; all pieces",
        |rest| Ok(PlayCommand::Explain(rest.to_owned())),
    ),
    entry(&["board", "b"], "", "show the board", |rest| nothing(rest, PlayCommand::Board)),
    entry(&["flip"], "", "turn the board round", |rest| nothing(rest, PlayCommand::Flip)),
    entry(&["hint"], "", "ask the engine for a turn", |rest| nothing(rest, PlayCommand::Hint)),
    entry(&["eval"], "[N]", "ask the engine who stands better; with N, for its N best turns", |rest| {
        Ok(PlayCommand::Eval(lines(rest)?))
    }),
    entry(&["back", "undo"], "[N]", "take back to your last turn, or N turns", |rest| {
        Ok(PlayCommand::Back(optional(rest)?))
    }),
    entry(&["redo"], "[N]", "play again what was taken back", |rest| Ok(PlayCommand::Redo(optional(rest)?))),
    entry(&["goto"], "N", "show the place after N turns of both players", |rest| {
        Ok(PlayCommand::Goto(number(rest, "a number of turns, such as `goto 0` for the start")?))
    }),
    entry(&["go"], "", "let the engine go on; Enter does, too", |rest| nothing(rest, PlayCommand::Go)),
    entry(&["draw"], "", "offer a draw", |rest| nothing(rest, PlayCommand::Draw)),
    entry(&["resign"], "", "give up", |rest| nothing(rest, PlayCommand::Resign)),
    entry(&["swap"], "[sides]", "change places with the engine", |rest| match rest {
        "" | "sides" => Ok(PlayCommand::Swap),
        _ => Err("expected `swap` or `swap sides`".to_owned()),
    }),
    entry(&["engine"], "plays SIDE", "SIDE is the name of a side, `both` or `none`", |rest| {
        match rest.strip_prefix("plays").unwrap_or(rest).trim() {
            "" => Err("expected a side, as in `engine plays both`".to_owned()),
            side => Ok(PlayCommand::Engine(side.to_owned())),
        }
    }),
    entry(&["level"], "[LEVEL]", "how well the engine plays; without a level, the list", |rest| match rest {
        "" => Ok(PlayCommand::Level(None)),
        id => crate::level::read(id).map(|level| PlayCommand::Level(Some(level))),
    }),
    entry(&["time"], "SECONDS", "how long the engine thinks", |rest| Ok(PlayCommand::Time(seconds(rest)?))),
    entry(&["depth"], "N", "how many plies deep the engine looks instead", |rest| {
        let depth = rest.parse().ok().filter(|depth| (1..=MAX_DEPTH).contains(depth));
        let expected = || format!("expected 1 to {MAX_DEPTH} plies, as in `depth 6`");
        Ok(PlayCommand::Depth(depth.ok_or_else(expected)?))
    }),
    entry(&["nodes"], "N", "how many positions it looks at instead", |rest| {
        let nodes = rest.parse().ok().filter(|&nodes| nodes > 0);
        Ok(PlayCommand::Nodes(nodes.ok_or("expected a number of positions, as in `nodes 100000`")?))
    }),
    entry(&["info"], "on | off", "whether the engine tells what it thinks", |rest| match rest {
        "" | "on" => Ok(PlayCommand::Info(true)),
        "off" => Ok(PlayCommand::Info(false)),
        _ => Err("expected `info on` or `info off`".to_owned()),
    }),
    entry(&["comment"], "[TEXT]", "write a comment on the last turn into the record", |rest| {
        Ok(PlayCommand::Comment(rest.to_owned()))
    }),
    entry(&["record"], "", "show the record of the game", |rest| nothing(rest, PlayCommand::Record)),
    entry(&["position"], "", "show the position as a text", |rest| nothing(rest, PlayCommand::Position)),
    entry(&["save"], "FILE", "write a copy of the record", |rest| Ok(PlayCommand::Save(file(rest)?))),
    entry(&["load"], "FILE", "go on with a record", |rest| Ok(PlayCommand::Load(file(rest)?))),
    entry(&["new"], "[GAME]", "begin a new game", |rest| Ok(PlayCommand::New(rest.to_owned()))),
    entry(&["help", "h"], "", "this list", |rest| nothing(rest, PlayCommand::Help)),
    entry(&["quit", "exit", "q"], "", "end the program; Ctrl-D does, too", |rest| {
        nothing(rest, PlayCommand::Quit)
    }),
];

fn nothing(rest: &str, command: PlayCommand) -> Result<PlayCommand, String> {
    if rest.is_empty() {
        Ok(command)
    } else {
        Err(format!("expected nothing after it, found `{}`", beaufort_rules::vocabulary::quoted(rest)))
    }
}

fn number<T: std::str::FromStr>(text: &str, expected: &str) -> Result<T, String> {
    text.parse().map_err(|_| format!("expected {expected}"))
}

fn optional(text: &str) -> Result<Option<u32>, String> {
    if text.is_empty() { Ok(None) } else { number(text, "nothing or a number of turns").map(Some) }
}

fn lines(text: &str) -> Result<u8, String> {
    let lines = if text.is_empty() { Some(1) } else { text.parse().ok() };
    lines.filter(|lines| (1..=MAX_ANALYSIS_LINES).contains(lines)).ok_or_else(|| {
        format!("expected nothing or the number of turns, 1 to {MAX_ANALYSIS_LINES}, as in `eval 3`")
    })
}

fn file(text: &str) -> Result<String, String> {
    if text.is_empty() { Err("expected the name of a file".to_owned()) } else { Ok(text.to_owned()) }
}

/// Reads a time in seconds, such as `0.5` or `2s`.
pub(in crate::commands::play) fn seconds(text: &str) -> Result<Duration, String> {
    let number = text.strip_suffix('s').unwrap_or(text).trim().parse().ok();
    number
        .filter(|seconds| (0.0..=MAX_ENGINE_TIME.as_secs_f64()).contains(seconds))
        .map(Duration::from_secs_f64)
        .ok_or_else(|| format!("expected seconds up to {}, such as 2 or 0.5", MAX_ENGINE_TIME.as_secs()))
}
