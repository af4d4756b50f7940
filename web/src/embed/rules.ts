/** A user-made game whose text is in the address. */

import { sentence, t } from "../language/language";
import type { Command, Event } from "../protocol/protocol";
import { answer } from "../state/link";
import { MAX_TEXT_BYTES } from "../state/ownGames";
import { unpack } from "../state/share";

/** The id of the game, or what is wrong with it, in a sentence. */
export type ReadRules = { game: string; problem?: undefined } | { game?: undefined; problem: string };

/** Unpacks the text of a game and lets the session read it. */
export async function readRules(
  packed: string,
  ask: (command: Command) => Promise<Event[]>,
): Promise<ReadRules> {
  const text = await unpack(packed, MAX_TEXT_BYTES).catch(() => undefined);
  if (text === undefined)
    return { problem: t("There are no rules in the address: a part of it is missing or has been changed.") };
  const { game, mistakes } = answer(await ask({ type: "readGame", text }), "gameRead");
  if (game !== undefined) return { game };
  const [mistake] = mistakes;
  const reason = mistake ? sentence(mistake.message) : "";
  return { problem: t("This game cannot be played as it is: {reason}", { reason }) };
}
