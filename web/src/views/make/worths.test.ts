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

it("a difference within the error is none", () => {
  expect(learnedTypes(tuning([400, 500, 100, 200], [400, 514, 97, 193]))).toEqual([3]);
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
