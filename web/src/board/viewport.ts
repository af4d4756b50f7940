/** Which part of a board is seen: zooming towards a point and panning, never past the edge. */

/** The side of a square, in the units of the board's picture. */
export const UNIT = 100;

/** A rectangle in the units of the board's picture. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
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
