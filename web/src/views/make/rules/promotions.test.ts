import { describe, expect, it } from "vitest";
import type { GameView } from "../../../protocol/protocol";
import { changed } from "../text/change";
import { outlineOf } from "../text/outline";
import * as promotions from "./promotions";

/** A game in which the first piece becomes the second. */
const GAME = {
  types: [
    { id: "P", name: "Pawn", promotesTo: [{ to: 1 }] },
    { id: "R", name: "Rook", promotesTo: [] },
    { id: "Q", name: "Queen", promotesTo: [{ to: 1, when: "if it likes" }] },
  ],
} as unknown as GameView;

const NONE = { region: undefined, must: undefined };

const TEXT = `[promotions]
Pawn = ["Rook", { to = "Queen", in = "camp" }, { to = "King", after = "diagonal move" }] # the usual
Rook = { to = "Queen", must = true }
Queen = [
  "Rook", # never
]
`;

const rows = (text: string) => promotions.promotionsIn(outlineOf(text), text, GAME);
const row = (text: string, piece: string) => {
  const found = rows(text).find((row) => row.piece === piece);
  if (!found) throw new Error(`no row of ${piece}`);
  return found;
};
const after = (text: string, change: (outline: ReturnType<typeof outlineOf>) => ReturnType<typeof promotions.setTerms>) => changed(text, change(outlineOf(text))); // prettier-ignore

describe("promotions", () => {
  it("are rows: what a form cannot show is text", () => {
    expect(rows(TEXT).map(({ piece, canChange }) => [piece, canChange])).toEqual([
      ["Pawn", true],
      ["Rook", true],
      ["Queen", false],
    ]);
    const pawn = row(TEXT, "Pawn");
    expect(pawn.terms).toEqual(NONE);
    expect(pawn.becomes.map(({ to, special }) => [to, special])).toEqual([
      ["Rook", undefined],
      ["Queen", '{ to = "Queen", in = "camp" }'],
      ["King", '{ to = "King", after = "diagonal move" }'],
    ]);
    expect(row(TEXT, "Rook").terms).toEqual({ region: undefined, must: true });
  });

  it("of another game are shown, and changed where all of them can be said", () => {
    const text = 'extends = "x"\n';
    expect(rows(text).map(({ piece, canChange }) => [piece, canChange])).toEqual([
      ["Pawn", true],
      ["Queen", false],
    ]);
    expect(
      after(text, (outline) => promotions.addPromotion(outline, text, row(text, "Pawn"), "Pawn", "Queen")),
    ).toBe(`${text}\n[promotions]\nPawn = ["Rook", "Queen"]\n`);
  });

  it("come and go, and the rest stays", () => {
    expect(
      after(TEXT, (outline) => promotions.addPromotion(outline, TEXT, row(TEXT, "Pawn"), "Pawn", "Toad")),
    ).toBe(TEXT.replace(" } ]", " }").replace('move" }]', 'move" }, "Toad"]'));
    expect(after(TEXT, (outline) => promotions.removePromotion(outline, TEXT, row(TEXT, "Pawn"), 1))).toBe(
      TEXT.replace('{ to = "Queen", in = "camp" }, ', ""),
    );
    expect(
      after(TEXT, (outline) => promotions.addPromotion(outline, TEXT, row(TEXT, "Rook"), "Rook", "Toad")),
    ).toBe(
      TEXT.replace(
        '{ to = "Queen", must = true }',
        '[{ to = "Queen", must = true }, { to = "Toad", must = true }]',
      ),
    );
    expect(after("", (outline) => promotions.addPromotion(outline, "", undefined, "Sand Cat", "Toad"))).toBe(
      '[promotions]\n"Sand Cat" = ["Toad"]\n',
    );
  });

  it("get other terms, but for those with conditions", () => {
    const terms = { region: "camp", must: false };
    expect(after(TEXT, (outline) => promotions.setTerms(outline, TEXT, row(TEXT, "Pawn"), terms))).toBe(
      TEXT.replace('"Rook", {', '{ to = "Rook", in = "camp", must = false }, {'),
    );
    expect(after(TEXT, (outline) => promotions.setTerms(outline, TEXT, row(TEXT, "Rook"), NONE))).toBe(
      TEXT.replace('{ to = "Queen", must = true }', '"Queen"'),
    );
  });
});
