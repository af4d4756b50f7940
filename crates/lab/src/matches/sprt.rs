//! The sequential probability ratio test: whether a match has proved enough.
//!
//! Two hypotheses stand against each other: that the first contender is stronger by `elo0`, and by `elo1`. After every pair
//! of games the ratio of their likelihoods is known; each is that of the distribution of pairs which, among all with the
//! expected score of its hypothesis, makes the results seen most likely (the generalized test). The match ends when the
//! logarithm of the ratio leaves the bounds that Wald's formula gives for the chances of error.

use super::Tally;
use super::tally::{SCORES, score_of};

/// A test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The difference of strength that is not enough.
    pub elo0: f64,
    /// The difference of strength that is to be proved.
    pub elo1: f64,
    /// The chance that `elo1` is accepted although `elo0` is the truth.
    pub alpha: f64,
    /// The chance that `elo0` is accepted although `elo1` is the truth.
    pub beta: f64,
}

/// The state of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SprtState {
    /// More games are needed.
    Open,
    /// The difference is `elo0` rather than `elo1`.
    Rejected,
    /// The difference is `elo1` rather than `elo0`.
    Accepted,
}

impl Sprt {
    /// Returns the values of the logarithm of the likelihoods' ratio at which the test ends.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// Returns the logarithm of the likelihoods' ratio; above zero speaks for `elo1`.
    pub fn log_ratio(&self, tally: &Tally) -> f64 {
        let Some((shares, pairs)) = tally.shares() else { return 0.0 };
        let tilt = |elo| ConstrainedMle::to(&shares, score_of(elo));
        let (low, high) = (tilt(self.elo0), tilt(self.elo1));
        let log = |index: usize| (low.factor(index) / high.factor(index)).ln();
        pairs * shares.iter().enumerate().map(|(index, share)| share * log(index)).sum::<f64>()
    }

    /// Returns the state of the test.
    pub fn state(&self, tally: &Tally) -> SprtState {
        let (low, high) = self.bounds();
        match self.log_ratio(tally) {
            ratio if ratio <= low => SprtState::Rejected,
            ratio if ratio >= high => SprtState::Accepted,
            _ => SprtState::Open,
        }
    }
}

/// The likeliest distribution with an expected score: every share `p` of a score `a` becomes `p / (1 + x (a - score))`.
struct ConstrainedMle {
    x: f64,
    score: f64,
}

impl ConstrainedMle {
    fn to(shares: &[f64; 5], score: f64) -> ConstrainedMle {
        // The sum of `p (a - score) / (1 + x (a - score))` falls with x; where it is zero, the expected score is right.
        let excess = |x: f64| {
            let terms = shares.iter().zip(SCORES);
            terms.map(|(share, at)| share * (at - score) / (1.0 + x * (at - score))).sum::<f64>()
        };
        // Between these every denominator is positive.
        let (mut low, mut high) = (-1.0 / (1.0 - score), 1.0 / score);
        for _ in 0..100 {
            let middle = f64::midpoint(low, high);
            if excess(middle) > 0.0 { low = middle } else { high = middle }
        }
        ConstrainedMle { x: f64::midpoint(low, high), score }
    }

    fn factor(&self, index: usize) -> f64 {
        1.0 + self.x * (SCORES[index] - self.score)
    }
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;

    use super::*;

    const TEST: Sprt = Sprt { elo0: 0.0, elo1: 10.0, alpha: 0.05, beta: 0.05 };

    fn tally(pairs: [u32; 5]) -> Tally {
        Tally { pairs, ..Tally::default() }
    }

    #[test]
    fn bounds_are_those_of_wald() {
        let (low, high) = TEST.bounds();
        assert!((low + 2.944).abs() < 1e-3 && (high - 2.944).abs() < 1e-3);
    }

    #[test]
    fn without_games_nothing_is_known() {
        assert_eq!(TEST.log_ratio(&tally([0; 5])), 0.0);
        assert_eq!(TEST.state(&tally([0; 5])), SprtState::Open);
    }

