//! The rules of repetition in the search and in the transposition table.
//!
//! Where a position may not occur for the third time (K117), the score of a position depends on which positions have occurred
//! twice. So the key in the transposition table includes the *barred* positions, which may not occur again: results found with
//! other positions barred are not used. Positions that have occurred once are ignored: they matter only to lines that repeat
//! them twice more.

use std::collections::HashMap;

use beaufort_rules::Position;
use beaufort_rules::game::definition::Repetition;
use beaufort_rules::turn::Verdict;

/// The hash of the barred positions, which may not occur again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct RepetitionKey(u64);

/// The verdict of the rules of repetition on a new position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Occurrence {
    /// No rule applies.
    Allowed,
    /// The turn was illegal (K117).
    Illegal,
    /// Scored as a draw: both sides can go on repeating (L49).
    Draw,
    /// The position has occurred once in the game before the root; a third occurrence is a draw (L49).
    OnceInGame,
    /// The game is over with this verdict: for the repetition in a game that names a winner (R86).
    Judged(Verdict),
}

impl RepetitionKey {
    /// Returns the barred positions at the root of a search.
    pub(crate) fn at_root(position: &Position) -> RepetitionKey {
        let Repetition::Illegal(times) = position.game().definition().ending.repetition else {
            return RepetitionKey::default();
        };
        let mut counts = HashMap::new();
        for key in position.repeatable_keys().chain([position.key()]) {
            *counts.entry(key).or_insert(0) += 1;
        }
        let mut barred = RepetitionKey::default();
        counts.iter().filter(|&(_, &count)| count + 1 >= times).for_each(|(&key, _)| barred.add(key));
        barred
    }

    /// Records a position reached by a turn, `ply` plies after the root, and returns whether it may occur.
    ///
    /// Where repetition draws, a second occurrence counts as a draw if the first was after the root: a side that can repeat
    /// once can do so again. An occurrence in the game before the root does not, as the opponent may deviate this time.
    #[inline]
    pub(crate) fn enter(&mut self, position: &Position, ply: usize) -> Occurrence {
        let earlier = position.earlier_occurrences();
        match position.game().definition().ending.repetition {
            Repetition::Illegal(times) if earlier + 1 >= times.into() => Occurrence::Illegal,
            Repetition::Illegal(times) => {
                if self.0 != 0 && position.repeatable_keys().next().is_none() {
                    *self = RepetitionKey::default();
                }
                if earlier + 2 == times.into() {
                    self.add(position.key());
                }
                Occurrence::Allowed
            }
            Repetition::Draws(times) if earlier > 0 => {
                let is_third = earlier + 1 >= times.into();
                let in_search = position.repeatable_keys().take(ply - 1).any(|key| key == position.key());
                if is_third || in_search { Occurrence::Draw } else { Occurrence::OnceInGame }
            }
            Repetition::Judged(judged) if earlier > 0 => {
                let is_last = earlier + 1 >= judged.times.into();
                let in_search =
                    position.repeatable_keys().take(ply - 1).position(|key| key == position.key());
                match in_search {
                    _ if is_last => position.draw_verdict().map_or(Occurrence::Allowed, Occurrence::Judged),
                    Some(index) => Occurrence::Judged(position.judge_repetition(index + 1, judged)),
                    None => Occurrence::Allowed,
                }
            }
            Repetition::Draws(_) | Repetition::Judged(_) | Repetition::Allowed => Occurrence::Allowed,
        }
    }

    /// Returns the key of the barred positions, to be combined with that of a position.
    #[inline]
    pub(crate) fn key(self) -> u64 {
        self.0
    }

    fn add(&mut self, key: u64) {
        self.0 ^= key.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(32);
    }
}

#[cfg(test)]
mod tests {
    use beaufort_rules::{Notation, builtin};

    use super::*;

    /// Plays a turn to a position `ply` plies after the root, and checks the incremental key of barred positions against one
    /// from scratch.
    fn play(position: &mut Position, repetition: &mut RepetitionKey, text: &str, ply: usize) -> Occurrence {
        let turn = Notation::new(position).read(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        position.play_unchecked(turn);
        let occurrence = repetition.enter(position, ply);
        if occurrence == Occurrence::Allowed {
            assert_eq!(*repetition, RepetitionKey::at_root(position), "after {text}");
        }
        occurrence
    }

    #[test]
    fn what_has_occurred_twice_is_barred_until_a_piece_is_lost() {
        let game = builtin::game("scirocco").expect("it is built in");
        let text = "1(R)7(K)/10/10/10/3(P)6/10/10/10/1[R]8/[K]8[P] b";
        let mut position = Position::parse(&game, text).expect("it is well formed");
        let mut repetition = RepetitionKey::default();
        let mut keys = Vec::new();
        for (played, text) in
            ["R-c2", "K-j9", "R-b2", "K-j10", "R-c2", "K-j9", "R-b2"].into_iter().enumerate()
        {
            assert_eq!(play(&mut position, &mut repetition, text, played + 1), Occurrence::Allowed);
            keys.push(repetition.key());
        }
        // The initial position recurs after the fourth turn, others after each further turn.
        assert_eq!(keys[..3], [0; 3]);
        assert!(keys[3] != 0 && (3..6).all(|n| keys[n] != keys[n + 1]), "{keys:x?}");

        let (mut third, mut other) = (position.clone(), repetition);
        assert_eq!(play(&mut third, &mut other, "K-j10", 8), Occurrence::Illegal);
        assert_eq!(play(&mut position, &mut repetition, "Rxb2", 8), Occurrence::Allowed);
        assert_eq!(repetition, RepetitionKey::default());
    }

    /// Plays turns in the search, after turns of the game, and returns the verdict on the last one; the others must be allowed.
    fn last_occurrence(game_turns: &[&str], search_turns: &[&str]) -> Occurrence {
        let game = builtin::game("orthochess").expect("it is built in");
        let mut position = Position::initial(&game);
        for text in game_turns {
            let turn = Notation::new(&position).read(text).expect("it can be played");
            position.play_unchecked(turn);
        }
        let mut repetition = RepetitionKey::at_root(&position);
        let mut last = Occurrence::Allowed;
        for (ply, text) in (1..).zip(search_turns) {
            assert_ne!(last, Occurrence::Draw, "before {text}");
            last = play(&mut position, &mut repetition, text, ply);
        }
        assert_eq!(repetition.key(), 0, "a game that draws bars nothing");
        last
    }

    #[test]
    fn what_comes_back_in_the_search_is_a_draw() {
        assert_eq!(last_occurrence(&[], &["Nf3", "Nf6", "Ng1", "Ng8"]), Occurrence::OnceInGame, "the root");
        assert_eq!(
            last_occurrence(&[], &["Nf3", "Nf6", "Ng1", "Ng8", "Nf3"]),
            Occurrence::Draw,
            "what came after it"
        );
    }

    #[test]
    fn what_comes_back_from_the_game_is_a_draw_the_third_time() {
        let played = ["Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6", "Ng1"];
        assert_eq!(last_occurrence(&played[..3], &["Ng8"]), Occurrence::OnceInGame, "the second time");
        assert_eq!(last_occurrence(&played, &["Ng8"]), Occurrence::Draw, "the third time");
    }
}
