/** The person's progress: solved exercises, and the streak of puzzles. It is kept in the browser. */

import type { Accessor } from "solid-js";
import { createKept, keep, recall } from "./storage";

/** The stored value. */
interface Kept {
  /** The keys of the exercises that are solved, by the list in which they stand: a lesson, the puzzles of a game. */
  solved: Record<string, string[]>;
  /** The puzzles that were solved in a row without a mistake or help, and the most so far. */
  streak: number;
  best: number;
}

export interface Learned {
  /** The keys of the exercises of a list that are solved. */
  solved(list: string): ReadonlySet<string>;
  streak: Accessor<number>;
  best: Accessor<number>;
  /** Keeps that an exercise is solved. */
  solve(list: string, key: string): void;
  /** Counts a puzzle solved without a mistake or help, or ends the streak. */
  count(isClean: boolean): void;
}

/** The most lists that are kept, and the most exercises of one; those solved first are forgotten first. */
export const MAX_LISTS = 200;
export const MAX_SOLVED = 2000;

const KEY = "beaufort/learned";

/** Returns what is known of a browser's learner. */
export function createLearned(storage: Storage): Learned {
  const [record, refresh] = createKept(
    () => read(storage),
    (key) => key === KEY,
  );

  function change(make: (old: Kept) => Kept): void {
    // Another page may have written a moment ago.
    keep(storage, KEY, make(read(storage)));
    refresh();
  }

  return {
    solved: (list) => new Set(record().solved[list] ?? []),
    streak: () => record().streak,
    best: () => record().best,
    solve: (list, key) =>
      change(({ solved, ...rest }) => {
        const { [list]: known = [], ...others } = solved;
        const keys = [...known.filter((one) => one !== key), key].slice(-MAX_SOLVED);
        const lists = [...Object.entries(others), [list, keys] as const].slice(-MAX_LISTS);
        return { ...rest, solved: Object.fromEntries(lists) };
      }),
    count: (isClean) =>
      change(({ streak, best, ...rest }) => {
        const next = isClean ? streak + 1 : 0;
        return { ...rest, streak: next, best: Math.max(best, next) };
      }),
  };
}

function read(storage: Storage): Kept {
  const { solved, streak, best } = recall(storage, KEY) ?? {};
  return { solved: lists(solved), streak: count(streak), best: count(best) };
}

/** Returns what can be understood of the lists that were kept. */
function lists(value: unknown): Record<string, string[]> {
  if (typeof value !== "object" || value === null) return {};
  const isText = (one: unknown) => typeof one === "string";
  return Object.fromEntries(
    Object.entries(value)
      .filter((entry): entry is [string, unknown[]] => Array.isArray(entry[1]))
      .map(([list, keys]) => [list, keys.filter(isText)]),
  );
}

function count(value: unknown): number {
  return typeof value === "number" && Number.isSafeInteger(value) && value > 0 ? value : 0;
}
