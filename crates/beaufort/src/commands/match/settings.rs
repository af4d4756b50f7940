//! Settings on the command line: `name=value`.

use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::Duration;

use beaufort_engine::Limits;
use beaufort_engine::matches::{DrawRule, Sprt, WinRule};

use crate::failure::Failure;

/// The longest time that can be set, in seconds.
const DAY: f64 = 86_400.0;

/// A setting of something.
#[derive(Clone, Copy, Debug)]
pub(super) struct Setting<'a> {
    of: &'a str,
    word: &'a str,
    pub(super) name: &'a str,
    pub(super) value: &'a str,
}

/// Returns the settings that words make.
pub(super) fn settings<'a>(
    of: &'a str,
    words: impl Iterator<Item = &'a str>,
) -> impl Iterator<Item = Result<Setting<'a>, Failure>> {
    words.map(move |word| {
        let (name, value) = word.split_once('=').unwrap_or((word, ""));
        let setting = Setting { of, word, name, value };
        if value.is_empty() {
            Err(setting.wrong("a name with a value, as in `time=0.1`"))
        } else {
            Ok(setting)
        }
    })
}

/// Returns a reader of numbers within bounds.
pub(super) fn number<T: FromStr + PartialOrd>(range: RangeInclusive<T>) -> impl Fn(&str) -> Option<T> {
    move |text| text.parse().ok().filter(|number| range.contains(number))
}

impl Setting<'_> {
    /// Returns the failure to make sense of the setting.
    pub(super) fn wrong(&self, expected: &str) -> Failure {
        Failure::user(format_args!("`{}` is not a setting of {}", self.word.escape_debug(), self.of))
            .hint(format_args!("expected {expected}"))
    }

    /// Reads the value.
    pub(super) fn read<T>(&self, reader: impl Fn(&str) -> Option<T>, expected: &str) -> Result<T, Failure> {
        reader(self.value).ok_or_else(|| self.wrong(expected))
    }

    /// Reads a time in seconds.
    pub(super) fn seconds(&self, expected: &str) -> Result<Duration, Failure> {
        self.read(seconds, expected)
    }

    /// Changes a limit, and returns whether the setting is one.
    pub(super) fn limit(&self, limits: &mut Limits) -> Result<bool, Failure> {
        match self.name {
            "time" => limits.time = Some(self.seconds("seconds, as in `time=0.1`")?),
            "nodes" => {
                let expected = "a number of positions, as in `nodes=5000`";
                limits.nodes = Some(self.read(number(1..=u64::MAX), expected)?);
            }
            "depth" => {
                limits.depth = Some(self.read(number(1..=1_000), "a number of plies, as in `depth=3`")?)
            }
            "tc" => {
                let expected = "seconds for the game and for each turn, as in `tc=60+0.5`";
                limits.clock = Limits { clock: self.read(clock, expected)?.clock, ..*limits }.clock;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }
}

fn seconds(text: &str) -> Option<Duration> {
    text.parse().ok().filter(|time| (0.0..=DAY).contains(time)).map(Duration::from_secs_f64)
}

/// Reads a clock: `60` or `60+0.5`.
fn clock(text: &str) -> Option<Limits> {
    let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
    Some(Limits::clock(seconds(base)?, seconds(increment)?))
}

/// Reads the settings of one argument, separated by commas or blanks.
fn each(of: &str, text: &str, mut set: impl FnMut(&Setting<'_>) -> Option<()>) -> Result<(), String> {
    for setting in settings(of, text.split([',', ' ']).filter(|word| !word.is_empty())) {
        let wrong = |word: &str| format!("`{word}` is not a setting of {of}");
        let setting = setting.map_err(|_| wrong(text))?;
        set(&setting).ok_or_else(|| wrong(setting.word))?;
    }
    Ok(())
}

/// Reads when games are won: `movecount=3,score=800`.
pub(super) fn win_rule(text: &str) -> Result<WinRule, String> {
    let mut rule = WinRule { turns: 3, score: 800 };
    each("--resign", text, |setting| {
        match setting.name {
            "movecount" => rule.turns = number(1..=1_000)(setting.value)?,
            "score" => rule.score = number(1..=1_000_000)(setting.value)?,
            _ => return None,
        }
        Some(())
    })?;
    Ok(rule)
}

/// Reads when games are drawn: `movenumber=40,movecount=8,score=10`.
pub(super) fn draw_rule(text: &str) -> Result<DrawRule, String> {
    let mut rule = DrawRule { after: 40, turns: 8, score: 10 };
    each("--draw", text, |setting| {
        match setting.name {
            "movenumber" => rule.after = number(0..=1_000_000)(setting.value)?,
            "movecount" => rule.turns = number(1..=1_000)(setting.value)?,
            "score" => rule.score = number(0..=1_000_000)(setting.value)?,
            _ => return None,
        }
        Some(())
    })?;
    Ok(rule)
}

/// Reads a test: `elo0=0,elo1=10,alpha=0.05,beta=0.05`.
pub(super) fn sprt(text: &str) -> Result<Sprt, String> {
    let mut test = Sprt { elo0: 0.0, elo1: 10.0, alpha: 0.05, beta: 0.05 };
    let chance = number(0.000_1..=0.499_9);
    let elo = number(-1_000.0..=1_000.0);
    each("--sprt", text, |setting| {
        match setting.name {
            "elo0" => test.elo0 = elo(setting.value)?,
            "elo1" => test.elo1 = elo(setting.value)?,
            "alpha" => test.alpha = chance(setting.value)?,
            "beta" => test.beta = chance(setting.value)?,
            _ => return None,
        }
        Some(())
    })?;
    if test.elo0 < test.elo1 { Ok(test) } else { Err("elo0 must be less than elo1".to_owned()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_read() {
        assert_eq!(win_rule("score=500, movecount=2"), Ok(WinRule { turns: 2, score: 500 }));
        assert_eq!(draw_rule("movenumber=5"), Ok(DrawRule { after: 5, turns: 8, score: 10 }));
        let test = Sprt { elo0: -5.0, elo1: 0.0, alpha: 0.1, beta: 0.05 };
        assert_eq!(sprt("elo0=-5 elo1=0 alpha=0.1"), Ok(test));
    }

    #[test]
    fn wrong_rules_are_refused() {
        assert_eq!(win_rule("score=0").unwrap_err(), "`score=0` is not a setting of --resign");
        assert_eq!(draw_rule("turns=3").unwrap_err(), "`turns=3` is not a setting of --draw");
        assert_eq!(sprt("elo0=nan").unwrap_err(), "`elo0=nan` is not a setting of --sprt");
        assert_eq!(sprt("elo0").unwrap_err(), "`elo0` is not a setting of --sprt");
        assert_eq!(sprt("elo0=10,elo1=5").unwrap_err(), "elo0 must be less than elo1");
    }
}
