/** The names of pieces in forms: as the file has them, and as the page calls them. */
/* eslint-disable texts/translated -- the program names pieces so */

import { isCalled, nameAsTold } from "../../../language/views";
import type { GameView } from "../../../protocol/protocol";
import type { Option } from "./fields";

/** The end of the name of a piece that the program makes of one that promotes once. */
const MADE = " by promotion";

/** Whether a piece is made by the program of one that promotes once: the file has no name for it. */
export function isMade(name: string): boolean {
  return name.endsWith(MADE);
}

/** Returns the name of the piece of which another one is made, or else its own name. */
export function originalName(name: string): string {
  return isMade(name) ? name.slice(0, -MADE.length) : name;
}

/** Returns the pieces of a game to choose from, by their names in the file. */
export function pieceOptions(game: GameView, without: readonly string[] = []): Option[] {
  return game.types
    .map((type) => ({ value: nameAsTold(type), label: type.name }))
    .filter(({ value }) => !isMade(value) && !without.includes(value));
}

/** Returns how a piece that the file names is called on the page. */
export function shownName(game: GameView, name: string): string {
  return game.types.find((type) => isCalled(type, name))?.name ?? name;
}
