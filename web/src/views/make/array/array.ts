/** The array of a game file, changed square by square: what else its text says stays as it is. */

import { EMPTY, WALL, codeOf, sideOf, typeOf } from "../../../board/piece";
import type { GameView } from "../../../protocol/protocol";
import { type Change, block, endOfLine } from "../text/change";
import { type Outline, entryOf, stringOf, stringsOf } from "../text/outline";

/** How the second army follows from the first. */
type Symmetry = "rotational" | "mirror" | "none";

/** A square and what stands there now. */
export type Put = readonly [square: number, code: number];

/** The array as a text says it: the cells of each rank, the first player's own one first. */
interface Ranks {
  symmetry: Symmetry;
  cells: string[][];
}

const FREE = ".";
const HOLE = "#";

/**
 * Returns the changes of a game file that put pieces on squares, or clear them, where the file can be played and is that of the game.
 * Where one army follows from the other, both change.
 */
export function arrayChanges(outline: Outline, text: string, game: GameView, puts: readonly Put[]): Change[] {
  const ranks = read(outline, text, game);
  for (const [square, code] of puts) put(ranks, game, square, code);
  return write(outline, text, ranks);
}

/** Returns the board as the array in a text says it, whether it can be played or not; nothing if its ranks do not fit the board. */
export function boardIn(outline: Outline, text: string, game: GameView): number[] | undefined {
  const { files, ranks } = game.summary;
  const { symmetry, cells } = read(outline, text, game);
  if (cells.length > ranks || cells.some((row) => row.length !== files)) return undefined;
  const board = Array.from({ length: files * ranks }, () => EMPTY);
  cells.flat().forEach((cell, square) => {
    const twin = symmetry === "none" ? square : twinOf(game, symmetry, square);
    if (cell === HOLE) board[square] = board[twin] = WALL;
    const [, opening = "", id] = /^([[(]?)([^\])]*)/.exec(cell) ?? [];
    const type = game.types.findIndex((type) => type.id === id);
    if (type < 0) return;
    board[square] = codeOf(type, opening === "(" ? 1 : 0);
    if (symmetry !== "none") board[twin] = codeOf(type, 1);
  });
  return board;
}

/** Whether each army of a game has its own array, by the file or, where that has none, by how the pieces stand. */
export function armiesDiffer(outline: Outline, text: string, game: GameView): boolean {
  return symmetryOf(outline, text, game) === "none";
}

/** Returns the square that is to the other army what a square is to one. */
function twinOf({ summary: { files, ranks } }: GameView, symmetry: Symmetry, square: number): number {
  if (symmetry === "rotational") return files * ranks - 1 - square;
  const file = square % files;
  return (ranks - 1) * files - (square - file) + file;
}

function symmetryOf(outline: Outline, text: string, game: GameView): Symmetry {
  const said = stringOf(outline, text, ["array", "symmetry"]);
  if (said === "mirror" || said === "none" || said === "rotational") return said;
  // A file without ranks of its own has the array of the game that it extends.
  if (entryOf(outline, ["array", "ranks"])) return "rotational";
  return (["mirror", "rotational"] as const).find((symmetry) => follows(game, symmetry)) ?? "none";
}

/** Whether the second army of a game follows from the first. */
function follows(game: GameView, symmetry: Symmetry): boolean {
  const { start } = game.summary;
  return start.every((code, square) => {
    const twin = start[twinOf(game, symmetry, square)] ?? EMPTY;
    return code === EMPTY || code === WALL ? twin === code : twin === (code ^ 1);
  });
}

function read(outline: Outline, text: string, game: GameView): Ranks {
  const symmetry = symmetryOf(outline, text, game);
  const said = stringOf(outline, text, ["array", "ranks"]);
  if (said === undefined) return { symmetry, cells: standing(game, symmetry) };
  // On one line the ends of ranks are escaped.
  const lines = said.split(/\n|\\n/).filter((line) => line.trim() !== "");
  return { symmetry, cells: lines.map((line) => line.trim().split(/\s+/)).reverse() };
}

