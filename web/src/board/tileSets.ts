/** Which pictures of its pieces a game has. */

import type { GameView, TileSet } from "../protocol/protocol";
import { signsOf } from "./signs";

/** Whether the pieces of a game have characters. */
export const hasSigns = (game: GameView): boolean => signsOf(game).length > 0;

/** Returns the pictures that stand for the wanted ones: figurines for characters, diagrams for figurines, if a game has none. */
export function offeredSet(game: GameView, wanted: TileSet): TileSet {
  const set = wanted === "signs" && !hasSigns(game) ? "figurines" : wanted;
  return set === "figurines" && game.hasFigurines !== true ? "diagram" : set;
}
