/** The choices of a set-up phase in words. */

import type { ChoiceView, FinishedPhase, GameView } from "../../protocol/protocol";
import { capitalized, listed, plural, t, told } from "../../language/language";
import { nameOf } from "./arrangements";

/** A set-up choice in a sentence. */
export interface ChoiceNews {
  text: string;
  /** The pairs that have been exchanged, where the sentence says only how many they are. */
  pairs?: string;
}

/** The most pairs that a sentence names. */
const MAX_NAMED = 3;

type Choice =
  | { kind: "mirror" }
  | { kind: "rotational" }
  | { kind: "reflect"; army: string }
  /** The name of the arrangement. */
  | { kind: "arrange"; arrangement: string }
  /** The name of the pair, or of the two pieces that change places. */
  | { kind: "exchange"; pair: string[] };

/** Reads the name of a choice: `mirror`, `rotational`, `reflect Tan`, `Knight-Camel`, `Dervish-empty`, `Lance`. */
function read(name: string): Choice {
  if (name === "mirror" || name === "symmetry") return { kind: "mirror" };
  if (name === "rotational") return { kind: "rotational" };
  if (name.startsWith("reflect ")) return { kind: "reflect", army: told(name.slice("reflect ".length)) };
  const pair = name.split("-").map((one) => (one === "empty" ? t("the empty square") : told(one)));
  return { kind: "exchange", pair };
}

/** Returns what an option of a choice has changed. */
function chosenIn({ name, arrangements }: ChoiceView, option: number): Choice {
  if (!arrangements) return read(name);
  return { kind: "arrange", arrangement: nameOf(told(name), arrangements, option) };
}

/** Returns the name of a choice in a list. */
export function choiceLabel(name: string): string {
  const choice = read(name);
  if (choice.kind === "mirror") return t("Mirror the armies");
  if (choice.kind === "rotational") return t("Turn the armies half round");
  if (choice.kind === "arrange") return choice.arrangement;
  return choice.kind === "reflect"
    ? t("Reflect the army of {side}", { side: choice.army })
    : choice.pair.join(t(" and "));
}

/** Returns the pairs that have been exchanged. */
function pairsIn(chosen: readonly Choice[]): string[] {
  const pairs = chosen.flatMap((choice) => (choice.kind === "exchange" ? [choice.pair] : []));
  return pairs.map((pair) =>
    pair.length > 1 ? pair.join(t(" with ")) : t("the {piece} pair", { piece: pair.join("") }),
  );
}

function exchangedInBoth(pairs: readonly string[]): string {
  return pairs.length > MAX_NAMED
    ? plural(pairs.length, "exchanged {count} pair in both armies", "exchanged {count} pairs in both armies")
    : t("exchanged {pairs} in both armies", { pairs: listed(pairs) });
}

/** Describes the choices made: `exchanged King with Commoner in both armies and mirrored the armies`. */
function deeds(chosen: readonly Choice[], pairs: readonly string[], oneSided: boolean): string {
  const exchanged = oneSided ? t("exchanged {pairs}", { pairs: listed(pairs) }) : exchangedInBoth(pairs);
  return listed([
    ...(pairs.length > 0 ? [exchanged] : []),
    ...chosen.flatMap((choice) => {
      if (choice.kind === "mirror") return [t("mirrored the armies")];
      if (choice.kind === "rotational") return [t("turned the armies half round")];
      if (choice.kind === "arrange") return [t("chosen {arrangement}", { arrangement: choice.arrangement })];
      return choice.kind === "reflect" ? [t("reflected the army of {side}", { side: choice.army })] : [];
    }),
  ]);
}

/** Returns the choice made in the last finished phase of the set-up. */
export function lastChoiceInWords(
  game: GameView,
  finished: readonly FinishedPhase[],
): ChoiceNews | undefined {
  const [phase, made] = [game.setUp[finished.length - 1], finished.at(-1)];
  if (!phase || !made) return undefined;
  const changed = phase.choices.flatMap((choice, index) => {
    const option = made.changed[index] ?? 0;
    return option === 0 ? [] : [{ choice, option }];
  });
  const chosen = changed.map(({ choice, option }) => chosenIn(choice, option));
  const oneSided = changed.some(({ choice }) => choice.oneSided);
  const side = game.summary.sides[phase.chooser] ?? "";
  if (chosen.length === 0) return { text: t("{side} has left the armies as they were.", { side }) };
  const pairs = pairsIn(chosen);
  const text = t("{side} has {deeds}.", { side, deeds: deeds(chosen, pairs, oneSided) });
  return pairs.length > MAX_NAMED && !oneSided ? { text, pairs: `${capitalized(listed(pairs))}.` } : { text };
}
