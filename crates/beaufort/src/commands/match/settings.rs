//! Settings on the command line: `name=value`.

use std::fmt::{self, Display};
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::Duration;

use beaufort_engine::Limits;
use beaufort_lab::matches::{DrawRule, Sprt, WinRule};
use beaufort_rules::vocabulary::quoted;

use crate::failure::Failure;

/// The longest time that can be set, in seconds.
const DAY: f64 = 86_400.0;

/// An error in a setting, with the expected value.
#[derive(Debug)]
pub(super) struct SettingError {
    what: String,
    expected: String,
}

impl Display for SettingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: expected {}", self.what, self.expected)
    }
}

impl From<SettingError> for Failure {
    fn from(wrong: SettingError) -> Failure {
        Failure::user(wrong.what).hint(format_args!("expected {}", wrong.expected))
    }
}

/// A setting with its value.
#[derive(Clone, Copy, Debug)]
pub(super) struct Setting<'a> {
    of: &'a str,
    pub(super) name: &'a str,
    pub(super) value: &'a str,
}

/// Returns the settings in `words`; no name comes twice.
pub(super) fn settings<'a>(
    of: &'a str,
    words: impl Iterator<Item = &'a str>,
) -> impl Iterator<Item = Result<Setting<'a>, SettingError>> {
    let mut known = Vec::new();
    words.map(move |word| match word.split_once('=') {
        Some((name, _)) if known.contains(&name) => Err(SettingError {
            what: format!("`{}` is given twice", quoted(name)),
            expected: format!("each setting of {of} once"),
        }),
        Some((name, value)) if !value.is_empty() => {
            known.push(name);
            Ok(Setting { of, name, value })
        }
        _ => Err(SettingError {
            what: format!("`{}` is not a setting with a value", quoted(word)),
            expected: "NAME=VALUE".to_owned(),
        }),
    })
}

/// Returns a reader of numbers within bounds.
pub(super) fn number<T: FromStr + PartialOrd>(range: RangeInclusive<T>) -> impl Fn(&str) -> Option<T> {
    move |text| text.parse().ok().filter(|number| range.contains(number))
}

