//! The lines `info`, with the progress of a search.

use std::fmt;
use std::str::FromStr;

use beaufort_engine::{MATE, turns_to_end};

use crate::search_info::mate;

/// The content of a line `info`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct UciInfo {
    /// The depth, in plies.
    pub(crate) depth: Option<u32>,
    /// The depth of the longest line, in plies.
    pub(crate) seldepth: Option<u32>,
    /// The number of the line among several, from 1 on.
    pub(crate) multipv: Option<u32>,
    /// The score for the side to move, see [`MATE`].
    pub(crate) score: Option<i32>,
    /// Whether the score is only a bound.
    pub(crate) is_bound: bool,
    /// The number of positions searched.
    pub(crate) nodes: Option<u64>,
    /// The positions searched in a second.
    pub(crate) nps: Option<u64>,
    /// The used part of the hash table, in thousandths.
    pub(crate) hashfull: Option<u32>,
    /// The time since the search began, in milliseconds.
    pub(crate) time: Option<u64>,
    /// The moves of the line.
    pub(crate) pv: Vec<String>,
}

impl UciInfo {
    /// Reads the words after `info`; values that are wrong are left out, and a text (`string`) has none.
    pub(crate) fn parse(text: &str) -> UciInfo {
        let words: Vec<&str> = text.split_whitespace().collect();
        let after = |name: &str| words.iter().position(|&word| word == name).map(|at| &words[at + 1..]);
        if after("string").is_some() {
            return UciInfo::default();
        }
        fn first<T: FromStr>(words: Option<&[&str]>) -> Option<T> {
            words?.first()?.parse().ok()
        }
        UciInfo {
            depth: first(after("depth")),
            seldepth: first(after("seldepth")),
            multipv: first(after("multipv")),
            score: after("score").and_then(read_score),
            is_bound: ["lowerbound", "upperbound"].iter().any(|word| words.contains(word)),
            nodes: first(after("nodes")),
            nps: first(after("nps")),
            hashfull: first(after("hashfull")),
            time: first(after("time")),
            pv: after("pv").unwrap_or_default().iter().map(|&word| word.to_owned()).collect(),
        }
    }
}

impl fmt::Display for UciInfo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = |number: Option<u32>| number.map(|number| number.to_string());
        let long = |number: Option<u64>| number.map(|number| number.to_string());
        f.write_str("info")?;
        for (word, value) in [
            ("depth", number(self.depth)),
            ("seldepth", number(self.seldepth)),
            ("multipv", number(self.multipv)),
            ("score", self.score.map(score_text)),
            ("nodes", long(self.nodes)),
            ("nps", long(self.nps)),
            ("hashfull", number(self.hashfull)),
            ("time", long(self.time)),
            ("pv", (!self.pv.is_empty()).then(|| self.pv.join(" "))),
        ] {
            if let Some(value) = value {
                write!(f, " {word} {value}")?;
            }
        }
        Ok(())
    }
}

/// Returns a score: in centipawns, or in turns of the side to move until a mate, which is any forced end.
pub(crate) fn score_text(score: i32) -> String {
    match turns_to_end(score) {
        Some(turns) => format!("mate {turns}"),
        None => format!("cp {score}"),
    }
}

/// Reads a score; centipawns never look like a forced end.
fn read_score(words: &[&str]) -> Option<i32> {
    let [kind, number, ..] = words else { return None };
    let number: i64 = number.parse().ok()?;
    match *kind {
        "cp" => Some(number.clamp(-i64::from(MATE) / 2, i64::from(MATE) / 2) as i32),
        "mate" => Some(mate(number)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_are_counted_in_turns_of_the_side_to_move() {
        for (value, text) in [
            (-35, "cp -35"),
            (MATE - 1, "mate 1"),
            (MATE - 3, "mate 2"),
            (2 - MATE, "mate -1"),
            (4 - MATE, "mate -2"),
            (-MATE, "mate 0"),
        ] {
            assert_eq!(score_text(value), text);
            let words: Vec<&str> = text.split(' ').collect();
            assert_eq!(read_score(&words), Some(value), "{text}");
        }
    }

    #[test]
    fn lines_are_read_as_they_are_written() {
        for text in [
            "info depth 2 seldepth 5 multipv 1 score cp -31 nodes 70000 nps 9 hashfull 3 time 12 pv e2e4 e7e5",
            "info depth 0 score mate 0",
        ] {
            assert_eq!(UciInfo::parse(text.trim_start_matches("info ")).to_string(), text);
        }
    }

    #[test]
    fn wrong_values_are_left_out() {
        for text in ["string depth 3", "currmove e2e4", "score cp", "score x 3", "nodes -1", "depth x", ""] {
            assert_eq!(UciInfo::parse(text), UciInfo::default(), "{text}");
        }
        let score = |text| UciInfo::parse(text).score;
        assert_eq!(score("score cp 9223372036854775807 depth 99999999999999999999"), Some(MATE / 2));
    }
}
