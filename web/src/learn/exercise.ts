/** What is learnt from: a position, what is to be done in it, and the turns that do it. Lessons and puzzles are made of these. */

export interface Exercise {
  /** The position, as the session reads it; the learner has the side to move. */
  position: string;
  /** What is to be done. */
  goal: string;
  /** Lines of turns as they are written: the learner's, a reply, the learner's and so on. */
  solutions: readonly (readonly string[])[];
  hint?: string;
  /** What is said to some wrong turns. */
  answers?: Readonly<Record<string, string>>;
  /** What has been seen, once it is solved. */
  done?: string;
}

/** Returns a short text that tells an exercise from others, and stays the same when their order changes. */
export function keyOf({ position, solutions }: Exercise): string {
  // FNV-1a, 32 bits: of a few hundred exercises two alike are unlikely, and would do no harm.
  let hash = 0x811c9dc5;
  for (const letter of `${position} ${solutions[0]?.join(" ") ?? ""}`)
    hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return hash.toString(36);
}
