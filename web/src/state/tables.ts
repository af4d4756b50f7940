/**
 * The tables that this browser has seen. No server lists sessions: the name of one is the key to it, and this list is
 * where a person keeps theirs.
 */

import { type Accessor, createSignal, onCleanup } from "solid-js";
import type { TableSummary } from "../protocol/protocol";
import { keep, keysWith } from "./storage";

/** A table that has been seen. */
export interface KnownTable {
  session: string;
  /** What the person calls it. */
  name?: string;
  /** What the person has put it under, in small letters. */
  tags?: string[];
  /** When it was last seen to have changed, in milliseconds since 1970. */
  at: number;
  /** Where it stood then; missing until it has been asked for. */
  summary?: TableSummary;
}

export interface Tables {
  /** The tables, those that changed last first. */
  all: Accessor<readonly KnownTable[]>;
  /** Keeps where a table stands. */
  note(session: string, summary: TableSummary): void;
  /** Gives a table a name and tags, or takes them away: tags are parted by commas, and no more than `MAX_TAGS` are kept. */
  label(session: string, name: string, tags: string): void;
  remove(session: string): void;
}

/** The most tables that are kept; the one that has not changed for longest goes. */
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
  const [all, setAll] = createSignal(read(storage));
  const refresh = (event: StorageEvent) => {
    if (event.key === null || event.key.startsWith(PREFIX)) setAll(read(storage));
  };
  addEventListener("storage", refresh);
  onCleanup(() => removeEventListener("storage", refresh));

  // Another page may have written a moment ago.
  const find = (session: string) => parse(storage.getItem(PREFIX + session));

  function put(table: KnownTable): void {
    const others = read(storage).filter(({ session }) => session !== table.session);
    for (const { session } of others.slice(MAX_TABLES - 1)) storage.removeItem(PREFIX + session);
    keep(storage, PREFIX + table.session, table);
    setAll(read(storage));
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
      setAll(read(storage));
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
    .flatMap((key) => parse(storage.getItem(key)) ?? [])
    .sort((a, b) => b.at - a.at);
}

function parse(text: string | null): KnownTable | undefined {
  try {
    const value = JSON.parse(text ?? "null") as KnownTable | null;
    return typeof value?.session === "string" && typeof value.at === "number" ? value : undefined;
  } catch {
    return undefined;
  }
}
