/** The regions to be seen on a board: their edges, their diagonals, or their squares in a colour. */

import type { DrawnRegionView } from "../protocol/protocol";
import { type Shape, placeOf, squareAt } from "./shape";
import { UNIT } from "./viewport";

/** Returns the path data of the lines of regions. */
export function regionLines(shape: Shape, drawn: readonly DrawnRegionView[], flipped: boolean): string {
  return drawn
    .filter(({ drawing }) => drawing !== "tinted")
    .flatMap(({ drawing, squares }) =>
      squares.map(
        (side) => edges(shape, side, flipped) + (drawing === "crossed" ? cross(shape, side, flipped) : ""),
      ),
    )
    .join("");
}

/** Returns the path data of the squares of tinted regions. */
export function regionAreas(shape: Shape, drawn: readonly DrawnRegionView[], flipped: boolean): string {
  const tinted = drawn.filter(({ drawing }) => drawing === "tinted").flatMap(({ squares }) => squares.flat());
  return [...new Set(tinted)]
    .map((square) => {
      const { column, row } = placeOf(shape, square, flipped);
      return `M${column * UNIT} ${row * UNIT}h${UNIT}v${UNIT}h-${UNIT}z`;
    })
    .join("");
}

/** The lines between squares of a region and others; the edge of the board is none. */
function edges(shape: Shape, squares: readonly number[], flipped: boolean): string {
  const has = new Set(squares);
  const isBeyond = (column: number, row: number) => {
    const square = squareAt(shape, { column, row }, flipped);
    return square !== undefined && !has.has(square);
  };
  return squares
    .map((square) => {
      const { column, row } = placeOf(shape, square, flipped);
      const [x, y] = [column * UNIT, row * UNIT];
      return [
        isBeyond(column, row - 1) ? `M${x} ${y}h${UNIT}` : "",
        isBeyond(column, row + 1) ? `M${x} ${y + UNIT}h${UNIT}` : "",
        isBeyond(column - 1, row) ? `M${x} ${y}v${UNIT}` : "",
        isBeyond(column + 1, row) ? `M${x + UNIT} ${y}v${UNIT}` : "",
      ].join("");
    })
    .join("");
}

/** The diagonals through the middles of the corner squares. */
function cross(shape: Shape, squares: readonly number[], flipped: boolean): string {
  if (squares.length === 0) return "";
  const places = squares.map((square) => placeOf(shape, square, flipped));
  const middle = (at: number) => (at + 0.5) * UNIT;
  const ends = (numbers: number[]) => [middle(Math.min(...numbers)), middle(Math.max(...numbers))] as const;
  const [left, right] = ends(places.map(({ column }) => column));
  const [top, bottom] = ends(places.map(({ row }) => row));
  return `M${left} ${top}L${right} ${bottom}M${left} ${bottom}L${right} ${top}`;
}
