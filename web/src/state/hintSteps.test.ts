import { createRoot } from "solid-js";
import { expect, it } from "vitest";
import type { TurnView } from "../protocol/protocol";
import { createHintSteps, pointedBy } from "./hintSteps";

const turn = (kind: "own" | "drop"): TurnView => ({
  text: "",
  steps: [{ from: 5, to: 9, kind, changes: [] }],
});

it("a hint tells the piece, what it is about, and the turn, and points until the turn is told", () => {
  const hint = createRoot(createHintSteps);
  const pointed = [];
  for (let step = 0; step < 5; step++) {
    pointed.push([hint.told(), pointedBy(hint.told(), turn("own"))]);
    hint.more();
  }
  expect(pointed).toEqual([
    [0, []],
    [1, [5]],
    [2, [5]],
    [3, []],
    [3, []],
  ]);
  expect([pointedBy(1, turn("drop")), pointedBy(1, undefined)]).toEqual([[], []]);
  hint.reset();
  expect(hint.told()).toBe(0);
});
