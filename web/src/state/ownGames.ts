/**
 * The games of people's own that this browser has played or been shown: their texts are their rules. A program that does not know such a
 * game (any more) reads its text again.
 */

import type { Command, GameSummary, GameView } from "../protocol/protocol";
import { type Link, Refusal } from "./link";
import { type ForgivingStorage, createKept, keep, keysWith, recall } from "./storage";

/** A game with the text of its file. */
export interface OwnGame {
  text: string;
  summary: GameSummary;
}

/** The most games that are kept; the one that was seen first is dropped. */
export const MAX_OWN_GAMES = 40;

/** The longest text of a game, in bytes: the program reads none that is longer. */
export const MAX_TEXT_BYTES = 64 * 1024;

// Each game has a key of its own, so that pages side by side do not overwrite each other's.
const PREFIX = "beaufort/own/";

/** Whether a game is user-made: its id is a hash of its text. */
export function isOwn(id: string): boolean {
  return id.startsWith("own-");
}

/** Returns the length of a text in bytes. */
export function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length;
}

export interface OwnGames {
  /** Returns a game, if the browser has it. */
  find(id: string): OwnGame | undefined;
  /** Keeps a game that a session has told. */
  note(view: GameView): void;
}

/** Returns the games that a browser keeps. */
export function createOwnGames(storage: ForgivingStorage, now: () => number = Date.now): OwnGames {
  const [all, refresh] = createKept(
    () => read(storage),
    (key) => key.startsWith(PREFIX),
  );
  return {
    find: (id) => all().get(id),
    note({ summary, text }) {
      if (text === undefined || !isOwn(summary.id) || all().has(summary.id)) return;
      const others = [...read(storage)].sort(([, one], [, other]) => other.at - one.at);
      for (const [id] of others.slice(MAX_OWN_GAMES - 1)) storage.removeItem(PREFIX + id);
      // A view translates its names when they are read: what is kept are those of the file.
      keep(storage, PREFIX + summary.id, { text, summary: { ...summary }, at: now() });
      refresh();
    },
  };
}

function read(storage: Storage): Map<string, OwnGame & { at: number }> {
  return new Map(
    keysWith(storage, PREFIX).flatMap((key) => {
      const { text, summary, at } = recall(storage, key) ?? {};
      return typeof text === "string" && isSummary(summary) && typeof at === "number"
        ? [[key.slice(PREFIX.length), { text, summary, at }] as const]
        : [];
    }),
  );
}

/** Whether a value that was kept is the summary of a game. */
export function isSummary(value: unknown): value is GameSummary {
  const { id, name, files, ranks, sides, start } = (value ?? {}) as Partial<
    Record<keyof GameSummary, unknown>
  >;
  return (
    typeof id === "string" &&
    typeof name === "string" &&
    typeof files === "number" &&
    typeof ranks === "number" &&
    Array.isArray(sides) &&
    sides.length === 2 &&
    Array.isArray(start) &&
    start.length === files * ranks
  );
}

/** Returns the own game that a command names, if it names one. */
function gameOf(command: Command): string | undefined {
  const id = "game" in command ? command.game : undefined;
  return id !== undefined && isOwn(id) ? id : undefined;
}

/**
 * Returns a link that sends the text of a game before a command that names it, where the game is not known. `textOf` has the texts of
 * this browser, `publishedText` those that the server has.
 */
export function withOwnGames(
  link: Link,
  textOf: (id: string) => string | undefined,
  publishedText: (id: string) => Promise<string | undefined> = () => Promise.resolve(undefined),
): Link {
  const reading = (command: Command): Command[] => {
    const id = gameOf(command);
    const text = id === undefined ? undefined : textOf(id);
    return text === undefined ? [] : [{ type: "readGame", text }];
  };
  return {
    ...link,
    async ask(command) {
      try {
        return await link.ask(command);
      } catch (reason) {
        const id = gameOf(command);
        if (id === undefined || !(reason instanceof Refusal) || reason.problem.code !== "unknown")
          throw reason;
        const text = textOf(id) ?? (await publishedText(id));
        if (text === undefined) throw reason;
        await link.ask({ type: "readGame", text });
        return await link.ask(command);
      }
    },
    joinWith: (session, ...commands) =>
      link.joinWith(session, ...commands.flatMap((command) => [...reading(command), command])),
  };
}
