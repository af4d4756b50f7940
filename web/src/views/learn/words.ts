/** Words that the learning views share. */

import { keyOf } from "../../learn/exercise";
import type { Lesson } from "../../learn/lessons";
import type { Learned } from "../../state/learned";

/** Returns the list in which the solved exercises of a lesson are kept. */
export function listOf({ id }: Lesson): string {
  return `lessons/${id}`;
}

/** Returns the list in which the solved puzzles of a game are kept. */
export function puzzleList(game: string): string {
  return `puzzles/${game}`;
}

/** Returns how many exercises of a lesson are solved. */
export function solvedOf(learned: Learned, lesson: Lesson): number {
  const solved = learned.solved(listOf(lesson));
  return lesson.exercises.filter((exercise) => solved.has(keyOf(exercise))).length;
}
