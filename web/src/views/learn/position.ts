/** A position as a small board shows it. */

import { type Accessor, createMemo, createResource } from "solid-js";
import { type Code, EMPTY, WALL } from "../../board/piece";
import type { GameSummary } from "../../protocol/protocol";
import type { App } from "../../state/app";
import { answer } from "../../state/link";

export interface ShownPosition {
  summary: GameSummary;
  /** The squares as boards have them. */
  board: readonly Code[];
  /** The side to move. */
  side: number;
}

/** Returns a position that is given as a text, once the session has read it. */
export function createPosition(
  app: Pick<App, "askQuietly" | "facts">,
  wanted: Accessor<{ game: string; position: string } | undefined>,
): Accessor<ShownPosition | undefined> {
  const [checked] = createResource(wanted, async ({ game, position }) => {
    const arrangement = { type: "text" as const, text: position };
    const events = await app.askQuietly({ type: "check", game, arrangement });
    return events && { game, ...answer(events, "checked") };
  });
  const shown = createMemo(() => {
    const found = checked.latest;
    const summary = app.facts.games().find(({ id }) => id === found?.game);
    if (!found || !summary) return undefined;
    const board = summary.start.map((code) => (code === WALL ? WALL : EMPTY));
    for (const { square, piece } of found.pieces) board[square] = piece;
    return { summary, board, side: found.side };
  });
  return shown;
}
