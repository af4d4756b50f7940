import { expect, it } from "vitest";
import { capturesOf } from "./captures";

it("what a side has taken is sorted by worth, and compared with what it has lost", () => {
  const worth = [100, 320, 950];
  const losses = [
    [0, 2],
    [0, 1, 0],
  ];
  expect(capturesOf(losses, worth, 0)).toEqual({
    types: [
      { type: 1, count: 1 },
      { type: 0, count: 2 },
    ],
    more: -5.3,
  });
  expect(capturesOf(losses, worth, 1)).toEqual({
    types: [
      { type: 2, count: 1 },
      { type: 0, count: 1 },
    ],
    more: 5.3,
  });
  expect(capturesOf(losses, [], 0).types.map(({ type }) => type)).toEqual([0, 1]);
});
