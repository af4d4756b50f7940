//! Shares with their bounds, a line each.

use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, VPos};

use super::{Drawn, FAINT, FIRST, GRID, INK, SMALL, WIDTH, letters, plot};

/// A share with the bounds between which the truth lies, 0 to 1 each.
#[derive(Clone, Debug)]
pub(crate) struct Span {
    /// The name of the share.
    pub(crate) label: String,
    pub(crate) value: f64,
    pub(crate) bounds: [f64; 2],
}

/// The height of a line, in pixels.
const LINE: i32 = 20;
/// Where the labels end and the scale begins and ends, in pixels from the left.
const LABEL_END: i32 = 262;
const SCALE: [i32; 2] = [274, WIDTH as i32 - 68];

/// Returns the plot of shares: a point for each, a bar from bound to bound, and a line in the middle.
pub(crate) fn spans(title: &str, spans: &[Span]) -> String {
    let lines = i32::try_from(spans.len()).expect("a game has fewer kinds of things than that");
    let height = 36 + LINE * lines + 34;
    let x = |value: f64| SCALE[0] + (value * f64::from(SCALE[1] - SCALE[0])).round() as i32;
    plot(height.unsigned_abs(), title, |area| -> Drawn {
        let bottom = LINE * lines + 4;
        for percent in [0, 25, 50, 75, 100] {
            let at = x(f64::from(percent) / 100.0);
            let colour = if percent == 50 { FAINT } else { GRID };
            area.draw(&PathElement::new([(at, 0), (at, bottom)], colour.stroke_width(1)))?;
            let style = letters(SMALL, INK, HPos::Center, VPos::Top);
            area.draw(&Text::new(format!("{percent}%"), (at, bottom + 4), style))?;
        }
        for (place, span) in (0..).zip(spans) {
            let middle = LINE * place + LINE / 2;
            let label = letters(SMALL, INK, HPos::Right, VPos::Center);
            area.draw(&Text::new(span.label.clone(), (LABEL_END, middle), label))?;
            let [low, high] = span.bounds.map(x);
            area.draw(&PathElement::new([(low, middle), (high, middle)], FIRST.stroke_width(2)))?;
            area.draw(&Circle::new((x(span.value), middle), 4, FIRST.filled()))?;
            let number = letters(SMALL, INK, HPos::Left, VPos::Center);
            area.draw(&Text::new(format!("{:.0}%", 100.0 * span.value), (SCALE[1] + 10, middle), number))?;
        }
        Ok(())
    })
}
