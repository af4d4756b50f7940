import { describe, expect, it } from "vitest";
import { clockText } from "./clock";
import { href, parse } from "./route";
import { hashOfLink, pack, unpack, wordAt } from "./share";

describe("addresses", () => {
  it.each([
    ["#/", { view: "games" }],
    ["", { view: "games" }],
    ["#/nowhere", { view: "unknown" }],
    ["#/play/a table", { view: "unknown" }],
    ["#/play/abc", { view: "play", session: "abc" }],
    ["#/pieces/jupiter/Der", { view: "pieces", game: "jupiter", piece: "Der" }],
    ["#/help", { view: "help" }],
    [`#/made/${"0a".repeat(16)}`, { view: "published", id: `own-${"0a".repeat(16)}` }],
    ["#/made/0a", { view: "truncated" }],
    ["#/open/record", { view: "unknown" }],
    ["#/editor/scirocco/%E0%A4%A", { view: "editor", game: "scirocco", position: "%E0%A4%A" }],
  ])("%s", (hash, route) => expect(parse(hash)).toEqual(route));

  it("hold a whole position", () => {
    const position = "9(K)/9(P)/[K]9 b";
    expect(parse(href("editor", "scirocco", position))).toEqual({
      view: "editor",
      game: "scirocco",
      position,
    });
  });
});

it.each([
  [0, "0:00.0"],
  [9_940, "0:09.9"],
  [65_000, "1:05"],
  [3_909_000, "1:05:09"],
])("a clock shows %i as %s", (ms, text) => expect(clockText(ms)).toBe(text));

it("a text fits into a link and comes out of it again", async () => {
  const text = '[Variant "scirocco"]\n\n1. P-e4 P-f7 { “fine” } *\n'.repeat(20);
  const packed = await pack(text);
  expect(packed).toMatch(/^[\w-]+$/);
  expect(packed.length).toBeLessThan(text.length);
  expect(await unpack(packed)).toBe(text);
  await expect(unpack("damaged")).rejects.toThrow();
});

describe("a link to a seat or of a letter", () => {
  const key = "a".repeat(22);

  it.each([`#/join/${key}/${key}`, `#/mail/${key}/${key}`])("%s is followed", (hash) =>
    expect(parse(hash).view).not.toBe("truncated"),
  );

  it.each([
    `#/join/${key}/${key.slice(1)}`,
    `#/join/${key}/`,
    `#/join/${key}`,
    "#/join",
    `#/join/${key}/${key}.`,
    `#/mail/${key}`,
    "#/mail",
  ])("%s is said to be truncated", (hash) => expect(parse(hash).view).toBe("truncated"));
});

it.each([
  ["https://example.org/#/open/record/abc", "#/open/record/abc"],
  [" http://here.example/#/editor/scirocco/x\n", "#/editor/scirocco/x"],
  ["http://here.example/#/play/abc", "#/play/abc"],
  ["https://example.org/#/play/abc", undefined],
  ["https://example.org/game/7", undefined],
  ["1. P-e4 P-f7", undefined],
  ["9(K)/9(P)/[K]9 b", undefined],
])("the link %j leads to %s", (text, hash) => expect(hashOfLink(text, "http://here.example")).toBe(hash));

it.each([
  ["P-e4 P-f7", 1, 6, [5, 9]],
  ["one\ntwo (three) four", 2, 6, [9, 14]],
  ["ü💨 x", 1, 4, [4, 5]],
  ["end", 1, 4, [3, 3]],
])("the word of %j in line %i, column %i is found", (text, line, column, range) =>
  expect(wordAt(text, line, column)).toEqual(range),
);
