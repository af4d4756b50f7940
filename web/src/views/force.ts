/** How well the engine plays, as people read it: a force of the wind. */

import type { LevelView, Player } from "../protocol/protocol";
import { t } from "../language/language";
import type { NewGame } from "../state/newGame";

/** The most time for a turn of a level that stops by itself, in milliseconds. Only boards with very slow turns need it. */
const MAX_LIMITED_MS = 10_000;

/** Returns the name of a level: `Force 4, moderate breeze`. */
export function forceName(level: LevelView): string {
  return t("Force {force}, {name}", { force: level.force, name: level.name });
}

/** Returns the name of the level with an id, in the middle of a sentence; the id itself if the level is unknown. */
export function forceOf(levels: readonly LevelView[], id: string): string {
  const level = levels.find((one) => one.id === id);
  return level ? t("force {force}, {name}", { force: level.force, name: level.name }) : id;
}

/** Returns the engine as a player of a level; `seconds` is its time for a turn, which counts at full strength alone. */
export function engineAt(level: LevelView | undefined, seconds: number): Player {
  const ms = level?.maxNodes === undefined ? seconds * 1000 : MAX_LIMITED_MS;
  return { type: "engine", level: level?.id ?? "", ms };
}

/** Returns a game of a person, who plays the side `mine`, against the engine: every such game begins so. */
export function againstEngine(
  game: string,
  engine: Player,
  mine: number,
  { clock, from }: Pick<NewGame, "clock" | "from"> = { from: { type: "default" } },
): NewGame {
  const person: Player = { type: "person" };
  return { game, players: mine === 0 ? [person, engine] : [engine, person], clock, from };
}

/** Returns a time in seconds within which a level with `maxNodes` plays a turn in most games, on most devices. */
export function usualSeconds(maxNodes: number): number {
  return maxNodes > 100_000 ? 3 : 1;
}
