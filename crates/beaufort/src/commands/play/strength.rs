//! The engine's level and limits.

use std::time::Duration;

use beaufort_engine::Level;
use beaufort_session::Seat;
use beaufort_session::command::Command;
use beaufort_session::view::{Player, Thought};

/// The default time for a turn.
const USUAL_TIME: Duration = Duration::from_secs(2);
/// The least and the most that the conversation knows.
const MIN_ENGINE_TIME: Duration = Duration::from_millis(20);
pub(super) const MAX_ENGINE_TIME: Duration = Duration::from_secs(86_400);

/// How well and how long the engine thinks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Strength {
    /// The level of its own turns; hints are at full strength.
    pub(super) level: &'static Level,
    pub(super) limits: Limits,
}

/// For how long the engine thinks about a turn: until the first limit is reached.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Limits {
    time: Option<Duration>,
    /// In plies.
    depth: Option<u32>,
    /// In positions.
    nodes: Option<u32>,
}

impl Limits {
    /// Returns the limits, with the time clamped; without any, the default time.
    pub(super) fn new(time: Option<Duration>, depth: Option<u32>, nodes: Option<u32>) -> Limits {
        let usual = (depth.is_none() && nodes.is_none()).then_some(USUAL_TIME);
        let time = time.or(usual).map(|time| time.clamp(MIN_ENGINE_TIME, MAX_ENGINE_TIME));
        Limits { time, depth, nodes }
    }

    fn ms(self) -> u32 {
        let time = self.time.unwrap_or(MAX_ENGINE_TIME);
        u32::try_from(time.as_millis()).expect("a day has fewer milliseconds")
    }
}

impl Strength {
    /// Returns the player of a seat.
    pub(super) fn player(&self, seat: Seat) -> Player {
        let Limits { depth, nodes, .. } = self.limits;
        match seat {
            Seat::Human => Player::Person,
            Seat::Engine => {
                Player::Engine { level: self.level.id.to_owned(), ms: self.limits.ms(), depth, nodes }
            }
        }
    }

    /// Returns the command for a number of the best turns.
    pub(super) fn hint(&self, lines: u8) -> Command {
        let Limits { depth, nodes, .. } = self.limits;
        Command::Hint { lines: Some(lines), ms: Some(self.limits.ms()), depth, nodes }
    }

    /// Returns how well and how long the engine thinks, in words.
    pub(super) fn in_words(&self) -> String {
        let Limits { time, depth, nodes } = self.limits;
        let level = self.level.skill.map(|_| self.level.title());
        // A limited level is done before the time is up.
        let bound = if level.is_some() { "at most " } else { "" };
        let time = time.map(|time| format!("{bound}{} s", time.as_secs_f64()));
        let depth = depth.map(|depth| format!("depth {depth}"));
        let nodes = nodes.map(|nodes| format!("{nodes} positions"));
        [level, time, depth, nodes].into_iter().flatten().collect::<Vec<_>>().join(", ")
    }
}

/// Returns the engine's thinking: in a line, or with a line for each of several turns.
pub(super) fn report(thought: &Thought) -> String {
    let Thought { depth, lines, .. } = thought;
    let positions = format!("{} positions", count(thought.nodes));
    match lines.as_slice() {
        [] => format!("depth {depth}, {positions}"),
        [line] => format!("depth {depth}, {}, {positions}: {}", line.score.text, line.turns.join(" ")),
        lines => {
            let line = |(number, line): (usize, &beaufort_session::view::ThoughtLine)| {
                format!("\n{number}. {}: {}", line.score.text, line.turns.join(" "))
            };
            format!("depth {depth}, {positions}:{}", (1..).zip(lines).map(line).collect::<String>())
        }
    }
}

/// Returns a number with a unit: `12k`.
fn count(nodes: u64) -> String {
    match nodes {
        0..10_000 => nodes.to_string(),
        10_000..10_000_000 => format!("{}k", nodes / 1_000),
        _ => format!("{}M", nodes / 1_000_000),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_of_a_limited_level_is_a_bound() {
        let limits = Limits::new(None, None, None);
        let in_words = |id| Strength { level: beaufort_engine::level(id).unwrap(), limits }.in_words();
        assert_eq!(in_words("full"), "2 s");
        assert_eq!(in_words("club"), "force 6, strong breeze, at most 2 s");
    }

    #[test]
    fn time_counts_unless_something_else_is_given() {
        assert_eq!(Limits::new(None, None, None).time, Some(USUAL_TIME));
        let deep = Limits::new(None, Some(3), None);
        assert_eq!((deep.time, deep.ms()), (None, 86_400_000));
        assert_eq!(Limits::new(Some(Duration::ZERO), Some(3), None).ms(), 20);
    }
}
