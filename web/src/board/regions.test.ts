import { expect, it } from "vitest";
import { regionAreas, regionLines } from "./regions";
import { plainShape } from "./shape";

const SHAPE = plainShape(4, 3);

it("lines are drawn between a region and the other squares, not at the edge of the board", () => {
  // a1 and b1, at the bottom left.
  const drawn = [{ drawing: "edged" as const, squares: [[0, 1], []] as [number[], number[]] }];
  expect(regionLines(SHAPE, drawn, false)).toBe("M0 200h100M100 200h100M200 200v100");
  // Turned round they are at the top right.
  expect(regionLines(SHAPE, drawn, true)).toBe("M300 100h100M200 100h100M200 0v100");
});

it("a crossed region has its diagonals between the middles of its corners", () => {
  const palace = [0, 1, 2, 4, 5, 6, 8, 9, 10];
  const drawn = [{ drawing: "crossed" as const, squares: [palace, []] as [number[], number[]] }];
  expect(regionLines(SHAPE, drawn, false)).toContain("M50 50L250 250M50 250L250 50");
  expect(regionAreas(SHAPE, drawn, false)).toBe("");
});

it("a square of both sides' regions is coloured once", () => {
  const drawn = [{ drawing: "tinted" as const, squares: [[0], [0]] as [number[], number[]] }];
  expect(regionAreas(SHAPE, drawn, false)).toBe("M0 200h100v100h-100z");
  expect(regionLines(SHAPE, drawn, false)).toBe("");
});
