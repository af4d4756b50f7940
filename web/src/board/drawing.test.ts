import { expect, it } from "vitest";
import { type Drawing, MAX_DRAWINGS, colourOf, drawn } from "./drawing";

const NONE = { shiftKey: false, ctrlKey: false, altKey: false };
const arrow: Drawing = { from: 1, to: 2, colour: "green" };

it.each([
  [{}, "green"],
  [{ shiftKey: true }, "red"],
  [{ ctrlKey: true }, "red"],
  [{ altKey: true }, "blue"],
  [{ altKey: true, shiftKey: true }, "yellow"],
])("the keys %o draw in %s", (keys, colour) => expect(colourOf({ ...NONE, ...keys })).toBe(colour));

it("the same arrow drawn again goes, in another colour it changes, and another one is added", () => {
  expect(drawn([], arrow)).toEqual([arrow]);
  expect(drawn([arrow], arrow)).toEqual([]);
  expect(drawn([arrow], { ...arrow, colour: "red" })).toEqual([{ ...arrow, colour: "red" }]);
  const back: Drawing = { from: 2, to: 1, colour: "green" };
  expect(drawn([arrow], back)).toEqual([arrow, back]);
});

it("no more is kept than anybody can see", () => {
  const many = Array.from({ length: MAX_DRAWINGS + 5 }, (_, from): Drawing => ({ ...arrow, from }));
  const kept = many.reduce<Drawing[]>(drawn, []);
  expect(kept).toEqual(many.slice(5));
});
