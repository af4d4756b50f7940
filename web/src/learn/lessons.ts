/** The lessons: the files of `games/lessons/`, in the order of their names. This module is large and is loaded when it is needed. */

import type { Exercise } from "./exercise";

export interface Lesson {
  /** The name of its file without the number in front. */
  id: string;
  title: string;
  chapter: string;
  /** The id of the game. */
  game: string;
  /** What it is about; an empty line divides paragraphs. */
  text: string;
  exercises: readonly Exercise[];
}

interface LessonFile extends Omit<Lesson, "id" | "exercises"> {
  exercise: readonly Exercise[];
}

const FILES = import.meta.glob<LessonFile>("../../../games/lessons/*.toml", {
  eager: true,
  import: "default",
});

export const LESSONS: readonly Lesson[] = Object.entries(FILES)
  .sort(([a], [b]) => (a < b ? -1 : 1))
  .map(([path, { exercise, ...lesson }]) => ({ id: idOf(path), ...lesson, exercises: exercise }));

function idOf(path: string): string {
  return /(\d+-)?([^/]+)\.toml$/.exec(path)?.[2] ?? path;
}
