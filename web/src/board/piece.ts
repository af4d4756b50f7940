/** Pieces as the board on the wire has them: 0 for nothing, 1 for a wall or no square, else `2 * (type + 1) + side`. */

import { sideAsTold } from "../language/views";
import type { Change, GameSummary, GameView } from "../protocol/protocol";

export type Code = number;
export const EMPTY: Code = 0;
export const WALL: Code = 1;

export const typeOf = (code: Code): number => (code >> 1) - 1;
export const sideOf = (code: Code): number => code & 1;
export const codeOf = (type: number, side: number): Code => 2 * (type + 1) + side;

/** Whether a square of a game's board exists. */
export const exists = (game: GameView, square: number): boolean => game.summary.start[square] !== WALL;

/** Whether a type is only what others become: it neither stands on the board at the start nor lies in a reserve. */
export function isPromoted(game: GameView, type: number): boolean {
  const { promoted = false, starts = [] } = game.types[type] ?? {};
  const isInHand = game.reserve?.some(({ types }) => types.includes(type)) ?? false;
  return promoted && starts.length === 0 && !isInHand;
}

/** Returns the classes that colour what is a side's: its place, and its name where that is a colour. */
export function sideClass(game: GameSummary, side: number): string {
  return `${side === 0 ? "first" : "second"} ${sideAsTold(game, side).toLowerCase()}`;
}

/** Returns a board after some changes. */
export function changed(board: readonly Code[], changes: readonly Change[]): Code[] {
  const after = board.slice();
  for (const [square, , code] of changes) after[square] = code;
  return after;
}
