//! The command `go`: what a search is asked for.

use std::time::Duration;

use beaufort_engine::{Clock, Limits};
use beaufort_rules::Side;

use crate::protocol::numbers::{amount, count, no_limit};

/// The words of `go`; what follows `searchmoves` goes on to the next of them.
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

/// What a search is asked for. Times are in milliseconds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Go {
    /// The turns to choose from; empty: all.
    pub(super) only: Vec<String>,
    /// Whether the last turn is only expected of the opponent.
    pub(super) ponder: bool,
    /// Whether nothing ends the search but `stop`.
    pub(super) infinite: bool,
    /// Counts the turns to a depth instead of searching.
    pub(super) perft: Option<u32>,
    /// What is left on the clocks, the first player's first.
    time: [Option<u64>; 2],
    increment: [u64; 2],
    moves_to_go: Option<u32>,
    depth: Option<u32>,
    nodes: Option<u64>,
    mate: Option<u32>,
    move_time: Option<u64>,
}

impl Go {
    /// Reads what follows the word `go`.
    ///
    /// # Errors
    /// If a word is unknown, or not followed by its number.
    pub(super) fn parse(text: &str) -> Result<Go, String> {
        let mut go = Go::default();
        let mut words = text.split_whitespace().peekable();
        while let Some(word) = words.next() {
            match word {
                // A clock that has run out shows less than nothing in some programs.
                "wtime" => go.time[0] = Some(amount(word, &mut words)?),
                "btime" => go.time[1] = Some(amount(word, &mut words)?),
                "winc" => go.increment[0] = amount(word, &mut words)?,
                "binc" => go.increment[1] = amount(word, &mut words)?,
                "movetime" => go.move_time = Some(amount(word, &mut words)?),
                "nodes" => go.nodes = Some(amount(word, &mut words)?),
                "depth" => go.depth = Some(count(word, &mut words)?),
                "mate" => go.mate = Some(count(word, &mut words)?),
                "perft" => go.perft = Some(count(word, &mut words)?),
                "movestogo" => go.moves_to_go = Some(count(word, &mut words)?),
                "ponder" => go.ponder = true,
                "infinite" => go.infinite = true,
                "searchmoves" => {
                    while let Some(text) = words.next_if(|word| !WORDS.contains(word)) {
                        go.only.push(text.to_owned());
                    }
                    if go.only.is_empty() {
                        return Err("`searchmoves` needs moves".to_owned());
                    }
                }
                _ => return Err(no_limit(word, WORDS)),
            }
        }
        Ok(go)
    }

    /// Returns the limits of the side to move, which keeps so much of its time for the way of its turn to the clock.
    pub(super) fn limits(&self, side: Side, overhead: Duration) -> Limits {
        if self.infinite {
            return Limits::infinite();
        }
        let time = |time: u64| Duration::from_millis(time).saturating_sub(overhead);
        let clock = self.time[side.index()].map(|remaining| Clock {
            remaining: time(remaining),
            increment: Duration::from_millis(self.increment[side.index()]),
            turns_to_go: self.moves_to_go.filter(|&turns| turns > 0),
        });
        Limits {
            depth: self.depth,
            nodes: self.nodes,
            time: self.move_time.map(time),
            clock,
            mate: self.mate,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_read() {
        let go = Go::parse("ponder wtime 60000 btime -5 winc 100 binc 200 movestogo 40").unwrap();
        assert!(go.ponder && !go.infinite);
        let clock = |side| go.limits(side, Duration::from_millis(10)).clock.unwrap();
        let expected = |remaining, increment| Clock {
            remaining: Duration::from_millis(remaining),
            increment: Duration::from_millis(increment),
            turns_to_go: Some(40),
        };
        assert_eq!(clock(Side::First), expected(59_990, 100));
        assert_eq!(clock(Side::Second), expected(0, 200));

        let go = Go::parse("depth 3 nodes 500 mate 2 movetime 1000").unwrap();
        let expected = Limits {
            depth: Some(3),
            nodes: Some(500),
            mate: Some(2),
            time: Some(Duration::from_secs(1)),
            clock: None,
        };
        assert_eq!(go.limits(Side::First, Duration::ZERO), expected);
        assert_eq!(
            Go::parse("infinite depth 3").unwrap().limits(Side::First, Duration::ZERO),
            Limits::infinite()
        );
    }

    #[test]
    fn moves_go_on_to_the_next_word() {
        let go = Go::parse("searchmoves P-e4 P-d4 depth 2").unwrap();
        assert_eq!((go.only.len(), go.depth), (2, Some(2)));
    }

    #[test]
    fn wrong_words_are_named() {
        for (text, error) in [
            ("depth", "`depth` needs a number"),
            ("depth x", "`depth` needs a number, not `x`"),
            ("nodes 1.5", "`nodes` needs a number, not `1.5`"),
            ("searchmoves depth 3", "`searchmoves` needs moves"),
            ("fast", "`fast` is not a limit; expected some of searchmoves, ponder,"),
        ] {
            let message = Go::parse(text).unwrap_err();
            assert!(message.starts_with(error), "{text}: {message}");
        }
    }
}
