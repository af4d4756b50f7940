import { expect, it } from "vitest";
import type { GameView, TuningView } from "../../protocol/protocol";
import { learnedTypes, withWorths } from "./worths";

const TEXT = `pieces = ["King", "Rook", "Knight"]

[piece.Lobster]
id = "L"
ability = "W"
`;
const GAME = {
  types: [
    { id: "K", name: "King" },
    { id: "R", name: "Rook" },
    { id: "N", name: "Knight" },
    { id: "L", name: "Lobster" },
  ],
} as unknown as GameView;

const tuning = (before: number[], worths: number[]) => ({ before, worths }) as TuningView;

it("what has changed is learned", () => {
  expect(learnedTypes(tuning([400, 500, 100, 200], [400, 500, 100, 193]))).toEqual([3]);
});

it("a copy that promotes no further is not described", () => {
  const game = {
    types: [
      { id: "G", name: "Gold" },
      { id: "Gp", name: "Gold by promotion" },
    ],
  } as GameView;
  expect(withWorths("", game, tuning([300, 300], [400, 400]))).toBe("[piece.Gold]\nworth = 400\n");
});

it("worths are written where a piece is described, and into a description of its own otherwise", () => {
  const text = withWorths(TEXT, GAME, tuning([400, 500, 300, 200], [400, 540, 300, 150]));
  expect(text).toBe(`${TEXT}worth = 150

[piece.Rook]
worth = 540
`);
  // Learned anew, they take the place of those of before.
  const again = withWorths(text, GAME, tuning([400, 540, 300, 150], [400, 600, 330, 150]));
  expect(again).toBe(`${TEXT}worth = 150

[piece.Rook]
worth = 600

[piece.Knight]
worth = 330
`);
});
