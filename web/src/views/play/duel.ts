/** A game of a person against the engine. */

import type { LevelView, Player } from "../../protocol/protocol";

/** The sides of a game in which exactly one side is the engine's. */
interface Duel {
  /** The side of the person. */
  mine: number;
  engine: Extract<Player, { type: "engine" }>;
}

export function duelOf(players: readonly Player[]): Duel | undefined {
  const mine = players.findIndex(({ type }) => type === "person");
  const engine = players[1 - mine];
  return mine >= 0 && engine?.type === "engine" ? { mine, engine } : undefined;
}

/** Returns the level to be tried next: a stronger one after a win, a gentler one after a loss. */
export function nextLevel(
  levels: readonly LevelView[],
  { mine, engine }: Duel,
  winner: number | undefined,
): LevelView | undefined {
  const at = levels.findIndex(({ id }) => id === engine.level);
  if (at < 0 || winner === undefined) return undefined;
  return levels[winner === mine ? at + 1 : at - 1];
}
