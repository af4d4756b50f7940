//! The results of a match: counts, Elo with its bounds, likelihood of superiority.

use std::f64::consts::{LN_10, SQRT_2};

use super::Finished;

/// The quantile of the normal distribution for two-sided bounds of 95%.
pub(crate) const QUANTILE_95: f64 = 1.959_964;

/// The results of a match, seen by the first contender.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Tally {
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
    /// The numbers of pairs with 0, 1, 2, 3 and 4 half points. Of games that are no pairs all are 0: such games are independent.
    pub pairs: [u32; 5],
}

/// A difference of strength; infinite if all games were won or lost.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Elo {
    /// The most likely difference.
    pub value: f64,
    /// The lower bound of the range that holds the true one with 95% probability.
    pub low: f64,
    /// The upper bound.
    pub high: f64,
}

impl Tally {
    /// Returns the result of the pairs of which both games are finished.
    pub fn of(finished: &Finished) -> Tally {
        let mut tally = Tally::default();
        for (&number, &points) in finished.range(..).filter(|(number, _)| *number % 2 == 0) {
            if let Some(&other) = finished.get(&(number + 1)) {
                tally.add_pair([points, other]);
            }
        }
        tally
    }

    /// Adds the two games of a pair: half points, 0 to 2 each.
    pub fn add_pair(&mut self, points: [u32; 2]) {
        for points in points {
            match points {
                0 => self.losses += 1,
                1 => self.draws += 1,
                _ => self.wins += 1,
            }
        }
        self.pairs[(points[0] + points[1]).min(4) as usize] += 1;
    }

    /// Adds the result of another match.
    pub fn add(&mut self, other: &Tally) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
        for (pairs, more) in self.pairs.iter_mut().zip(other.pairs) {
            *pairs += more;
        }
    }

    /// Returns the number of games.
    pub fn games(&self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// Returns the difference of strength, or `None` before the first game. The bounds come from pairs of games, as the
    /// games of a pair are not independent.
    pub fn elo(&self) -> Option<Elo> {
        let (mean, error) = self.mean_and_error()?;
        let bound = |times: f64| elo_of((mean + times * QUANTILE_95 * error).clamp(0.0, 1.0));
        Some(Elo { value: elo_of(mean), low: bound(-1.0), high: bound(1.0) })
    }

    /// Returns the likelihood that the first contender is the stronger one, or `None` before the first game.
    pub fn likelihood_of_superiority(&self) -> Option<f64> {
        let (mean, error) = self.mean_and_error()?;
        Some(normal((mean - 0.5) / error))
    }

    /// Returns the difference of strength on a scale that does not depend on how many games are drawn, or `None` as long as all
    /// pairs have ended alike: a match proves a difference on this scale after the same number of games in every game.
    ///
    /// It is the mean score of a game less one half, divided by the deviation of a game's score, times 800 / ln 10, so that
    /// without draws it is near the usual scale.
    pub fn normalized_elo(&self) -> Option<Elo> {
        let kinds = [self.wins, self.draws, self.losses];
        let counts: &[u32] = if self.has_pairs() { &self.pairs } else { &kinds };
        if counts.iter().filter(|&&count| count > 0).count() < 2 {
            return None;
        }
        let (mean, error) = self.mean_and_error()?;
        let pairs = f64::from(self.games()) / 2.0;
        // The deviation of a pair's mean score is that of a game divided by the root of 2.
        let ratio = (mean - 0.5) / (error * (2.0 * pairs).sqrt());
        let elo = |ratio: f64| ratio * 800.0 / LN_10;
        let bound = QUANTILE_95 / (2.0 * pairs).sqrt();
        Some(Elo { value: elo(ratio), low: elo(ratio - bound), high: elo(ratio + bound) })
    }

    /// Returns the share of games that were drawn, or `None` before the first game.
    pub fn draw_ratio(&self) -> Option<f64> {
        (self.games() > 0).then(|| f64::from(self.draws) / f64::from(self.games()))
    }

    /// Returns how often a pair has had each number of half points, as shares of all pairs, and how many pairs there are, or
    /// `None` before the first pair. A result that never happened counts as a thousandth of a pair, as other programs do, so that
    /// nothing is impossible.
    pub(super) fn shares(&self) -> Option<([f64; 5], f64)> {
        if self.games() == 0 && !self.has_pairs() {
            return None;
        }
        let share_of = |counts: &[u32]| {
            let counts = counts.iter().map(|&count| if count == 0 { 1e-3 } else { f64::from(count) });
            let counts: Vec<f64> = counts.collect();
            let all: f64 = counts.iter().sum();
            (counts.iter().map(|count| count / all).collect::<Vec<f64>>(), all)
        };
        if self.has_pairs() {
            let (shares, all) = share_of(&self.pairs);
            return Some((std::array::from_fn(|points| shares[points]), all));
        }
        // Any two games make a pair.
        let (games, all) = share_of(&[self.losses, self.draws, self.wins]);
        let mut shares = [0.0; 5];
        for (first, one) in games.iter().enumerate() {
            games.iter().enumerate().for_each(|(second, other)| shares[first + second] += one * other);
        }
        Some((shares, all / 2.0))
    }

    /// Returns whether the games are pairs.
    fn has_pairs(&self) -> bool {
        self.pairs != [0; 5]
    }

    /// Returns the mean score of a pair and its standard error.
    fn mean_and_error(&self) -> Option<(f64, f64)> {
        let (shares, pairs) = self.shares()?;
        let mean = if self.has_pairs() {
            let half_points: u32 =
                self.pairs.iter().zip(0..).map(|(&pairs, half_points)| pairs * half_points).sum();
            f64::from(half_points) / f64::from(4 * self.pairs.iter().sum::<u32>())
        } else {
            f64::from(2 * self.wins + self.draws) / f64::from(2 * self.games())
        };
        let variance: f64 =
            shares.iter().zip(SCORES).map(|(share, score)| share * (score - mean).powi(2)).sum();
        Some((mean, (variance / pairs).sqrt()))
    }
}

