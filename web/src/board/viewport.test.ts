import { describe, expect, it } from "vitest";
import { plainShape } from "./shape";
import { MARGIN, MAX_ZOOM, framed, panned, zoomed } from "./viewport";

const WHOLE = { x: 0, y: 0, width: 1000, height: 800 };

it("zooming keeps the point under the fingers", () => {
  const seen = zoomed(WHOLE, WHOLE, 2, { x: 250, y: 200 });
  expect(seen).toEqual({ x: 125, y: 100, width: 500, height: 400 });
});

it("zooming ends at the whole board and at the largest scale", () => {
  const close = zoomed(WHOLE, WHOLE, 1000, { x: 500, y: 400 });
  expect(close.width).toBe(WHOLE.width / MAX_ZOOM);
  expect(zoomed(WHOLE, close, 1 / 1000, { x: 500, y: 400 })).toEqual(WHOLE);
});

it("panning ends at the edge", () => {
  const seen = zoomed(WHOLE, WHOLE, 2, { x: 0, y: 0 });
  expect(panned(WHOLE, seen, 5000, -50)).toEqual({ x: 500, y: 0, width: 500, height: 400 });
});

describe("a part of a board", () => {
  const shape = plainShape(16, 16);
  it("is as wide as it is far to see, with a margin", () => {
    const box = framed(shape, { square: 8 * 16 + 8, reach: 3 }, false);
    expect(box).toEqual({
      x: 500 - MARGIN,
      y: 400 - MARGIN,
      width: 700 + 2 * MARGIN,
      height: 700 + 2 * MARGIN,
    });
  });
  it("ends where the board ends, whoever looks", () => {
    expect(framed(shape, { square: 0, reach: 3 }, false).x).toBe(-MARGIN);
    expect(framed(shape, { square: 0, reach: 3 }, false).width).toBe(400 + 2 * MARGIN);
    expect(framed(shape, { square: 0, reach: 3 }, true).x).toBe(1200 - MARGIN);
  });
  it("is the whole board if nothing is said", () => {
    expect(framed(plainShape(12, 8), undefined, false)).toMatchObject({
      width: 1200 + 2 * MARGIN,
      height: 800 + 2 * MARGIN,
    });
  });
});
