import { expect, it } from "vitest";
import type { GameView, TypeView } from "../../protocol/protocol";
import { arranged, moved, nothing, placed, put } from "./arrangement";

const type = (standing?: "twoSquares") => ({ ...(standing ? { standing } : {}) }) as TypeView;
const GAME = { summary: { files: 4, ranks: 4 }, types: [type(), type("twoSquares")] } as unknown as GameView;
const [PAWN, GOLEM] = [2, 4];

it("a part joins another one diagonally next to it", () => {
  const half = put(GAME, nothing(GAME), 5, GOLEM);
  expect(half.pairs).toEqual([]);
  expect(put(GAME, half, 6, GOLEM).pairs).toEqual([]);
  const whole = put(GAME, half, 0, GOLEM);
  expect(whole.pairs).toEqual([[0, 5]]);
  expect(placed(whole)).toEqual([
    { square: 0, piece: GOLEM, other: 5 },
    { square: 5, piece: GOLEM, other: 0 },
  ]);
  expect(arranged(GAME, placed(whole))).toEqual(whole);
});

it("both parts go together", () => {
  const whole = put(GAME, put(GAME, nothing(GAME), 5, GOLEM), 0, GOLEM);
  expect(moved(GAME, whole, 5, 10).pairs).toEqual([[5, 10]]);
  expect(moved(GAME, whole, 5, undefined)).toEqual(nothing(GAME));
  expect(put(GAME, whole, 0, PAWN).board.filter((code) => code === GOLEM)).toEqual([]);
  // Its other part would stand beside the board.
  expect(moved(GAME, whole, 5, 4)).toBe(whole);
});
