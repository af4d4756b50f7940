/** A table in words: who plays, and where the game stands. */

import type { GameSummary, LevelView, Player, TableSummary } from "../../protocol/protocol";
import { forceOf } from "../force";

/** Returns who plays: `Blue against the engine (force 6, strong breeze)`. */
export function playersInWords(
  game: GameSummary,
  players: readonly Player[],
  levels: readonly LevelView[],
): string {
  const engines = players.flatMap((player) => (player.type === "engine" ? [player] : []));
  const person = players.findIndex(({ type }) => type === "person");
  const [engine] = engines;
  if (!engine) return "Two people";
  if (person < 0) return "The engine against itself";
  return `${game.sides[person] ?? ""} against the engine (${forceOf(levels, engine.level)})`;
}

/** Returns where a game stands: `14 turns, Tan to move`. */
export function standInWords(game: GameSummary, table: TableSummary | undefined): string {
  if (!table) return "";
  if (table.stage === "setUp") return "Being set up";
  const turns = table.moves === 1 ? "1 turn" : `${table.moves} turns`;
  if (table.result) return `${table.result.score}, ${turns}: ${table.result.text}`;
  return `${table.moves === 0 ? "Not begun" : turns}, ${game.sides[table.side] ?? ""} to move`;
}
