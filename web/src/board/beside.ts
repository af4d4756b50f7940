/** Where something small stands beside a square of a board. */

import type { Point } from "./gestures";

/** A rectangle of the window, in pixels. */
export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Places boxes, such as questions and cards, beside a square. */
export interface Beside {
  square: Area;
  /** Its width and height, in pixels. */
  width: number;
  height: number;
  /** The areas that must stay visible. */
  clear: readonly Area[];
  /** Where it may stand. */
  bounds: Area;
}

/** The gap between the square and what stands beside it, in pixels. */
const GAP = 6;
/** Covering a square that is to stay in sight is as bad as being this many squares farther away. */
const COVERING = 8;

/** Returns the best place for the upper left corner: near the square, over as little as possible of what is to stay in sight. */
export function placeBeside({ square, width, height, clear, bounds }: Beside): Point {
  const unit = Math.max(square.width, 1);
  const middle = { x: square.x + square.width / 2, y: square.y + square.height / 2 };
  const cost = (x: number, y: number) => {
    const here = { x, y, width, height };
    const covered = [square, ...clear].reduce((sum, area) => sum + overlap(here, area), 0) / unit ** 2;
    return COVERING * covered + Math.hypot(x + width / 2 - middle.x, y + height / 2 - middle.y) / unit;
  };
  const columns = starts(square.x, square.width, width, bounds.x, bounds.width);
  const rows = starts(square.y, square.height, height, bounds.y, bounds.height);
  let best = { x: bounds.x, y: bounds.y, cost: Infinity };
  for (const x of columns)
    for (const y of rows) {
      const here = cost(x, y);
      if (here < best.cost) best = { x, y, cost: here };
    }
  return { x: best.x, y: best.y };
}

/** The coordinates that are tried along one axis: before the square, in the middle of it, behind it, and all over the bounds. */
function starts(square: number, side: number, size: number, from: number, room: number): number[] {
  const last = Math.max(from, from + room - size);
  const step = Math.max(side / 2, 4);
  const grid = Array.from({ length: Math.ceil((last - from) / step) + 1 }, (_, index) => from + index * step);
  const near = [square - size - GAP, square + (side - size) / 2, square + side + GAP];
  return [...near, ...grid].map((start) => Math.max(from, Math.min(last, start)));
}

function overlap(a: Area, b: Area): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return Math.max(0, width) * Math.max(0, height);
}
