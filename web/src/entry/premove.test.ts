import { expect, it } from "vitest";
import type { StepView, TurnView } from "../protocol/protocol";
import { findPremove } from "./premove";

const step = (from: number, to: number, more: Partial<StepView> = {}): StepView => ({
  from,
  to,
  kind: "own",
  changes: [],
  ...more,
});
const turn = (text: string, ...steps: StepView[]): TurnView => ({ text, steps });

it("is found again though it has become a capture, and by a lent move", () => {
  const premove = turn("R-a5", step(1, 5));
  expect(findPremove([turn("R-a4", step(1, 4)), turn("Rxa5", step(1, 5))], premove)?.text).toBe("Rxa5");
  expect(findPremove([turn("Rxa5", step(1, 5, { kind: "relayed", lender: 9 }))], premove)?.text).toBe("Rxa5");
});

it("is not taken for what ends elsewhere, in another way, as another piece, or is forbidden", () => {
  const premove = turn("P-a8=Q", step(1, 8, { promotion: 3 }));
  const others = [
    turn("P-a7", step(1, 7)),
    turn("P-a8=N", step(1, 8, { promotion: 4 })),
    turn("P-a8=Q R-b1", step(1, 8, { promotion: 3 }), step(2, 3)),
    turn("P<>a8", step(1, 8, { promotion: 3, kind: "swap" })),
    { ...premove, forbidden: true },
  ];
  expect(findPremove(others, premove)).toBeUndefined();
  expect(findPremove([...others, premove], premove)).toBe(premove);
});
