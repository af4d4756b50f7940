//! Rated games that players have aborted recently: a player who aborts many may begin none for a while.

use std::collections::{HashMap, VecDeque};
use std::sync::Mutex;
use std::time::Duration;

use beaufort_session::AccountId;

/// The rated games that a player may abort in [`ABORT_PERIOD`] at no cost.
const FREE_ABORTS: usize = 3;
const ABORT_PERIOD: Duration = Duration::from_secs(86_400);
/// The pause before the next rated game after each further one.
const ABORT_PAUSE: Duration = Duration::from_secs(3600);
/// The most players in memory; those who have aborted nothing in the period are removed first.
const MAX_ABORTERS: usize = 10_000;

/// When players have aborted rated games.
#[derive(Debug, Default)]
pub(crate) struct Aborts {
    /// The last moments of each, at most one more than are free.
    by_account: Mutex<HashMap<AccountId, VecDeque<Duration>>>,
}

impl Aborts {
    /// Notes that a player has aborted a rated game, at a time since any fixed moment.
    pub(crate) fn note(&self, account: AccountId, now: Duration) {
        let mut by_account = self.by_account.lock().expect("nothing panics while it counts");
        if by_account.len() >= MAX_ABORTERS {
            by_account.retain(|_, moments| moments.back().is_some_and(|last| now - *last < ABORT_PERIOD));
        }
        if by_account.len() < MAX_ABORTERS || by_account.contains_key(&account) {
            let moments = by_account.entry(account).or_default();
            moments.push_back(now);
            if moments.len() > FREE_ABORTS + 1 {
                moments.pop_front();
            }
        }
    }

    /// Returns the time until a player may begin a rated game; `None` if now.
    pub(crate) fn pause(&self, account: AccountId, now: Duration) -> Option<Duration> {
        let by_account = self.by_account.lock().expect("nothing panics while it counts");
        let moments = by_account.get(&account)?;
        let (first, last) = (*moments.front()?, *moments.back()?);
        if moments.len() <= FREE_ABORTS || now - first >= ABORT_PERIOD {
            return None;
        }
        (last + ABORT_PAUSE).checked_sub(now).filter(|pause| !pause.is_zero())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_game_aborted_after_the_third_of_a_day_costs_an_hour() {
        let minutes = |minutes: u64| Duration::from_secs(60 * minutes);
        let (aborts, anna, bert) = (Aborts::default(), AccountId(1), AccountId(2));
        for now in [0, 10, 20] {
            aborts.note(anna, minutes(now));
            assert_eq!(aborts.pause(anna, minutes(now)), None);
        }
        aborts.note(anna, minutes(30));
        assert_eq!(aborts.pause(anna, minutes(40)), Some(minutes(50)));
        assert_eq!(aborts.pause(bert, minutes(40)), None);
        assert_eq!(aborts.pause(anna, minutes(90)), None);
        aborts.note(anna, minutes(100));
        assert_eq!(aborts.pause(anna, minutes(101)), Some(minutes(59)));
        // A day later the first ones do not count.
        aborts.note(anna, minutes(20 + 24 * 60));
        assert_eq!(aborts.pause(anna, minutes(21 + 24 * 60)), None);
    }

    #[test]
    fn few_players_are_remembered() {
        let aborts = Aborts::default();
        for number in 0..2 * MAX_ABORTERS as i64 {
            aborts.note(AccountId(number), Duration::ZERO);
        }
        assert_eq!(aborts.by_account.lock().unwrap().len(), MAX_ABORTERS);
        aborts.note(AccountId(-1), ABORT_PERIOD);
        assert_eq!(aborts.by_account.lock().unwrap().len(), 1);
    }
}
