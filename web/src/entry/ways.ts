/** By which squares a step is entered, once its piece is taken up. */

import type { StepView } from "../protocol/protocol";

/** Returns the square of the piece that a step takes up; a drop takes up none. */
export function startOf(step: StepView | undefined): number | undefined {
  return step?.kind === "drop" ? undefined : step?.from;
}

/** Returns the squares that go on with a step after those clicked. */
export function nextSquares(step: StepView, path: readonly number[]): Set<number> {
  const fitting = ways(step).filter((way) => path.every((square, index) => way[index] === square));
  // A click on its end distinguishes a completed step from longer ones.
  return new Set(fitting.map((way) => way[path.length] ?? step.to));
}

/** Whether a square is not yet enough for a step. */
export function opensAt(step: StepView, square: number): boolean {
  return !ways(step).some((way) => way.length === 1 && way[0] === square);
}

/** The sequences of squares, each of which means the step. */
function ways(step: StepView): readonly (readonly number[])[] {
  const { to, via } = step;
  const end = to === step.from ? (via ?? to) : to;
  if (via === undefined) return [[end]];
  switch (step.kind) {
    case "strike":
      return via === end ? [[end]] : [[end], [via, to]];
    case "twofold":
      return [
        [to, via],
        [via, to],
      ];
    case "place":
      return [[to, via]];
    case "drop":
      return [[to], [via]];
    default:
      return [[end]];
  }
}
