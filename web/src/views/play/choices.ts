/** The choices of a set-up phase in words. */

import type { ChoiceView, FinishedPhase, GameView } from "../../protocol/protocol";

type Choice =
  | { kind: "mirror" }
  | { kind: "reflect"; army: string }
  /** What a pair is called as a whole, or the two that change places. */
  | { kind: "exchange"; pair: string[] };

/** Reads the name of a choice: `mirror`, `reflect Tan`, `Knight-Camel`, `Dervish-empty`, `Lance`. */
function read(name: string): Choice {
  if (name === "mirror" || name === "symmetry") return { kind: "mirror" };
  if (name.startsWith("reflect ")) return { kind: "reflect", army: name.slice("reflect ".length) };
  const pair = name.split("-").map((one) => (one === "empty" ? "the empty square" : one));
  return { kind: "exchange", pair };
}

/** Returns what a choice is called in a list. */
export function choiceLabel(name: string): string {
  const choice = read(name);
  if (choice.kind === "mirror") return "Mirror the armies";
  return choice.kind === "reflect" ? `Reflect ${choice.army}'s army` : choice.pair.join(" and ");
}

/** Returns what has been done: `exchanged King with Commoner in both armies and mirrored the armies`. */
function deeds(choices: readonly ChoiceView[]): string {
  const chosen = choices.map(({ name }) => read(name));
  const pairs = chosen.flatMap((choice) => (choice.kind === "exchange" ? [choice.pair] : []));
  const names = pairs.map((pair) => (pair.length > 1 ? pair.join(" with ") : `the ${pair.join("")} pair`));
  return inSeries([
    ...(names.length > 0 ? [`exchanged ${inSeries(names)} in both armies`] : []),
    ...chosen.flatMap((choice) => {
      if (choice.kind === "mirror") return ["mirrored the armies"];
      return choice.kind === "reflect" ? [`reflected ${choice.army}'s army`] : [];
    }),
  ]);
}

/** Returns what somebody has chosen in the last finished phase of the set-up, if one is finished. */
export function lastChoiceInWords(game: GameView, finished: readonly FinishedPhase[]): string | undefined {
  const [phase, made] = [game.setUp[finished.length - 1], finished.at(-1)];
  if (!phase || !made) return undefined;
  const chosen = phase.choices.filter((_, index) => made.changed[index]);
  const who = game.summary.sides[phase.chooser] ?? "";
  return `${who} has ${chosen.length > 0 ? deeds(chosen) : "left the armies as they were"}.`;
}

/** Joins words: `a`, `a and b`, `a, b, and c`. */
function inSeries(words: readonly string[]): string {
  return new Intl.ListFormat("en", { type: "conjunction" }).format(words);
}
