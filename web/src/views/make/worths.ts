/** Worths of pieces that were learned, written into the text of a game. */

import { nameAsTold } from "../../language/views";
import type { GameView, TuningView } from "../../protocol/protocol";
import { describedAs } from "./piece/description";
import { isMade } from "./rules/names";
import { changed } from "./text/change";
import { outlineOf } from "./text/outline";
import { setKey } from "./text/write";

/** Returns the types whose worth has changed, by their indices. */
export function learnedTypes({ before, worths }: TuningView): number[] {
  return [...worths.keys()].filter((type) => worths[type] !== before[type]);
}

/** Returns the text of a game with the learned worths. */
export function withWorths(text: string, game: GameView, tuning: TuningView): string {
  let now = text;
  for (const index of learnedTypes(tuning)) {
    const type = game.types[index];
    // A copy that promotes no further has the worth of its original.
    if (!type || isMade(nameAsTold(type))) continue;
    const outline = outlineOf(now);
    const name = describedAs(outline, type) ?? nameAsTold(type);
    now = changed(now, [setKey(outline, now, ["piece", name, "worth"], String(tuning.worths[index]))]);
  }
  return now;
}
