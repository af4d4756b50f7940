/** The games that this browser keeps, where there is no server: all of them as one file, and what has gone wrong with them. */

import { type Accessor, createSignal } from "solid-js";
import type { WorkerEvents } from "./connect";
import { isPractice } from "../session";
import * as database from "./database";
import { t } from "../language/language";

/** A game that cannot be read. */
export interface Damaged {
  session: string;
  saved: string;
  reason: string;
}

/** A game of which the engine knows less than it should. */
export interface Weakened {
  /** The id of the game. */
  game: string;
  reason: string;
}

/** Access to the games that the browser keeps. */
export interface Shelf {
  /** Why games are not kept, if they are not. */
  problem: Accessor<string | undefined>;
  /** The games that cannot be read. */
  damaged: Accessor<readonly Damaged[]>;
  dismiss(session: string): void;
  /** The games in which the engine plays by less than it has learned, and why. */
  weakened: Accessor<readonly Weakened[]>;
  accept(game: string): void;
  /** Returns the names of all games. */
  sessions(): Promise<string[]>;
  /** Returns all games as the text of a file. */
  exportAll(): Promise<string>;
  /** Reads such a file and returns the names of the games that it has added. Throws an `Error` that says what is wrong. */
  importAll(text: string): Promise<string[]>;
  remove(session: string): Promise<void>;
}

/** The format and version at the beginning of the file. */
const FORMAT = "beaufort games"; // eslint-disable-line texts/translated -- it stands in files
const VERSION = 1;
/** The longest file that is read, in characters, and the most games in it. */
const MAX_FILE = 256 * 1024 * 1024;
const MAX_GAMES = 10_000;
const SESSION = /^[\w-]{1,64}$/;

/** Returns what is kept of all games. */
async function keptGames() {
  return (await database.all()).filter(({ session }) => !isPractice(session));
}

/** Returns the shelf and the receiver of the worker's messages. `close` tells the worker that a game is deleted. */
export function createShelf(close: (session: string) => void): { shelf: Shelf; events: WorkerEvents } {
  const [problem, setProblem] = createSignal<string>();
  const [damaged, setDamaged] = createSignal<readonly Damaged[]>([]);
  const [weakened, setWeakened] = createSignal<readonly Weakened[]>([]);
  const events: WorkerEvents = {
    storage: (found) => setProblem(found),
    damaged: ({ session, saved, reason }) => setDamaged((old) => [...old, { session, saved, reason }]),
    noNet: ({ game, reason }) => setWeakened((old) => [...old, { game, reason }]),
  };
  const shelf: Shelf = {
    problem,
    damaged,
    dismiss: (session) => setDamaged((old) => old.filter((one) => one.session !== session)),
    weakened,
    accept: (game) => setWeakened((old) => old.filter((one) => one.game !== game)),
    sessions: async () => (await keptGames()).map(({ session }) => session),
    async exportAll() {
      const games = (await keptGames()).map(({ session, saved }) => ({ session, saved }));
      return JSON.stringify({ format: FORMAT, version: VERSION, games });
    },
    async importAll(text) {
      const games = parseGames(text);
      const known = new Map((await database.all()).map(({ session, saved }) => [session, saved]));
      const added: string[] = [];
      for (const { session, saved } of games) {
        // A game that has gone on here stays; the other one is put beside it, unless it is there already.
        let name = session;
        for (let copy = 2; known.has(name) && known.get(name) !== saved; copy++)
          name = `${session.slice(0, 48)}-${copy}`;
        if (known.has(name)) continue;
        await database.save(name, saved);
        known.set(name, saved);
        added.push(name);
      }
      return added;
    },
    async remove(session) {
      await database.remove(session);
      // A page that has it open would save it again.
      close(session);
    },
  };
  return { shelf, events };
}

/** Reads a file with games. Throws an `Error` that says what is wrong with it. */
export function parseGames(text: string): { session: string; saved: string }[] {
  if (text.length > MAX_FILE) throw new Error(t("the file is too large"));
  let file: unknown;
  try {
    file = JSON.parse(text);
  } catch (reason) {
    throw new Error(
      t("this is no file with games: {reason}", {
        reason: reason instanceof Error ? reason.message : String(reason),
      }),
    );
  }
  const { format, version, games } = (file ?? {}) as { format?: unknown; version?: unknown; games?: unknown };
  if (format !== FORMAT || !Array.isArray(games))
    throw new Error(t("this is no file with games of Beaufort"));
  if (version !== VERSION)
    throw new Error(
      t("the file is of version {version}, not {known}", { version: String(version), known: VERSION }),
    );
  if (games.length > MAX_GAMES) throw new Error(t("a file has at most {count} games", { count: MAX_GAMES }));
  return games.map((game: unknown, index) => {
    const { session, saved } = (game ?? {}) as { session?: unknown; saved?: unknown };
    if (typeof session !== "string" || !SESSION.test(session) || typeof saved !== "string") {
      throw new Error(t("game {number} of the file cannot be read", { number: index + 1 }));
    }
    return { session, saved };
  });
}
