import { expect, it } from "vitest";
import { parseGames } from "./shelf";

const file = (change: object) =>
  JSON.stringify({ format: "beaufort games", version: 1, games: [], ...change });

it("reads a file with games", () => {
  const games = [{ session: "a-1", saved: "{}" }];
  expect(parseGames(file({ games }))).toEqual(games);
  expect(parseGames(file({}))).toEqual([]);
});

it("says what is wrong with a file", () => {
  expect(() => parseGames("{")).toThrow("no file with games: ");
  expect(() => parseGames("null")).toThrow("no file with games of Beaufort");
  expect(() => parseGames(file({ format: "other" }))).toThrow("no file with games of Beaufort");
  expect(() => parseGames(file({ version: 2 }))).toThrow("version 2, not 1");
  expect(() =>
    parseGames(
      file({
        games: [
          { session: "a", saved: "" },
          { session: "a/b", saved: "" },
        ],
      }),
    ),
  ).toThrow("game 2 of the file");
  expect(() => parseGames(file({ games: [null] }))).toThrow("game 1 of the file");
});
