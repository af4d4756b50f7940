//! Pictures of a position.

use beaufort_draw::{Arrow, BoardPicture, Colour, Decoration, TileFace};
use beaufort_rules::language::nearest;
use beaufort_rules::vocabulary::quoted;
use beaufort_rules::{Game, Side, Square};
use pyo3::Borrowed;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use super::{PlayedPosition, PyPosition};
use crate::convert::{
    PySide, SquareArgument, Text, items, one_to, optional_given, optional_integer, truth, wrong_type,
};
use crate::errors::value_error;
use crate::turn::PyTurn;

/// The longest side of a picture, in pixels.
const MAX_PIXELS: i64 = 20_000;
/// The accepted arrows, for error messages.
pub(crate) const ARROWS: &str = "a list of turns and of pairs of squares, with a colour or without";

/// An arrow as an argument.
pub(crate) struct ArrowArgument {
    from: SquareArgument,
    to: SquareArgument,
    pub(crate) colour: Option<String>,
}

impl FromPyObject<'_, '_> for ArrowArgument {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, '_, PyAny>) -> PyResult<ArrowArgument> {
        if let Ok(turn) = object.cast::<PyTurn>() {
            let [from, to] = turn.get().ends().map(SquareArgument::Name);
            return Ok(ArrowArgument { from, to, colour: None });
        }
        let Ok(parts) = object.cast::<PyTuple>() else {
            return Err(wrong_type(object, "a turn, or a tuple of two squares, with a colour or without"));
        };
        if ![2, 3].contains(&parts.len()) {
            return Err(value_error(format!(
                "an arrow has two squares and perhaps a colour, not {} parts",
                parts.len()
            )));
        }
        let colour = match parts.len() {
            3 => Some(parts.get_item(2)?.extract::<Text>()?.0),
            _ => None,
        };
        Ok(ArrowArgument { from: parts.get_item(0)?.extract()?, to: parts.get_item(1)?.extract()?, colour })
    }
}

impl ArrowArgument {
    fn on(&self, game: &Game) -> PyResult<Arrow> {
        let colour = self.colour.as_deref().map(colour).transpose()?;
        let [from, to] = self.ends_on(game)?;
        Ok(Arrow { from, to, colour })
    }

    /// Returns the squares of a game's board from and to which it points.
    pub(crate) fn ends_on(&self, game: &Game) -> PyResult<[Square; 2]> {
        Ok([self.from.on(game)?, self.to.on(game)?])
    }
}

/// Reads a colour.
fn colour(text: &str) -> PyResult<Colour> {
    Colour::parse(text).ok_or_else(|| {
        let message = format!(
            "`{}` is no colour: expected a name, or # with 3, 4, 6 or 8 hexadecimal digits",
            quoted(text)
        );
        value_error(message)
    })
}

/// The faces of tiles by their names.
pub(crate) const TILES: [(&str, TileFace); 4] = [
    ("diagrams", TileFace::Diagram),
    ("letters", TileFace::Letters),
    ("figurines", TileFace::Figurines),
    ("signs", TileFace::Signs),
];

/// Reads the name of a face of tiles.
fn tiles_of(name: &str) -> PyResult<TileFace> {
    let found = TILES.iter().find(|(known, _)| *known == name).map(|&(_, face)| face);
    found.ok_or_else(|| {
        let names = TILES.map(|(name, _)| name);
        let help = match nearest(name, names) {
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("expected one of {}", names.join(", ")),
        };
        value_error(format!("there are no tiles `{}`: {help}", quoted(name)))
    })
}