    #[test]
    fn exchanging_everything_changes_the_sign() {
        let other = Sprt { elo0: 0.0, elo1: -10.0, ..TEST };
        let (here, there) =
            (TEST.log_ratio(&tally([3, 20, 60, 31, 6])), other.log_ratio(&tally([6, 31, 60, 20, 3])));
        assert!((here - there).abs() < 1e-9, "{here} {there}");
    }

    /// Published results of Stockfish's tests, from its pull requests of 2020: pairs, hypotheses, logarithm of the ratio.
    #[test]
    fn ratios_are_those_of_other_programs() {
        for (pairs, elo0, elo1, published) in [
            ([17, 253, 1_042, 337, 39], -0.5, 1.5, 2.96),          // 2971
            ([11, 407, 3_238, 513, 11], 0.25, 1.75, 2.93),         // 2971
            ([424, 2_948, 5_832, 3_045, 460], -1.0, 3.0, 2.94),    // 2493
            ([174, 2_658, 10_273, 2_713, 178], -1.5, 0.5, 2.96),   // 3017
            ([491, 7_345, 29_693, 7_670, 465], -0.25, 1.25, 2.96), // 3098
            ([253, 4_282, 17_604, 4_431, 286], -0.25, 1.25, 2.94), // 3209
        ] {
            let ratio = Sprt { elo0, elo1, ..TEST }.log_ratio(&tally(pairs));
            assert!((ratio - published).abs() < 0.005, "{pairs:?}: {ratio}");
        }
    }

    /// With many pairs and small differences the ratio is nearly that of normal distributions.
    #[test]
    fn many_pairs_are_nearly_normal() {
        let pairs = [100, 1_000, 2_600, 1_150, 150];
        let n = f64::from(pairs.iter().sum::<u32>());
        let mean = pairs.iter().zip(SCORES).map(|(&n, score)| f64::from(n) * score).sum::<f64>() / n;
        let squares = pairs.iter().zip(SCORES).map(|(&n, score)| f64::from(n) * (score - mean).powi(2));
        let variance = squares.sum::<f64>() / n;
        let (s0, s1) = (score_of(0.0), score_of(10.0));
        let normal = n * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * variance);
        let exact = TEST.log_ratio(&tally(pairs));
        assert!((exact - normal).abs() < 0.02 * normal.abs(), "{exact} {normal}");
    }

    /// Plays matches between players of a known difference until the test ends, and returns how often `elo1` wins.
    fn accepted(test: &Sprt, elo: f64, matches: u32) -> f64 {
        let mut rng = Rng::with_seed(5);
        let (win, draw) = (score_of(elo) - 0.2, 0.4);
        let mut game = || match rng.f64() {
            x if x < win => 2,
            x if x < win + draw => 1,
            _ => 0,
        };
        let one = |_| loop_until(test, || [game(), game()]);
        f64::from((0..matches).map(one).filter(|&state| state == SprtState::Accepted).count() as u32)
            / f64::from(matches)
    }

    fn loop_until(test: &Sprt, mut pair: impl FnMut() -> [u32; 2]) -> SprtState {
        let mut tally = Tally::default();
        loop {
            tally.add_pair(pair());
            match test.state(&tally) {
                SprtState::Open => {}
                state => return state,
            }
        }
    }

    /// The chances of error are what they should be, as far as 400 matches can tell: three deviations are 3.3%.
    #[test]
    fn errors_are_as_rare_as_promised() {
        let test = Sprt { elo0: 0.0, elo1: 60.0, alpha: 0.05, beta: 0.05 };
        let (wrong, right) = (accepted(&test, 0.0, 400), accepted(&test, 60.0, 400));
        assert!(wrong < 0.083 && wrong > 0.0, "{wrong}");
        assert!(right > 0.917 && right < 1.0, "{right}");
    }
}
