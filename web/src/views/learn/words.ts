/** Words that the learning views share. */

import { msg } from "../../language/catalogue";
import { t } from "../../language/language";
import { keyOf } from "../../learn/exercise";
import type { Lesson } from "../../learn/lessons";
import { type Rating, SURE_DEVIATION } from "../../learn/rating";
import type { Learned } from "../../state/learned";

/** Returns the list in which the solved exercises of a lesson are kept. */
export function listOf({ id }: Lesson): string {
  return `lessons/${id}`;
}

/** Returns the list in which the solved puzzles of a game are kept. */
export function puzzleList(game: string): string {
  return `puzzles/${game}`;
}

/** The list in which the evenings of the course are kept whose battle is won. */
export const WON_BATTLES = "course";

/** Returns how many exercises of a lesson are solved. */
export function solvedOf(learned: Learned, lesson: Lesson): number {
  const solved = learned.solved(listOf(lesson));
  return lesson.exercises.filter((exercise) => solved.has(keyOf(exercise))).length;
}

/** Returns the list in which the puzzles of a game are kept that have been rated. */
export function ratedList(game: string): string {
  return `rated/${game}`;
}

/** What solutions do, in the order in which it is to be chosen. */
export const THEMES: Readonly<Record<string, string>> = {
  quiet: msg("begins quietly"),
  check: msg("gives check"),
  several: msg("takes several at once"),
  afar: msg("takes from elsewhere"),
  lent: msg("borrows a move"),
  double: msg("makes two moves"),
  promotion: msg("promotes"),
  convert: msg("wins a piece over"),
  swap: msg("changes places"),
  push: msg("pushes or pulls"),
  hold: msg("immobilizes"),
  poison: msg("poisons or burns"),
  drop: msg("brings a new piece"),
};

/** Returns a rating in words, with its uncertainty. */
export function ratingInWords({ value, deviation }: Rating): string {
  const rating = String(Math.round(value));
  return deviation > SURE_DEVIATION ? t("{rating} (provisional)", { rating }) : rating;
}
