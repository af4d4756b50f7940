//! Samples of a quantity.

/// Numbers in ascending order.
#[derive(Clone, Debug, Default)]
pub(crate) struct Numbers(Vec<f64>);

impl FromIterator<f64> for Numbers {
    fn from_iter<I: IntoIterator<Item = f64>>(values: I) -> Numbers {
        let mut values: Vec<f64> = values.into_iter().collect();
        values.sort_by(f64::total_cmp);
        Numbers(values)
    }
}

impl Numbers {
    pub(crate) fn as_slice(&self) -> &[f64] {
        &self.0
    }

    pub(crate) fn mean(&self) -> Option<f64> {
        (!self.0.is_empty()).then(|| self.0.iter().sum::<f64>() / self.0.len() as f64)
    }

    /// Returns the number below which so great a part of the others is, 0 to 1; between two of them, in proportion.
    pub(crate) fn quantile(&self, part: f64) -> Option<f64> {
        let place = part * self.0.len().checked_sub(1)? as f64;
        let (below, above) = (self.0[place.floor() as usize], self.0[place.ceil() as usize]);
        Some(below + (above - below) * place.fract())
    }
}

/// Returns a number as text, with no digit after the point, or a dash for none.
pub(crate) fn whole(value: Option<f64>) -> String {
    value.map_or("-".to_owned(), |value| format!("{value:.0}"))
}

/// Returns a number as text, with one digit after the point, or a dash for none.
pub(crate) fn tenths(value: Option<f64>) -> String {
    value.map_or("-".to_owned(), |value| format!("{value:.1}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_and_quantiles() {
        let numbers: Numbers = [4.0, 1.0, 3.0, 2.0].into_iter().collect();
        assert_eq!(numbers.mean(), Some(2.5));
        assert_eq!([0.0, 0.5, 0.75, 1.0].map(|part| numbers.quantile(part).unwrap()), [1.0, 2.5, 3.25, 4.0]);
        let none = Numbers::default();
        assert_eq!((none.mean(), none.quantile(0.5)), (None, None));
    }

    #[test]
    fn nothing_is_a_dash() {
        assert_eq!((whole(Some(2.4)), tenths(Some(2.44))), ("2".to_owned(), "2.4".to_owned()));
        assert_eq!((whole(None), tenths(None)), ("-".to_owned(), "-".to_owned()));
    }
}
