import { expect, it } from "vitest";
import { COURSE, eveningOf, eveningOfBattle, eveningOfLesson } from "./course";
import { LESSONS } from "./lessons";

it("the evenings stand in the order of their files, each with an address of its own", () => {
  expect(COURSE.map(({ number }) => number)).toEqual(COURSE.map((_, index) => index + 1));
  expect([COURSE[0]?.id, COURSE.at(-1)?.id]).toEqual(["steps", "jupiter"]);
  expect(new Set(COURSE.map(({ id }) => id)).size).toBe(COURSE.length);
  expect(eveningOf("leapers")?.number).toBe(3);
  expect([eveningOf("nothing"), eveningOf(undefined)]).toEqual([undefined, undefined]);
});

it("a lesson leads back to its evening, and one outside the course to none", () => {
  expect(eveningOfLesson("relay")?.id).toBe("lenders-and-takers");
  expect(eveningOfLesson("golem")).toBeUndefined();
  for (const { lessons } of COURSE)
    for (const lesson of lessons)
      expect(
        LESSONS.some(({ id }) => id === lesson),
        lesson,
      ).toBe(true);
});

it("a battle is known by its text, that of the last evening by its game", () => {
  for (const evening of COURSE) {
    const { battle } = evening;
    const found =
      "text" in battle ? eveningOfBattle("own-0", battle.text) : eveningOfBattle(battle.game, undefined);
    expect(found?.id).toBe(evening.id);
  }
  expect(eveningOfBattle("scirocco", undefined)).toBeUndefined();
  expect(eveningOfBattle("own-0", "name = 'Mine'")).toBeUndefined();
});
