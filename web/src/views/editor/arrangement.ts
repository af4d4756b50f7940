/** The pieces on the board of an editor, including those on two squares. */

import { EMPTY, WALL, typeOf } from "../../board/piece";
import type { BesideView, GameView, Placed } from "../../protocol/protocol";

export interface Arranged {
  board: readonly number[];
  /** The squares of each piece on two squares. */
  pairs: readonly (readonly [number, number])[];
}

/** Returns an empty board. */
export function nothing(game: GameView): Arranged {
  const size = game.summary.files * game.summary.ranks;
  return { board: Array.from({ length: size }, () => EMPTY), pairs: [] };
}

/** Returns that nothing is in hand and nothing has happened. */
export function nothingBeside({ hands }: BesideView): BesideView {
  const none = hands.map((hand) => hand.map(() => 0)) as BesideView["hands"];
  return { hands: none, castlings: [], moved: [false, false], reached: false };
}

/** Returns the arrangement of pieces as they come over the wire. */
export function arranged(game: GameView, pieces: readonly Placed[]): Arranged {
  const board = [...nothing(game).board];
  for (const { square, piece } of pieces) board[square] = piece;
  const pairs = pieces.flatMap(({ square, other }): [number, number][] =>
    other !== undefined && other > square ? [[square, other]] : [],
  );
  return { board, pairs };
}

/** Returns the pieces of an arrangement as they go over the wire. */
export function placed({ board, pairs }: Arranged): Placed[] {
  return board.flatMap((piece, square) => {
    if (piece === EMPTY || piece === WALL) return [];
    const other = pairs.find((pair) => pair.includes(square))?.find((part) => part !== square);
    return [{ square, piece, ...(other === undefined ? {} : { other }) }];
  });
}

/** Puts a piece on a square, or clears it. A part of a piece on two squares joins another one next to it. */
export function put(game: GameView, before: Arranged, square: number, piece: number): Arranged {
  const cleared = without(before, square);
  const board = cleared.board.with(square, piece);
  if (piece === EMPTY || game.types[typeOf(piece)]?.standing !== "twoSquares") return { ...cleared, board };
  const isSingle = (part: number) => !cleared.pairs.some((pair) => pair.includes(part));
  const part = diagonals(game, square).find((part) => board[part] === piece && isSingle(part));
  const pairs = part === undefined ? [] : [[part, square].sort((a, b) => a - b) as [number, number]];
  return { board, pairs: [...cleared.pairs, ...pairs] };
}

/** Moves the piece on a square to another, or off the board. Both parts of a piece go if there is place for the other. */
export function moved(game: GameView, before: Arranged, from: number, to: number | undefined): Arranged {
  const piece = before.board[from] ?? EMPTY;
  const other = before.pairs.find((pair) => pair.includes(from))?.find((part) => part !== from);
  const gone = without(before, from);
  if (to === undefined) return gone;
  const first = put(game, gone, to, piece);
  if (other === undefined) return first;
  const { files } = game.summary;
  const [dx, dy] = [(other % files) - (from % files), Math.floor(other / files) - Math.floor(from / files)];
  const next = diagonals(game, to).find((square) => {
    const [x, y] = [(square % files) - (to % files), Math.floor(square / files) - Math.floor(to / files)];
    return x === dx && y === dy;
  });
  return next === undefined ? before : put(game, first, next, piece);
}

/** Takes the piece on a square away, both parts of it. */
function without({ board, pairs }: Arranged, square: number): Arranged {
  const parts = pairs.find((pair) => pair.includes(square)) ?? [square];
  const left = board.map((code, at) => (parts.includes(at) ? EMPTY : code));
  return { board: left, pairs: pairs.filter((pair) => !pair.includes(square)) };
}

function diagonals(game: GameView, square: number): number[] {
  const { files, ranks } = game.summary;
  const [file, rank] = [square % files, Math.floor(square / files)];
  const steps = [-1, 1].flatMap((dy) => [-1, 1].map((dx) => [file + dx, rank + dy] as const));
  return steps.filter(([x, y]) => x >= 0 && x < files && y >= 0 && y < ranks).map(([x, y]) => y * files + x);
}
