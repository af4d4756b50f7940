/** The choices of a set-up phase in words. */

import type { ChoiceView, FinishedPhase, GameView } from "../../protocol/protocol";
import { listed, t, told } from "../../language/language";

type Choice =
  | { kind: "mirror" }
  | { kind: "reflect"; army: string }
  /** What a pair is called as a whole, or the two that change places. */
  | { kind: "exchange"; pair: string[] };

/** Reads the name of a choice: `mirror`, `reflect Tan`, `Knight-Camel`, `Dervish-empty`, `Lance`. */
function read(name: string): Choice {
  if (name === "mirror" || name === "symmetry") return { kind: "mirror" };
  if (name.startsWith("reflect ")) return { kind: "reflect", army: told(name.slice("reflect ".length)) };
  const pair = name.split("-").map((one) => (one === "empty" ? t("the empty square") : told(one)));
  return { kind: "exchange", pair };
}

/** Returns what a choice is called in a list. */
export function choiceLabel(name: string): string {
  const choice = read(name);
  if (choice.kind === "mirror") return t("Mirror the armies");
  return choice.kind === "reflect"
    ? t("Reflect the army of {side}", { side: choice.army })
    : choice.pair.join(t(" and "));
}

/** Returns what has been done: `exchanged King with Commoner in both armies and mirrored the armies`. */
function deeds(choices: readonly ChoiceView[]): string {
  const chosen = choices.map(({ name }) => read(name));
  const pairs = chosen.flatMap((choice) => (choice.kind === "exchange" ? [choice.pair] : []));
  const names = pairs.map((pair) =>
    pair.length > 1 ? pair.join(t(" with ")) : t("the {piece} pair", { piece: pair.join("") }),
  );
  return listed([
    ...(names.length > 0 ? [t("exchanged {pairs} in both armies", { pairs: listed(names) })] : []),
    ...chosen.flatMap((choice) => {
      if (choice.kind === "mirror") return [t("mirrored the armies")];
      return choice.kind === "reflect" ? [t("reflected the army of {side}", { side: choice.army })] : [];
    }),
  ]);
}

/** Returns what somebody has chosen in the last finished phase of the set-up, if one is finished. */
export function lastChoiceInWords(game: GameView, finished: readonly FinishedPhase[]): string | undefined {
  const [phase, made] = [game.setUp[finished.length - 1], finished.at(-1)];
  if (!phase || !made) return undefined;
  const chosen = phase.choices.filter((_, index) => made.changed[index]);
  const who = game.summary.sides[phase.chooser] ?? "";
  return chosen.length > 0
    ? t("{side} has {deeds}.", { side: who, deeds: deeds(chosen) })
    : t("{side} has left the armies as they were.", { side: who });
}
