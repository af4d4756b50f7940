/** How well the engine plays, as people read it: a force of the wind. */

import type { LevelView } from "../protocol/protocol";
import { t } from "../language/language";

/** Returns the name of a level: `Force 4, moderate breeze`. */
export function forceName(level: LevelView): string {
  return t("Force {force}, {name}", { force: level.force, name: level.name });
}

/** Returns the name of the level with an id, in the middle of a sentence; the id itself if the level is unknown. */
export function forceOf(levels: readonly LevelView[], id: string): string {
  const level = levels.find((one) => one.id === id);
  return level ? t("force {force}, {name}", { force: level.force, name: level.name }) : id;
}
