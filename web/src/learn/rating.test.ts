import { expect, it } from "vitest";
import { NEW_RATING, rated, ratingOfGrade } from "./rating";

it("the example of Glickman's paper comes out", () => {
  const { value, deviation } = rated({ value: 1500, deviation: 200 }, [
    { opponent: { value: 1400, deviation: 30 }, score: 1 },
    { opponent: { value: 1550, deviation: 100 }, score: 0 },
    { opponent: { value: 1700, deviation: 300 }, score: 0 },
  ]);
  expect(value).toBeCloseTo(1464.1, 1);
  expect(deviation).toBeCloseTo(151.4, 1);
});

it("a hard puzzle that is solved raises the rating more than an easy one, and the rating grows sure, but never too sure", () => {
  const solved = (grade: number) => rated(NEW_RATING, [{ opponent: ratingOfGrade(grade), score: 1 }]).value;
  expect(solved(5)).toBeGreaterThan(solved(1));
  let now = NEW_RATING;
  for (let turn = 0; turn < 200; turn++) now = rated(now, [{ opponent: ratingOfGrade(3), score: turn % 2 }]);
  expect(Math.abs(now.value - ratingOfGrade(3).value)).toBeLessThan(40);
  expect(now.deviation).toBe(50);
});
