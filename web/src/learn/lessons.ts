/**
 * The lessons: the files of `games/lessons/`, in the order of their names. This module is large and is loaded when it is needed.
 * All texts are English, in one line each; views translate them.
 */

import type { Exercise } from "./exercise";
import { inOneLine, paragraphsOf } from "./lines";

export interface Lesson {
  /** The name of its file without the number in front. */
  id: string;
  title: string;
  chapter: string;
  /** The id of the game. */
  game: string;
  /** The name of the piece that it is about. */
  piece: string;
  /** The subject. */
  paragraphs: readonly string[];
  exercises: readonly Exercise[];
}

interface LessonFile extends Pick<Lesson, "title" | "chapter" | "game" | "piece"> {
  /** An empty line divides paragraphs. */
  text: string;
  exercise: readonly Exercise[];
}

const FILES = import.meta.glob<LessonFile>("../../../games/lessons/*.toml", {
  eager: true,
  import: "default",
});

export const LESSONS: readonly Lesson[] = Object.entries(FILES)
  .sort(([a], [b]) => (a < b ? -1 : 1))
  .map(([path, { text, exercise, ...lesson }]) => ({
    id: idOf(path),
    ...lesson,
    paragraphs: paragraphsOf(text),
    exercises: exercise.map(unbroken),
  }));

function idOf(path: string): string {
  return /(\d+-)?([^/]+)\.toml$/.exec(path)?.[2] ?? path;
}

/** Returns an exercise with each of its texts in one line. */
function unbroken({ goal, hint, done, answers, ...exercise }: Exercise): Exercise {
  const lines = Object.entries(answers ?? {}).map(([turn, text]) => [turn, inOneLine(text)]);
  return {
    ...exercise,
    goal: inOneLine(goal),
    ...(hint === undefined ? {} : { hint: inOneLine(hint) }),
    ...(done === undefined ? {} : { done: inOneLine(done) }),
    ...(answers ? { answers: Object.fromEntries(lines) as Record<string, string> } : {}),
  };
}
