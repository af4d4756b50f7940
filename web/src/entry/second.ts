/** The squares that a piece which may move twice reaches with its second step. */

import type { TurnView } from "../protocol/protocol";
import { nextSquares } from "./ways";

/** Returns the squares at which the piece on a square can act with the second of two steps, but not with the first. */
export function secondSquares(turns: readonly TurnView[], square: number): number[] {
  const [first, second] = [new Set([square]), new Set<number>()];
  for (const { steps } of turns) {
    const [one, then] = steps;
    if (one?.from !== square) continue;
    nextSquares(one, []).forEach((reached) => first.add(reached));
    if (then?.from === one.to) nextSquares(then, []).forEach((reached) => second.add(reached));
  }
  return [...second].filter((reached) => !first.has(reached));
}
