import { expect, it } from "vitest";
import { createTracker } from "./tracker";

const BLUE = 2;
const TAN = 3;
const PROMOTED = 4;

/** Where each piece stands, by its number. */
function places(tracker: ReturnType<typeof createTracker>): Record<number, number | "gone"> {
  return Object.fromEntries(
    tracker.pieces().map((piece) => [piece.id, piece.gone() ? "gone" : piece.square()]),
  );
}

it("a piece that moves stays the same piece, and the one it takes is seen to go", () => {
  const tracker = createTracker();
  tracker.show([BLUE, TAN, 0]);
  tracker.show(
    [0, PROMOTED, 0],
    [
      [0, BLUE, 0, "left"],
      [1, TAN, PROMOTED, "captured", 0],
    ],
  );
  expect(places(tracker)).toEqual({ 0: 1, 1: "gone" });
  expect(tracker.pieces()[0]?.code()).toBe(PROMOTED);
  tracker.sweep();
  expect(places(tracker)).toEqual({ 0: 1 });
});

it("two pieces that change places cross", () => {
  const tracker = createTracker();
  tracker.show([BLUE, PROMOTED]);
  tracker.show(
    [PROMOTED, BLUE],
    [
      [0, BLUE, PROMOTED, "left", 1],
      [1, PROMOTED, BLUE, "left", 0],
    ],
  );
  expect(places(tracker)).toEqual({ 0: 1, 1: 0 });
});

it("a piece that changes sides stays where it is", () => {
  const tracker = createTracker();
  tracker.show([BLUE]);
  tracker.show([TAN], [[0, BLUE, TAN, "converted"]]);
  expect(places(tracker)).toEqual({ 0: 0 });
  expect(tracker.pieces()[0]?.code()).toBe(TAN);
});

it("without a word about what happened, like pieces are taken for the same", () => {
  const tracker = createTracker();
  tracker.show([BLUE, 0, TAN]);
  tracker.show([0, BLUE, 0]);
  expect(places(tracker)).toEqual({ 0: 1, 1: "gone" });
});
