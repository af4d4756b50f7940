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

/// The number of won observations that bounds assume besides those of the match, and that of lost ones.
const ADDED: f64 = 2.0;

/// A difference of strength; infinite if all games were won or lost.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Elo {
    /// The most likely difference.
    pub value: f64,
    /// The lower bound of the 95% confidence interval.
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

    /// Returns the difference of strength, or `None` before the first game.
    ///
    /// The bounds are those of Agresti and Coull, "Approximate is better than 'exact' for interval estimation of binomial
    /// proportions", The American Statistician 52 (1998): the mean score of the observations of the match and of four more, two won
    /// and two lost, and 1.96 standard errors around it. So they are wide after few games, even if all ended alike, and the
    /// usual ones after many. The observations are pairs, as the games of a pair are not independent, or else single games.
    pub fn elo(&self) -> Option<Elo> {
        let (mean, assumed) = (self.observed()?.mean, self.assumed()?);
        let bound = |sign: f64| assumed.mean + sign * QUANTILE_95 * assumed.error();
        // The mean can be outside if nearly all games were won.
        let (low, high) = (bound(-1.0).min(mean), bound(1.0).max(mean));
        Some(Elo { value: elo_of(mean), low: elo_of(low.max(0.0)), high: elo_of(high.min(1.0)) })
    }

    /// Returns the likelihood that the first contender is the stronger one, or `None` before the first game: the probability of a
    /// mean score above one half, in the normal distribution of the bounds of [`elo`](Tally::elo).
    pub fn likelihood_of_superiority(&self) -> Option<f64> {
        let assumed = self.assumed()?;
        Some(normal((assumed.mean - 0.5) / assumed.error()))
    }

    /// Returns the difference of strength on a scale that does not depend on how many games are drawn, or `None` as long as all
    /// pairs have ended alike: a match proves a difference on this scale after the same number of games in every game.
    ///
    /// It is the mean score of a game less one half, divided by the deviation of a game's score, times 800 / ln 10, so that
    /// without draws it is near the usual scale. The bounds are 1.96 standard errors beyond this value and the one with the four
    /// observations that the bounds of [`elo`](Tally::elo) add.
    pub fn normalized_elo(&self) -> Option<Elo> {
        let observed = self.observed()?;
        if observed.variance == 0.0 {
            return None;
        }
        // The deviation of a pair's mean score is that of a game divided by the root of 2.
        let games: f64 = if self.has_pairs() { 2.0 } else { 1.0 };
        let ratio = |moments: Moments| (moments.mean - 0.5) / (games * moments.variance).sqrt();
        let (value, assumed) = (ratio(observed), ratio(self.assumed()?));
        let elo = |ratio: f64| ratio * 800.0 / LN_10;
        let error = QUANTILE_95 / f64::from(self.games()).sqrt();
        let (low, high) = (value.min(assumed) - error, value.max(assumed) + error);
        Some(Elo { value: elo(value), low: elo(low), high: elo(high) })
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

    /// Returns the moments of the observations, or `None` before the first game.
    fn observed(&self) -> Option<Moments> {
        (self.games() > 0 || self.has_pairs()).then(|| self.moments(0.0))
    }

    /// Returns the moments of the observations and of [`ADDED`] won and lost ones, or `None` before the first game.
    fn assumed(&self) -> Option<Moments> {
        (self.games() > 0 || self.has_pairs()).then(|| self.moments(ADDED))
    }

    /// Returns the moments of the mean scores of pairs, or of the scores of games that are no pairs, with a number of won observations
    /// and as many lost ones added.
    fn moments(&self, added: f64) -> Moments {
        let games = [self.losses, self.draws, self.wins];
        let counts: &[u32] = if self.has_pairs() { &self.pairs } else { &games };
        let last = counts.len() - 1;
        let weighted = || {
            counts.iter().enumerate().map(|(index, &count)| {
                let more = if index == 0 || index == last { added } else { 0.0 };
                (f64::from(count) + more, index as f64 / last as f64)
            })
        };
        let number: f64 = weighted().map(|(count, _)| count).sum();
        let mean = weighted().map(|(count, score)| count * score).sum::<f64>() / number;
        let squares: f64 = weighted().map(|(count, score)| count * (score - mean).powi(2)).sum();
        Moments { number, mean, variance: squares / number }
    }
}

/// The number, the mean and the variance of scores.
#[derive(Clone, Copy, Debug)]
struct Moments {
    number: f64,
    mean: f64,
    variance: f64,
}

impl Moments {
    /// Returns the standard error of the mean, from the unbiased variance.
    fn error(&self) -> f64 {
        (self.variance / (self.number - 1.0)).sqrt()
    }
}

