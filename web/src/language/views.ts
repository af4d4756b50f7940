/**
 * The session's views of games in the language of the page: each name and description is looked up whenever it
 * is shown. The objects stay the same when the language changes.
 */

import type {
  ChapterView,
  DiagramView,
  GameSummary,
  GameView,
  LevelView,
  TypeView,
} from "../protocol/protocol";
import { told } from "./language";

/** The names of the pieces, and of the sides, as the program tells them. */
const NAMES = new WeakMap<TypeView, string>();
const SIDES = new WeakMap<GameSummary, readonly string[]>();

/** Returns what the program calls a side: a colour, in English, whatever the language of the page. */
export function sideAsTold(game: GameSummary, side: number): string {
  return (SIDES.get(game) ?? game.sides)[side] ?? "";
}

/** Returns what the program calls a piece: its name in English, whatever the language of the page. */
export function nameAsTold(type: TypeView): string {
  return NAMES.get(type) ?? type.name;
}

/** Returns the piece of a game that the program calls by a name; -1 if there is none. */
export function typeNamed(game: GameView, name: string): number {
  return game.types.findIndex((type) => nameAsTold(type) === name);
}

/** Whether a piece is called by a name: its id, its name in the language of the page, or that in English. */
export function isCalled(type: TypeView, name: string): boolean {
  const wanted = name.toLowerCase();
  return [type.id, type.name, NAMES.get(type)].some((word) => word?.toLowerCase() === wanted);
}

export function levelInLanguage(level: LevelView): LevelView {
  return {
    ...level,
    get name() {
      return told(level.name);
    },
    get description() {
      return told(level.description);
    },
  };
}

export function summaryInLanguage(game: GameSummary): GameSummary {
  const view: GameSummary = {
    ...game,
    get name() {
      return told(game.name);
    },
    get summary() {
      return told(game.summary);
    },
    get sides(): [string, string] {
      return [told(game.sides[0]), told(game.sides[1])];
    },
  };
  SIDES.set(view, game.sides);
  return view;
}

export function gameInLanguage(game: GameView): GameView {
  return {
    ...game,
    summary: summaryInLanguage(game.summary),
    types: game.types.map(typeInLanguage),
  };
}

function typeInLanguage(type: TypeView): TypeView {
  const view: TypeView = {
    ...type,
    get name() {
      return told(type.name);
    },
    get description() {
      return told(type.description);
    },
  };
  NAMES.set(view, type.name);
  return view;
}

export function chapterInLanguage(chapter: ChapterView): ChapterView {
  return {
    ...chapter,
    get title() {
      return told(chapter.title);
    },
    diagrams: chapter.diagrams.map(diagramInLanguage),
    entries: chapter.entries.map((entry) => ({
      ...entry,
      get text() {
        return told(entry.text);
      },
    })),
  };
}

function diagramInLanguage(diagram: DiagramView): DiagramView {
  return {
    ...diagram,
    get title() {
      return told(diagram.title);
    },
  };
}
