import { expect, it } from "vitest";
import { describedPieces, outlineOf, pathOf, pieceAt, placeOfPiece, stringAt, tableAt } from "./outline";

const TEXT = `id = "oasis" # a comment = "no string"
board.files = 6
pieces = [
  "King", # the first
  "Sand Cat",
]
[array]
ranks = """
  . SC K
"""
[[setup]]
choices = ["symmetry", { exchange = "Knight-Sand Cat", squares = ["b1", "e1"] }]

[piece."Sand Cat"]
id = "SC"
ability = "F + forward R3"
[piece.Well]
ability = 'W`;

const outline = outlineOf(TEXT);
const at = (part: string) => TEXT.indexOf(part);

it("tables, keys and strings are found, also in a text that is not finished", () => {
  expect(outline.tables.map(({ path }) => path.join("/"))).toEqual([
    "",
    "array",
    "setup",
    "piece/Sand Cat",
    "piece/Well",
  ]);
  expect(outline.entries.map((entry) => pathOf(entry).join("."))).toEqual([
    "id",
    "board.files",
    "pieces",
    "array.ranks",
    "setup.choices",
    "setup.choices.exchange",
    "setup.choices.squares",
    "piece.Sand Cat.id",
    "piece.Sand Cat.ability",
    "piece.Well.ability",
  ]);
  const contents = outline.strings.map(({ from, to }) => TEXT.slice(from, to));
  expect(contents).toContain("Knight-Sand Cat");
  expect(contents).toContain("\n  . SC K\n");
  expect(contents.at(-1)).toBe("W");
  expect(contents).not.toContain("no string");
  expect(describedPieces(outline)).toEqual(["Sand Cat", "Well"]);
  expect(placeOfPiece(outline, "Well")).toBe(at("[piece.Well]"));
});

it("a place has a table, a string and perhaps a piece", () => {
  expect(tableAt(outline, at("symmetry"))?.path).toEqual(["setup"]);
  expect(stringAt(outline, at("oasis"))?.entry?.key).toEqual(["id"]);
  expect(stringAt(outline, at("# a comment"))).toBeUndefined();
  expect(pieceAt(outline, TEXT, at("F + forward"))).toBe("Sand Cat");
  expect(pieceAt(outline, TEXT, at("King") + 2)).toBe("King");
  expect(pieceAt(outline, TEXT, at("SC K") + 1)).toBe("SC");
  expect(pieceAt(outline, TEXT, at(". SC"))).toBeUndefined();
  expect(pieceAt(outline, TEXT, at("board.files"))).toBeUndefined();
});

it("no text is too odd", () => {
  for (const text of [
    "",
    "[",
    "[[",
    "a",
    "= 1",
    "a = ",
    'a = "',
    "a = [",
    "a = {",
    "a = { b",
    "]",
    "}",
    "a = }",
    '"""',
    "\\",
    'a = "\\',
    "a.b.",
    "{,,}",
    "a = { = }",
  ]) {
    const { tables } = outlineOf(text);
    expect(tables.at(-1)?.end, text).toBe(text.length);
  }
});
