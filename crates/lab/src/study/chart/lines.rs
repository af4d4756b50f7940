//! Lines through points: a quantity in the course of something.

use std::ops::Range;

use plotters::prelude::*;

use super::{Drawn, FIRST, FONT, GRID, INK, PAPER, SECOND, SMALL, axes, plot};

/// A line through points, from left to right.
#[derive(Clone, Debug)]
pub(crate) struct Curve {
    pub(crate) label: &'static str,
    pub(crate) points: Vec<(f64, f64)>,
}

/// The titles of the axes, and the place of the legend.
struct Frame<'a> {
    across: &'a str,
    along: &'a str,
    range: Range<f64>,
    decimals: usize,
    legend: SeriesLabelPosition,
}

/// Returns the plot of one or two curves in the course of games, from zero on.
pub(crate) fn course(title: &str, across: &str, along: &str, curves: &[Curve]) -> String {
    let top = heights(curves).fold(1.0, f64::max) * 1.05;
    let legend = SeriesLabelPosition::LowerRight;
    lines(title, &Frame { across, along, range: 0.0..top, decimals: 0, legend }, curves)
}

/// Returns the plot of the losses in the course of learning: of the games learned from, and of the validation set.
pub fn losses(title: &str, losses: &[[f64; 2]]) -> String {
    let curve = |label, place: usize| Curve {
        label,
        points: losses.iter().enumerate().map(|(epoch, losses)| (epoch as f64, losses[place])).collect(),
    };
    let curves = [curve("learned from", 0), curve("kept apart", 1)];
    let (low, high) =
        (heights(&curves).fold(f64::INFINITY, f64::min), heights(&curves).fold(f64::NEG_INFINITY, f64::max));
    let (low, high) = if low < high { (low, high) } else { (0.0, 1.0) };
    let room = (high - low) / 20.0;
    let frame = Frame {
        across: "times through the games",
        along: "loss",
        range: low - room..high + room,
        decimals: 4,
        legend: SeriesLabelPosition::UpperRight,
    };
    lines(title, &frame, &curves)
}

fn heights(curves: &[Curve]) -> impl Iterator<Item = f64> {
    curves.iter().flat_map(|curve| &curve.points).map(|point| point.1)
}

fn lines(title: &str, frame: &Frame<'_>, curves: &[Curve]) -> String {
    let right = curves.iter().flat_map(|curve| &curve.points).map(|point| point.0).fold(1.0, f64::max);
    // The width of the numbers.
    let labels = 54 + 5 * frame.decimals as u32;
    plot(300, title, |area| -> Drawn {
        let mut chart = ChartBuilder::on(area)
            .x_label_area_size(42)
            .y_label_area_size(labels)
            .build_cartesian_2d(0.0..right, frame.range.clone())?;
        axes(&mut chart, [frame.across, frame.along], |y| format!("{y:.*}", frame.decimals))?;
        for (curve, colour) in curves.iter().zip([FIRST, SECOND]) {
            chart
                .draw_series(LineSeries::new(curve.points.iter().copied(), colour.stroke_width(2)))?
                .label(curve.label)
                .legend(move |(x, y)| PathElement::new([(x, y), (x + 18, y)], colour.stroke_width(2)));
        }
        chart
            .configure_series_labels()
            .position(frame.legend.clone())
            .label_font((FONT, SMALL).into_font().color(&INK))
            .background_style(PAPER)
            .border_style(GRID)
            .draw()
    })
}
