/**
 * The games that a person is making, each by its name, with the text of its file. Pages side by side may have the same one open: a
 * text that another page has written meanwhile is never overwritten unasked.
 */

import { type Accessor, createSignal } from "solid-js";
import type { GameSummary } from "../protocol/protocol";
import { type OwnGame, isSummary } from "./ownGames";
import { type ForgivingStorage, createKept, keep, keysWith, recall } from "./storage";

/** A game in the making. */
export interface Draft {
  name: string;
  text: string;
  /** When it was last changed, in milliseconds since 1970. */
  at: number;
  /** The last of its texts that could be played. */
  playable?: OwnGame;
  /** The id of the game from which it is made: another game, or its own last version that was published. */
  origin?: string;
}

/** The most drafts that are kept; no other can be begun then. */
export const MAX_DRAFTS = 100;
/** The longest name of a draft, in characters. */
export const MAX_DRAFT_NAME = 60;

/** Whether a text has been saved: another page may have `changed` the draft, or it is `gone`. */
export type Saving = "saved" | "changed" | "gone";

export interface Drafts {
  /** The drafts, the most recently changed ones first. */
  all: Accessor<readonly Draft[]>;
  find(name: string): Draft | undefined;
  /** Returns the game of a draft by its id, if its last playable text is that game. */
  game(id: string): OwnGame | undefined;
  /** Whether the browser keeps what was saved last. */
  isKept: Accessor<boolean>;
  /** Whether there is room for another one. */
  hasRoom: Accessor<boolean>;
  /** Begins a draft. Returns its name, which may have a number behind it, or nothing without room. */
  create(name: string, text: string, origin?: string): string | undefined;
  /** Notes that a text of a draft has been published: the next version is made from it. */
  notePublished(name: string, id: string): void;
  /** Saves a text, unless the draft is not as it was known here. */
  save(name: string, text: string, known: string): Saving;
  /** Notes that a draft can be played as it is. */
  notePlayable(name: string, game: OwnGame): void;
  /** Returns whether it has the other name now; another draft may have it. */
  rename(name: string, other: string): boolean;
  remove(name: string): void;
  /** The draft that this page has deleted last, until it is put back or forgotten. */
  removed: Accessor<Draft | undefined>;
  forgetRemoved(): void;
  /** Puts a draft back, and returns its name. */
  restore(draft: Draft): string;
}

// Each draft has a key of its own.
const PREFIX = "beaufort/draft/";

/** Returns a name as it may stand in a list and an address. */
export function draftName(wanted: string): string {
  return Array.from(wanted.replaceAll(/\s+/gu, " ").trim()).slice(0, MAX_DRAFT_NAME).join("").trim();
}

/** Returns the drafts that a browser keeps. */
export function createDrafts(storage: ForgivingStorage, now: () => number = Date.now): Drafts {
  const [all, refresh] = createKept(
    () => read(storage),
    (key) => key.startsWith(PREFIX),
  );
  const [isKept, setKept] = createSignal(true);
  const [removed, setRemoved] = createSignal<Draft>();

  // Another page may have written a moment ago: what is kept decides, not what is shown.
  const kept = (name: string) => parse(name, recall(storage, PREFIX + name));

  function put({ name, text, at, playable, origin }: Draft): void {
    const { text: played, summary } = playable ?? {};
    keep(storage, PREFIX + name, {
      text,
      at,
      ...(summary && { summary: { ...summary } }),
      // Mostly it is the same text.
      ...(played !== undefined && played !== text && { played }),
      ...(origin !== undefined && { origin }),
    });
    setKept(storage.keeps(PREFIX + name));
    refresh();
  }

  /** Returns a name that is free: the one wanted, or that with a number. */
  function freeName(wanted: string): string {
    const name = draftName(wanted);
    for (let number = 1; ; number++) {
      const end = number === 1 ? "" : ` ${number}`;
      const tried =
        Array.from(name)
          .slice(0, MAX_DRAFT_NAME - end.length)
          .join("") + end;
      if (!kept(tried)) return tried;
    }
  }

  const hasRoom = () => all().length < MAX_DRAFTS;
  return {
    all,
    isKept,
    hasRoom,
    find: (name) => all().find((draft) => draft.name === name),
    game: (id) => all().find(({ playable }) => playable?.summary.id === id)?.playable,
    create(wanted, text, origin) {
      if (read(storage).length >= MAX_DRAFTS) return undefined;
      const name = freeName(wanted);
      put({ name, text, at: now(), ...(origin !== undefined && { origin }) });
      return name;
    },
    save(name, text, known) {
      const draft = kept(name);
      if (!draft) return "gone";
      if (draft.text !== known && draft.text !== text) {
        refresh();
        return "changed";
      }
      if (draft.text !== text) put({ ...draft, text, at: now() });
      return "saved";
    },
    notePlayable(name, { text, summary }) {
      const draft = kept(name);
      if (draft?.text === text && draft.playable?.summary.id !== summary.id)
        put({ ...draft, playable: { text, summary } });
    },
    notePublished(name, id) {
      const draft = kept(name);
      if (draft) put({ ...draft, origin: id });
    },
    rename(name, other) {
      const [draft, free] = [kept(name), draftName(other)];
      if (!draft || free === "" || (free !== name && kept(free))) return false;
      if (free === name) return true;
      put({ ...draft, name: free });
      storage.removeItem(PREFIX + name);
      refresh();
      return true;
    },
    remove(name) {
      setRemoved(kept(name));
      storage.removeItem(PREFIX + name);
      refresh();
    },
    removed,
    forgetRemoved: () => setRemoved(undefined),
    restore(draft) {
      const name = freeName(draft.name);
      put({ ...draft, name });
      setRemoved(undefined);
      return name;
    },
  };
}

function read(storage: Storage): Draft[] {
  return keysWith(storage, PREFIX)
    .flatMap((key) => parse(key.slice(PREFIX.length), recall(storage, key)) ?? [])
    .sort((one, other) => other.at - one.at || one.name.localeCompare(other.name));
}

/** Returns what can be understood of a draft that was kept. */
function parse(name: string, kept: Record<string, unknown> | undefined): Draft | undefined {
  const { text, at, played, summary, origin } = kept ?? {};
  if (typeof text !== "string" || typeof at !== "number") return undefined;
  const playable: { text: string; summary: GameSummary } | undefined = isSummary(summary)
    ? { text: typeof played === "string" ? played : text, summary }
    : undefined;
  return { name, text, at, ...(playable && { playable }), ...(typeof origin === "string" && { origin }) };
}
