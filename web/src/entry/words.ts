/** Turns and steps in words, for menus and for people who listen. */

import { EMPTY, sideOf, typeOf } from "../board/piece";
import { nameOf, shapeOf } from "../board/shape";
import type { Change, GameView, PositionView, StepView, TurnView } from "../protocol/protocol";
import type { Choice, Entry, Target } from "./entry";
import { MARK_WORDS } from "./mark";

/** Returns the name of the piece that a code on the board means. */
export function pieceName(game: GameView, code: number): string {
  return game.types[typeOf(code)]?.name ?? "nothing";
}

/** Returns the piece that the text of a turn names first, if it names one. */
export function pieceNamed(game: GameView, text: string): number | undefined {
  const id = game.types
    .filter((type) => text.startsWith(type.id))
    .sort((a, b) => b.id.length - a.id.length)[0];
  return id && game.types.indexOf(id);
}

/** Returns a turn in words: `Blue Pawn e4 takes Guard f5`. */
export function turnInWords(game: GameView, turn: TurnView): string {
  const [first] = turn.steps;
  if (first?.kind === "drop") return stepInWords(game, first);
  const mover = first?.changes.find(([square]) => square === first.from);
  const side = mover && mover[1] !== EMPTY ? game.summary.sides[sideOf(mover[1])] : "";
  const parts = turn.steps.map((step) => stepInWords(game, step));
  const lost = (turn.marks ?? []).map((change) => `${pieceAt(game, change)} perishes`);
  return [
    `${side} ${mover ? pieceName(game, mover[1]) : ""}`.trim(),
    [...parts, ...lost].join(", then "),
  ].join(" ");
}

/** Returns a step in words, without the piece that makes it. */
export function stepInWords(game: GameView, step: StepView): string {
  const square = (at: number) => nameOf(shapeOf(game), at);
  const parts = [...taken(game, step), ...promotion(game, step)];
  if (step.kind === "drop")
    return [
      `${droppedName(game, step)} dropped on ${ends(step).map(square).join(" and ")}`,
      ...taken(game, step),
    ].join(", ");
  if (step.kind === "twofold") return [`to ${ends(step).map(square).join(" and ")}`, ...parts].join(", ");
  const travel =
    step.to === step.from
      ? parts.length > 0
        ? "stays"
        : inPlace(step)
      : `${square(step.from)} to ${square(step.to)}`;
  return [travel, ...parts].join(", ");
}

/** Returns what a click on a square would do. */
export function targetInWords(game: GameView, board: readonly number[], target: Target): string {
  if (target.forbidden) return "would repeat the position once too often";
  const shape = shapeOf(game);
  const lenders = target.lenders.map((at) => `${pieceName(game, board[at] ?? EMPTY)} ${nameOf(shape, at)}`);
  const lent = lenders.length > 0 ? `, lent by ${lenders.join(" or ")}` : "";
  return target.marks.map((mark) => MARK_WORDS[mark]).join(" or ") + lent;
}

/** Returns who attacks which royal piece, a sentence for each. */
export function threatsInWords(game: GameView, { board, side, threats }: PositionView): string[] {
  const shape = shapeOf(game);
  const at = (square: number) => `${pieceName(game, board[square] ?? EMPTY)} ${nameOf(shape, square)}`;
  return [...new Set(threats.map(({ royal }) => royal))].map((royal) => {
    const attackers = threats.filter((threat) => threat.royal === royal).map(({ from }) => at(from));
    const owner = game.summary.sides[sideOf(board[royal] ?? EMPTY)] ?? "";
    return sideOf(board[royal] ?? EMPTY) === side
      ? `${owner} is in check: ${at(royal)} is attacked by ${attackers.join(" and ")}.`
      : `${owner}'s ${at(royal)} can be taken by ${attackers.join(" or ")}.`;
  });
}

/** Returns the words that tell the choices of a menu apart. */
export function choiceLabels(game: GameView, choices: readonly Choice[]): string[] {
  const features = choices.map(({ step }) => [
    step.kind === "drop"
      ? droppedName(game, step)
      : promotion(game, step).join(" and ") || stays(game, step, choices),
    taken(game, step).join(", ") || (step.kind === "declining" ? "takes nothing" : ""),
    step.to !== step.from ? "goes there" : step.via === undefined ? inPlace(step) : "stays where it is",
  ]);
  const differs = (feature: number) => new Set(features.map((list) => list[feature])).size > 1;
  const labels = features.map((list) =>
    list.filter((text, index) => text !== "" && (choices.length === 1 || differs(index))).join(", "),
  );
  return new Set(labels).size === labels.length && !labels.includes("")
    ? labels.map((label) => label.charAt(0).toUpperCase() + label.slice(1))
    : choices.map(({ turns }) => turns[0]?.text ?? "");
}

/** Returns what a menu asks at a square. */
export function menuTitle(game: GameView, { choices }: Entry, square: number): string {
  const steps = choices.map(({ step }) => step);
  const name = nameOf(shapeOf(game), square);
  if (steps.every((step) => step.kind === "drop")) return `What is dropped on ${name}?`;
  const [step] = steps;
  const mover = step?.changes.find(([at]) => at === step.from);
  if (mover && steps.some(({ promotion }) => promotion !== undefined))
    return `What does the ${pieceName(game, mover[1])} become?`;
  return `What happens on ${name}?`;
}

/** Returns what is to be clicked next, once a step has been begun but not told by its squares. */
export function questionOf(entry: Entry): string | undefined {
  if (entry.path.length === 0) return undefined;
  const kinds = entry.turns.map((turn) => turn.steps[entry.settled.length]?.kind);
  if (kinds.includes("place")) return "Where is it set down?";
  return kinds.includes("twofold") ? "Where does the other part go?" : "Where to, after the capture?";
}

/** The squares where the pieces of a step arrive. */
function ends({ to, via }: StepView): number[] {
  return via === undefined ? [to] : [to, via];
}

function droppedName(game: GameView, step: StepView): string {
  return game.types[step.promotion ?? -1]?.name ?? "a piece";
}

function stays(game: GameView, step: StepView, choices: readonly Choice[]): string {
  if (!choices.some((choice) => choice.step.promotion !== undefined)) return "";
  const mover = step.changes.find(([square]) => square === step.from);
  return mover ? `stays a ${pieceName(game, mover[1])}` : "";
}

function promotion(game: GameView, step: StepView): string[] {
  return step.promotion === undefined
    ? []
    : [`becomes ${game.types[step.promotion]?.name ?? "another piece"}`];
}

function taken(game: GameView, step: StepView): string[] {
  const shape = shapeOf(game);
  const verbs: Partial<Record<Change[3], string>> = {
    captured: "takes",
    converted: "wins over",
    died: "loses",
    ...(step.kind === "drop" ? {} : { born: "places" }),
  };
  return step.changes.flatMap((change) => {
    const [square, before, after, fate] = change;
    const verb = verbs[fate];
    if (!verb) return [];
    return [`${verb} ${pieceName(game, before === EMPTY ? after : before)} ${nameOf(shape, square)}`];
  });
}

function pieceAt(game: GameView, [square, before]: Change): string {
  return `${pieceName(game, before)} ${nameOf(shapeOf(game), square)}`;
}

function inPlace(step: StepView): string {
  switch (step.kind) {
    case "pass":
      return "passes";
    case "suicide":
      return "removes itself";
    case "iguiInPassing":
      return "shoots at what is gone";
    default:
      return "stays where it is";
  }
}
