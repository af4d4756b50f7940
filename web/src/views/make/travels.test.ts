import { expect, it } from "vitest";
import { mostVisited } from "./travels";

it("names the squares that are visited most, and none that is not", () => {
  expect(mostVisited("0190290")).toEqual([2, 5, 4]);
  expect(mostVisited("0050")).toEqual([2]);
  expect(mostVisited("")).toEqual([]);
});
