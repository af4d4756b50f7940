/** A table in words: who plays, and where the game stands. */

import type { GameSummary, LevelView, PublicGame, TableSummary } from "../../protocol/protocol";
import { forceOf } from "../force";
import { plural, sentence, t } from "../../language/language";
import { guestInWords, nameInWords } from "../../state/names";

/** Returns who plays: `Blue against the engine (force 6, strong breeze)`, or `Blue: Anna, Tan: Bert`. */
export function playersInWords(
  game: GameSummary,
  { players, names }: TableSummary,
  levels: readonly LevelView[],
): string {
  const named = (names ?? []).flatMap((name, side) => (name === null ? [] : [{ side, name }]));
  const engines = players.flatMap((player) => (player.type === "engine" ? [player] : []));
  const person = players.findIndex(({ type }) => type === "person");
  const [engine] = engines;
  if (!engine && named.length > 0) {
    const parts = named.map(({ side, name }) =>
      t("{side}: {name}", { side: game.sides[side] ?? "", name: inWords(name) }),
    );
    return parts.join(", ");
  }
  if (!engine) return t("Two people");
  if (person < 0) return t("The engine against itself");
  return t("{side} against the engine ({level})", {
    side: game.sides[person] ?? "",
    level: forceOf(levels, engine.level),
  });
}

/** How the session marks the nickname of a guest in a text; no name has such an end. */
const GUEST = " (guest)";

const inWords = (name: string) => (name.endsWith(GUEST) ? guestInWords(name.slice(0, -GUEST.length)) : name);

/** Returns where a game stands: `14 turns, Tan to move`, or, where the player has a name, `14 turns, waits for Boreas`. */
export function standInWords(
  game: GameSummary,
  table: TableSummary | undefined,
  names?: PublicGame["names"],
): string {
  if (!table) return "";
  if (table.stage === "setUp") return t("Being set up");
  const turns = plural(table.moves, "{count} turn", "{count} turns");
  if (table.result) return `${table.result.score}, ${turns}: ${sentence(table.result.text)}`;
  const side = game.sides[table.side] ?? "";
  const name = nameInWords(names?.[table.side] ?? {});
  const waits = name ? t("waits for {name}", { name }) : t("{side} to move", { side });
  return `${table.moves === 0 ? t("Not begun") : turns}, ${waits}`;
}
