/**
 * What a person remembers of the pieces of a game: a card for each piece that has been asked about, kept in the browser. When it is asked
 * about again is computed by FSRS, a published algorithm for spaced repetition: just before it would be forgotten.
 */

import type { Accessor } from "solid-js";
import { type Card, Rating, createEmptyCard, fsrs } from "ts-fsrs";
import { createKept, keep, keysWith, recall } from "./storage";

export interface Cards {
  /** The ids of the pieces that have been asked about. */
  known: Accessor<ReadonlySet<string>>;
  /** The ids of those that are to be asked about again, the most urgent first. */
  due: Accessor<readonly string[]>;
  /** When the next piece is to be asked about; nothing without any. */
  next: Accessor<Date | undefined>;
  /** Keeps whether a piece was known. */
  answer(piece: string, isRight: boolean): void;
}

/** The most games whose cards are kept; those of the game that was learned longest ago are dropped. */
export const MAX_LEARNED_GAMES = 20;

const PREFIX = "beaufort/cards/";

// Without steps of minutes: what was wrong is asked again in the same round.
const scheduler = fsrs({ enable_short_term: false });

/** The cards of a game by the ids of its pieces. */
type Deck = ReadonlyMap<string, Card>;

/** Returns the cards of a game. `now` tells the time. */
export function createCards(storage: Storage, game: string, now: () => Date = () => new Date()): Cards {
  const key = PREFIX + game;
  const [deck, refresh] = createKept(
    () => read(storage, key),
    (changed) => changed === key,
  );
  const byUrgency = () => [...deck()].sort(([, one], [, other]) => one.due.getTime() - other.due.getTime());
  return {
    known: () => new Set(deck().keys()),
    due: () => byUrgency().flatMap(([piece, { due }]) => (due <= now() ? [piece] : [])),
    next: () => byUrgency()[0]?.[1].due,
    answer(piece, isRight) {
      // Another page may have written a moment ago.
      const kept = read(storage, key);
      const card: Card = kept.get(piece) ?? createEmptyCard(now());
      const next = scheduler.next(card, now(), isRight ? Rating.Good : Rating.Again).card;
      const cards = new Map([...kept, [piece, next] as const]);
      if (!storage.getItem(key)) forgetOldest(storage);
      keep(storage, key, { at: now().getTime(), cards: Object.fromEntries(cards) });
      refresh();
    },
  };
}

/** Makes room for the cards of one more game. */
function forgetOldest(storage: Storage): void {
  const games = keysWith(storage, PREFIX).map((key) => ({
    key,
    at: Number(recall(storage, key)?.["at"]) || 0,
  }));
  games.sort((one, other) => other.at - one.at);
  for (const { key } of games.slice(MAX_LEARNED_GAMES - 1)) storage.removeItem(key);
}

/** Returns what can be understood of the cards that were kept. */
function read(storage: Storage, key: string): Deck {
  const kept = recall(storage, key)?.["cards"];
  if (typeof kept !== "object" || kept === null) return new Map();
  return new Map(
    Object.entries(kept).flatMap(([piece, value]) => {
      const card = cardOf(value);
      return card ? [[piece, card] as const] : [];
    }),
  );
}

function cardOf(value: unknown): Card | undefined {
  const kept = (typeof value === "object" && value !== null ? value : {}) as Record<string, unknown>;
  const due = dateOf(kept["due"]);
  const last = dateOf(kept["last_review"]);
  const { stability, difficulty, scheduled_days, reps, lapses, state } = kept;
  const numbers = { stability, difficulty, scheduled_days, reps, lapses, state };
  if (!due || !last || !areCounts(numbers)) return undefined;
  const empty: Card = createEmptyCard(due);
  return { ...empty, ...numbers, due, last_review: last };
}

function areCounts<Name extends string>(values: Record<Name, unknown>): values is Record<Name, number> {
  return Object.values(values).every((value) => typeof value === "number" && value >= 0);
}

function dateOf(value: unknown): Date | undefined {
  const date = new Date(typeof value === "string" ? value : Number.NaN);
  return Number.isNaN(date.getTime()) ? undefined : date;
}
