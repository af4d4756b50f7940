/** Analysing a position of a view that is no game: at a table of its own. */

import type { App } from "./app";
import { PERSONS } from "./newGame";

/** Begins a game of two persons from a position, and has the engine analyse it. */
export async function analysePosition(app: App, game: string, text: string): Promise<void> {
  if (await app.start({ game, players: PERSONS, from: { type: "position", text } }))
    await app.ask({ type: "analyse", on: true, lines: app.settings.lines });
}
