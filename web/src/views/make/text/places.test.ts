import { expect, it } from "vitest";
import { rangeOf, shownFix } from "./places";

const TEXT = "a😀b c\nKinght\n";
const at = (line: number, column: number, length: number) =>
  rangeOf(TEXT, { line, column, length, message: "" });

it("lines and characters are counted as the program counts them", () => {
  expect(at(1, 1, 1)).toEqual([0, 1]);
  expect(at(1, 2, 1)).toEqual([1, 3]);
  expect(at(1, 3, 3)).toEqual([3, 6]);
  expect(TEXT.slice(...at(2, 1, 6)!)).toBe("Kinght");
});

it("where something is missing, a character is marked", () => {
  expect(at(2, 1, 0)).toEqual([7, 8]);
  expect(at(1, 6, 0)).toEqual([6 - 1, 6]);
  expect(at(9, 9, 0)).toEqual([TEXT.length, TEXT.length]);
  expect(rangeOf(TEXT, { file: "scirocco", line: 1, column: 1, length: 1, message: "" })).toBeUndefined();
});

it("a correction is shown without its quotes", () => {
  expect(['"binds"', "forward", '"', '""'].map(shownFix)).toEqual(["binds", "forward", '"', '""']);
});
