//! The quantised network: integer weights, and the output.
//!
//! A hidden value is the sum of a bias and a row for each piece on the board, in units of 1 / ([`ACTIVATION_ONE`] 2^shift): as
//! fine as the greatest possible sum allows, since many small weights are added where there are many pieces. The activation is
//! the square of the value clipped to 0 to 1 (SCReLU), in units of 1 / [`ACTIVATION_ONE`]. The output is the sum of the
//! activations of both perspectives times weights in units of 1 / [`OUTPUT_ONE`]; the material on the board selects the set of
//! weights ([`BUCKETS`]).

use super::Features;

/// The number of hidden values that are computed together; the width of a hidden layer is a multiple of it.
pub const LANES: usize = 16;
/// The number of sets of output weights: the first for the last quarter of the material, the last for the first.
pub const BUCKETS: usize = 4;
/// The fixed-point representation of an activation of one, the greatest.
const ACTIVATION_ONE: i16 = 181;
/// The fixed-point representation of an output weight of one.
const OUTPUT_ONE: i16 = 128;
/// The greatest output weight, such that its product with a clipped hidden value fits in 16 bits.
const MAX_OUTPUT_WEIGHT: i16 = 181;
/// The greatest shift, in bits: hidden values are at most sixteen times finer than activations.
pub const MAX_SHIFT: u8 = 4;
/// The greatest number of hidden units of one perspective, such that the sum of the output fits in 32 bits.
pub const MAX_HIDDEN: usize = 128;

/// The weights of a network in floating point, as they are trained.
#[derive(Clone, Debug, PartialEq)]
pub struct NetworkWeights {
    /// Row after row ([`Features::row`]), one value for each hidden unit.
    pub rows: Vec<f32>,
    /// One value for each hidden unit.
    pub bias: Vec<f32>,
    /// For each bucket: one weight for each hidden unit of the side to move, then of the opponent.
    pub output: [Vec<f32>; BUCKETS],
    /// One value for each bucket.
    pub output_bias: [f32; BUCKETS],
    /// The score of an output of one, in centipawns.
    pub scale: f32,
}

/// A quantised network.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Network {
    pub(in crate::eval) hidden: usize,
    /// The number of bits by which hidden values are finer than activations.
    pub(in crate::eval) shift: u8,
    /// Row after row, in units of 1 / ([`ACTIVATION_ONE`] 2^shift).
    pub(in crate::eval) rows: Vec<i16>,
    /// In the same units, plus half a unit of the activations, which makes the later truncation round to nearest.
    pub(in crate::eval) bias: Vec<i16>,
    /// For each bucket the weights of the side to move, then of the opponent, in units of 1 / [`OUTPUT_ONE`].
    pub(in crate::eval) output: Vec<i16>,
    /// In units of 1 / ([`ACTIVATION_ONE`]² [`OUTPUT_ONE`]).
    pub(in crate::eval) output_bias: [i32; BUCKETS],
    /// The score of an output of one, in centipawns.
    pub(in crate::eval) scale: i32,
}

impl Network {
    /// Quantises the weights of a network as finely as possible: with the greatest shift, up to `max_shift` and [`MAX_SHIFT`]
    /// bits, with which no sum can overflow in any position. Weights out of range are clipped.
    ///
    /// # Panics
    /// If the numbers of rows or output weights do not fit the inputs and the number of biases, or if the hidden layer is
    /// empty, wider than [`MAX_HIDDEN`] or no multiple of [`LANES`].
    pub fn quantise(features: &Features, weights: &NetworkWeights, max_shift: u8) -> Network {
        let hidden = weights.bias.len();
        assert!(
            hidden > 0 && hidden <= MAX_HIDDEN && hidden.is_multiple_of(LANES),
            "the hidden layer has a usual width"
        );
        assert_eq!(weights.rows.len(), features.rows() * hidden, "every input has a row");
        let round = |value: f32, one: f32, bound: i16| {
            (value * one).round().clamp(f32::from(-bound), f32::from(bound)) as i16
        };
        let one = f32::from(ACTIVATION_ONE).powi(2) * f32::from(OUTPUT_ONE);
        let output = weights.output.iter().flat_map(|bucket| {
            assert_eq!(bucket.len(), 2 * hidden, "every hidden unit has an output weight");
            bucket.iter().map(|&weight| round(weight, OUTPUT_ONE.into(), MAX_OUTPUT_WEIGHT))
        });
        let mut network = Network {
            hidden,
            shift: max_shift.min(MAX_SHIFT),
            rows: Vec::new(),
            bias: Vec::new(),
            output: output.collect(),
            output_bias: weights.output_bias.map(|bias| (bias * one).clamp(-1e8, 1e8) as i32),
            scale: weights.scale.round().clamp(1.0, f32::from(i16::MAX)) as i32,
        };
        loop {
            let one = f32::from(ACTIVATION_ONE << network.shift);
            let bound = if network.shift == 0 { safe_bound(features) } else { i16::MAX };
            let half = (1_i16 << network.shift) / 2;
            network.rows = weights.rows.iter().map(|&value| round(value, one, bound)).collect();
            let bias = weights.bias.iter().map(|&value| round(value, one, bound).saturating_add(half));
            network.bias = bias.collect();
            if network.shift == 0 || network.has_bounded_sums(features) {
                return network;
            }
            network.shift -= 1;
        }
    }

