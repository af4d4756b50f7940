//! Whether shares differ by more than chance, where many are compared.

use crate::matches::normal;
use crate::study::share::Share;

/// A comparison with its *p*-value: the probability that chance alone makes as great a difference.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Comparison {
    pub(super) name: String,
    pub(super) p: f64,
}

impl Comparison {
    /// Compares two shares, or the four of two choices together, by Pearson's chi-squared test. Nothing if there are too few of
    /// any to compare.
    pub(super) fn new<const N: usize>(name: String, shares: [Share; N]) -> Option<Comparison> {
        let all = shares.iter().fold(Share::default(), |sum, share| Share {
            part: sum.part + share.part,
            whole: sum.whole + share.whole,
        });
        let mean = all.value()?;
        let is_enough = |share: &Share| f64::from(share.whole) * mean.min(1.0 - mean) >= LEAST_EXPECTED;
        if !shares.iter().all(is_enough) {
            return None;
        }
        let square = |share: &Share| {
            let whole = f64::from(share.whole);
            (f64::from(share.part) - whole * mean).powi(2) / (whole * mean * (1.0 - mean))
        };
        Some(Comparison { name, p: chi_squared_tail(shares.iter().map(square).sum(), N - 1) })
    }
}

/// Where fewer are expected of a kind the test means nothing (Cochran's rule).
const LEAST_EXPECTED: f64 = 5.0;

/// Corrects comparisons for their number by Holm's method, the surest first: that one of them is below a bound by chance alone is
/// as likely as the bound says.
pub(super) fn corrected(mut comparisons: Vec<Comparison>) -> Vec<Comparison> {
    comparisons.sort_by(|a, b| a.p.total_cmp(&b.p));
    let (count, mut least) = (comparisons.len(), 0.0_f64);
    for (place, comparison) in comparisons.iter_mut().enumerate() {
        least = least.max((count - place) as f64 * comparison.p).min(1.0);
        comparison.p = least;
    }
    comparisons
}

/// Returns how likely a sum of the squares of 1 or 3 normal variables is greater.
///
/// # Panics
/// With another number of them.
fn chi_squared_tail(square: f64, freedom: usize) -> f64 {
    let tail = 2.0 * (1.0 - normal(square.sqrt()));
    match freedom {
        1 => tail,
        3 => tail + (2.0 * square / std::f64::consts::PI).sqrt() * (-square / 2.0).exp(),
        _ => panic!("two or four shares are compared"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn p<const N: usize>(shares: [(u32, u32); N]) -> Option<f64> {
        let shares = shares.map(|(part, whole)| Share { part, whole });
        Comparison::new(String::new(), shares).map(|comparison| comparison.p)
    }

    #[test]
    fn the_tails_are_those_of_the_tables() {
        for (square, freedom, tail) in
            [(3.841, 1, 0.05), (6.635, 1, 0.01), (7.815, 3, 0.05), (11.345, 3, 0.01), (0.0, 3, 1.0)]
        {
            let found = chi_squared_tail(square, freedom);
            assert!((found - tail).abs() < 1e-4, "{square} {freedom}: {found}");
        }
    }

    #[test]
    fn like_shares_do_not_differ_and_unlike_ones_do() {
        assert!(p([(50, 100), (100, 200)]).unwrap() > 0.9999);
        // Chi-squared is 2.
        assert!((p([(55, 100), (45, 100)]).unwrap() - 0.1573).abs() < 1e-3);
        assert!(p([(700, 1000), (500, 1000)]).unwrap() < 1e-6);
        assert!(p([(70, 100), (50, 100), (50, 100), (50, 100)]).unwrap() < 0.01);
        assert_eq!(p([(0, 0), (100, 200)]), None);
        assert_eq!(p([(3, 9), (100, 200)]), None);
        assert_eq!(p([(0, 0), (0, 0)]), None);
    }

    #[test]
    fn who_compares_much_is_corrected() {
        let comparisons = [("a", 0.04), ("b", 0.01), ("c", 0.03), ("d", 0.9)];
        let comparisons = comparisons.map(|(name, p)| Comparison { name: name.to_owned(), p }).to_vec();
        let told: Vec<(String, f64)> =
            corrected(comparisons).into_iter().map(|Comparison { name, p }| (name, p)).collect();
        let names: Vec<&str> = told.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["b", "c", "a", "d"]);
        for ((_, found), expected) in told.iter().zip([0.04, 0.09, 0.09, 0.9]) {
            assert!((found - expected).abs() < 1e-9, "{told:?}");
        }
    }
}