#[pymethods]
impl PyPosition {
    /// Returns a picture of the board as SVG, seen by the side `seat`, with marks on the squares `marks`. The squares of the last
    /// turn are highlighted.
    ///
    /// `arrows` is a list of turns, and of pairs of squares with or without a colour, such as `("e2", "e4", "red")`; an arrow of
    /// one square is a ring. `fills` are colours by squares, `colours` those of the light and of the dark squares. A colour is a
    /// name of CSS, or `#` with 3, 4, 6 or 8 hexadecimal digits. `size` is the longer side of the picture in pixels, without it
    /// 56 for each square; `coordinates=False` leaves the names of files and ranks out.
    ///
    /// `tiles` are the symbols of the pieces: their ids with small move `diagrams`, `letters`, the ids alone, `figurines` of the pieces
    /// that move like orthodox ones or similar ones, and ids for all others (see `Game.has_figurines`), or `signs`, characters as those
    /// of shogi, and figurines or ids for pieces without.
    ///
    /// Raises ValueError if a colour is not valid, or there are no such tiles.
    ///
    /// Examples:
    ///     >>> beaufort.Position("scirocco").svg(marks=["e4", "e5"])[:4]
    ///     '<svg'
    ///     >>> picture = beaufort.Position("orthochess").svg(arrows=[("e2", "e4")], fills={"d5": "#ff000080"}, size=300)
    ///     >>> 'width="300"' in picture
    ///     True
    #[pyo3(
        signature = (
            *, seat=PySide(Side::First), marks=None, arrows=None, fills=None, colours=None, size=None, coordinates=true,
            tiles=Text("diagrams".to_owned())
        ),
        text_signature = "($self, *, seat=0, marks=(), arrows=(), fills=None, colours=None, size=None, coordinates=True, tiles='diagrams')"
    )]
    #[expect(clippy::too_many_arguments, reason = "they are keywords")]
    fn svg(
        &self,
        seat: PySide,
        marks: Option<Bound<'_, PyAny>>,
        arrows: Option<Bound<'_, PyAny>>,
        #[pyo3(from_py_with = optional_given)] fills: Option<Bound<'_, PyDict>>,
        colours: Option<(Text, Text)>,
        #[pyo3(from_py_with = optional_integer)] size: Option<i64>,
        #[pyo3(from_py_with = truth)] coordinates: bool,
        tiles: Text,
    ) -> PyResult<String> {
        let tiles = tiles_of(&tiles)?;
        let game = &self.game.game;
        let marks =
            marks.map(|marks| items::<SquareArgument>(&marks, "marks", "a list of squares")).transpose()?;
        let marks: PyResult<Vec<Square>> = marks.iter().flatten().map(|square| square.on(game)).collect();
        let arrows = arrows.map(|arrows| items::<ArrowArgument>(&arrows, "arrows", ARROWS)).transpose()?;
        let arrows = arrows.iter().flatten().map(|arrow| arrow.on(game)).collect::<PyResult<_>>()?;
        let fill = |(square, text): (Bound<'_, PyAny>, Bound<'_, PyAny>)| {
            Ok::<_, PyErr>((square.extract::<SquareArgument>()?.on(game)?, colour(&text.extract::<Text>()?)?))
        };
        let fills = fills.iter().flatten().map(fill).collect::<PyResult<_>>()?;
        let squares = colours.map(|(light, dark)| Ok::<_, PyErr>([colour(&dark)?, colour(&light)?]));
        let pixels = size.map(|size| one_to("size", size, MAX_PIXELS)).transpose()?.map(|size| size as u32);
        let decoration = Decoration { arrows, fills, squares: squares.transpose()?, coordinates, pixels };
        let marks = marks?;
        let PlayedPosition { position, turns } = &*self.lock();
        let picture = BoardPicture::new(position)
            .seen_by(seat.0)
            .with_marks(marks)
            .with_tiles(tiles)
            .decorated(decoration);
        Ok(turns.last().map_or(picture.clone(), |&turn| picture.after(turn)).svg())
    }

    /// Returns a picture of the board as text, seen by the side `seat`.
    #[pyo3(signature = (*, seat=PySide(Side::First)), text_signature = "($self, *, seat=0)")]
    fn draw(&self, seat: PySide) -> String {
        let PlayedPosition { position, .. } = &*self.lock();
        let picture = BoardPicture::new(position).seen_by(seat.0);
        let text = format!("{}\n{}", picture.text().trim_end(), picture.caption());
        anstream::adapter::strip_str(&text).to_string()
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        self.svg(PySide(Side::First), None, None, None, None, None, true, Text("diagrams".to_owned()))
    }
}
