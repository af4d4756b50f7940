/** Turns and steps in words, for menus and for people who listen. */

import { EMPTY, sideOf, typeOf } from "../board/piece";
import { nameOf, shapeOf } from "../board/shape";
import type { Mark, Target } from "../board/target";
import type { Change, GameView, PositionView, StepView, TurnView } from "../protocol/protocol";
import type { Choice, Entry } from "./entry";
import { MARK_WORDS } from "./mark";
import { msg } from "../language/catalogue";
import { capitalized, listed, t } from "../language/language";

/** Returns the name of the piece that a code on the board means. */
export function pieceName(game: GameView, code: number): string {
  return game.types[typeOf(code)]?.name ?? t("nothing");
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
  const side = mover && mover[1] !== EMPTY ? (game.summary.sides[sideOf(mover[1])] ?? "") : "";
  const parts = turn.steps.map((step) => stepInWords(game, step));
  const lost = (turn.marks ?? []).map((change) => t("{piece} perishes", { piece: pieceAt(game, change) }));
  const who = mover ? pieceName(game, mover[1]) : "";
  const deeds = [...parts, ...lost].join(t(", then "));
  return `${side ? t("{side} {piece}", { side, piece: who }) : who} ${deeds}`.trim();
}

/** Returns a step in words, without the piece that makes it. */
export function stepInWords(game: GameView, step: StepView): string {
  const square = (at: number) => nameOf(shapeOf(game), at);
  const parts = [...taken(game, step), ...promotion(game, step)];
  if (step.kind === "drop")
    return [
      t("{piece} dropped on {squares}", {
        piece: droppedName(game, step),
        squares: listed(ends(step).map(square)),
      }),
      ...taken(game, step),
    ].join(", ");
  if (step.kind === "twofold")
    return [t("to {squares}", { squares: listed(ends(step).map(square)) }), ...parts].join(", ");
  const travel =
    step.to === step.from
      ? parts.length > 0
        ? t("stays")
        : inPlace(step)
      : t("{from} to {to}", { from: square(step.from), to: square(step.to) });
  return [travel, ...parts].join(", ");
}

/** Returns what a click on a square would do. */
export function targetInWords(game: GameView, board: readonly number[], target: Target): string {
  if (target.forbidden) return t("would repeat the position once too often");
  const shape = shapeOf(game);
  const lenders = target.lenders.map((at) => `${pieceName(game, board[at] ?? EMPTY)} ${nameOf(shape, at)}`);
  const lent = lenders.length > 0 ? t(", lent by {pieces}", { pieces: listed(lenders, "disjunction") }) : "";
  const pieces = target.dropped.map((code) => pieceName(game, code));
  const words = (mark: Mark) =>
    mark === "drop" && pieces.length > 0
      ? t("sets the {piece} down here", { piece: listed(pieces, "disjunction") })
      : t(MARK_WORDS[mark]);
  return target.marks.map(words).join(t(" or ")) + lent;
}

/** Returns who attacks which royal piece, a sentence for each. It is true whether check binds or not. */
export function threatsInWords(game: GameView, { board, threats }: PositionView): string[] {
  const shape = shapeOf(game);
  const at = (square: number) => `${pieceName(game, board[square] ?? EMPTY)} ${nameOf(shape, square)}`;
  return [...new Set(threats.map(({ royal }) => royal))].map((royal) => {
    const attackers = threats.filter((threat) => threat.royal === royal).map(({ from }) => at(from));
    return t("{side}: {royal} can be taken by {pieces}.", {
      side: game.summary.sides[sideOf(board[royal] ?? EMPTY)] ?? "",
      royal: at(royal),
      pieces: listed(attackers, "disjunction"),
    });
  });
}

/** Returns the words that tell the choices of a menu apart. */
export function choiceLabels(game: GameView, choices: readonly Choice[]): string[] {
  const features = choices.map(({ step }) => [
    step.kind === "drop"
      ? droppedName(game, step)
      : listed(promotion(game, step)) || stays(game, step, choices),
    taken(game, step).join(", ") || (step.kind === "declining" ? t("takes nothing") : ""),
    step.kind === "drop" ? listed(ends(step).map((at) => nameOf(shapeOf(game), at))) : whither(step),
  ]);
  const differs = (feature: number) => new Set(features.map((list) => list[feature])).size > 1;
  const labels = features.map((list) =>
    list.filter((text, index) => text !== "" && (choices.length === 1 || differs(index))).join(", "),
  );
  return new Set(labels).size === labels.length && !labels.includes("")
    ? labels.map(capitalized)
    : choices.map(({ turns }) => turns[0]?.text ?? "");
}

