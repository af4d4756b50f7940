/** Which part of a board is seen: zooming towards a point and panning, never past the edge. */

import { type Shape, placeOf } from "./shape";

/** The side of a square, in the units of the board's picture. */
export const UNIT = 100;

/** A rectangle in the units of the board's picture. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Returns the upper left corner of a square, in the units of the board's picture. */
export function cornerOf(shape: Shape, square: number, flipped: boolean): { x: number; y: number } {
  const { column, row } = placeOf(shape, square, flipped);
  return { x: column * UNIT, y: row * UNIT };
}

/** The width of the margin with the coordinates. */
export const MARGIN = 34;

/** Returns the picture of a board with its margin, or of the squares around one. */
export function framed(
  shape: Shape,
  around: { square: number; reach: number } | undefined,
  flipped: boolean,
): Box {
  const { column, row } = placeOf(shape, around?.square ?? 0, flipped);
  const span = (at: number, end: number): [number, number] =>
    around ? [Math.max(0, at - around.reach), Math.min(end, at + around.reach + 1)] : [0, end];
  const [left, right] = span(column, shape.files);
  const [top, bottom] = span(row, shape.ranks);
  return {
    x: left * UNIT - MARGIN,
    y: top * UNIT - MARGIN,
    width: (right - left) * UNIT + 2 * MARGIN,
    height: (bottom - top) * UNIT + 2 * MARGIN,
  };
}

/** The most a board is enlarged. */
export const MAX_ZOOM = 5;

/** Returns a part of a board enlarged by a factor, with a point of it staying where it is on the screen. */
export function zoomed(whole: Box, seen: Box, factor: number, about: { x: number; y: number }): Box {
  const width = Math.min(whole.width, Math.max(whole.width / MAX_ZOOM, seen.width / factor));
  const scale = width / seen.width;
  return within(whole, {
    x: about.x - (about.x - seen.x) * scale,
    y: about.y - (about.y - seen.y) * scale,
    width,
    height: seen.height * scale,
  });
}

/** Returns a part of a board shifted by a distance. */
export function panned(whole: Box, seen: Box, dx: number, dy: number): Box {
  return within(whole, { ...seen, x: seen.x + dx, y: seen.y + dy });
}

function within(whole: Box, box: Box): Box {
  const clamp = (value: number, low: number, high: number) => Math.max(low, Math.min(high, value));
  return {
    ...box,
    x: clamp(box.x, whole.x, whole.x + whole.width - box.width),
    y: clamp(box.y, whole.y, whole.y + whole.height - box.height),
  };
}
