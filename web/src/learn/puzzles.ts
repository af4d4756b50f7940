/** The puzzles: the files of `games/puzzles/`, one a game, each loaded when it is needed. */

import { plural } from "../language/language";
import type { Exercise } from "./exercise";

export interface Puzzle extends Exercise {
  /** How hard it is, from 1 to 5. */
  grade: number;
  /** What the turns of the solution do; see `docs/puzzles.md`. */
  themes: readonly string[];
}

interface PuzzleFile {
  puzzle: readonly {
    position: string;
    solution: readonly string[];
    grade: number;
    themes?: readonly string[];
  }[];
}

const FILES = import.meta.glob<PuzzleFile>("../../../games/puzzles/*.toml", { import: "default" });
const PATHS = new Map(Object.keys(FILES).map((path) => [/([^/]+)\.toml$/.exec(path)?.[1] ?? path, path]));

/** The ids of the games that have puzzles. */
export const PUZZLE_GAMES: readonly string[] = [...PATHS.keys()].sort();

/** Whether there are puzzles of a game. */
export function hasPuzzles(game: string): boolean {
  return PATHS.has(game);
}

/** Returns the puzzles of a game, the easiest first; none if there are no puzzles of it. */
export async function puzzlesOf(game: string): Promise<readonly Puzzle[]> {
  const load = FILES[PATHS.get(game) ?? ""];
  if (!load) return [];
  const { puzzle } = await load();
  return puzzle
    .map(({ position, solution, grade, themes = [] }) => ({
      position,
      solutions: [solution],
      grade,
      themes,
      get goal() {
        return goalOf(solution.length);
      },
    }))
    .sort((a, b) => a.grade - b.grade);
}

function goalOf(turns: number): string {
  const own = (turns + 1) / 2;
  return plural(own, "Find the best turn.", "Find the best line: {count} turns of yours.");
}