/// The mean score of a game in a pair with 0 to 4 half points.
pub(super) const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// Returns the difference of strength for an expected score.
fn elo_of(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
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
    use fastrand::Rng;

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
        assert!(elo.value.is_infinite() && elo.low.is_finite() && elo.low > 100.0, "{elo:?}");
        assert_eq!(Tally::default().elo(), None);
    }

    #[test]
    fn games_that_are_no_pairs_are_independent() {
        let games = Tally { wins: 60, losses: 40, ..Tally::default() };
        let elo = games.elo().unwrap();
        // Agresti and Coull: 62 of 104, and 1.96 sqrt(62 * 42 / 103) / 104 around it.
        assert!((elo.value - 70.4).abs() < 0.1 && (elo.low - elo_of(0.5962 - 0.0948)).abs() < 0.1, "{elo:?}");
        assert!((games.likelihood_of_superiority().unwrap() - 0.9767).abs() < 0.001);
        assert!((games.normalized_elo().unwrap().value - 70.92).abs() < 0.2);
        assert_eq!(Tally { wins: 3, ..Tally::default() }.normalized_elo(), None);
        // With as many pairs of each kind as chance gives, it makes hardly a difference.
        let pairs = Tally { pairs: [1600, 0, 4800, 0, 3600], wins: 12_000, losses: 8_000, draws: 0 };
        let alike = Tally { pairs: [0; 5], ..pairs };
        assert!((pairs.elo().unwrap().low - alike.elo().unwrap().low).abs() < 0.05);
    }

    /// Games that agree prove little as long as they are few.
    #[test]
    fn few_games_prove_little() {
        let single = |wins, draws, losses| Tally { wins, draws, losses, ..Tally::default() };
        for few in [single(1, 0, 0), single(2, 0, 0), single(0, 1, 0), tally(&[[2, 2]]), tally(&[[2, 1]])] {
            let elo = few.elo().unwrap();
            assert!(elo.low < -50.0 && elo.high > 250.0, "{few:?}: {elo:?}");
            assert!(few.likelihood_of_superiority().unwrap() < 0.9, "{few:?}");
        }
        // Of ten pairs with one point each 3 / 10 might be won in truth, the rule of three: 52 Elo; of a hundred 5 Elo.
        for (pairs, least, most) in
            [(1, 250.0, 500.0), (10, 52.0, 120.0), (100, 5.3, 15.0), (10_000, 0.05, 0.15)]
        {
            let elo = tally(&vec![[2, 0]; pairs]).elo().unwrap();
            assert!(elo.high >= least && elo.high <= most && (elo.low + elo.high).abs() < 1e-6, "{elo:?}");
            assert!(elo.value == 0.0 && elo.value.is_sign_positive());
        }
    }

    /// The bounds approach those of the normal distribution: 1.96 sqrt(0.09 / 10,000) of pairs with the variance 0.09.
    #[test]
    fn after_many_games_the_bounds_are_the_usual_ones() {
        let many = Tally { wins: 12_000, losses: 8_000, draws: 0, pairs: [1000, 0, 6000, 0, 3000] };
        let (elo, error) = (many.elo().unwrap(), 1.96 * (0.09f64 / 10_000.0).sqrt());
        assert!((elo.low - elo_of(0.6 - error)).abs() < 0.05, "{elo:?}");
        assert!((elo.high - elo_of(0.6 + error)).abs() < 0.05, "{elo:?}");
    }

    #[test]
    fn more_games_of_the_same_kind_bring_the_bounds_together() {
        for pattern in [&[[1, 1]][..], &[[2, 1]], &[[2, 2]], &[[2, 0], [1, 1]], &[[2, 2], [2, 1], [0, 1]]] {
            let (mut played, mut last) = (Tally::default(), f64::INFINITY);
            for number in 0..200 {
                pattern.iter().for_each(|&pair| played.add_pair(pair));
                let elo = played.elo().unwrap();
                let width = score_of(elo.high) - score_of(elo.low);
                assert!(width < last && elo.low <= elo.value && elo.value <= elo.high, "{number}: {elo:?}");
                last = width;
            }
        }
    }

    /// The truth is within the bounds as often as they promise, from the first pair on, also if nearly all games are drawn or won.
    #[test]
    fn the_bounds_hold_the_true_strength() {
        const MATCHES: u32 = 2000;
        let mut rng = Rng::with_seed(1);
        for (win, draw) in [
            (0.5, 0.0),
            (0.1, 0.8),
            (0.02, 0.97),
            (0.3, 0.5),
            (0.6, 0.1),
            (0.8, 0.15),
            (0.95, 0.04),
            (0.99, 0.01),
        ] {
            let truth = elo_of(win + draw / 2.0);
            for pairs in [1, 3, 10, 30, 100] {
                let mut held = [0, 0];
                for _ in 0..MATCHES {
                    let mut played = Tally::default();
                    for _ in 0..pairs {
                        let mut points = || match rng.f64() {
                            chance if chance < win => 2,
                            chance if chance < win + draw => 1,
                            _ => 0,
                        };
                        played.add_pair([points(), points()]);
                    }
                    let single = Tally { pairs: [0; 5], ..played };
                    for (held, tally) in held.iter_mut().zip([played, single]) {
                        let Elo { low, high, .. } = tally.elo().unwrap();
                        *held += u32::from(low <= truth && truth <= high);
                    }
                }
                for held in held.map(|held| f64::from(held) / f64::from(MATCHES)) {
                    assert!(held >= 0.93, "{win} won, {draw} drawn, {pairs} pairs: {held}");
                }
            }
        }
    }

    #[test]
    fn the_normal_distribution() {
        for (x, expected) in [(0.0, 0.5), (1.0, 0.841_345), (-1.959_964, 0.025), (3.0, 0.998_650)] {
            assert!((normal(x) - expected).abs() < 1e-5, "{x}");
        }
    }
}
