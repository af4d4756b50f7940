//! The stack of accumulators: the hidden layers along the path to the current position.
//!
//! A turn only records which pieces it puts and removes. When a position is evaluated, its layers are computed from the last
//! position on the path that has them. If the transposition table makes an evaluation unnecessary, nothing is computed.

use beaufort_rules::{Piece, Position, Side, Square};

use super::{Features, LANES, Network};

/// A piece put on a square or removed from it.
#[derive(Clone, Copy, Debug)]
struct Change {
    piece: Piece,
    square: Square,
    is_put: bool,
}

/// A position on the path.
#[derive(Clone, Debug, Default)]
struct Frame {
    /// The changes of the board by the turn to this position.
    changes: Vec<Change>,
    /// The hidden values in the first side's and in the second side's perspective, once they are computed.
    values: Vec<i16>,
    is_computed: bool,
}

/// The positions on the path, the current one on top.
#[derive(Clone, Debug, Default)]
pub(crate) struct AccumulatorStack {
    frames: Vec<Frame>,
    top: usize,
}

impl AccumulatorStack {
    /// Starts with a position.
    pub(crate) fn reset(&mut self, network: &Network, features: &Features, position: &Position) {
        self.top = 0;
        if self.frames.is_empty() {
            self.frames.push(Frame::default());
        }
        let root = &mut self.frames[0];
        root.values.clear();
        root.values.extend(network.bias.iter().chain(&network.bias));
        for (square, piece) in position.board().pieces() {
            root.apply(network, features, Change { piece, square, is_put: true });
        }
        root.is_computed = true;
    }

    /// Pushes the position after a turn that is about to be played.
    #[inline]
    pub(crate) fn enter(&mut self) {
        self.top += 1;
        if self.top >= self.frames.len() {
            self.frames.resize_with(self.top + 1, Frame::default);
        }
        let frame = &mut self.frames[self.top];
        frame.changes.clear();
        frame.is_computed = false;
    }

    /// Records a piece that the turn puts on a square or removes from it.
    #[inline]
    pub(crate) fn note(&mut self, piece: Piece, square: Square, is_put: bool) {
        self.frames[self.top].changes.push(Change { piece, square, is_put });
    }

    /// Pops the position, as the last turn is undone.
    #[inline]
    pub(crate) fn leave(&mut self) {
        self.top -= 1;
    }

    /// Returns the score of the top position for a side. `phase` is the material on the board and the initial material.
    #[inline]
    pub(crate) fn score(
        &mut self,
        network: &Network,
        features: &Features,
        side: Side,
        phase: (i64, i64),
    ) -> i32 {
        self.compute(network, features);
        let (first, second) = self.frames[self.top].values.split_at(network.hidden);
        match side {
            Side::First => network.score(first, second, phase),
            Side::Second => network.score(second, first, phase),
        }
    }

    /// Computes the values of all positions on the path that have none.
    #[inline]
    fn compute(&mut self, network: &Network, features: &Features) {
        let known = (0..=self.top).rev().find(|&place| self.frames[place].is_computed);
        let known = known.expect("the root is computed");
        for place in known..self.top {
            let (before, after) = self.frames.split_at_mut(place + 1);
            let (before, after) = (&before[place], &mut after[0]);
            after.values.clone_from(&before.values);
            for index in 0..after.changes.len() {
                after.apply(network, features, after.changes[index]);
            }
            after.is_computed = true;
        }
    }
}

impl Frame {
    #[inline]
    fn apply(&mut self, network: &Network, features: &Features, Change { piece, square, is_put }: Change) {
        let (first, second) = self.values.split_at_mut(network.hidden);
        for (viewer, values) in [(Side::First, first), (Side::Second, second)] {
            let row = network.row(features.row(viewer, piece, square));
            if is_put {
                change(values, row, i16::wrapping_add);
            } else {
                change(values, row, i16::wrapping_sub);
            }
        }
    }
}

/// Combines every hidden value with that of a row. The bounds of the weights rule out an overflow.
#[inline]
fn change(values: &mut [i16], row: &[i16], operation: impl Fn(i16, i16) -> i16) {
    let (values, _) = values.as_chunks_mut::<LANES>();
    let (row, _) = row.as_chunks::<LANES>();
    for (values, row) in values.iter_mut().zip(row) {
        for lane in 0..LANES {
            values[lane] = operation(values[lane], row[lane]);
        }
    }
}
