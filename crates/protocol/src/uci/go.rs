//! The command `go`.

use std::fmt;
use std::iter::Peekable;
use std::time::Duration;

use beaufort_engine::{Clock, Limits};
use beaufort_rules::Side;

use crate::numbers::{amount, count, no_limit};
use crate::overhead::deduct;

/// The words of `go`. The moves after `searchmoves` end at the next of them.
const WORDS: &[&str] = &[
    "searchmoves",
    "ponder",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "infinite",
    "perft",
];

/// A request for a search. Times are in milliseconds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Go {
    /// The turns to choose from; empty: all.
    pub(crate) only: Vec<String>,
    /// Whether to ponder: the last turn is only expected of the opponent.
    pub(crate) ponder: bool,
    /// Whether only `stop` ends the search.
    pub(crate) infinite: bool,
    /// Counts the turns to a depth instead of searching.
    pub(crate) perft: Option<u32>,
    /// The time on the clocks, the first player's first.
    time: [Option<u64>; 2],
    increment: [u64; 2],
    moves_to_go: Option<u32>,
    depth: Option<u32>,
    nodes: Option<u64>,
    mate: Option<u32>,
    move_time: Option<u64>,
    /// Messages about the parts that were ignored.
    pub(crate) mistakes: Vec<String>,
}

impl Go {
    /// Reads the words after `go`. Invalid ones are ignored and noted.
    pub(crate) fn parse(text: &str) -> Go {
        let mut go = Go::default();
        let mut words = text.split_whitespace().peekable();
        let mut unknown = Vec::new();
        while let Some(word) = words.next() {
            match go.read(word, &mut words) {
                Ok(true) => {}
                Ok(false) => unknown.push(word),
                Err(error) => go.mistakes.push(error),
            }
        }
        if !unknown.is_empty() {
            go.mistakes.push(no_limit(&unknown.join(" "), WORDS));
        }
        go
    }

    /// Returns the question for a turn within limits; a side without a clock has that of the limits.
    pub(crate) fn within(limits: &Limits, clocks: [Option<Clock>; 2]) -> Go {
        let ms = |time: Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        let clocks = clocks.map(|clock| limits.clock.map(|own| clock.unwrap_or(own)));
        Go {
            time: clocks.map(|clock| clock.map(|clock| ms(clock.remaining))),
            increment: clocks.map(|clock| clock.map_or(0, |clock| ms(clock.increment))),
            depth: limits.depth,
            nodes: limits.nodes,
            mate: limits.mate,
            move_time: limits.time.map(ms),
            ..Go::default()
        }
    }

