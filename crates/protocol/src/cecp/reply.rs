//! The output of a search: thinking lines and the turn.

use beaufort_engine::turns_to_end;

use crate::search_info::{SearchInfo, mate};

/// The most bytes of a turn, with all its legs.
const MAX_TURN_BYTES: usize = 1024;

/// The answer of an engine that was asked for a turn.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum CecpReply {
    Move(String),
    Resigns,
    /// It reports an illegal move, an error or the end of the game.
    Error(String),
}

impl CecpReply {
    /// Returns the answer in a line, if there is one. The legs of a turn come in a line each: `legs` collects them, and a comma at the
    /// end announces the next.
    pub(crate) fn of(line: &str, legs: &mut String) -> Option<CecpReply> {
        if let Some(text) = line.strip_prefix("move ") {
            *legs += text.trim();
            let is_over = !legs.ends_with(',') || legs.len() > MAX_TURN_BYTES;
            return is_over.then(|| CecpReply::Move(std::mem::take(legs)));
        }
        let begins = |words: &[&str]| words.iter().any(|word| line.starts_with(word));
        let is_result = begins(&["1-0", "0-1", "1/2-1/2"]);
        // `0-1 {White resigns}` is a way to resign, too.
        if line == "resign" || is_result && line.to_lowercase().contains("resign") {
            Some(CecpReply::Resigns)
        } else if is_result || begins(&["Illegal move", "Error"]) {
            Some(CecpReply::Error(line.to_owned()))
        } else {
            None
        }
    }
}

/// The score of a forced end is this and the number of turns.
const FORCED_END: i32 = 100_000;

/// Returns a score in centipawns, or far beyond them the turns until a forced end.
pub(crate) fn score_text(score: i32) -> i32 {
    turns_to_end(score).map_or(score, |turns| turns.signum() * FORCED_END + turns)
}

/// Reads a score.
fn read_score(score: i64) -> i32 {
    match i32::try_from(score) {
        Ok(score) if (1 - FORCED_END..FORCED_END).contains(&score) => score,
        _ => mate(score - i64::from(FORCED_END) * score.signum()),
    }
}

/// Stores the values of a thinking line: depth, score in hundredths, time, nodes, the line.
pub(crate) fn note(info: &mut SearchInfo, line: &str) {
    let words = line.split_whitespace();
    let numbers: Vec<i64> = words.take(4).map_while(|word| word.trim_end_matches('.').parse().ok()).collect();
    let [depth, score, _, nodes] = numbers[..] else { return };
    *info = SearchInfo {
        score: Some(read_score(score)),
        depth: u32::try_from(depth).ok(),
        nodes: u64::try_from(nodes).ok(),
    };
}

#[cfg(test)]
mod tests {
    use beaufort_engine::MATE;

    use super::*;

    #[test]
    fn a_turn_of_too_many_legs_is_over() {
        let mut legs = String::new();
        let line = format!("move {},", "a".repeat(MAX_TURN_BYTES / 2));
        assert_eq!(CecpReply::of(&line, &mut legs), None);
        assert!(matches!(CecpReply::of(&line, &mut legs), Some(CecpReply::Move(_))) && legs.is_empty());
    }

    #[test]
    fn thinking_is_noted() {
        let mut info = SearchInfo::default();
        note(&mut info, "9 156 1084 48000 Nf3 Nc6");
        assert_eq!(info, SearchInfo { score: Some(156), depth: Some(9), nodes: Some(48_000) });
        note(&mut info, "10. -100002 9 50000 e4");
        assert_eq!(info.score, Some(4 - MATE));
        note(&mut info, "move e2e4");
        assert_eq!(info.depth, Some(10));
    }

    #[test]
    fn scores_are_read_as_they_are_written() {
        for (score, text) in [(-35, -35), (MATE - 3, 100_002), (4 - MATE, -100_002)] {
            assert_eq!((score_text(score), read_score(text.into())), (text, score));
        }
    }

    #[test]
    fn answers_are_told_apart() {
        let answer = |line| CecpReply::of(line, &mut String::new());
        assert_eq!(answer("move e2e4"), Some(CecpReply::Move("e2e4".to_owned())));
        assert_eq!(answer("resign"), Some(CecpReply::Resigns));
        assert_eq!(answer("0-1 {resign}"), Some(CecpReply::Resigns));
        assert!(matches!(answer("0-1 {king capture}"), Some(CecpReply::Error(_))));
        assert!(matches!(answer("Illegal move: e2e5"), Some(CecpReply::Error(_))));
        assert_eq!(answer("3 20 1 5 e4"), None);
    }

    #[test]
    fn legs_are_put_together() {
        let mut legs = String::new();
        assert_eq!(CecpReply::of("move a0a1,", &mut legs), None);
        assert_eq!(CecpReply::of("# a comment", &mut legs), None);
        assert_eq!(CecpReply::of("move a1a0", &mut legs), Some(CecpReply::Move("a0a1,a1a0".to_owned())));
    }
}
