/** How far a learner is on an evening of the course: its lessons, its pieces, its battle. */

import { typeNamed } from "../../../language/views";
import { COURSE, type Evening } from "../../../learn/course";
import { LESSONS, type Lesson } from "../../../learn/lessons";
import type { GameView } from "../../../protocol/protocol";
import type { Cards } from "../../../state/cards";
import type { Learned } from "../../../state/learned";
import { WON_BATTLES, solvedOf } from "../words";

/** What comes next on an evening. */
export type NextStep =
  /** Its page, with the introduction and the pieces: nothing of it is done yet. */
  | { kind: "begin" }
  | { kind: "lesson"; lesson: Lesson }
  /** Pieces by heart. */
  | { kind: "cards" }
  | { kind: "battle" };

export interface Progress {
  /** The lessons of the evening. */
  lessons: readonly Lesson[];
  finished: readonly Lesson[];
  /** How many of its pieces have been met. */
  met: number;
  isWon: boolean;
  /** How many steps there are, a lesson, a piece or the battle each, and how many are done. */
  steps: number;
  done: number;
  /** Missing once everything is done. */
  next?: NextStep;
}

/** Returns the piece types of an evening in the game that the course teaches. */
export function typesOf(game: GameView, evening: Evening): number[] {
  return evening.pieces.map((piece) => typeNamed(game, piece)).filter((type) => type >= 0);
}

/** Returns the lessons of an evening in their order. */
export function lessonsOf(evening: Evening): Lesson[] {
  return evening.lessons.flatMap((id) => LESSONS.filter((lesson) => lesson.id === id));
}

/** Returns the progress on an evening; without the `game` no piece counts as met yet. */
export function progressOf(
  evening: Evening,
  learned: Learned,
  cards: Pick<Cards, "known">,
  game: GameView | undefined,
): Progress {
  const lessons = lessonsOf(evening);
  const finished = lessons.filter((lesson) => solvedOf(learned, lesson) === lesson.exercises.length);
  const hasBegun = lessons.some((lesson) => solvedOf(learned, lesson) > 0);
  const known = cards.known();
  const met = game
    ? typesOf(game, evening).filter((type) => known.has(game.types[type]?.id ?? "")).length
    : 0;
  const isWon = learned.solved(WON_BATTLES).has(evening.id);
  const open = lessons.find((lesson) => !finished.includes(lesson));
  const next = (): NextStep | undefined => {
    if (!hasBegun && met === 0 && !isWon) return { kind: "begin" };
    if (open) return { kind: "lesson", lesson: open };
    if (met < evening.pieces.length) return { kind: "cards" };
    return isWon ? undefined : { kind: "battle" };
  };
  const step = next();
  return {
    lessons,
    finished,
    met,
    isWon,
    steps: lessons.length + evening.pieces.length + 1,
    done: finished.length + met + Number(isWon),
    ...(step && { next: step }),
  };
}

/** Returns the first evening of which something is left to do. */
export function eveningToGoOn(progress: (evening: Evening) => Progress): Evening | undefined {
  return COURSE.find((evening) => progress(evening).next !== undefined);
}
