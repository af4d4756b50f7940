import { expect, it } from "vitest";
import { formatOf } from "./formats";
import { BOARDS, emptyBoard, gameWith, idFor } from "./templates";
import { outlineOf } from "./text/outline";

it("the form of a text tells its format", () => {
  expect(formatOf('id = "oasis"\n[board]\nfiles = 6\n')).toBe("game");
  expect(formatOf('extends = "scirocco"')).toBe("game");
  expect(formatOf("[mine:chess]\nqueen = -\n")).toBe("ini");
  expect(formatOf("files=8\nranks=8\npromoZone=1\npawn:P:fmWfcF:pawn:a2,b2\n")).toBe("diagram");
  expect(formatOf("fmWfcF\nN2\n")).toBe("betza");
});

it("names become ids", () => {
  expect(idFor("My Scirocco")).toBe("my-scirocco");
  expect(idFor("Über 3 Zwerge!")).toBe("my-uber-3-zwerge");
  expect(idFor("将棋")).toBe("my-game");
});

/** Returns the ranks of the array of a file. */
function ranksOf(text: string): string[][] {
  const outline = outlineOf(text);
  const ranks = outline.strings.find(({ entry }) => entry?.key[0] === "ranks");
  const lines = text.slice(ranks?.from, ranks?.to).trim().split("\n");
  return lines.map((line) => line.trim().split(/\s+/));
}

it.each(BOARDS)("a board of %i × %i has two full ranks", (files, ranks) => {
  const [pawns, pieces] = ranksOf(emptyBoard("Mine", 2026, [files, ranks]));
  expect(pawns).toHaveLength(files);
  expect(pieces).toHaveLength(files);
  expect(pieces?.filter((id) => id === "K")).toHaveLength(1);
  expect(pieces?.filter((id) => id === "C")).toHaveLength(2);
});

it("pieces in another notation stand in a game with room for them", () => {
  const piece = (betza: string, ability: string) => ({
    line: 1,
    betza,
    ability,
    unsaid: [],
    approximated: [],
  });
  const text = gameWith("Guest", 2026, [piece("N", "N"), piece("nQ", ""), piece("WA", "W + A")]);
  expect(text).toContain('[piece."Guest 1"]');
  expect(text).toContain('ability = "W + A"');
  expect(text).not.toContain("nQ");
  const [, pieces] = ranksOf(text);
  expect(pieces).toEqual(["R", "A", "B", ".", "K", "B", "A", "R"]);
});
