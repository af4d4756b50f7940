//! The parameters of the engine, which a tuner sets while the program runs. Without the feature `tune` they are constants and
//! [`parameters`] is empty.
//!
//! A search that begins after a change uses the new value. An [`Evaluation`](crate::Evaluation) and an
//! [`Engine`](crate::Engine) keep the data computed from the old value; a [`LazyEngine`](crate::LazyEngine) creates both
//! again. Do not change a parameter during a search.
//!
#![cfg_attr(feature = "tune", doc = "```")]
#![cfg_attr(not(feature = "tune"), doc = "```no_run")]
//! use beaufort_engine::tune;
//!
//! let margin = tune::parameter("node_rfp_margin").unwrap();
//! assert_eq!(margin.get(), margin.default());
//! assert!(margin.set(110));
//! assert!(!margin.set(-1), "it is out of range");
//! assert_eq!(margin.get(), 110);
//! ```

use std::ops::RangeInclusive;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};

#[cfg(feature = "tune")]
use crate::params::PARAMETERS;

/// Empty without the feature.
#[cfg(not(feature = "tune"))]
static PARAMETERS: &[&Parameter] = &[];
/// The number of times that a parameter has been set.
static CHANGES: AtomicU64 = AtomicU64::new(0);
/// The number of units in 1.0: fractional parameters are set in thousandths.
#[cfg(feature = "tune")]
const FRACTION_UNITS: f64 = 1000.0;

/// A parameter. Its value is a whole number; a fractional parameter is given in thousandths.
#[derive(Debug)]
pub struct Parameter {
    name: &'static str,
    default: i64,
    least: i64,
    most: i64,
    value: AtomicI64,
}

impl Parameter {
    /// Creates a parameter; `numbers` are its default, minimum and maximum, `units` the units in 1.0.
    #[cfg(feature = "tune")]
    pub(crate) const fn new(name: &'static str, numbers: [f64; 3], units: f64) -> Parameter {
        // Rounded: no number is negative.
        let [default, least, most] = numbers;
        let default = (default * units + 0.5) as i64;
        let (least, most) = ((least * units + 0.5) as i64, (most * units + 0.5) as i64);
        assert!(least <= default && default <= most, "the default is in the range");
        Parameter { name, default, least, most, value: AtomicI64::new(default) }
    }

    /// Returns the name: the group's and the parameter's own, such as `node_rfp_margin`.
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// Returns the default.
    pub fn default(&self) -> i64 {
        self.default
    }

    /// Returns the range of valid values.
    pub fn range(&self) -> RangeInclusive<i64> {
        self.least..=self.most
    }

    /// Returns the current value.
    #[inline]
    pub fn get(&self) -> i64 {
        self.value.load(Ordering::Relaxed)
    }

    /// Sets the value; returns `false` and leaves it unchanged if `value` is out of range.
    pub fn set(&self, value: i64) -> bool {
        let fits = self.range().contains(&value);
        if fits {
            self.value.store(value, Ordering::Relaxed);
            CHANGES.fetch_add(1, Ordering::Relaxed);
        }
        fits
    }
}

/// Returns all parameters, in the order of their groups; none without the feature `tune`.
pub fn parameters() -> &'static [&'static Parameter] {
    PARAMETERS
}

/// Returns the parameter with a name, ignoring ASCII case; `None` if there is none.
pub fn parameter(name: &str) -> Option<&'static Parameter> {
    PARAMETERS.iter().find(|parameter| parameter.name.eq_ignore_ascii_case(name)).copied()
}

/// Returns the number of times that a parameter has been set.
pub(crate) fn changes() -> u64 {
    CHANGES.load(Ordering::Relaxed)
}

/// The type of a parameter.
#[cfg(feature = "tune")]
pub(crate) trait Number {
    /// The number of units in 1.0.
    const UNITS: f64;

    /// Converts a value in these units.
    fn of(value: i64) -> Self;
}

#[cfg(feature = "tune")]
macro_rules! whole_numbers {
    ($($type:ty)*) => {$(
        impl Number for $type {
            const UNITS: f64 = 1.0;

            #[inline]
            fn of(value: i64) -> $type {
                value as $type
            }
        }
    )*};
}

#[cfg(feature = "tune")]
macro_rules! fractions {
    ($($type:ty)*) => {$(
        impl Number for $type {
            const UNITS: f64 = FRACTION_UNITS;

            #[inline]
            fn of(value: i64) -> $type {
                value as $type / FRACTION_UNITS as $type
            }
        }
    )*};
}

#[cfg(feature = "tune")]
whole_numbers!(i32 u8 u16 u32 u64 usize);
#[cfg(feature = "tune")]
fractions!(f32 f64);
