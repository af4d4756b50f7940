/**
 * The course: the files of `games/course/`, an evening each, in the order of their names. All texts are English, in one line each; views
 * translate them.
 */

import { inOneLine, paragraphsOf } from "./lines";

/** The game that the course teaches. */
export const TAUGHT = "jupiter";

/** A game at the end of an evening: a text of its own, or a built-in game by its id. */
export type Battle = { text: string } | { game: string };

export interface Evening {
  /** The name of its file without the number in front. */
  id: string;
  /** Its number, counted from 1. */
  number: number;
  title: string;
  /** The introduction. */
  paragraphs: readonly string[];
  /** The names of the pieces that are taught. */
  pieces: readonly string[];
  /** The ids of the lessons. */
  lessons: readonly string[];
  battle: Battle;
}

interface EveningFile extends Pick<Evening, "title" | "pieces" | "lessons" | "battle"> {
  /** An empty line divides paragraphs. */
  text: string;
}

const FILES = import.meta.glob<EveningFile>("../../../games/course/*.toml", {
  eager: true,
  import: "default",
});

export const COURSE: readonly Evening[] = Object.entries(FILES)
  .sort(([a], [b]) => (a < b ? -1 : 1))
  .map(([path, { text, title, ...evening }], index) => ({
    id: /\d+-([^/]+)\.toml$/.exec(path)?.[1] ?? path,
    number: index + 1,
    title: inOneLine(title),
    paragraphs: paragraphsOf(text),
    ...evening,
  }));

/** Returns the evening with an id. */
export function eveningOf(id: string | undefined): Evening | undefined {
  return COURSE.find((evening) => evening.id === id);
}

/** Returns the evening to which a lesson belongs, if any. */
export function eveningOfLesson(lesson: string): Evening | undefined {
  return COURSE.find(({ lessons }) => lessons.includes(lesson));
}

/** Returns the evening whose battle a game is: by its text, or by its id if it is built in. */
export function eveningOfBattle(id: string, text: string | undefined): Evening | undefined {
  return COURSE.find(({ battle }) => ("text" in battle ? battle.text === text : battle.game === id));
}