    /// Returns the weights in floating point. [`Network::quantise`] makes the same network of them if `max_shift` allows the
    /// same shift.
    pub fn weights(&self) -> NetworkWeights {
        let [one, output_one] = [ACTIVATION_ONE << self.shift, OUTPUT_ONE].map(f32::from);
        let half = (1_i16 << self.shift) / 2;
        let output: Vec<f32> = self.output.iter().map(|&weight| f32::from(weight) / output_one).collect();
        NetworkWeights {
            rows: self.rows.iter().map(|&weight| f32::from(weight) / one).collect(),
            bias: self.bias.iter().map(|&bias| f32::from(bias.saturating_sub(half)) / one).collect(),
            output: std::array::from_fn(|bucket| {
                output[bucket * 2 * self.hidden..][..2 * self.hidden].to_vec()
            }),
            output_bias: self
                .output_bias
                .map(|bias| bias as f32 / (f32::from(ACTIVATION_ONE).powi(2) * output_one)),
            scale: self.scale as f32,
        }
    }

    /// Returns whether the network has the number of inputs of a game.
    pub(crate) fn fits(&self, features: &Features) -> bool {
        self.rows.len() == features.rows() * self.hidden
    }

    /// Passes all weights to `give` as bytes, the same on every machine.
    pub(crate) fn bytes(&self, give: &mut impl FnMut(&[u8])) {
        let all = self.rows.iter().chain(&self.bias).chain(&self.output);
        all.for_each(|weight| give(&weight.to_le_bytes()));
        self.output_bias.iter().chain([&self.scale]).for_each(|number| give(&number.to_le_bytes()));
        // Without a shift the bytes are the same as before shifts were introduced.
        if self.shift > 0 {
            give(&[self.shift]);
        }
    }

    /// Returns whether no sum can overflow.
    pub(in crate::eval) fn is_bounded(&self, features: &Features) -> bool {
        self.shift <= MAX_SHIFT
            && self.has_bounded_sums(features)
            && self.output.iter().all(|weight| weight.unsigned_abs() <= MAX_OUTPUT_WEIGHT as u16)
            && self.output_bias.iter().all(|bias| bias.unsigned_abs() <= 100_000_000)
            && (1..=i32::from(i16::MAX)).contains(&self.scale)
    }

    /// Returns whether every hidden value fits in 16 bits even if the piece that changes it most stands on every square.
    fn has_bounded_sums(&self, features: &Features) -> bool {
        let squares = features.size().squares();
        let mut greatest = vec![0; squares * self.hidden];
        for rows in self.rows.chunks_exact(squares * self.hidden) {
            for (greatest, weight) in greatest.iter_mut().zip(rows) {
                *greatest = weight.unsigned_abs().max(*greatest);
            }
        }
        let mut sums: Vec<u32> = self.bias.iter().map(|bias| bias.unsigned_abs().into()).collect();
        for row in greatest.chunks_exact(self.hidden) {
            sums.iter_mut().zip(row).for_each(|(sum, &weight)| *sum += u32::from(weight));
        }
        sums.iter().all(|&sum| sum <= i16::MAX as u32)
    }

    /// Returns the number of hidden units of one perspective.
    pub fn hidden(&self) -> usize {
        self.hidden
    }

    /// Returns the row of hidden weights of an input.
    #[inline]
    pub(super) fn row(&self, row: usize) -> &[i16] {
        &self.rows[row * self.hidden..][..self.hidden]
    }

    /// Returns the score for two hidden layers, the side to move's first. `left` of `start` is the share of the material on the
    /// board.
    #[inline]
    pub(super) fn score(&self, own: &[i16], other: &[i16], (left, start): (i64, i64)) -> i32 {
        let bucket = (left * BUCKETS as i64 / start).clamp(0, BUCKETS as i64 - 1) as usize;
        let weights = &self.output[bucket * 2 * self.hidden..][..2 * self.hidden];
        let (for_own, for_other) = weights.split_at(self.hidden);
        let sum = activate(own, for_own, self.shift)
            + activate(other, for_other, self.shift)
            + self.output_bias[bucket];
        let one = i64::from(ACTIVATION_ONE) * i64::from(ACTIVATION_ONE) * i64::from(OUTPUT_ONE);
        (i64::from(sum) * i64::from(self.scale) / one) as i32
    }
}

/// Returns the greatest absolute value of rows and biases with which no hidden value exceeds 16 bits in any position.
fn safe_bound(features: &Features) -> i16 {
    i16::MAX / (features.size().squares() as i16 + 1)
}

/// Returns the sum of the activations times their weights.
#[inline]
fn activate(values: &[i16], weights: &[i16], shift: u8) -> i32 {
    let (values, _) = values.as_chunks::<LANES>();
    let (weights, _) = weights.as_chunks::<LANES>();
    let mut sums = [0; LANES];
    for (values, weights) in values.iter().zip(weights) {
        for lane in 0..LANES {
            let value = (values[lane] >> shift).clamp(0, ACTIVATION_ONE);
            sums[lane] += i32::from(value * weights[lane]) * i32::from(value);
        }
    }
    sums.iter().sum()
}
