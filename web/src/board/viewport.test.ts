import { expect, it } from "vitest";
import { MAX_ZOOM, panned, zoomed } from "./viewport";

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
