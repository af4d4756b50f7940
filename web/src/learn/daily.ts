/** The puzzle of the day: the date alone decides, so it is the same for everybody. */

import { PUZZLE_GAMES, type Puzzle, puzzlesOf } from "./puzzles";

export interface DailyPuzzle {
  game: string;
  /** Its number among the puzzles of the game, counted from 1. */
  number: number;
  puzzle: Puzzle;
}

const DAY_MS = 86_400_000;

/** Returns the number of a day in UTC, counted from 1970. */
export function dayOf(date: Date): number {
  return Math.floor(date.getTime() / DAY_MS);
}

/** Returns the puzzle of a day. The games take turns. */
export async function puzzleOfDay(day: number): Promise<DailyPuzzle | undefined> {
  const game = PUZZLE_GAMES[day % PUZZLE_GAMES.length] ?? "";
  const puzzles = await puzzlesOf(game);
  const index = indexOfRound(Math.floor(day / PUZZLE_GAMES.length), puzzles.length);
  const puzzle = puzzles[index];
  return puzzle && { game, number: index + 1, puzzle };
}

/**
 * Returns which of `count` puzzles is shown in a round: each once before any comes again, and one after the other far apart in the list, so
 * that easy and hard ones take turns.
 */
export function indexOfRound(round: number, count: number): number {
  if (count === 0) return 0;
  // The steps reach every place if their length has no divisor in common with the number of places.
  let step = Math.max(1, Math.round(count * GOLDEN));
  while (divisor(step, count) > 1) step++;
  return (round * step) % count;
}

/** The part of a length by which steps spread most evenly. */
const GOLDEN = 0.618;

/** Returns the greatest common divisor. */
function divisor(one: number, other: number): number {
  return other === 0 ? one : divisor(other, one % other);
}
