import { expect, it } from "vitest";
import type { StepView } from "../protocol/protocol";
import { stagesOf } from "./stages";

const BLUE = 2;
const TAN = 3;

const step: StepView = {
  from: 0,
  to: 1,
  kind: "relayed",
  lender: 5,
  changes: [
    [0, BLUE, 0, "left"],
    [1, TAN, BLUE, "captured", 0],
  ],
};

it("a turn is seen step by step, then what poison and fire do", () => {
  const marks: StepView["changes"] = [
    [1, BLUE, 0, "perished"],
    [7, TAN, 0, "perished"],
  ];
  expect(stagesOf({ steps: [step, { ...step, changes: [] }], marks })).toEqual([
    { changes: step.changes, loan: { lender: 5, borrower: 0 } },
    { changes: [], loan: { lender: 5, borrower: 0 } },
    {
      changes: marks,
      deaths: [
        { square: 1, cause: "poison" },
        { square: 7, cause: "fire" },
      ],
    },
  ]);
});

it("what nobody has played has no stages", () => {
  expect(stagesOf(undefined)).toEqual([]);
  expect(stagesOf({ steps: [] })).toEqual([]);
});
