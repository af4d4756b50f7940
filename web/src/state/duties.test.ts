import { expect, it } from "vitest";
import { type Duty, sorted } from "./duties";
import type { TableSummary } from "../protocol/protocol";

it("puts the oldest deadline first and games without a clock last", () => {
  const duty = (session: string, until?: number): Duty => ({
    session,
    summary: {} as TableSummary,
    ...(until === undefined ? {} : { until }),
  });
  const duties = [duty("none"), duty("late", 9), duty("soon", 3), duty("over", -1)];
  expect(sorted(duties).map(({ session }) => session)).toEqual(["over", "soon", "late", "none"]);
});
