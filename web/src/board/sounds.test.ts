import { describe, expect, it } from "vitest";
import { RECIPES, type Sound, lengthOf } from "./sounds";

describe.each(Object.entries(RECIPES))("the sound of %s", (name, voices) => {
  it("is short", () => expect(lengthOf(name as Sound)).toBeLessThanOrEqual(700));

  it("can be played: pitches that people hear, and no more than the speaker can do", () => {
    for (const { pitch, gain, start, length } of voices) {
      for (const frequency of pitch) expect(frequency).toBeGreaterThanOrEqual(80);
      for (const frequency of pitch) expect(frequency).toBeLessThanOrEqual(8000);
      expect(start).toBeGreaterThanOrEqual(0);
      expect(length).toBeGreaterThan(10);
      expect(gain).toBeGreaterThan(0);
    }
    const together = (at: number) => voices.filter(({ start, length }) => start <= at && at < start + length);
    for (const { start } of voices)
      expect(together(start).reduce((sum, { gain }) => sum + gain, 0)).toBeLessThanOrEqual(2);
  });
});

it("no two sounds are alike", () => {
  const recipes = Object.values(RECIPES).map((voices) => JSON.stringify(voices));
  expect(new Set(recipes).size).toBe(recipes.length);
});