/** Returns the cells of the array as the pieces stand. */
function standing(game: GameView, symmetry: Symmetry): string[][] {
  const { files, ranks, start } = game.summary;
  const cell = (square: number) => {
    const code = start[square] ?? EMPTY;
    if (code === WALL) return HOLE;
    return code === EMPTY || (symmetry !== "none" && sideOf(code) === 1) ? FREE : written(game, symmetry, code); // prettier-ignore
  };
  const all = Array.from({ length: ranks }, (_, rank) =>
    Array.from({ length: files }, (_, file) => cell(rank * files + file)),
  );
  if (symmetry === "none") return all;
  // The twins of holes are holes by themselves.
  const half = all.slice(0, Math.ceil(ranks / 2));
  const isSaid = (rank: number) => (all[rank] ?? []).some((cell) => cell !== FREE && cell !== HOLE);
  const last = all.findLastIndex((_, rank) => isSaid(rank));
  const holes = half.findLastIndex((cells) => cells.includes(HOLE));
  return all.slice(0, Math.max(last, holes) + 1);
}

/** Returns a piece as the array has it. */
function written(game: GameView, symmetry: Symmetry, code: number): string {
  const id = game.types[typeOf(code)]?.id ?? FREE;
  if (symmetry !== "none") return id;
  return sideOf(code) === 0 ? `[${id}]` : `(${id})`;
}

function put(ranks: Ranks, game: GameView, square: number, code: number): void {
  const { symmetry } = ranks;
  if (game.summary.start[square] === WALL) return;
  set(ranks, game, square, FREE);
  // The piece there may belong to the army that follows from the other.
  const twin = symmetry === "none" ? square : twinOf(game, symmetry, square);
  set(ranks, game, twin, FREE);
  if (code === EMPTY) return;
  const place = symmetry !== "none" && sideOf(code) === 1 ? twin : square;
  set(ranks, game, place, written(game, symmetry, code));
}

/** Sets a cell. */
function set({ cells }: Ranks, game: GameView, square: number, cell: string): void {
  const { files } = game.summary;
  const rank = Math.floor(square / files);
  if (cell === FREE && rank >= cells.length) return;
  while (cells.length <= rank) cells.push(Array.from({ length: files }, () => FREE));
  const row = cells[rank];
  if (row && row[square % files] !== HOLE) row[square % files] = cell;
}

function write(outline: Outline, text: string, { symmetry, cells }: Ranks): Change[] {
  const [string] = stringsOf(outline, entryOf(outline, ["array", "ranks"]));
  const widths = cells[0]?.map((_, file) => Math.max(...cells.map((row) => row[file]?.length ?? 0))) ?? [];
  const lines = cells
    .map((row) => row.map((cell, file) => cell.padEnd(widths[file] ?? 0)).join(" "))
    .reverse();
  if (string) {
    const said = text.slice(string.from, string.to);
    const indent = /^[ \t]*(?=\S)/m.exec(said)?.[0] ?? "";
    const inside = ["", ...lines.map((line) => (indent + line).trimEnd()), ""].join("\n");
    const isLong = /^("""|''')$/.test(text.slice(string.from - 3, string.from));
    return isLong
      ? [{ from: string.from, to: string.to, insert: inside }]
      : [{ from: string.from - 1, to: string.to + 1, insert: `"""${inside}"""` }];
  }
  const ranks = ['ranks = """', ...lines.map((line) => `  ${line.trimEnd()}`), '"""'];
  const said = entryOf(outline, ["array", "symmetry"]) ? [] : [`symmetry = "${symmetry}"`];
  const table = outline.tables.find(({ path }) => path.join() === "array");
  if (!table) return [block(text, ["[array]", ...said, ...ranks])];
  const at = endOfLine(text, table.to);
  return [{ from: at, to: at, insert: ["", ...said, ...ranks].join("\n") }];
}
