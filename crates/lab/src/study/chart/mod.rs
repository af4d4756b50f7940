//! Plots, as SVG on a light card that is readable on light and dark pages.

mod bars;
mod lines;
mod spans;

use plotters::coord::Shift;
use plotters::coord::ranged1d::ValueFormatter;
use plotters::coord::types::RangedCoordf64;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

pub(crate) use bars::bars;
pub use lines::losses;
pub(crate) use lines::{Curve, course};
pub(crate) use spans::{Span, spans};

/// The colours are those of the pictures of boards: the two of a pair differ in lightness too.
const PAPER: RGBColor = RGBColor(0xfc, 0xfb, 0xf8);
const INK: RGBColor = RGBColor(0x22, 0x28, 0x2d);
const FAINT: RGBColor = RGBColor(0x5f, 0x68, 0x72);
const GRID: RGBColor = RGBColor(0xe2, 0xe4, 0xdf);
const FIRST: RGBColor = RGBColor(0x12, 0x63, 0x9f);
const SECOND: RGBColor = RGBColor(0xc0, 0x8a, 0x3e);

const FONT: &str = "DejaVu Sans, Verdana, sans-serif";
/// The size of a title and of other letters, in pixels.
const TITLE: i32 = 17;
const SMALL: i32 = 13;
/// The quantile of a sample up to which a plot reaches; outliers would press everything else against the axis.
pub(crate) const TYPICAL: f64 = 0.99;
/// The width of every plot, in pixels.
const WIDTH: u32 = 720;

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type Drawn = Result<(), DrawingAreaErrorKind<std::io::Error>>;

/// Returns the document of a plot of a height, with a title, that a function draws below it.
fn plot(height: u32, title: &str, draw: impl FnOnce(&Area<'_>) -> Drawn) -> String {
    let mut text = String::new();
    {
        let paper = SVGBackend::with_string(&mut text, (WIDTH, height)).into_drawing_area();
        let drawn = || {
            paper.fill(&PAPER)?;
            paper.draw(&Text::new(title.to_owned(), (16, 12), letters(TITLE, INK, HPos::Left, VPos::Top)))?;
            draw(&paper.margin(36, 8, 8, 16))?;
            paper.present()
        };
        drawn().expect("drawing into a string succeeds");
    }
    text + "\n"
}

/// Draws the axes of a plot, with their titles and the format of the numbers along the vertical one.
fn axes<Y: Ranged + ValueFormatter<<Y as Ranged>::ValueType>>(
    chart: &mut ChartContext<'_, SVGBackend<'_>, Cartesian2d<RangedCoordf64, Y>>,
    [across, along]: [&str; 2],
    number: impl Fn(&Y::ValueType) -> String,
) -> Drawn {
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
        .y_label_formatter(&number)
        .y_labels(5)
        .draw()
}

/// Returns a style of letters.
fn letters(size: i32, colour: RGBColor, across: HPos, along: VPos) -> TextStyle<'static> {
    (FONT, size).into_font().color(&colour).pos(Pos::new(across, along))
}

#[cfg(test)]
mod tests {
    use crate::study::numbers::Numbers;

    use super::*;

    /// Returns the texts of a well-formed document.
    fn texts(svg: &str) -> Vec<String> {
        let document = roxmltree::Document::parse(svg).unwrap();
        let all = document.descendants().filter(|node| node.has_tag_name("text"));
        all.map(|node| node.text().unwrap_or_default().trim().to_owned()).collect()
    }

    fn sample(numbers: &[f64]) -> Numbers {
        numbers.iter().copied().collect()
    }

    #[test]
    fn every_plot_is_well_formed_and_named() {
        let span = Span { label: "A & B".to_owned(), value: 0.5, bounds: [0.4, 0.7] };
        let curve = Curve { label: "engine", points: vec![(0.0, 21.0), (10.0, 30.0)] };
        for (svg, expected) in [
            (bars("Lengths", "moves", &sample(&[40.0, 55.0, 57.0])), vec!["Lengths", "moves", "games"]),
            (spans("Who wins", &[span]), vec!["Who wins", "A & B", "50%"]),
            (course("Turns", "move", "turns", &[curve]), vec!["Turns", "move", "turns", "engine"]),
            (losses("Loss", &[[0.6, 0.61], [0.5, 0.52]]), vec!["Loss", "loss", "learned from", "kept apart"]),
        ] {
            let texts = texts(&svg);
            for text in expected {
                assert!(texts.iter().any(|found| found == text), "{text}: {texts:?}");
            }
        }
    }

    /// Five games of a thousand are ten times as long as all others: those keep their bars, and these have one of their own.
    #[test]
    fn what_is_far_out_does_not_press_the_rest_together() {
        let lengths: Vec<f64> =
            (0..1000).map(|game| if game < 5 { 1500.0 } else { f64::from(game % 100) }).collect();
        let svg = bars("Lengths", "moves", &sample(&lengths));
        let document = roxmltree::Document::parse(&svg).unwrap();
        let count = |colour: RGBColor| {
            let fill = format!("#{:02X}{:02X}{:02X}", colour.0, colour.1, colour.2);
            document.descendants().filter(|node| node.attribute("fill") == Some(&fill)).count()
        };
        assert_eq!([count(FIRST), count(SECOND)], [20, 1]);
        assert!(
            texts(&svg).iter().any(|text| text == "moves (the last bar: 100 and more)"),
            "{:?}",
            texts(&svg)
        );
    }

    #[test]
    fn plots_of_nothing_are_plots() {
        for svg in
            [bars("x", "y", &sample(&[])), spans("x", &[]), course("x", "y", "z", &[]), losses("x", &[])]
        {
            assert_eq!(texts(&svg)[0], "x");
        }
    }
}
