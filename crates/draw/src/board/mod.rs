//! Pictures of a board.

mod decoration;
mod junction;
mod narrow;
mod svg;
mod text;

use beaufort_rules::vocabulary::{Geometry, SquareSet};
use beaufort_rules::{PieceType, Position, Side, Square, Turn};

use crate::canvas::columns;
use crate::figurine;
use crate::tile::{self, TileFace};

pub use decoration::{Arrow, Colour, Decoration};

/// A picture of a position, from the side of one player.
///
/// # Examples
/// ```
/// use beaufort_draw::BoardPicture;
/// use beaufort_rules::{builtin, Position, Side};
///
/// let game = builtin::game("scirocco").unwrap();
/// let position = Position::initial(&game);
/// let picture = BoardPicture::new(&position).seen_by(Side::Second);
/// assert!(picture.text().contains("(K)"));
/// assert!(picture.svg().starts_with("<svg"));
/// ```
#[derive(Clone, Debug)]
pub struct BoardPicture<'a> {
    position: &'a Position,
    seat: Side,
    last: SquareSet,
    marks: SquareSet,
    face: TileFace,
    decoration: Decoration,
}

impl<'a> BoardPicture<'a> {
    /// Creates the picture of a position from the first player's side.
    pub fn new(position: &'a Position) -> BoardPicture<'a> {
        BoardPicture {
            position,
            seat: Side::First,
            last: SquareSet::EMPTY,
            marks: SquareSet::EMPTY,
            face: TileFace::default(),
            decoration: Decoration::default(),
        }
    }

    /// Adds arrows, colours and the like to the picture as SVG; text does not show them.
    #[must_use]
    pub fn decorated(mut self, decoration: Decoration) -> BoardPicture<'a> {
        self.decoration = decoration;
        self
    }

    /// Shows the board from a side.
    #[must_use]
    pub fn seen_by(mut self, seat: Side) -> BoardPicture<'a> {
        self.seat = seat;
        self
    }

    /// Highlights the squares of the turn that led to the position: where its pieces started and ended, and its captures from
    /// afar.
    #[must_use]
    pub fn after(mut self, turn: Turn) -> BoardPicture<'a> {
        self.last = turn.steps().flat_map(|step| [step.from, step.to, step.via]).collect();
        self
    }

    /// Marks squares, such as the destinations of a piece.
    #[must_use]
    pub fn with_marks(mut self, marks: impl IntoIterator<Item = Square>) -> BoardPicture<'a> {
        self.marks = marks.into_iter().collect();
        self
    }

    /// Selects the faces of the tiles. In text, figurines are Unicode chess symbols for the pieces that have one, and signs the
    /// characters of those that have some; all other pieces, and tiles with diagrams, are shown by their ids. Of two kinds with
    /// the same character, that of the promoted one has a `+` before it.
    #[must_use]
    pub fn with_tiles(mut self, face: TileFace) -> BoardPicture<'a> {
        self.face = face;
        self
    }

    /// Returns the text for a piece of a side.
    fn label(&self, kind: PieceType, side: Side) -> String {
        let game = self.position.game();
        let piece = game.piece(kind);
        let symbol = match (self.face, &piece.sign) {
            (TileFace::Signs, Some(sign)) => {
                let is_shared =
                    game.types().any(|other| other != kind && game.piece(other).sign == piece.sign);
                let mark = if is_shared && tile::is_only_promoted(game, kind) { "+" } else { "" };
                Some(format!("{mark}{}", sign[side.index()]))
            }
            (TileFace::Signs | TileFace::Figurines, _) => figurine::symbol(game, kind).map(String::from),
            (TileFace::Diagram | TileFace::Letters, _) => None,
        };
        symbol.unwrap_or_else(|| piece.id.clone())
    }

    /// Returns the number of columns of the longest text for a piece.
    fn label_columns(&self) -> usize {
        let kinds = self.position.game().types();
        let labels = kinds.flat_map(|kind| Side::BOTH.map(|side| self.label(kind, side)));
        labels.map(|label| columns(&label)).max().unwrap_or(0)
    }

    fn size(&self) -> Geometry {
        self.position.game().size()
    }

    /// Returns the square shown at a column and row of the picture, both counted from the top left corner.
    fn shown_at(&self, column: usize, row: usize) -> Option<Square> {
        let size = self.size();
        let (file, rank) = (i16::try_from(column).ok()?, i16::try_from(row).ok()?);
        let square = size.square(file, i16::from(size.ranks()) - 1 - rank)?;
        Some(match self.seat {
            Side::First => square,
            Side::Second => size.rotate(square),
        })
    }

    /// Returns whether there is a square at a column and row of the picture.
    fn has_square(&self, column: usize, row: usize) -> bool {
        let holes = &self.position.game().definition().holes;
        self.shown_at(column, row).is_some_and(|square| !holes.contains(square))
    }

    /// Returns the name of the file shown in a column.
    fn file_name(&self, column: usize) -> String {
        let square = self.shown_at(column, 0).expect("a column of the picture is a file of the board");
        self.size().file_letter(self.size().file(square)).to_string()
    }

    /// Returns the name of the rank shown in a row.
    fn rank_name(&self, row: usize) -> String {
        let square = self.shown_at(0, row).expect("a row of the picture is a rank of the board");
        (self.size().rank(square) + 1).to_string()
    }

    /// Returns whether the line above a row is the edge of a side's promotion zone.
    fn is_zone_edge(&self, row: usize) -> bool {
        let game = self.position.game();
        let Some(above) = row.checked_sub(1).and_then(|above| self.shown_at(0, above)) else { return false };
        let Some(below) = self.shown_at(0, row) else { return false };
        Side::BOTH.iter().any(|&side| game.zone(side).contains(above) != game.zone(side).contains(below))
    }

    /// Returns lines about the position besides the board: the side to move or the result of the game, and the reserves of both
    /// sides.
    pub fn caption(&self) -> String {
        let game = self.position.game();
        let first = match self.position.terminal_verdict().or_else(|| self.position.draw_verdict()) {
            None => format!("{} to move", game.side_name(self.position.side())),
            Some(verdict) => crate::words::verdict(game, verdict).to_string(),
        };
        let lines = std::iter::once(first).chain(crate::words::reserves(self.position));
        lines.collect::<Vec<_>>().join("\n")
    }
}
