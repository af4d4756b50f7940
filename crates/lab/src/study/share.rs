//! Parts of a whole that was sampled.

use crate::matches::QUANTILE_95;

/// The least sample whose shares are written with a decimal: the bounds are within two percent of the share.
const MANY: u32 = 2000;

/// `part` of `whole`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Share {
    /// The number of those that have a property.
    pub(crate) part: u32,
    /// The number of all.
    pub(crate) whole: u32,
}

impl FromIterator<bool> for Share {
    fn from_iter<I: IntoIterator<Item = bool>>(has_it: I) -> Share {
        let mut share = Share::default();
        has_it.into_iter().for_each(|has_it| share.add(has_it));
        share
    }
}

impl Share {
    /// Counts one more.
    pub(crate) fn add(&mut self, has_it: bool) {
        self.part += u32::from(has_it);
        self.whole += 1;
    }

    /// Returns the share, or `None` of nothing.
    pub(crate) fn value(self) -> Option<f64> {
        (self.whole > 0).then(|| f64::from(self.part) / f64::from(self.whole))
    }

    /// Returns the bounds between which the true share lies with 95% probability: Wilson's score interval, which is
    /// right for small numbers and extreme shares too.
    pub(crate) fn bounds(self) -> Option<[f64; 2]> {
        let (share, n) = (self.value()?, f64::from(self.whole));
        let square = QUANTILE_95 * QUANTILE_95;
        let centre = share + square / (2.0 * n);
        let spread = QUANTILE_95 * (share * (1.0 - share) / n + square / (4.0 * n * n)).sqrt();
        Some([-1.0, 1.0].map(|sign| ((centre + sign * spread) / (1.0 + square / n)).clamp(0.0, 1.0)))
    }

    /// Returns the share as a percentage: `52%`, of many `51.7%`, or a dash of nothing.
    pub(crate) fn percent(self) -> String {
        self.value().map_or("-".to_owned(), |value| self.in_percent(value))
    }

    /// Returns the bounds as percentages: `40% to 64%`, of many `50.9% to 52.5%`, or a dash.
    pub(crate) fn range(self) -> String {
        let text = |[low, high]: [f64; 2]| format!("{} to {}", self.in_percent(low), self.in_percent(high));
        self.bounds().map_or("-".to_owned(), text)
    }

    /// Returns a share as a percentage, with as many digits as the size of the sample justifies.
    fn in_percent(self, value: f64) -> String {
        let digits = usize::from(self.whole >= MANY);
        format!("{:.digits$}%", 100.0 * value)
    }
}

/// How those sides fare that have something.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct WinRates {
    /// The sides that had it in a game with a winner, and those of them that won.
    pub(crate) won: Share,
    /// The sides that were the only one to have it, in such a game, and those of them that won.
    pub(crate) won_alone: Share,
}

impl WinRates {
    /// Counts a game: how many each side had, and the index of the side that won, if one did.
    pub(crate) fn add(&mut self, had: [u32; 2], won: Option<usize>) {
        let Some(winner) = won else { return };
        for side in [0, 1] {
            if had[side] > 0 {
                self.won.add(side == winner);
                if had[1 - side] == 0 {
                    self.won_alone.add(side == winner);
                }
            }
        }
    }

    /// Returns for both how many sides there are, the percentage that won and its bounds.
    pub(crate) fn cells(self) -> [String; 6] {
        let cells = |share: Share| [share.whole.to_string(), share.percent(), share.range()];
        let ([sides, won, range], [alone, won_alone, range_alone]) = (cells(self.won), cells(self.won_alone));
        [sides, won, range, alone, won_alone, range_alone]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bounds_are_wilsons() {
        // Newcombe, Statistics in Medicine 17 (1998), table I, method 3.
        for (part, whole, low, high) in [
            (81, 263, 0.2553, 0.3662),
            (15, 148, 0.0624, 0.1605),
            (0, 20, 0.0, 0.1611),
            (1, 29, 0.0061, 0.1718),
        ] {
            let bounds = Share { part, whole }.bounds().unwrap();
            assert!((bounds[0] - low).abs() < 1e-4 && (bounds[1] - high).abs() < 1e-4, "{bounds:?}");
        }
    }

    #[test]
    fn shares_are_told_in_percent() {
        let none = Share::default();
        assert_eq!((none.percent(), none.range()), ("-".to_owned(), "-".to_owned()));
        let share: Share = [true, false, true, true].into_iter().collect();
        assert_eq!((share.percent(), share.range()), ("75%".to_owned(), "30% to 95%".to_owned()));
        let many = Share { part: 1000, whole: MANY };
        assert_eq!((many.percent(), many.range()), ("50.0%".to_owned(), "47.8% to 52.2%".to_owned()));
    }
}
