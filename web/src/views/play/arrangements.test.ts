import { expect, it } from "vitest";
import { nameOf, numberOf, optionOf } from "./arrangements";

const CHESS960 = { number: 960, default: 518, names: [] };
const NAMED = { number: 2, default: 0, names: ["King in front", "King behind"] };

it("an arrangement has an option, and that of the array is none", () => {
  expect([0, 1, 960].map((option) => numberOf(CHESS960, option))).toEqual([518, 0, 959]);
  expect([518, 0, 959, 960, -1, 3.7, Number.NaN].map((number) => optionOf(CHESS960, number))).toEqual([
    0, 1, 960, 960, 1, 4, 0,
  ]);
});

it("an arrangement has a name or a number", () => {
  expect(nameOf("Position", CHESS960, 343)).toBe("Position 342");
  expect(nameOf("Middle", NAMED, 2)).toBe("King behind");
});
