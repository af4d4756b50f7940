import { describe, expect, it } from "vitest";
import { plainShape, squaresOf } from "../../../board/shape";
import { changed } from "../text/change";
import { outlineOf } from "../text/outline";
import * as regions from "./regions";

const SHAPE = plainShape(5, 6);
const TEXT = `[board]
files = 5
drawn = { palace = "crossed", river = "edged" }
[regions]
palace = ["b1-d3", "row 6"] # the home
river = { White = "row 3", Black = ["row 4"] }
odd = [
  "a1", # a corner
]
`;

describe("a region", () => {
  it("is the squares of its parts", () => {
    const [palace, river, odd] = regions.regionsIn(outlineOf(TEXT), TEXT, SHAPE);
    expect([...(palace?.parts[0]?.squares ?? [])]).toEqual([
      1, 2, 3, 6, 7, 8, 11, 12, 13, 25, 26, 27, 28, 29,
    ]);
    expect(river?.parts.map(({ side }) => side)).toEqual(["White", "Black"]);
    expect([...(river?.parts[1]?.squares ?? [])]).toEqual([15, 16, 17, 18, 19]);
    expect(palace?.parts[0]?.canChange).toBe(true);
    expect(odd?.parts[0]?.canChange).toBe(false);
  });

  it("with something else than squares has none that a form knows", () => {
    for (const said of ["z9", "row 7", "files a-f", "a1-", "all"])
      expect(regions.partIn(SHAPE, said), said).toBeUndefined();
    const text = '[regions]\na = ["a1", "q9"]\n';
    expect(regions.regionsIn(outlineOf(text), text, SHAPE)[0]?.parts[0]?.squares).toBeUndefined();
  });

  it("is written in few words, and read back the same, whatever its squares are", () => {
    expect(regions.partsOf(SHAPE, new Set([1, 2, 3, 6, 7, 8, 11, 12, 13]))).toEqual(["b1-d3"]);
    expect(regions.partsOf(SHAPE, new Set(squaresOf(SHAPE)))).toEqual(["rows 1-6"]);
    expect(regions.partsOf(SHAPE, new Set([5, 6, 7, 8, 9]))).toEqual(["row 2"]);
    expect(regions.partsOf(SHAPE, new Set([3, 4, 8, 9, 13, 14, 18, 19, 23, 24, 28, 29]))).toEqual([
      "files d-e",
    ]);
    let seed = 7;
    for (let round = 0; round < 200; round++) {
      const squares = squaresOf(SHAPE).filter(() => (seed = (seed * 48271) % 2147483647) % 2 === 0);
      const parts = regions.partsOf(SHAPE, new Set(squares)).map((part) => regions.partIn(SHAPE, part) ?? []);
      expect(parts.flat().sort((a, b) => a - b)).toEqual(squares);
    }
  });

  it("changes square by square, and nothing else does", () => {
    const outline = outlineOf(TEXT);
    const write = (name: string, side: string | undefined, ...squares: number[]) =>
      changed(TEXT, regions.writeSquares(outline, TEXT, SHAPE, name, side, new Set(squares)));
    expect(write("palace", undefined, 0, 1)).toBe(TEXT.replace('["b1-d3", "row 6"]', '["a1-b1"]'));
    expect(write("river", "Black", 24)).toBe(TEXT.replace('["row 4"]', '["e5"]'));
    expect(write("camp", undefined, 0)).toBe(`${TEXT.trimEnd()}\ncamp = ["a1"]\n`);
  });

  it("goes with its drawing", () => {
    const remove = (text: string, name: string) =>
      changed(text, regions.removeRegion(outlineOf(text), text, name));
    const without = remove(TEXT, "river");
    expect(without).toBe(TEXT.replace(', river = "edged"', "").replace(/river = \{ White.*\n/, ""));
    expect(remove(without, "palace")).not.toContain("drawn");
  });

  it("is drawn as its board says", () => {
    const draw = (text: string, drawing: regions.RegionDrawing | undefined) =>
      changed(text, regions.setDrawing(outlineOf(text), text, "palace", drawing));
    expect(regions.drawingIn(outlineOf(TEXT), TEXT, "palace")).toBe("crossed");
    expect(draw(TEXT, "tinted")).toBe(TEXT.replace("crossed", "tinted"));
    expect(draw(TEXT, undefined)).toBe(TEXT.replace('palace = "crossed", ', ""));
    expect(draw("[board]\nfiles = 5\n", "edged")).toBe('[board]\nfiles = 5\ndrawn = { palace = "edged" }\n');
  });

  it("has a name of small letters", () => {
    expect(["palace", "a-b"].every(regions.isRegionName)).toBe(true);
    expect(["", "Palace", "a1", "-a", "a b", "a".repeat(25)].some(regions.isRegionName)).toBe(false);
  });
});
