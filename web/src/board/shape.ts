/** The shape of a board, and where its squares are: on the wire, on the screen, by name. */

import type { GameView } from "../protocol/protocol";

/** The geometry of a board, without its pieces. */
export interface Shape {
  files: number;
  ranks: number;
  /** The names of the files, from the first side's left. */
  fileNames: string[];
  /** The names of the ranks, from the first side's end. */
  rankNames: string[];
}

/** Returns the shape of a game's board. */
export function shapeOf(game: GameView): Shape {
  const { files, ranks } = game.summary;
  return { files, ranks, fileNames: game.fileNames, rankNames: game.rankNames };
}

/** Returns a plain shape, with letters for the files from `a` on and numbers for the ranks from 1 on. */
export function plainShape(files: number, ranks: number): Shape {
  const fileNames = Array.from({ length: files }, (_, file) => String.fromCharCode(97 + file));
  const rankNames = Array.from({ length: ranks }, (_, rank) => String(rank + 1));
  return { files, ranks, fileNames, rankNames };
}

/** Returns the square in the middle of a board; of two or four the one nearest to `a1`. */
export function middleOf({ files, ranks }: Pick<Shape, "files" | "ranks">): number {
  return Math.floor((ranks - 1) / 2) * files + Math.floor((files - 1) / 2);
}

/** Returns the squares of a board, in the order of their indices. */
export function squaresOf(shape: Shape): number[] {
  return Array.from({ length: shape.files * shape.ranks }, (_, square) => square);
}

/** Returns the name of a square: `e4`. */
export function nameOf(shape: Shape, square: number): string {
  const file = shape.fileNames[square % shape.files] ?? "?";
  return file + (shape.rankNames[Math.floor(square / shape.files)] ?? "?");
}

/** A place on the screen, in squares from the upper left corner of the board. */
export interface Place {
  column: number;
  row: number;
}

/** Returns where a square is on the screen. */
export function placeOf(shape: Shape, square: number, flipped: boolean): Place {
  const file = square % shape.files;
  const rank = Math.floor(square / shape.files);
  return flipped
    ? { column: shape.files - 1 - file, row: rank }
    : { column: file, row: shape.ranks - 1 - rank };
}

/** Returns the square at a place of the screen, if there is one. */
export function squareAt(shape: Shape, { column, row }: Place, flipped: boolean): number | undefined {
  if (column < 0 || column >= shape.files || row < 0 || row >= shape.ranks) return undefined;
  const file = flipped ? shape.files - 1 - column : column;
  const rank = flipped ? row : shape.ranks - 1 - row;
  return rank * shape.files + file;
}
