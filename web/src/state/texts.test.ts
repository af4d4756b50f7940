import { describe, expect, it } from "vitest";
import { clockText } from "./clock";
import { href, parse } from "./route";
import { isPosition, pack, unpack } from "./share";

describe("addresses", () => {
  it.each([
    ["#/", { view: "games" }],
    ["", { view: "games" }],
    ["#/nowhere", { view: "unknown" }],
    ["#/play/a table", { view: "unknown" }],
    ["#/play/abc", { view: "play", session: "abc" }],
    ["#/pieces/jupiter/Der", { view: "pieces", game: "jupiter", piece: "Der" }],
    ["#/help", { view: "help" }],
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

it("a position is told from a record", () => {
  expect(isPosition("9(K)/9(P)/10/[K]9 b\n")).toBe(true);
  expect(isPosition('[Variant "scirocco"]\n\n1. P-e4 *')).toBe(false);
});
