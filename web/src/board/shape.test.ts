import { describe, expect, it } from "vitest";
import { nameOf, placeOf, plainShape, squareAt, squaresOf } from "./shape";

describe.each([
  [10, 10],
  [16, 16],
  [12, 8],
])("a board of %i by %i", (files, ranks) => {
  const shape = plainShape(files, ranks);
  it.each([false, true])("finds every square where it is drawn, flipped: %s", (flipped) => {
    for (const square of squaresOf(shape)) {
      expect(squareAt(shape, placeOf(shape, square, flipped), flipped)).toBe(square);
    }
  });
});

it("the first square is the first side's left corner", () => {
  const shape = plainShape(10, 10);
  expect(nameOf(shape, 0)).toBe("a1");
  expect(placeOf(shape, 0, false)).toEqual({ column: 0, row: 9 });
  expect(placeOf(shape, 0, true)).toEqual({ column: 9, row: 0 });
});

it("the letters of the files are data", () => {
  const shape = { ...plainShape(3, 1), fileNames: ["y", "z", "a"] };
  expect(squaresOf(shape).map((square) => nameOf(shape, square))).toEqual(["y1", "z1", "a1"]);
});

it.each([
  [-1, 0],
  [3, 0],
  [0, -1],
  [0, 3],
])("there is nothing beside the board, at %i, %i", (column, row) => {
  const shape = plainShape(3, 3);
  expect(squareAt(shape, { column, row }, false)).toBeUndefined();
  expect(squareAt(shape, { column, row }, true)).toBeUndefined();
});
