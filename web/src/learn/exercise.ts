/** An exercise: a position, a task in it, and the turns that solve it. Lessons and puzzles consist of these. */

export interface Exercise {
  /** The position, as the session reads it; the learner has the side to move. */
  position: string;
  /** The task. */
  goal: string;
  /** Lines of turns as they are written: the learner's, a reply, the learner's and so on. */
  solutions: readonly (readonly string[])[];
  hint?: string;
  /** Answers to particular wrong turns. */
  answers?: Readonly<Record<string, string>>;
  /** The lesson of the exercise, shown once it is solved. */
  done?: string;
}

/** Returns a short identifier of an exercise, which does not depend on the order of exercises. */
export function keyOf({ position, solutions }: Exercise): string {
  // FNV-1a, 32 bits: of a few hundred exercises two alike are unlikely, and would do no harm.
  let hash = 0x811c9dc5;
  for (const letter of `${position} ${solutions[0]?.join(" ") ?? ""}`)
    hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return hash.toString(36);
}
