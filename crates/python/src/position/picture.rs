//! Pictures of a position.

use beaufort_draw::BoardPicture;
use beaufort_rules::{Side, Square};
use pyo3::prelude::*;

use super::{PlayedPosition, PyPosition};
use crate::convert::{PySide, SquareArgument, items};

#[pymethods]
impl PyPosition {
    /// Returns a picture of the board as SVG, from the seat of a side, with marks on squares. The squares of the last turn are
    /// highlighted.
    ///
    /// Examples:
    ///     >>> beaufort.Position("scirocco").svg(marks=["e4", "e5"])[:4]
    ///     '<svg'
    #[pyo3(
        signature = (*, seat=PySide(Side::First), marks=None),
        text_signature = "($self, *, seat=0, marks=())"
    )]
    fn svg(&self, seat: PySide, marks: Option<Bound<'_, PyAny>>) -> PyResult<String> {
        let marks = marks.map(|marks| items::<SquareArgument>(&marks, "a list of squares")).transpose()?;
        let marks = marks.iter().flatten().map(|square| square.on(&self.game.game));
        let marks: PyResult<Vec<Square>> = marks.collect();
        let PlayedPosition { position, turns } = &*self.lock();
        let picture = BoardPicture::new(position).seen_by(seat.0).with_marks(marks?);
        Ok(turns.last().map_or(picture.clone(), |&turn| picture.after(turn)).svg())
    }

    /// Returns a picture of the board as text, from the seat of a side.
    #[pyo3(signature = (*, seat=PySide(Side::First)), text_signature = "($self, *, seat=0)")]
    fn draw(&self, seat: PySide) -> String {
        let PlayedPosition { position, .. } = &*self.lock();
        let picture = BoardPicture::new(position).seen_by(seat.0);
        let text = format!("{}\n{}", picture.text().trim_end(), picture.caption());
        anstream::adapter::strip_str(&text).to_string()
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        self.svg(PySide(Side::First), None)
    }
}
