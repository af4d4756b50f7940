/** Which pictures of its pieces a game has. */

import type { GameView, TileSet, TypeView } from "../protocol/protocol";
import { signsOf } from "./signs";

/** The moves of the pieces that have a figurine, in Betza's notation. */
const DRAWN = /^([KQRBNWF]|RF|FR|BW|WB|RN|NR|BN|NB|QN|NQ)$/;
/** A pawn goes straight ahead, perhaps farther at first, and takes diagonally ahead. */
const PAWN = /^(i?fmn?([WD]|R\d))+fce?F$/;
/** A royal piece that goes like the King of chess, which may castle. */
const KING = /^K(isjO\d*)*$/;

function hasFigurine({ betza: { text, unsaid }, royal }: TypeView): boolean {
  if (PAWN.test(text) || (royal && KING.test(text))) return true;
  return unsaid === undefined && DRAWN.test(text);
}

/** Returns whether most kinds of pieces that stand on the board at the start have figurines; others have letters in their place. */
export function hasFigurines(game: GameView): boolean {
  const present = game.types.filter(({ starts }) => starts.length > 0);
  return 2 * present.filter(hasFigurine).length > present.length;
}

/** Whether the pieces of a game have characters. */
export const hasSigns = (game: GameView): boolean => signsOf(game).length > 0;

/** Returns the pictures that stand for the wanted ones: figurines for characters, diagrams for figurines, if a game has none. */
export function offeredSet(game: GameView, wanted: TileSet): TileSet {
  const set = wanted === "signs" && !hasSigns(game) ? "figurines" : wanted;
  return set === "figurines" && !hasFigurines(game) ? "diagram" : set;
}
