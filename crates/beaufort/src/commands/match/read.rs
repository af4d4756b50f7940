//! The players' syntax on the command line: `random`, `engine:time=0.1,hash=16`, `uci:stockfish tc=10+0.1`.

use std::ffi::OsString;
use std::path::Path;
use std::str::FromStr;
use std::time::Duration;

use beaufort_engine::{Limits, MAX_DEPTH, Options, level};
use beaufort_lab::external::{Program, Protocol};
use beaufort_rules::vocabulary::quoted;

use super::player::{PlayerSpec, PlayerSpecKind};
use super::settings::{number, settings};
use crate::failure::Failure;
use crate::game_args::PieceValues;

/// The default time for a turn.
const USUAL: Duration = Duration::from_millis(100);
/// How long another program may take for a turn without a time limit.
const TURN_TIMEOUT: Duration = Duration::from_secs(120);
/// The greatest depth for another program, in plies; its own limit is unknown.
const MAX_PROGRAM_DEPTH: u32 = 1_000;
/// The engine's memory in MiB.
const MEMORY: usize = 16;

impl FromStr for PlayerSpec {
    type Err = Failure;

    fn from_str(text: &str) -> Result<PlayerSpec, Failure> {
        let unknown = || {
            Failure::user(format_args!("there is no player `{}`", quoted(text))).hint(
                "players are `random`, `greedy`, `engine`, `engine:time=0.1`, and other programs: \
                 `uci:COMMAND`, `cecp:COMMAND`",
            )
        };
        let words = shlex::split(text).ok_or_else(unknown)?;
        let (first, rest) = words.split_first().ok_or_else(unknown)?;
        let (kind, detail) = match first.split_once(':') {
            Some((kind, detail)) => (kind, Some(detail)),
            None => (first.as_str(), None),
        };
        match (kind, detail) {
            ("random" | "greedy", _) if detail.is_some() || !rest.is_empty() => {
                Err(Failure::user(format_args!("`{kind}` has no settings")))
            }
            ("random", _) => {
                Ok(PlayerSpec { name: text.to_owned(), kind: PlayerSpecKind::Random, piece_values: None })
            }
            ("greedy", _) => {
                Ok(PlayerSpec { name: text.to_owned(), kind: PlayerSpecKind::Greedy, piece_values: None })
            }
            ("engine", _) => {
                let settings = detail.into_iter().flat_map(|detail| detail.split(','));
                engine(text, settings.chain(rest.iter().map(String::as_str)))
            }
            ("uci", Some(command)) => program(Protocol::Uci, command, rest),
            ("cecp", Some(command)) => program(Protocol::Cecp, command, rest),
            _ => Err(unknown()),
        }
    }
}

/// Reads the settings of the engine.
fn engine<'a>(text: &str, words: impl Iterator<Item = &'a str>) -> Result<PlayerSpec, Failure> {
    let mut name = text.to_owned();
    let mut limits = Limits::infinite();
    let mut options = Options::with_hash(MEMORY);
    let mut skill = None;
    let mut piece_values = None;
    for setting in settings("the engine", words) {
        let setting = setting?;
        match setting.name {
            "name" => name = setting.value.to_owned(),
            "hash" => {
                options.hash_mib = setting.read(number(1..=65_536), "1 to 65536 MiB, as in `hash=16`")?
            }
            "level" => skill = setting.read(|id| Some(level(id)?.skill), &crate::level::expected())?,
            "threads" => options.threads = setting.read(number(1..=256), "1 to 256, as in `threads=2`")?,
            "eval" => piece_values = Some(PieceValues::from(OsString::from(setting.value))),
            _ if setting.limit(&mut limits, MAX_DEPTH)? => {}
            _ => {
                let known = "`time`, `nodes`, `depth`, `tc`, `level`, `hash`, `threads`, `eval` or `name`";
                return Err(setting.unknown(known).into());
            }
        }
    }
    // A level without a limit of its own takes the usual time.
    let limits = if skill.is_some() { limits } else { limited(limits) };
    Ok(PlayerSpec { name, kind: PlayerSpecKind::Engine(limits, options, skill), piece_values })
}

/// Reads another program: the words of its command, up to the first setting, and the settings.
fn program(protocol: Protocol, command: &str, words: &[String]) -> Result<PlayerSpec, Failure> {
    let is_setting = |word: &String| word.contains('=') && !word.starts_with('-');
    let (arguments, words) = words.split_at(words.iter().position(is_setting).unwrap_or(words.len()));
    if command.is_empty() {
        return Err(Failure::user("a program needs a command")
            .hint("as in `uci:stockfish` or `uci:old/beaufort uci`"));
    }
    let command: Vec<String> = std::iter::once(command.to_owned()).chain(arguments.iter().cloned()).collect();
    let file = Path::new(&command[0]).file_stem().map(|stem| stem.to_string_lossy().into_owned());
    let mut name = file.unwrap_or_else(|| command[0].clone());
    let mut program = Program {
        command,
        protocol,
        limits: Limits::infinite(),
        variant: None,
        options: Vec::new(),
        turn_timeout: TURN_TIMEOUT,
    };
    let of = if protocol == Protocol::Cecp { "a program that speaks CECP" } else { "a program" };
    for setting in settings(of, words.iter().map(String::as_str)) {
        let setting = setting?;
        match setting.name {
            "name" => name = setting.value.to_owned(),
            "variant" => program.variant = Some(setting.value.to_owned()),
            "patience" => program.turn_timeout = setting.seconds("seconds, as in `patience=60`")?,
            "nodes" if protocol == Protocol::Cecp => {
                return Err(setting
                    .unknown("`time`, `depth` or `tc`, as CECP cannot count positions")
                    .into());
            }
            _ if setting.limit(&mut program.limits, MAX_PROGRAM_DEPTH)? => {}
            option => {
                let option = option.strip_prefix("option.").filter(|option| !option.is_empty());
                let option = option.ok_or_else(|| {
                    setting.unknown(
                        "`time`, `nodes`, `depth`, `tc`, `name`, `variant`, `patience` or `option.NAME`",
                    )
                })?;
                program.options.push((option.to_owned(), setting.value.to_owned()));
            }
        }
    }
    program.limits = limited(program.limits);
    Ok(PlayerSpec { name, kind: PlayerSpecKind::Program(program), piece_values: None })
}

