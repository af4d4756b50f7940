import { expect, it } from "vitest";
import { isFound } from "./search";

const DUKE = { name: "Duke", id: "Du", ability: "N + R4", description: "Leaps like a Knight or slides." };

it.each([
  ["duke", true],
  ["duc", true],
  ["N", true],
  ["R4", true],
  ["R", false],
  ["D", false],
  ["knight R4", true],
  ["knight camel", false],
  ["", true],
])("%s finds the Duke: %s", (search, isThere) => {
  expect(isFound(DUKE, "Duc", search.split(" ").filter(Boolean))).toBe(isThere);
});
