/** Whether an earlier position is shown than the one at which the game goes on. */

import type { Facts } from "../../state/facts";
import { lineThrough } from "../../state/tree";
import { duelOf } from "./duel";

/**
 * In a game with somebody elsewhere everybody looks back alone. A game against the engine goes on wherever one plays: there it is a
 * position with something after it. Who plays both sides is nowhere else.
 */
export function isLookingBack({ state, position, tree }: Facts): boolean {
  const [now, shown] = [state(), position()];
  if (!now || !shown) return false;
  if (now.seats) return now.node !== shown.node;
  const isAgainstEngine = now.stage === "turn" && duelOf(now.players) !== undefined;
  return isAgainstEngine && lineThrough(tree(), shown.node).at(-1)?.id !== shown.node;
}
