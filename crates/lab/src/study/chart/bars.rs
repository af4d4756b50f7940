//! How often a quantity has which size.

use plotters::prelude::*;

use crate::study::numbers::Numbers;

use super::{Drawn, FIRST, SECOND, TYPICAL, axes, plot};

/// The number of bars to aim at.
const BARS: f64 = 25.0;

/// Returns the plot of a sample of a quantity: bars of a round width, and a last one, in another colour, for the outliers.
pub(crate) fn bars(title: &str, quantity: &str, sample: &Numbers) -> String {
    let greatest = sample.quantile(TYPICAL).unwrap_or(0.0).max(1.0);
    let width = round_up(greatest / BARS);
    let typical = (greatest / width) as usize + 1;
    let mut counts = vec![0_u32; typical + 1];
    for value in sample.as_slice() {
        counts[((value / width) as usize).min(typical)] += 1;
    }
    let quantity = if counts[typical] > 0 {
        &format!("{quantity} (the last bar: {:.0} and more)", width * typical as f64)
    } else {
        counts.pop();
        quantity
    };
    plot(300, title, |area| -> Drawn {
        let top = counts.iter().copied().max().unwrap_or(0).max(1);
        let mut chart = ChartBuilder::on(area)
            .x_label_area_size(42)
            .y_label_area_size(54)
            .build_cartesian_2d(0.0..width * counts.len() as f64, 0..top + top.div_ceil(20))?;
        axes(&mut chart, [quantity, "games"], u32::to_string)?;
        chart.draw_series(counts.iter().enumerate().map(|(i, &count)| {
            let left = width * i as f64;
            let gap = width * 0.06;
            let colour = if i < typical { FIRST } else { SECOND };
            Rectangle::new([(left + gap, 0), (left + width - gap, count)], colour.filled())
        }))?;
        Ok(())
    })
}

/// Returns the next of 1, 2, 5, 10, 20, 50, ... from a number on.
fn round_up(least: f64) -> f64 {
    let power = 10_f64.powf(least.log10().floor());
    let steps = [1.0, 2.0, 5.0, 10.0].map(|step| step * power);
    steps.into_iter().find(|&step| step >= least).unwrap_or(10.0 * power).max(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn widths_are_round() {
        let least = [0.1, 1.0, 3.0, 7.2, 20.0, 41.0];
        assert_eq!(least.map(round_up), [1.0, 1.0, 5.0, 10.0, 20.0, 50.0]);
    }
}