    /// Reads a word and its arguments; returns whether the word is known.
    ///
    /// # Errors
    /// If an argument is missing or wrong.
    fn read<'a>(
        &mut self,
        word: &str,
        words: &mut Peekable<impl Iterator<Item = &'a str>>,
    ) -> Result<bool, String> {
        match word {
            // Some programs send negative times when a clock has run out.
            "wtime" => self.time[0] = Some(amount(word, words)?),
            "btime" => self.time[1] = Some(amount(word, words)?),
            "winc" => self.increment[0] = amount(word, words)?,
            "binc" => self.increment[1] = amount(word, words)?,
            "movetime" => self.move_time = Some(amount(word, words)?),
            "nodes" => self.nodes = Some(amount(word, words)?),
            "depth" => self.depth = Some(count(word, words)?),
            "mate" => self.mate = Some(count(word, words)?),
            "perft" => self.perft = Some(count(word, words)?),
            "movestogo" => self.moves_to_go = Some(count(word, words)?),
            "ponder" => self.ponder = true,
            "infinite" => self.infinite = true,
            "searchmoves" => {
                while let Some(text) = words.next_if(|word| !WORDS.contains(word)) {
                    self.only.push(text.to_owned());
                }
                if self.only.is_empty() {
                    return Err("`searchmoves` needs moves".to_owned());
                }
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Returns whether mistakes have left a search without any limit.
    pub(crate) fn is_spoiled(&self, side: Side) -> bool {
        let is_meant = self.infinite || self.ponder || self.perft.is_some();
        let is_endless = self.limits(side, Duration::ZERO) == Limits::infinite();
        !self.mistakes.is_empty() && !is_meant && is_endless
    }

    /// Returns the limits of the side to move, with the move overhead deducted from its time.
    pub(crate) fn limits(&self, side: Side, overhead: Duration) -> Limits {
        if self.infinite {
            return Limits::infinite();
        }
        let time = |time: u64| deduct(overhead, Duration::from_millis(time));
        let clock = self.time[side.index()].map(|remaining| Clock {
            remaining: time(remaining),
            increment: Duration::from_millis(self.increment[side.index()]),
            turns_to_go: self.moves_to_go.filter(|&turns| turns > 0),
        });
        Limits {
            // Depth 0 would return an arbitrary turn.
            depth: self.depth.map(|depth| depth.max(1)),
            nodes: self.nodes,
            time: self.move_time.map(time),
            clock,
            mate: self.mate,
        }
    }
}

impl fmt::Display for Go {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("go")?;
        let [first, second] = [0, 1].map(|side| self.time[side].map(|_| self.increment[side]));
        for (word, number) in [
            ("wtime", self.time[0]),
            ("btime", self.time[1]),
            ("winc", first),
            ("binc", second),
            ("movestogo", self.moves_to_go.map(u64::from)),
            ("movetime", self.move_time),
            ("nodes", self.nodes),
            ("depth", self.depth.map(u64::from)),
            ("mate", self.mate.map(u64::from)),
            ("perft", self.perft.map(u64::from)),
        ] {
            if let Some(number) = number {
                write!(f, " {word} {number}")?;
            }
        }
        for (word, is_set) in [("ponder", self.ponder), ("infinite", self.infinite)] {
            if is_set {
                write!(f, " {word}")?;
            }
        }
        if !self.only.is_empty() {
            write!(f, " searchmoves {}", self.only.join(" "))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_read() {
        let go = Go::parse("ponder wtime 60000 btime -5 winc 100 binc 200 movestogo 40");
        assert!(go.ponder && !go.infinite);
        let clock = |side| go.limits(side, Duration::from_millis(10)).clock.unwrap();
        let expected = |remaining, increment| Clock {
            remaining: Duration::from_millis(remaining),
            increment: Duration::from_millis(increment),
            turns_to_go: Some(40),
        };
        assert_eq!(clock(Side::First), expected(59_990, 100));
        assert_eq!(clock(Side::Second), expected(1, 200));

        let go = Go::parse("depth 3 nodes 500 mate 2 movetime 1000");
        let expected = Limits {
            depth: Some(3),
            nodes: Some(500),
            mate: Some(2),
            time: Some(Duration::from_secs(1)),
            clock: None,
        };
        assert_eq!(go.limits(Side::First, Duration::ZERO), expected);
        assert_eq!(Go::parse("infinite depth 3").limits(Side::First, Duration::ZERO), Limits::infinite());
    }

    #[test]
    fn some_time_and_depth_always_remain() {
        let go = Go::parse("movetime 10 wtime 30 depth 0");
        let limits = go.limits(Side::First, Duration::from_millis(30));
        assert_eq!((limits.time, limits.depth), (Some(Duration::from_micros(2500)), Some(1)));
        assert_eq!(limits.clock.map(|clock| clock.remaining), Some(Duration::from_micros(7500)));
    }

    #[test]
    fn a_question_is_read_as_it_is_written() {
        for text in [
            "go",
            "go wtime 60000 btime 5 winc 100 binc 0 movestogo 40 ponder",
            "go movetime 10 nodes 500 depth 3 mate 2 infinite searchmoves e2e4 d2d4",
            "go perft 2",
        ] {
            assert_eq!(Go::parse(text.trim_start_matches("go")).to_string(), text);
        }
        let second = Duration::from_secs(1);
        let limits = Limits { nodes: Some(9), ..Limits::clock(second, second) };
        let other = Clock { remaining: 2 * second, ..limits.clock.unwrap() };
        assert_eq!(
            Go::within(&limits, [None, Some(other)]).to_string(),
            "go wtime 1000 btime 2000 winc 1000 binc 1000 nodes 9"
        );
        assert_eq!(Go::within(&Limits::time(second), [Some(other), None]).to_string(), "go movetime 1000");
    }

    #[test]
    fn moves_go_on_to_the_next_word() {
        let go = Go::parse("searchmoves P-e4 P-d4 depth 2");
        assert_eq!((go.only.len(), go.depth), (2, Some(2)));
    }

    #[test]
    fn what_makes_no_sense_is_passed_over() {
        for (text, rest, mistake) in [
            ("depth", "", "`depth` needs a number"),
            ("depth x", "", "`depth` needs a number, not `x`"),
            ("nodes 1.5 depth 2", "depth 2", "`nodes` needs a number, not `1.5`"),
            ("searchmoves depth 3", "depth 3", "`searchmoves` needs moves"),
            (
                "depth 2 rtime 100",
                "depth 2",
                "`rtime 100` is not a limit; expected some of searchmoves, ponder,",
            ),
        ] {
            let mut go = Go::parse(text);
            assert_eq!(go.is_spoiled(Side::First), rest.is_empty(), "{text}");
            let mistakes = std::mem::take(&mut go.mistakes);
            assert!(mistakes.len() == 1 && mistakes[0].starts_with(mistake), "{text}: {mistakes:?}");
            assert_eq!(go, Go::parse(rest), "{text}");
        }
        let is_spoiled = |text| Go::parse(text).is_spoiled(Side::Second);
        assert!(!is_spoiled("") && !is_spoiled("ponder quickly") && is_spoiled("wtime 9 quickly"));
    }
}
