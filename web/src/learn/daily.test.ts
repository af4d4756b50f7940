import { expect, it } from "vitest";
import { dayOf, indexOfRound, puzzleOfDay } from "./daily";
import { PUZZLE_GAMES } from "./puzzles";

it("a day begins at midnight in UTC", () => {
  const days = ["2026-11-29T23:59:59Z", "2026-11-30T00:00:00Z", "2026-11-30T14:00:00-09:00"];
  expect(days.map((time) => dayOf(new Date(time)) - 20_786)).toEqual([0, 1, 1]);
});

it("each puzzle comes once before any comes again, and neighbours in the list do not follow each other", () => {
  for (const count of [1, 2, 10, 101, 110, 120]) {
    const order = Array.from({ length: count }, (_, round) => indexOfRound(round, count));
    expect(new Set(order).size, String(count)).toBe(count);
    expect(indexOfRound(count, count)).toBe(order[0]);
  }
  expect(Math.abs(indexOfRound(7, 120) - indexOfRound(6, 120))).toBeGreaterThan(20);
});

it("the games take turns, and a day has one puzzle", async () => {
  const days = await Promise.all([20_786, 20_787, 20_788, 20_789, 20_790].map(puzzleOfDay));
  expect(new Set(days.slice(0, 4).map((day) => day?.game))).toEqual(new Set(PUZZLE_GAMES));
  expect(days[4]?.game).toBe(days[0]?.game);
  expect(days[4]?.number).not.toBe(days[0]?.number);
  expect(await puzzleOfDay(20_786)).toEqual(days[0]);
});
