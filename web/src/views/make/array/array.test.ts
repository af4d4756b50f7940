import { describe, expect, it } from "vitest";
import { EMPTY, WALL, codeOf } from "../../../board/piece";
import type { GameView } from "../../../protocol/protocol";
import { changed } from "../text/change";
import { outlineOf } from "../text/outline";
import * as array from "./array";

const IDS = ["K", "R", "Gu"];
const [KING, ROOK, GUARD] = [0, 1, 2];

/** Returns a game whose pieces stand as rows say, the last rank first: capitals for the first player, small letters for the second. */
function game(...rows: string[]): GameView {
  const code = (sign: string) => {
    if (sign === ".") return EMPTY;
    if (sign === "#") return WALL;
    const type = IDS.findIndex((id) => id.charAt(0) === sign.toUpperCase());
    return codeOf(type, sign === sign.toUpperCase() ? 0 : 1);
  };
  const start = rows.toReversed().flatMap((row) => Array.from(row, code));
  const summary = { files: rows[0]?.length ?? 0, ranks: rows.length, start };
  return { summary, types: IDS.map((id) => ({ id })) } as unknown as GameView;
}

const after = (text: string, view: GameView, ...puts: array.Put[]) =>
  changed(text, array.arrayChanges(outlineOf(text), text, view, puts));
const boardIn = (text: string, view: GameView) => array.boardIn(outlineOf(text), text, view);
const armiesDiffer = (text: string, view: GameView) => array.armiesDiffer(outlineOf(text), text, view);

const MIRROR = `id = "x" # mine
[array]
symmetry = "mirror" # opposite
ranks = """
    . R .
    . K .
"""
[ending]
`;
const MIRRORED = game(".k.", ".r.", "...", ".R.", ".K.");

describe("an array", () => {
  it("gets a piece of the first player, and no other line changes", () => {
    expect(after(MIRROR, MIRRORED, [0, codeOf(GUARD, 0)])).toBe(
      MIRROR.replace("    . R .\n    . K .", "    .  R .\n    Gu K ."),
    );
  });

  it("is changed on the other side as well", () => {
    const text = after(MIRROR, MIRRORED, [14, codeOf(ROOK, 1)]);
    expect(text).toBe(MIRROR.replace(". K .", ". K R"));
    const turned = MIRROR.replace("mirror", "rotational");
    expect(after(turned, MIRRORED, [14, codeOf(ROOK, 1)])).toBe(turned.replace(". K .", "R K ."));
  });

  it("loses a piece of either army", () => {
    const without = MIRROR.replace(". R .", ". . .");
    expect(after(MIRROR, MIRRORED, [4, EMPTY])).toBe(without);
    expect(after(MIRROR, MIRRORED, [10, EMPTY])).toBe(without);
  });

  it("grows by a rank, and by none for a square that is cleared", () => {
    expect(after(MIRROR, MIRRORED, [7, codeOf(GUARD, 0)])).toBe(
      MIRROR.replace("    . R .\n    . K .", "    . Gu .\n    . R  .\n    . K  ."),
    );
    expect(after(MIRROR, MIRRORED, [6, EMPTY])).toBe(MIRROR);
  });

  it("moves a piece", () => {
    const moved = after(MIRROR, MIRRORED, [4, EMPTY], [5, codeOf(ROOK, 0)]);
    expect(moved).toBe(MIRROR.replace(". R .", ". . R"));
  });

  it("without symmetry names the sides", () => {
    const text = `array.symmetry = "none"\narray.ranks = "(K) . .\\n. . [K]"\n`;
    const view = game("k..", "..K");
    expect(armiesDiffer(text, view)).toBe(true);
    expect(after(text, view, [0, codeOf(ROOK, 1)])).toContain('"""\n(K) . .\n(R) . [K]\n"""');
  });

  it("is shown as the text has it, whether it can be played or not", () => {
    expect(boardIn(MIRROR, MIRRORED)).toEqual(MIRRORED.summary.start);
    const turned = MIRROR.replace("mirror", "rotational").replace(". K .", "K # Q");
    expect(boardIn(turned, MIRRORED)).toEqual(game(".#k", ".r.", "...", ".R.", "K#.").summary.start);
    expect(boardIn('extends = "scirocco"', MIRRORED)).toEqual(MIRRORED.summary.start);
    const apart = '[array]\nsymmetry = "none"\nranks = """\n(K) . .\n. [Gu] [K]\n"""';
    expect(boardIn(apart, game("...", "..."))).toEqual(game("k..", ".GK").summary.start);
    expect(boardIn(MIRROR.replace(". K .", ". K"), MIRRORED)).toBeUndefined();
    expect(boardIn(MIRROR, game("...", "..."))?.length).toBe(6);
    expect(boardIn(MIRROR, game("..."))).toBeUndefined();
  });

  it("keeps its holes", () => {
    const text = '[array]\nranks = """\n# R\n. K\n"""\n';
    const view = game("k.", "r#", "#R", ".K");
    expect(after(text, view, [2, codeOf(GUARD, 0)])).toBe(text);
    expect(after(text, view, [0, codeOf(GUARD, 0)])).toBe('[array]\nranks = """\n#  R\nGu K\n"""\n');
  });

  it("comes from the game that is extended, with the symmetry that its pieces have", () => {
    const text = 'extends = "scirocco"\n';
    expect(after(text, MIRRORED, [0, codeOf(GUARD, 0)])).toBe(
      `${text}\n[array]\nsymmetry = "mirror"\nranks = """\n  .  R .\n  Gu K .\n"""\n`,
    );
    expect(after(text, game("rk.", "...", ".KR"), [0, codeOf(GUARD, 0)])).toContain(
      'symmetry = "rotational"\nranks = """\n  Gu K R\n"""',
    );
    expect(after(text, game("k..", "..R", "..K"), [0, codeOf(GUARD, 1)])).toContain(
      'symmetry = "none"\nranks = """\n  (K)  . .\n  .    . [R]\n  (Gu) . [K]\n"""',
    );
  });

  it("comes into the table that is there", () => {
    const text = 'extends = "scirocco"\n[array]\nsymmetry = "rotational"\n[ending]\n';
    expect(after(text, game(".k.", ".K."), [KING, codeOf(ROOK, 0)])).toBe(
      'extends = "scirocco"\n[array]\nranks = """\n  R K .\n"""\nsymmetry = "rotational"\n[ending]\n',
    );
  });
});
