//! Ratings by Glicko-2, of which each game is a period of its own.

use beaufort_session::RatedOutcome;
use beaufort_session::view::RatingView;
use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, decay_deviation, glicko2};

/// A rating with a larger deviation is provisional.
pub(crate) const SURE_DEVIATION: f64 = 110.0;
/// A rating from fewer games is provisional.
pub(crate) const SURE_GAMES: i64 = 10;
/// The most games of two players with each other that are rated in a day.
pub(crate) const MAX_PAIR_GAMES: i64 = 10;
/// The length of a rating period without a game, in seconds: a week. Each increases the deviation.
const PERIOD: i64 = 7 * 86_400;
/// The most periods that count: by then nothing is known any more.
const MAX_PERIODS: i64 = 1000;

/// The rating of a player in a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    pub(crate) value: Glicko2Rating,
    /// The number of rated games.
    pub(crate) games: i64,
    /// When the last of them was over, in seconds since 1970.
    pub(crate) changed: i64,
}

impl Rating {
    /// Returns the rating before the first game.
    pub(crate) fn new(now: i64) -> Rating {
        Rating { value: Glicko2Rating::new(), games: 0, changed: now }
    }

    /// Returns the value at a moment: the deviation grows with the time since the last game.
    fn at(self, now: i64) -> Glicko2Rating {
        let periods = (now.saturating_sub(self.changed) / PERIOD).clamp(0, MAX_PERIODS);
        (0..periods).fold(self.value, |value, _| decay_deviation(&value))
    }

    /// Returns the public view.
    pub(crate) fn view(self) -> RatingView {
        RatingView {
            rating: self.value.rating.round() as i32,
            deviation: self.value.deviation.round() as i32,
            provisional: self.value.deviation > SURE_DEVIATION || self.games < SURE_GAMES,
            games: u32::try_from(self.games).unwrap_or(u32::MAX),
        }
    }
}

/// Returns the ratings of the first and the second side after a game.
pub(crate) fn rate(before: [Rating; 2], outcome: RatedOutcome, now: i64) -> [Rating; 2] {
    let first = match outcome {
        RatedOutcome::Won(0) => Outcomes::WIN,
        RatedOutcome::Won(_) => Outcomes::LOSS,
        RatedOutcome::Drawn => Outcomes::DRAW,
    };
    let [one, other] = before.map(|rating| rating.at(now));
    let (one, other) = glicko2(&one, &other, &first, &Glicko2Config::new());
    let after = |value, games: i64| Rating { value, games: games + 1, changed: now };
    [after(one, before[0].games), after(other, before[1].games)]
}

/// Returns the points of the first side.
pub(crate) fn score(outcome: RatedOutcome) -> f64 {
    match outcome {
        RatedOutcome::Won(0) => 1.0,
        RatedOutcome::Won(_) => 0.0,
        RatedOutcome::Drawn => 0.5,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_wins_is_rated_higher_and_both_are_known_better() {
        let new = Rating::new(0);
        let [one, other] = rate([new; 2], RatedOutcome::Won(1), 0);
        assert!(one.value.rating < 1500.0 && other.value.rating > 1500.0);
        assert!((3000.0 - one.value.rating - other.value.rating).abs() < 1e-9);
        assert!(one.value.deviation < new.value.deviation);
        assert_eq!((one.games, one.changed), (1, 0));
        let [one, other] = rate([new; 2], RatedOutcome::Drawn, 9);
        assert_eq!([one, other].map(|rating| rating.view().rating), [1500, 1500]);
        assert!(one.view().provisional);
        assert_eq!(one.changed, 9);
    }

    #[test]
    fn the_numbers_are_those_of_the_paper() {
        // Glickman's example, its three games one after the other instead of in one period, gives nearly the same.
        let rating = |rating, deviation| Rating {
            value: Glicko2Rating { rating, deviation, volatility: 0.06 },
            games: 9,
            changed: 0,
        };
        let games = [
            (rating(1400.0, 30.0), RatedOutcome::Won(0)),
            (rating(1550.0, 100.0), RatedOutcome::Won(1)),
            (rating(1700.0, 300.0), RatedOutcome::Won(1)),
        ];
        let after = games
            .iter()
            .fold(rating(1500.0, 200.0), |own, (other, outcome)| rate([own, *other], *outcome, 0)[0]);
        assert!((after.value.rating - 1464.06).abs() < 10.0, "{after:?}");
        assert!((after.value.deviation - 151.52).abs() < 5.0, "{after:?}");
        assert_eq!(after.games, 12);
    }

    #[test]
    fn what_was_known_long_ago_is_less_sure_and_has_a_bound() {
        let mut pair = [Rating::new(0); 2];
        for _ in 0..60 {
            pair = rate(pair, RatedOutcome::Drawn, 0);
        }
        let known = pair[0];
        assert!(!known.view().provisional, "{known:?}");
        assert_eq!(known.at(PERIOD - 1), known.value);
        assert!(known.at(PERIOD).deviation > known.value.deviation);
        assert!(known.at(i64::MAX).deviation <= 350.0);
        assert_eq!(known.at(-1), known.value);
    }
}