impl Setting<'_> {
    /// Returns the error that there is no such setting.
    pub(super) fn unknown(&self, known: &str) -> SettingError {
        SettingError {
            what: format!("`{}` is not a setting of {}", quoted(self.name), self.of),
            expected: known.to_owned(),
        }
    }

    /// Reads the value.
    pub(super) fn read<T>(
        &self,
        reader: impl Fn(&str) -> Option<T>,
        expected: &str,
    ) -> Result<T, SettingError> {
        reader(self.value).ok_or_else(|| SettingError {
            what: format!("`{}` is no value of `{}`", quoted(self.value), quoted(self.name)),
            expected: expected.to_owned(),
        })
    }

    /// Reads a number within bounds.
    fn within<T: FromStr + PartialOrd + Display>(&self, range: RangeInclusive<T>) -> Result<T, SettingError> {
        let expected = format!("{} to {}", range.start(), range.end());
        self.read(number(range), &expected)
    }

    /// Reads a time in seconds.
    pub(super) fn seconds(&self, expected: &str) -> Result<Duration, SettingError> {
        self.read(seconds, expected)
    }

    /// Sets a limit, and returns whether the setting is a limit. `max_depth` is the player's greatest depth, in plies.
    pub(super) fn limit(&self, limits: &mut Limits, max_depth: u32) -> Result<bool, SettingError> {
        match self.name {
            "time" => limits.time = Some(self.seconds("seconds, as in `time=0.1`")?),
            "nodes" => {
                let expected = "a number of positions, as in `nodes=5000`";
                limits.nodes = Some(self.read(number(1..=u64::MAX), expected)?);
            }
            "depth" => {
                let expected = format!("1 to {max_depth} plies, as in `depth=3`");
                limits.depth = Some(self.read(number(1..=max_depth), &expected)?);
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
fn each(
    of: &str,
    text: &str,
    mut set: impl FnMut(&Setting<'_>) -> Result<(), SettingError>,
) -> Result<(), String> {
    let words = text.split([',', ' ']).filter(|word| !word.is_empty());
    settings(of, words).try_for_each(|setting| set(&setting?)).map_err(|wrong| wrong.to_string())
}

/// Reads the rule for won games: `movecount=3,score=800`.
pub(super) fn win_rule(text: &str) -> Result<WinRule, String> {
    let mut rule = WinRule { turns: 3, score: 800 };
    each("--resign", text, |setting| {
        match setting.name {
            "movecount" => rule.turns = setting.within(1..=1_000)?,
            "score" => rule.score = setting.within(1..=1_000_000)?,
            _ => return Err(setting.unknown("movecount or score")),
        }
        Ok(())
    })?;
    Ok(rule)
}

/// Reads the rule for drawn games: `movenumber=40,movecount=8,score=10`.
pub(super) fn draw_rule(text: &str) -> Result<DrawRule, String> {
    let mut rule = DrawRule { after: 40, turns: 8, score: 10 };
    each("--draw", text, |setting| {
        match setting.name {
            "movenumber" => rule.after = setting.within(0..=1_000_000)?,
            "movecount" => rule.turns = setting.within(1..=1_000)?,
            "score" => rule.score = setting.within(0..=1_000_000)?,
            _ => return Err(setting.unknown("movenumber, movecount or score")),
        }
        Ok(())
    })?;
    Ok(rule)
}

/// Reads a test: `elo0=0,elo1=10,alpha=0.05,beta=0.05`.
pub(super) fn sprt(text: &str) -> Result<Sprt, String> {
    let mut test = Sprt { elo0: 0.0, elo1: 10.0, alpha: 0.05, beta: 0.05 };
    const CHANCE: RangeInclusive<f64> = 0.000_1..=0.499_9;
    const ELO: RangeInclusive<f64> = -1_000.0..=1_000.0;
    each("--sprt", text, |setting| {
        match setting.name {
            "elo0" => test.elo0 = setting.within(ELO)?,
            "elo1" => test.elo1 = setting.within(ELO)?,
            "alpha" => test.alpha = setting.within(CHANCE)?,
            "beta" => test.beta = setting.within(CHANCE)?,
            _ => return Err(setting.unknown("elo0, elo1, alpha or beta")),
        }
        Ok(())
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
        for (error, expected) in [
            (win_rule("movecount=0").unwrap_err(), "`0` is no value of `movecount`: expected 1 to 1000"),
            (
                win_rule("turns=3").unwrap_err(),
                "`turns` is not a setting of --resign: expected movecount or score",
            ),
            (draw_rule("score=-1").unwrap_err(), "`-1` is no value of `score`: expected 0 to 1000000"),
            (
                draw_rule("turns=3").unwrap_err(),
                "`turns` is not a setting of --draw: expected movenumber, movecount or score",
            ),
            (sprt("elo0=nan").unwrap_err(), "`nan` is no value of `elo0`: expected -1000 to 1000"),
            (sprt("alpha=1").unwrap_err(), "`1` is no value of `alpha`: expected 0.0001 to 0.4999"),
            (
                sprt("gamma=1").unwrap_err(),
                "`gamma` is not a setting of --sprt: expected elo0, elo1, alpha or beta",
            ),
            (sprt("elo0").unwrap_err(), "`elo0` is not a setting with a value: expected NAME=VALUE"),
        ] {
            assert_eq!(error, expected);
        }
        let twice = "`elo0` is given twice: expected each setting of --sprt once";
        assert_eq!(sprt("elo0=1,elo1=5,elo0=2").unwrap_err(), twice);
        assert_eq!(sprt("elo0=10,elo1=5").unwrap_err(), "elo0 must be less than elo1");
    }
}
