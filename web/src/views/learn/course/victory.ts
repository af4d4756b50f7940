/** Victories in the battles of the course. */

import { eveningOfBattle } from "../../../learn/course";
import type { GameView } from "../../../protocol/protocol";
import type { App } from "../../../state/app";
import { createLearned } from "../../../state/learned";
import { answer } from "../../../state/link";
import { WON_BATTLES } from "../words";

/**
 * Keeps that the game of the session has been won, if it is the battle of an evening and began with its array: a position that somebody
 * has arranged may have been won from the start.
 */
export async function keepVictory(
  { askQuietly, storage }: Pick<App, "askQuietly" | "storage">,
  { summary, text }: Pick<GameView, "summary" | "text">,
): Promise<void> {
  const evening = eveningOfBattle(summary.id, text);
  const events = evening && (await askQuietly({ type: "export" }));
  if (!events) return;
  const { type } = answer(events, "exported").start;
  if (type === "default" || type === "setUp") createLearned(storage).solve(WON_BATTLES, evening.id);
}
