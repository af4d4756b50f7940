//! Rows of weights with common factors: a type that is learned on one square is partly learned on the others.
//!
//! The row of an input is a sum: one row for each factor (its type; its type and rank; its type and distance from the middle
//! file; its square alone) and one of its own, which decays faster. The factors exist during training
//! only: the engine reads the sums.

use beaufort_engine::Features;
use beaufort_rules::{PieceType, Square};

use crate::learn::{Parameters, StepSize};

/// The decay of factors, and of the rows of single inputs.
const DECAYS: [f32; 2] = [2.0, 20.0];

/// Weights by row, with the same number in each.
#[derive(Clone, Debug)]
pub(crate) struct FactoredRows {
    width: usize,
    factors: Vec<Factor>,
    /// The rows of a warm start, to which the factors are added.
    known: Vec<f32>,
    /// The sums.
    pub(crate) rows: Vec<f32>,
    /// Room for the gradient of a factor.
    gradient: Vec<f32>,
}

#[derive(Clone, Debug)]
struct Factor {
    /// The factor's row for each input.
    of_row: Vec<u32>,
    parameters: Parameters<f32>,
}

impl FactoredRows {
    /// Returns rows for the own pieces alone, or for those of both sides; all are zero but what `start` gives the rows of
    /// the types.
    pub(crate) fn new(
        features: &Features,
        owners: usize,
        width: usize,
        mut start: impl FnMut() -> f32,
    ) -> FactoredRows {
        let size = features.size();
        let inputs: Vec<(usize, PieceType, Square)> = (0..owners)
            .flat_map(|owner| {
                let types = 0..features.types() as u8;
                types.flat_map(move |kind| {
                    size.iter().map(move |square| (owner, PieceType::new(kind), square))
                })
            })
            .collect();
        let (types, ranks, files) = (features.types(), usize::from(size.ranks()), usize::from(size.files()));
        let kind = |&(owner, kind, _): &(usize, PieceType, Square)| owner * types + kind.index();
        let from_middle = |square| {
            let file = usize::from(size.file(square));
            file.min(files - 1 - file)
        };
        let of_row = [
            inputs.iter().map(kind).collect::<Vec<usize>>(),
            inputs.iter().map(|input| kind(input) * ranks + usize::from(size.rank(input.2))).collect(),
            inputs.iter().map(|input| kind(input) * files + from_middle(input.2)).collect(),
            inputs.iter().map(|input| input.0 * size.squares() + input.2.index()).collect(),
            (0..inputs.len()).collect(),
        ];
        let last = of_row.len() - 1;
        let factors = of_row.into_iter().enumerate().map(|(place, of_row)| {
            let rows = of_row.iter().max().map_or(0, |row| row + 1);
            let values = (0..rows * width).map(|_| if place == 0 { start() } else { 0.0 }).collect();
            Factor {
                of_row: of_row.into_iter().map(|row| row as u32).collect(),
                parameters: Parameters::new(values, DECAYS[usize::from(place == last)]),
            }
        });
        let mut rows = FactoredRows {
            width,
            factors: factors.collect(),
            known: vec![0.0; inputs.len() * width],
            rows: vec![0.0; inputs.len() * width],
            gradient: Vec::new(),
        };
        rows.sum();
        rows
    }

    /// Starts from known rows: the factors are added to them, and decay to zero.
    pub(crate) fn begin_with(&mut self, known: impl Iterator<Item = f32>) {
        self.known = known.collect();
        self.factors.iter_mut().for_each(|factor| factor.parameters.values.fill(0.0));
        self.sum();
    }

    /// Returns the parameters; call [`FactoredRows::sum`] after a change.
    pub(crate) fn parameters(&mut self) -> impl Iterator<Item = &mut Parameters<f32>> {
        self.factors.iter_mut().map(|factor| &mut factor.parameters)
    }

    /// Takes a step against a gradient by rows.
    pub(crate) fn step(&mut self, gradient: &[f32], size: StepSize<f32>) {
        let FactoredRows { width, factors, gradient: room, .. } = self;
        for Factor { of_row, parameters } in factors {
            if parameters.values.len() == gradient.len() {
                parameters.step(gradient, size);
                continue;
            }
            room.clear();
            room.resize(parameters.values.len(), 0.0);
            for (&row, gradient) in of_row.iter().zip(gradient.chunks_exact(*width)) {
                let sums = &mut room[row as usize * *width..][..*width];
                sums.iter_mut().zip(gradient).for_each(|(sum, gradient)| *sum += gradient);
            }
            parameters.step(room, size);
        }
        self.sum();
    }

    /// Adds up the rows.
    pub(crate) fn sum(&mut self) {
        let FactoredRows { width, factors, known, rows, .. } = self;
        rows.copy_from_slice(known);
        for Factor { of_row, parameters } in factors {
            for (sums, &row) in rows.chunks_exact_mut(*width).zip(of_row.iter()) {
                let values = &parameters.values[row as usize * *width..][..*width];
                sums.iter_mut().zip(values).for_each(|(sum, value)| *sum += value);
            }
        }
    }
}