/** Whether a piece goes to the square of a menu. */
function whither(step: StepView): string {
  if (step.to !== step.from) return t("goes there");
  return step.via === undefined ? inPlace(step) : t("stays where it is");
}

/** Whether a menu asks what comes in where a piece has left. */
export function asksForEntering({ choices, settled }: Entry): boolean {
  return settled.length > 0 && choices.length > 0 && choices.every(({ step }) => step.kind === "drop");
}

/** Returns what a menu asks at a square. */
export function menuTitle(game: GameView, entry: Entry, square: number): string {
  const { choices } = entry;
  if (asksForEntering(entry)) return t("What comes in?");
  const steps = choices.map(({ step }) => step);
  const name = nameOf(shapeOf(game), square);
  if (steps.every((step) => step.kind === "drop")) return t("What is dropped on {square}?", { square: name });
  const [step] = steps;
  const mover = step?.changes.find(([at]) => at === step.from);
  if (mover && steps.some(({ promotion }) => promotion !== undefined))
    return t("What does the {piece} become?", { piece: pieceName(game, mover[1]) });
  return t("What happens on {square}?", { square: name });
}

/** Returns the question for the next click, once a step is begun that the clicked squares do not decide. */
export function questionOf(entry: Entry): string | undefined {
  if (entry.path.length === 0) return undefined;
  const kinds = entry.turns.map((turn) => turn.steps[entry.settled.length]?.kind);
  if (kinds.includes("place")) return t("Where is it set down?");
  return kinds.includes("twofold") ? t("Where does the other part go?") : t("Where to, after the capture?");
}

/** The squares where the pieces of a step arrive. */
function ends({ to, via }: StepView): number[] {
  return via === undefined ? [to] : [to, via];
}

function droppedName(game: GameView, step: StepView): string {
  return game.types[step.promotion ?? -1]?.name ?? t("a piece");
}

function stays(game: GameView, step: StepView, choices: readonly Choice[]): string {
  if (!choices.some((choice) => choice.step.promotion !== undefined)) return "";
  const mover = step.changes.find(([square]) => square === step.from);
  if (!mover) return "";
  const piece = pieceName(game, mover[1]);
  return takesAn(piece) ? t("stays an {piece}", { piece }) : t("stays a {piece}", { piece });
}

function promotion(game: GameView, step: StepView): string[] {
  if (step.promotion === undefined) return [];
  const piece = game.types[step.promotion]?.name;
  if (piece === undefined) return [t("becomes another piece")];
  return [takesAn(piece) ? t("becomes an {piece}", { piece }) : t("becomes a {piece}", { piece })];
}

/** Whether the English article of a name is "an", as the program has it. */
function takesAn(name: string): boolean {
  return /^[AEIOU]/.test(name);
}

function taken(game: GameView, step: StepView): string[] {
  const shape = shapeOf(game);
  const verbs: Partial<Record<Change[3], string>> = {
    captured: msg("takes {piece}"),
    converted: msg("wins over {piece}"),
    died: msg("loses {piece}"),
    ...(step.kind === "drop" ? {} : { born: msg("places {piece}") }),
  };
  return step.changes.flatMap((change) => {
    const [square, before, after, fate] = change;
    const verb = verbs[fate];
    if (!verb) return [];
    return [
      t(verb, { piece: `${pieceName(game, before === EMPTY ? after : before)} ${nameOf(shape, square)}` }),
    ];
  });
}

function pieceAt(game: GameView, [square, before]: Change): string {
  return `${pieceName(game, before)} ${nameOf(shapeOf(game), square)}`;
}

function inPlace(step: StepView): string {
  switch (step.kind) {
    case "pass":
      return t("passes");
    case "suicide":
      return t("removes itself");
    case "iguiInPassing":
      return t("shoots at what is gone");
    default:
      return t("stays where it is");
  }
}
