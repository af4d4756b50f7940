/** Whether an earlier position is shown than the one at which the game goes on. */

import type { Facts } from "../../state/facts";
import { lineThrough } from "../../state/tree";
import { duelOf } from "./duel";

/**
 * In a game elsewhere each player looks back alone. A game against the engine continues from the position that is shown: looking back
 * means that turns follow it. A person who plays both sides never looks back.
 */
export function isLookingBack({ state, position, tree }: Facts): boolean {
  const [now, shown] = [state(), position()];
  if (!now || !shown) return false;
  if (now.seats) return now.node !== shown.node;
  const isAgainstEngine = now.stage === "turn" && duelOf(now.players) !== undefined;
  return isAgainstEngine && lineThrough(tree(), shown.node).at(-1)?.id !== shown.node;
}
