import { expect, it } from "vitest";
import { keyOf } from "./exercise";
import { LESSONS } from "./lessons";
import { hasPuzzles, puzzlesOf } from "./puzzles";

it("the lessons stand in the order of their files, each with a name of its own", () => {
  expect(LESSONS[0]?.id).toBe("basics");
  expect(new Set(LESSONS.map(({ id }) => id)).size).toBe(LESSONS.length);
  for (const { id, exercises } of LESSONS) expect(exercises.length, id).toBeGreaterThan(0);
});

it("the exercises of a lesson are told apart by their keys", () => {
  for (const { id, exercises } of LESSONS)
    expect(new Set(exercises.map(keyOf)).size, id).toBe(exercises.length);
});

it("the puzzles of a game come when they are asked for, the easiest first", async () => {
  expect([hasPuzzles("scirocco"), hasPuzzles("nothing")]).toEqual([true, false]);
  const puzzles = await puzzlesOf("scirocco");
  const grades = puzzles.map(({ grade }) => grade);
  expect(grades).toEqual(grades.toSorted((a, b) => a - b));
  expect(new Set(puzzles.map(keyOf)).size).toBe(puzzles.length);
  expect(puzzles.every(({ solutions }) => (solutions[0]?.length ?? 0) % 2 === 1)).toBe(true);
  expect(await puzzlesOf("nothing")).toEqual([]);
});
