/** The person's progress: solved exercises, the streak, the rating and the records of puzzles. It is kept in the browser. */

import type { Accessor } from "solid-js";
import { NEW_RATING, type Rating, rated, ratingOfGrade } from "../learn/rating";
import { createKept, keep, recall } from "./storage";

/** The stored value. */
interface Kept {
  /** The keys of the exercises that are solved, by the list in which they stand: a lesson, the puzzles of a game. */
  solved: Record<string, string[]>;
  /** The puzzles that were solved in a row without a mistake or help, and the most so far. */
  streak: number;
  best: number;
  rating: Rating;
  /** The last day on which the puzzle of the day was solved, and on how many days in a row. */
  lastDay: number;
  days: number;
  /** The most puzzles of a game that were solved in a storm, by its id. */
  storms: Record<string, number>;
}

export interface Learned {
  /** The keys of the exercises of a list that are solved. */
  solved(list: string): ReadonlySet<string>;
  streak: Accessor<number>;
  best: Accessor<number>;
  rating: Accessor<Rating>;
  /** Returns on how many days in a row the puzzle of the day has been solved, up to a day or the one before. */
  daysUntil(day: number): number;
  /** Returns the most puzzles of a game that were solved in a storm. */
  storm(game: string): number;
  /** Keeps that an exercise is solved. */
  solve(list: string, key: string): void;
  /** Counts a puzzle solved without a mistake or help, or ends the streak. */
  count(isClean: boolean): void;
  /** Rates a puzzle of a grade: solved without a mistake or help, or not. */
  rate(grade: number, isClean: boolean): void;
  /** Keeps that the puzzle of a day is solved. */
  solveDay(day: number): void;
  /** Keeps how many puzzles of a game were solved in a storm, if there were never more. */
  keepStorm(game: string, solved: number): void;
}

/** The most lists that are kept, and the most exercises of one; those solved first are forgotten first. */
export const MAX_LISTS = 200;
export const MAX_SOLVED = 2000;
/** The most games whose records are kept. */
export const MAX_STORMS = 50;

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
    rating: () => record().rating,
    rate: (grade, isClean) =>
      change(({ rating, ...rest }) => {
        const outcome = { opponent: ratingOfGrade(grade), score: isClean ? 1 : 0 };
        return { ...rest, rating: rated(rating, [outcome]) };
      }),
    daysUntil: (day) => (record().lastDay >= day - 1 ? record().days : 0),
    solveDay: (day) =>
      change(({ lastDay, days, ...rest }) => {
        if (lastDay >= day) return { ...rest, lastDay, days };
        return { ...rest, lastDay: day, days: lastDay === day - 1 ? days + 1 : 1 };
      }),
    storm: (game) => record().storms[game] ?? 0,
    keepStorm: (game, solved) =>
      change(({ storms: { [game]: known = 0, ...others }, ...rest }) => {
        const all = [...Object.entries(others), [game, Math.max(known, solved)] as const];
        return { ...rest, storms: Object.fromEntries(all.slice(-MAX_STORMS)) };
      }),
  };
}

function read(storage: Storage): Kept {
  const { solved, streak, best, rating, lastDay, days, storms } = recall(storage, KEY) ?? {};
  return {
    solved: lists(solved),
    streak: count(streak),
    best: count(best),
    rating: ratingOf(rating),
    lastDay: count(lastDay),
    days: count(days),
    storms: Object.fromEntries(entries(storms).map(([game, most]) => [game, count(most)])),
  };
}

function entries(value: unknown): [string, unknown][] {
  return typeof value === "object" && value !== null ? Object.entries(value) : [];
}

function ratingOf(kept: unknown): Rating {
  const { value, deviation } = Object.fromEntries(entries(kept));
  const isRating = Number.isFinite(value) && Number.isFinite(deviation) && Number(deviation) > 0;
  return isRating ? { value: Number(value), deviation: Number(deviation) } : NEW_RATING;
}

/** Returns what can be understood of the lists that were kept. */
function lists(value: unknown): Record<string, string[]> {
  const isText = (one: unknown) => typeof one === "string";
  return Object.fromEntries(
    entries(value)
      .filter((entry): entry is [string, unknown[]] => Array.isArray(entry[1]))
      .map(([list, keys]) => [list, keys.filter(isText)]),
  );
}

function count(value: unknown): number {
  return typeof value === "number" && Number.isSafeInteger(value) && value > 0 ? value : 0;
}
