import { expect, it } from "vitest";
import type { StepView, TurnView } from "../protocol/protocol";
import { secondSquares } from "./second";

const step = (from: number, to: number): StepView => ({ from, to, kind: "own", changes: [] });
const turn = (...steps: StepView[]): TurnView => ({ text: "", steps });

it("tells what only a second step of the same piece reaches", () => {
  const turns = [
    turn(step(0, 1)),
    turn(step(0, 2)),
    turn(step(0, 1), step(1, 2)),
    turn(step(0, 1), step(1, 3)),
    turn(step(0, 1), step(1, 0)),
    // The second step of another piece, and a piece that is not asked about.
    turn(step(0, 2), step(5, 6)),
    turn(step(5, 6), step(6, 7)),
  ];
  expect(secondSquares(turns, 0)).toEqual([3]);
});
