//! How well something was learned.

use plotters::prelude::*;

use super::{Drawn, FAINT, FIRST, FONT, GRID, INK, PAPER, SECOND, SMALL, plot};

/// Returns the plot of the losses in the course of learning: of what was learned from, and of what was kept apart.
pub fn losses(title: &str, losses: &[[f64; 2]]) -> String {
    let all = || losses.iter().flatten().copied();
    let (low, high) = (all().fold(f64::INFINITY, f64::min), all().fold(f64::NEG_INFINITY, f64::max));
    let (low, high) = if low < high { (low, high) } else { (0.0, 1.0) };
    let room = (high - low) / 20.0;
    let right = losses.len().saturating_sub(1).max(1) as f64;
    plot(300, title, |area| -> Drawn {
        let mut chart = ChartBuilder::on(area)
            .x_label_area_size(42)
            .y_label_area_size(74)
            .build_cartesian_2d(0.0..right, low - room..high + room)?;
        chart
            .configure_mesh()
            .disable_x_mesh()
            .light_line_style(TRANSPARENT)
            .bold_line_style(GRID)
            .axis_style(FAINT)
            .label_style((FONT, SMALL).into_font().color(&INK))
            .x_desc("times through the games")
            .y_desc("loss")
            .x_label_formatter(&|x| format!("{x:.0}"))
            .y_label_formatter(&|y| format!("{y:.4}"))
            .y_labels(5)
            .draw()?;
        for (place, (label, colour)) in
            [("learned from", FIRST), ("kept apart", SECOND)].into_iter().enumerate()
        {
            let points = losses.iter().enumerate().map(|(epoch, losses)| (epoch as f64, losses[place]));
            chart
                .draw_series(LineSeries::new(points, colour.stroke_width(2)))?
                .label(label)
                .legend(move |(x, y)| PathElement::new([(x, y), (x + 18, y)], colour.stroke_width(2)));
        }
        chart
            .configure_series_labels()
            .position(SeriesLabelPosition::UpperRight)
            .label_font((FONT, SMALL).into_font().color(&INK))
            .background_style(PAPER)
            .border_style(GRID)
            .draw()
    })
}