/// Returns the limits, or the default if there are none.
fn limited(limits: Limits) -> Limits {
    if limits == Limits::infinite() { Limits::time(USUAL) } else { limits }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind(text: &str) -> PlayerSpecKind {
        text.parse::<PlayerSpec>().unwrap_or_else(|failure| panic!("{text}: {failure:?}")).kind
    }

    #[test]
    fn players_are_read() {
        let options = Options::with_hash(16);
        let small = Options { hash_mib: 2, threads: 3 };
        let club = level("club").unwrap().skill;
        let ms = Duration::from_millis;
        for (text, expected) in [
            ("random", PlayerSpecKind::Random),
            ("greedy", PlayerSpecKind::Greedy),
            ("engine", PlayerSpecKind::Engine(Limits::time(USUAL), options, None)),
            ("engine:time=0.5", PlayerSpecKind::Engine(Limits::time(ms(500)), options, None)),
            ("engine:nodes=5000,hash=2,threads=3", PlayerSpecKind::Engine(Limits::nodes(5000), small, None)),
            ("engine nodes=5000 hash=2 threads=3", PlayerSpecKind::Engine(Limits::nodes(5000), small, None)),
            ("engine:depth=100", PlayerSpecKind::Engine(Limits::depth(MAX_DEPTH), options, None)),
            ("engine:depth=3", PlayerSpecKind::Engine(Limits::depth(3), options, None)),
            ("engine:tc=60+0.5", PlayerSpecKind::Engine(Limits::clock(ms(60_000), ms(500)), options, None)),
            ("engine:level=club", PlayerSpecKind::Engine(Limits::infinite(), options, club)),
            ("engine:level=club,nodes=500", PlayerSpecKind::Engine(Limits::nodes(500), options, club)),
            ("engine:level=full", PlayerSpecKind::Engine(Limits::time(USUAL), options, None)),
            ("engine:tc=10", PlayerSpecKind::Engine(Limits::clock(ms(10_000), ms(0)), options, None)),
        ] {
            assert_eq!(kind(text), expected, "{text}");
        }
        for (text, expected) in [
            ("engine", None),
            ("engine:eval=derived", Some(PieceValues::Derived)),
            ("engine:depth=2,eval=my.tuned.toml", Some(PieceValues::Learned("my.tuned.toml".into()))),
        ] {
            assert_eq!(text.parse::<PlayerSpec>().unwrap().piece_values, expected, "{text}");
        }
    }

    #[test]
    fn programs_are_read() {
        let text = "uci:'/a b/fish' --big=2 name=\"Big fish\" time=1 variant=grand option.Hash=16 'option.Skill Level=3'";
        let player: PlayerSpec = text.parse().unwrap();
        assert_eq!(player.name, "Big fish");
        let option = |name: &str, value: &str| (name.to_owned(), value.to_owned());
        let expected = Program {
            command: vec!["/a b/fish".to_owned(), "--big=2".to_owned()],
            protocol: Protocol::Uci,
            limits: Limits::time(Duration::from_secs(1)),
            variant: Some("grand".to_owned()),
            options: vec![option("Hash", "16"), option("Skill Level", "3")],
            turn_timeout: TURN_TIMEOUT,
        };
        assert_eq!(player.kind, PlayerSpecKind::Program(expected));
        let player: PlayerSpec = "cecp:/usr/bin/fish.sh loud patience=2 depth=4".parse().unwrap();
        assert_eq!(player.name, "fish");
        let PlayerSpecKind::Program(program) = player.kind else { panic!("a program") };
        assert_eq!((program.protocol, program.turn_timeout), (Protocol::Cecp, Duration::from_secs(2)));
    }

    #[test]
    fn wrong_players_are_refused() {
        for text in [
            "",
            "Random",
            "random:time=1",
            "random time=1",
            "engine:level=god",
            "engine:",
            "engine:time",
            "engine:time=-1",
            "engine:time=nan",
            "engine:tc=1+",
            "engine:tc=x",
            "engine:nodes=0",
            "engine:depth=x",
            "engine:depth=101",
            "engine:nodes=1,nodes=2",
            "engine:depth=3 depth=3",
            "uci:fish time=1 time=2",
            "uci:fish option.Hash=1 option.Hash=2",
            "engine:hash=0",
            "engine:threads=0",
            "engine:depth=3,",
            "engine:speed=3",
            "engine:option.Hash=3",
            "uci",
            "uci:",
            "uci:fish speed=3",
            "uci:fish time=1 loud",
            "uci:fish option.=3",
            "uci:'fish",
            "cecp:fish nodes=100",
            "uci:fish patience=x",
            "line:fish",
        ] {
            assert!(text.parse::<PlayerSpec>().is_err(), "{text}");
        }
    }
}