/// The mean score of a game in a pair with 0 to 4 half points.
pub(super) const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// Returns the difference of strength for an expected score.
fn elo_of(score: f64) -> f64 {
    -400.0 * (1.0 / score - 1.0).log10()
}

/// Returns the expected score for a difference of strength.
pub(super) fn score_of(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// Returns the normal distribution function; formula 7.1.26 of Abramowitz and Stegun, good to six digits.
pub(crate) fn normal(x: f64) -> f64 {
    let z = x.abs() / SQRT_2;
    let t = 1.0 / (1.0 + 0.327_591_1 * z);
    let series = [1.061_405_429, -1.453_152_027, 1.421_413_741, -0.284_496_736, 0.254_829_592];
    let tail = series.iter().fold(0.0, |sum, factor| (sum + factor) * t) * (-z * z).exp() / 2.0;
    if x < 0.0 { tail } else { 1.0 - tail }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(pairs: &[[u32; 2]]) -> Tally {
        let mut tally = Tally::default();
        pairs.iter().for_each(|&pair| tally.add_pair(pair));
        tally
    }

    #[test]
    fn counts_games_and_pairs() {
        let tally = tally(&[[2, 2], [2, 0], [1, 1], [1, 0], [2, 1]]);
        assert_eq!((tally.wins, tally.draws, tally.losses, tally.games()), (4, 4, 2, 10));
        assert_eq!(tally.pairs, [0, 1, 2, 1, 1]);
    }

    #[test]
    fn equal_results_prove_nothing() {
        let tally = tally(&[[2, 0], [0, 2], [2, 2], [0, 0]]);
        let elo = tally.elo().unwrap();
        assert!(elo.value.abs() < 1e-9 && (elo.low + elo.high).abs() < 1e-6 && elo.high > 0.0);
        assert!((tally.likelihood_of_superiority().unwrap() - 0.5).abs() < 1e-6);
    }

    #[test]
    fn three_of_four_points_are_191_elo() {
        let tally = tally(&[[2, 1]; 20]);
        assert!((tally.elo().unwrap().value - 190.85).abs() < 0.01);
        assert!(tally.likelihood_of_superiority().unwrap() > 0.999);
    }

    /// Without draws and with independent games both scales nearly agree.
    #[test]
    fn the_normalized_scale() {
        let even = Tally { wins: 60, losses: 40, pairs: [8, 0, 24, 0, 18], ..Tally::default() };
        let (usual, normalized) = (even.elo().unwrap(), even.normalized_elo().unwrap());
        assert!((usual.value - 70.4).abs() < 0.1, "{usual:?}");
        // (0.6 - 0.5) / sqrt(2 * 0.12) * 800 / ln 10 with the variance 0.12 of a pair's mean, and 1.96 / sqrt(100) around it.
        assert!((normalized.value - 70.92).abs() < 0.1, "{normalized:?}");
        assert!((normalized.high - normalized.value - 68.1).abs() < 0.1, "{normalized:?}");
        assert_eq!(tally(&[[2, 1], [1, 2]]).normalized_elo(), None);
    }

    #[test]
    fn winning_all_games_is_infinite() {
        let elo = tally(&[[2, 2]; 10]).elo().unwrap();
        assert!(elo.value.is_infinite() && elo.low.is_finite() && elo.low > 300.0);
        assert_eq!(Tally::default().elo(), None);
    }

    /// The bounds of independent games: 1.96 deviations of the mean, sqrt(0.6 * 0.4 / 100) without draws.
    #[test]
    fn games_that_are_no_pairs_are_independent() {
        let games = Tally { wins: 60, losses: 40, ..Tally::default() };
        let elo = games.elo().unwrap();
        assert!((elo.value - 70.4).abs() < 0.1 && (elo.low - elo_of(0.6 - 0.096)).abs() < 0.2, "{elo:?}");
        assert!((games.likelihood_of_superiority().unwrap() - 0.9794).abs() < 0.001);
        assert!((games.normalized_elo().unwrap().value - 70.92).abs() < 0.2);
        assert_eq!(Tally { wins: 3, ..Tally::default() }.normalized_elo(), None);
        // With as many pairs of each kind as chance gives, it makes no difference.
        let pairs = Tally { pairs: [16, 0, 48, 0, 36], wins: 120, losses: 80, draws: 0 };
        let alike = Tally { pairs: [0; 5], ..pairs };
        assert!((pairs.elo().unwrap().low - alike.elo().unwrap().low).abs() < 0.1);
    }

    #[test]
    fn the_normal_distribution() {
        for (x, expected) in [(0.0, 0.5), (1.0, 0.841_345), (-1.959_964, 0.025), (3.0, 0.998_650)] {
            assert!((normal(x) - expected).abs() < 1e-5, "{x}");
        }
    }
}
