import { describe, expect, it } from "vitest";
import { changed } from "../text/change";
import { outlineOf } from "../text/outline";
import * as ending from "./ending";

const TEXT = `[ending]
check = "binds"
draws = [{ any-of = ["A"], left = 1 }]

[[ending.wins]] # three
checks = 3

[[ending.wins]]
in = "hill"
piece = ["King"]

[[ending.loses]]
all-of = "all pieces"

[[ending.loses]]
any-of = ["Rook"]
other-has = 2

[piece.Toad]
`;

const conditions = (text: string) => ending.conditionsIn(outlineOf(text), text);

describe("the conditions of an ending", () => {
  it("are known with all their keys, or shown as they are written", () => {
    expect(conditions(TEXT).map(({ result, known, text }) => [result, known ?? text])).toEqual([
      ["wins", { kind: "checks", count: 3 }],
      ["wins", { kind: "goal", pieces: ["King"], region: "hill" }],
      ["loses", { kind: "bare" }],
      ["loses", 'any-of = ["Rook"], other-has = 2'],
      ["draws", '{ any-of = ["A"], left = 1 }'],
    ]);
  });

  it("are taken away one by one, but for those with comments", () => {
    expect(conditions(TEXT)[0]?.remove).toBeUndefined();
    expect(changed(TEXT, conditions(TEXT)[1]?.remove?.() ?? [])).toBe(
      TEXT.replace('\n[[ending.wins]]\nin = "hill"\npiece = ["King"]\n', ""),
    );
    expect(changed(TEXT, conditions(TEXT)[4]?.remove?.() ?? [])).toBe(TEXT.replace(/draws.*\n/, ""));
    const list = "[ending]\nwins = [{ checks = 3 }, { in-a-row = 5 }]\n";
    expect(changed(list, conditions(list)[0]?.remove?.() ?? [])).toBe(
      "[ending]\nwins = [{ in-a-row = 5 }]\n",
    );
  });

  it("that are added are read back", () => {
    const all: ending.Known[] = [
      { kind: "checks", count: 7 },
      { kind: "row", count: 5 },
      { kind: "goal", pieces: ["Sand Cat"], region: "hill" },
      { kind: "goal", pieces: [], region: "hill" },
      { kind: "lost", pieces: ["Sand Cat"] },
      { kind: "bare" },
    ];
    const starts = ["", "ending = { check = 1 }\n", "[ending]\nwins = [{ checks = 1 }]\n", TEXT];
    for (const text of starts)
      for (const known of all) {
        const after = changed(text, ending.addCondition(outlineOf(text), text, known));
        expect(conditions(after).map((one) => one.known)).toContainEqual(known);
        expect(conditions(after)).toHaveLength(conditions(text).length + 1);
      }
  });
});

describe("the moves without a capture", () => {
  const set = (text: string, moves: number | undefined) =>
    changed(text, ending.setQuietMoves(outlineOf(text), text, moves));

  it("come, change and go", () => {
    const text = "[ending]\n";
    const fifty = set(text, 50);
    expect(fifty).toBe("[ending]\nquiet-moves = { draw = 50 }\n");
    expect(ending.quietMovesIn(outlineOf(fifty), fifty)).toBe(50);
    const but = '[ending]\nquiet-moves = { draw = 50, but = ["Pawn"] }\n';
    expect(set(but, 64)).toBe(but.replace("50", "64"));
    expect(set(fifty, undefined)).toBe(text);
    expect(set("[ending.quiet-moves]\ndraw = 4\n", undefined)).toBe("[ending.quiet-moves]\n");
  });
});

describe("a royal piece", () => {
  it("becomes one and ceases to be one, and its moves stay as they are written", () => {
    expect(ending.withRoyal("W + F", true)).toBe("W + F; royal");
    for (const ability of ["W + F; royal", "W + F + royal", "royal; W + F", "royal + W + F"]) {
      expect(ending.isRoyal(ability), ability).toBe(true);
      expect(ending.withRoyal(ability, false), ability).toBe("W + F");
    }
    expect(ending.withRoyal("W; royal; shielded", false)).toBe("W; shielded");
    expect(ending.isRoyal("leap beside a royal friend")).toBe(false);
    expect(ending.withRoyal("royal", false)).toBe("");
  });
});
