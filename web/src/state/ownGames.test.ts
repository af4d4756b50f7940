import { createRoot } from "solid-js";
import { beforeEach, expect, it, vi } from "vitest";
import type { Command, GameView, ProblemCode } from "../protocol/protocol";
import { type Link, Refusal } from "./link";
import { Memory } from "./memory";
import { MAX_OWN_GAMES, createOwnGames, withOwnGames } from "./ownGames";
import { ForgivingStorage } from "./storage";

beforeEach(() => {
  vi.stubGlobal("addEventListener", () => undefined);
});

const view = (id: string, text?: string) =>
  ({
    summary: { id, name: id, files: 1, ranks: 1, sides: ["White", "Black"], start: [0] },
    ...(text !== undefined && { text }),
  }) as unknown as GameView;

it("games of people's own are kept with their texts, up to a bound", () => {
  const storage = new Memory();
  let clock = 0;
  const open = () => createRoot(() => createOwnGames(new ForgivingStorage(storage), () => ++clock));
  const games = open();
  games.note(view("scirocco"));
  games.note(view("scirocco", "a text"));
  games.note(view("own-x"));
  expect(storage.length).toBe(0);
  for (let number = 0; number <= MAX_OWN_GAMES; number++) games.note(view(`own-${number}`, `${number}`));
  expect(storage.length).toBe(MAX_OWN_GAMES);
  expect(open().find("own-0")).toBeUndefined();
  expect(open().find("own-1")).toMatchObject({ text: "1", summary: { name: "own-1" } });
});

/** A link to a session that knows the games whose texts it has read. */
function session(code: ProblemCode = "unknown") {
  const asked: Command[] = [];
  const known = new Set<string>();
  const take = (command: Command) => {
    asked.push(command);
    if (command.type === "readGame") known.add(`own-${command.text}`);
    else if ("game" in command && !known.has(command.game ?? ""))
      return Promise.reject(new Refusal({ code, message: "no" }));
    return Promise.resolve([]);
  };
  const link = {
    ask: take,
    joinWith: async (_: string, ...commands: Command[]) => {
      for (const command of commands) await take(command);
      return [];
    },
  } as unknown as Link;
  const textOf = (id: string) => (id === "own-a" ? "a" : undefined);
  const publishedText = (id: string) => Promise.resolve(id === "own-c" ? "c" : undefined);
  return { asked, link: withOwnGames(link, textOf, publishedText) };
}

const types = (asked: readonly Command[]) => asked.map(({ type }) => type);

it("a game that the session does not know is read and asked for again", async () => {
  const { asked, link } = session();
  await link.ask({ type: "rules", game: "own-a" });
  expect(types(asked)).toEqual(["rules", "readGame", "rules"]);
  await link.ask({ type: "game", game: "own-a" });
  expect(types(asked)).toEqual(["rules", "readGame", "rules", "game"]);
  await expect(link.ask({ type: "game", game: "own-b" })).rejects.toThrow("no");
  await expect(link.ask({ type: "game", game: "scirocco" })).rejects.toThrow("no");
  expect(types(asked).slice(4)).toEqual(["game", "game"]);
});

it("a game that this browser does not have is read if it is published", async () => {
  const { asked, link } = session();
  await link.ask({ type: "rules", game: "own-c" });
  expect(types(asked)).toEqual(["rules", "readGame", "rules"]);
});

it("another refusal is none of a text", async () => {
  const { asked, link } = session("tooMany");
  await expect(link.ask({ type: "rules", game: "own-a" })).rejects.toThrow("no");
  expect(types(asked)).toEqual(["rules"]);
});

it("a session that is joined for a game reads it first", async () => {
  const { asked, link } = session();
  const start: Command = {
    type: "start",
    game: "own-a",
    players: [{ type: "person" }, { type: "person" }],
    from: { type: "default" },
  };
  await link.joinWith("s", start);
  expect(types(asked)).toEqual(["readGame", "start"]);
});
