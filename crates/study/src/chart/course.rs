//! A quantity in the course of the games.

use plotters::prelude::*;

use super::{Drawn, FAINT, FIRST, FONT, GRID, INK, PAPER, SECOND, SMALL, plot};

/// A line through points, from left to right.
#[derive(Clone, Debug)]
pub(crate) struct Curve {
    pub(crate) label: &'static str,
    pub(crate) points: Vec<(f64, f64)>,
}

/// Returns the plot of one or two curves.
pub(crate) fn course(title: &str, across: &str, along: &str, curves: &[Curve]) -> String {
    let points = || curves.iter().flat_map(|curve| &curve.points);
    let right = points().map(|point| point.0).fold(1.0, f64::max);
    let top = points().map(|point| point.1).fold(1.0, f64::max) * 1.05;
    plot(300, title, |area| -> Drawn {
        let mut chart = ChartBuilder::on(area)
            .x_label_area_size(42)
            .y_label_area_size(54)
            .build_cartesian_2d(0.0..right, 0.0..top)?;
        chart
            .configure_mesh()
            .disable_x_mesh()
            .light_line_style(TRANSPARENT)
            .bold_line_style(GRID)
            .axis_style(FAINT)
            .label_style((FONT, SMALL).into_font().color(&INK))
            .x_desc(across)
            .y_desc(along)
            .x_label_formatter(&|x| format!("{x:.0}"))
            .y_label_formatter(&|y| format!("{y:.0}"))
            .y_labels(5)
            .draw()?;
        for (curve, colour) in curves.iter().zip([FIRST, SECOND]) {
            chart
                .draw_series(LineSeries::new(curve.points.iter().copied(), colour.stroke_width(2)))?
                .label(curve.label)
                .legend(move |(x, y)| PathElement::new([(x, y), (x + 18, y)], colour.stroke_width(2)));
        }
        chart
            .configure_series_labels()
            .position(SeriesLabelPosition::LowerRight)
            .label_font((FONT, SMALL).into_font().color(&INK))
            .background_style(PAPER)
            .border_style(GRID)
            .draw()
    })
}
