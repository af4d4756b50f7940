//! Players as they are named on the command line: `random`, `greedy`, `engine:time=0.1,hash=16`.

use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use beaufort_engine::players::Contender;
use beaufort_engine::{Evaluation, Limits, Options};
use beaufort_rules::Game;

use crate::failure::Failure;

/// The time for a turn if nothing limits it.
const USUAL: Duration = Duration::from_millis(100);

/// A kind of player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Kind {
    /// Any legal turn.
    Random,
    /// Looks one turn ahead.
    Greedy,
    /// The engine.
    Engine(Limits, Options),
}

impl Kind {
    /// Returns the player.
    pub(super) fn contender(self, name: &str, game: &Arc<Game>, evaluation: &Arc<Evaluation>) -> Contender {
        match self {
            Kind::Random => Contender::random(),
            Kind::Greedy => Contender::greedy(evaluation),
            Kind::Engine(limits, options) => Contender::engine(name, game, evaluation, options, limits),
        }
    }
}

impl FromStr for Kind {
    type Err = Failure;

    fn from_str(text: &str) -> Result<Kind, Failure> {
        let (kind, settings) = match text.split_once(':') {
            Some((kind, settings)) => (kind, Some(settings)),
            None => (text, None),
        };
        match (kind, settings) {
            ("random", None) => Ok(Kind::Random),
            ("greedy", None) => Ok(Kind::Greedy),
            ("engine", settings) => engine(settings),
            ("random" | "greedy", Some(_)) => Err(Failure::user(format_args!("`{kind}` has no settings"))),
            _ => Err(Failure::user(format_args!("there is no player `{}`", text.escape_debug()))
                .hint("players are `random`, `greedy`, `engine` and `engine:time=0.1`")),
        }
    }
}

fn engine(settings: Option<&str>) -> Result<Kind, Failure> {
    let (mut limits, mut options) = (Limits::infinite(), Options::with_hash(16));
    for setting in settings.into_iter().flat_map(|settings| settings.split(',')) {
        let wrong = |expected: &str| {
            Failure::user(format_args!("`{}` is not a setting of the engine", setting.escape_debug()))
                .hint(format_args!("expected {expected}"))
        };
        let (name, value) = setting.split_once('=').unwrap_or((setting, ""));
        match name {
            "time" => {
                let time = value.parse().ok().filter(|time| (0.0..=86_400.0).contains(time));
                let time = time.ok_or_else(|| wrong("seconds, as in `time=0.1`"))?;
                limits.time = Some(Duration::from_secs_f64(time));
            }
            "nodes" => {
                let nodes = value.parse().ok().filter(|&nodes| nodes > 0);
                limits.nodes = Some(nodes.ok_or_else(|| wrong("a number of positions, as in `nodes=5000`"))?);
            }
            "depth" => {
                let depth = value.parse().ok().filter(|&depth| depth > 0);
                limits.depth = Some(depth.ok_or_else(|| wrong("a number of plies, as in `depth=3`"))?);
            }
            "hash" => {
                let mib = value.parse().ok().filter(|mib| (1..=65_536).contains(mib));
                options.hash_mib = mib.ok_or_else(|| wrong("1 to 65536 MiB, as in `hash=16`"))?;
            }
            _ => return Err(wrong("`time`, `nodes`, `depth` or `hash` with a value, as in `time=0.1`")),
        }
    }
    if limits == Limits::infinite() {
        limits.time = Some(USUAL);
    }
    Ok(Kind::Engine(limits, options))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_are_read() {
        let options = Options::with_hash(16);
        for (text, kind) in [
            ("random", Kind::Random),
            ("greedy", Kind::Greedy),
            ("engine", Kind::Engine(Limits::time(USUAL), options)),
            ("engine:time=0.5", Kind::Engine(Limits::time(Duration::from_millis(500)), options)),
            ("engine:nodes=5000,hash=2", Kind::Engine(Limits::nodes(5000), Options::with_hash(2))),
            ("engine:depth=3", Kind::Engine(Limits::depth(3), options)),
        ] {
            assert_eq!(text.parse::<Kind>().unwrap(), kind, "{text}");
        }
    }

    #[test]
    fn wrong_players_are_refused() {
        for text in [
            "",
            "Random",
            "random:time=1",
            "engine:",
            "engine:time",
            "engine:time=-1",
            "engine:time=nan",
            "engine:nodes=0",
            "engine:depth=x",
            "engine:hash=0",
            "engine:depth=3,",
            "engine:speed=3",
        ] {
            assert!(text.parse::<Kind>().is_err(), "{text}");
        }
    }
}
