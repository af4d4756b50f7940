/**
 * The tables that this browser has seen. No server lists sessions: the name of one is the key to it, and this list is
 * where a person keeps theirs.
 */

import type { Accessor } from "solid-js";
import type { TableSummary } from "../protocol/protocol";
import { createKept, keep, keysWith, recall } from "./storage";

/** A table that has been seen. */
export interface KnownTable {
  session: string;
  /** The person's name for it. */
  name?: string;
  /** The person's tags, in lower case. */
  tags?: string[];
  /** When it was last seen to have changed, in milliseconds since 1970. */
  at: number;
  /** Where it stood then; missing until it has been asked for. */
  summary?: TableSummary;
}

export interface Tables {
  /** The tables, the most recently changed ones first. */
  all: Accessor<readonly KnownTable[]>;
  /** Keeps where a table stands. */
  note(session: string, summary: TableSummary): void;
  /** Gives a table a name and tags, or takes them away: tags are parted by commas, and no more than `MAX_TAGS` are kept. */
  label(session: string, name: string, tags: string): void;
  remove(session: string): void;
}

/** The most tables that are kept; the one that has been unchanged for longest is dropped. */
export const MAX_TABLES = 200;
/** The longest name of a table. */
export const MAX_NAME = 60;
/** The most tags of a table, and the longest of them. */
export const MAX_TAGS = 8;
export const MAX_TAG = 24;

// Each table has a key of its own, so that pages side by side do not overwrite each other's.
const PREFIX = "beaufort/table/";

/** Returns the tables that a browser keeps. */
export function createTables(storage: Storage, now: () => number = Date.now): Tables {
  const [all, refresh] = createKept(
    () => read(storage),
    (key) => key.startsWith(PREFIX),
  );

  // Another page may have written a moment ago.
  const find = (session: string) => parse(recall(storage, PREFIX + session));

  function put(table: KnownTable): void {
    const others = read(storage).filter(({ session }) => session !== table.session);
    for (const { session } of others.slice(MAX_TABLES - 1)) storage.removeItem(PREFIX + session);
    keep(storage, PREFIX + table.session, table);
    refresh();
  }

  return {
    all,
    note(session, summary) {
      const known = find(session);
      if (JSON.stringify(known?.summary) === JSON.stringify(summary)) return;
      put({ ...known, session, summary, at: now() });
    },
    label(session, name, tags) {
      const known = find(session);
      if (!known) return;
      const { at, summary } = known;
      const [named, kept] = [name.trim().slice(0, MAX_NAME), readTags(tags)];
      put({
        session,
        at,
        ...(summary && { summary }),
        ...(named && { name: named }),
        ...(kept.length > 0 && { tags: kept }),
      });
    },
    remove(session) {
      storage.removeItem(PREFIX + session);
      refresh();
    },
  };
}

/** Returns the tags in a text, each once. */
function readTags(text: string): string[] {
  const tags = text.split(",").map((tag) => tag.trim().toLowerCase().slice(0, MAX_TAG));
  return [...new Set(tags.filter((tag) => tag !== ""))].slice(0, MAX_TAGS);
}

function read(storage: Storage): KnownTable[] {
  return keysWith(storage, PREFIX)
    .flatMap((key) => parse(recall(storage, key)) ?? [])
    .sort((a, b) => b.at - a.at);
}

/** Returns what can be understood of a table that was kept. */
function parse(kept: Record<string, unknown> | undefined): KnownTable | undefined {
  const { session, at, name, tags, summary } = kept ?? {};
  if (typeof session !== "string" || typeof at !== "number") return undefined;
  return {
    session,
    at,
    ...(typeof name === "string" && { name }),
    ...(Array.isArray(tags) && { tags: tags.filter((tag) => typeof tag === "string") }),
    ...(isSummary(summary) && { summary }),
  };
}

function isSummary(value: unknown): value is TableSummary {
  const { game, players, board, side, moves } = (value ?? {}) as Partial<Record<keyof TableSummary, unknown>>;
  const isPlayer = (one: unknown) => typeof (one as { type?: unknown } | null)?.type === "string";
  return (
    typeof game === "string" &&
    Array.isArray(players) &&
    players.length === 2 &&
    players.every(isPlayer) &&
    Array.isArray(board) &&
    board.every((square) => typeof square === "number") &&
    typeof side === "number" &&
    typeof moves === "number"
  );
}
