/**
 * How a turn is entered, click by click.
 *
 * The client knows no rule: it has the list of turns, and every click leaves fewer of them. Where clicks cannot tell the
 * rest apart, a menu asks. A turn of two steps is entered one step after the other. Where turns are not known yet it is known where
 * they begin: what begins there can be taken up, and goes nowhere before its turns are there.
 */

import { type Stage, stagesOf } from "../board/stages";
import type { Mark, Target } from "../board/target";
import type { Change, StepView, TurnView, TurnsOf } from "../protocol/protocol";
import { markOf } from "./mark";
import { nextSquares, opensAt, startOf } from "./ways";

/** Where turns begin: on squares, and with items of the reserve. */
export interface Starts {
  squares: readonly number[];
  items: readonly number[];
}

export const NOWHERE: Starts = { squares: [], items: [] };

/** The piece or the item with which a turn begins. */
export type Start = Extract<TurnsOf, { type: "square" | "item" }>;

/** A turn that is partly entered, and the ways to continue it. */
export interface Entry {
  /** The turns that are still possible. */
  turns: readonly TurnView[];
  /** Where turns begin that are not known yet. */
  unknown: Starts;
  /** The steps that are settled. */
  settled: readonly StepView[];
  /** The squares of each piece that stands on two: it is taken up by either. */
  pairs: readonly (readonly number[])[];
  /** The piece whose step is being entered. */
  origin?: number | undefined;
  /** The item of the reserve that is being dropped. */
  item?: number | undefined;
  /** The squares that have been clicked for the step, where the first one does not tell it. */
  path: readonly number[];
  /** The ways between which the clicks cannot decide; empty if nothing has to be asked. */
  choices: readonly Choice[];
  /** The turn that ends here, if the second step may be left out. */
  finish?: TurnView | undefined;
  /** The turn, once it is whole. */
  complete?: TurnView | undefined;
}

/** One of several ways to do a step. */
export interface Choice {
  step: StepView;
  turns: readonly TurnView[];
  /** Whether another square has to be clicked for it. */
  isOpen: boolean;
}

/** Begins to enter one of some turns. */
export function begin(
  turns: readonly TurnView[],
  pairs: Entry["pairs"] = [],
  unknown: Starts = NOWHERE,
): Entry {
  return { turns, unknown, settled: [], pairs, path: [], choices: [] };
}

/** Whether nothing has been entered yet. */
export function isBlank(entry: Entry): boolean {
  return !isLifted(entry) && entry.settled.length === 0 && entry.choices.length === 0;
}

/** Whether a piece or an item has been taken up, and nothing has been done with it. */
export function isOnlyLifted(entry: Entry): boolean {
  const { settled, path, choices, complete } = entry;
  return isLifted(entry) && !complete && [settled, path, choices].every(({ length }) => length === 0);
}

/** Returns what has been taken up and has turns that are not known yet. */
export function awaited({ turns, unknown, origin, item, pairs }: Entry): Start | undefined {
  if (turns.length > 0) return undefined;
  if (item !== undefined) return { type: "item", item };
  const square = origin === undefined ? undefined : unknownPart({ unknown, pairs }, origin);
  return square === undefined ? undefined : { type: "square", square };
}

/** Returns the square at which the turn stands: the one clicked last, or that at which the last step has ended. */
export function endSquare(entry: Entry): number | undefined {
  const last = (entry.complete?.steps ?? entry.settled).at(-1);
  const end = last && (last.to === last.from ? (last.via ?? last.to) : last.to);
  return entry.path.at(-1) ?? end;
}

/** Returns the squares that a question about the turn is about: those clicked, to be clicked, and changed by it. */
export function squaresAsked(entry: Entry): number[] {
  const steps = entry.complete?.steps ?? entry.choices.map(({ step }) => step);
  return [
    ...(entry.origin === undefined ? [] : [entry.origin]),
    ...entry.path,
    ...targets(entry).map(({ square }) => square),
    ...steps.flatMap(({ changes }) => changes.map(([square]) => square)),
  ];
}

/** Returns the squares of the pieces that can make the next step. */
export function origins(entry: Entry): Set<number> {
  const starts = entry.turns.flatMap((turn) => startOf(nextStep(entry, turn)) ?? []);
  return new Set([...starts, ...entry.unknown.squares].flatMap((square) => partsOf(entry, square)));
}

/** Takes an item of the reserve, which brings one of these piece types on the board. */
export function takeItem(entry: Entry, item: number, types: readonly number[]): Entry {
  const turns = entry.turns.filter((turn) => {
    const step = nextStep(entry, turn);
    return step?.kind === "drop" && types.includes(step.promotion ?? -1);
  });
  return turns.length > 0 || entry.unknown.items.includes(item) ? { ...entry, turns, item } : entry;
}

/** Returns the squares that can be clicked next, once a piece is chosen. */
export function targets(entry: Entry): Target[] {
  if (!isLifted(entry) || entry.choices.length > 0 || entry.complete) return [];
  const found = new Map<number, Target>();
  /** The squares to which the piece can go by itself. */
  const own = new Set<number>();
  const note = (square: number, mark: Mark, { lender, kind, changes }: StepView, forbidden: boolean) => {
    const target = found.get(square) ?? { square, marks: [], forbidden: true, lenders: [], dropped: [] };
    if (!target.marks.includes(mark)) target.marks.push(mark);
    target.forbidden &&= forbidden;
    if (lender === undefined) own.add(square);
    else if (!target.lenders.includes(lender)) target.lenders.push(lender);
    const dropped = kind === "drop" ? changes.find(([at]) => at === square)?.[2] : undefined;
    if (dropped !== undefined && !target.dropped.includes(dropped)) target.dropped.push(dropped);
    found.set(square, target);
  };
  for (const turn of entry.turns) {
    const step = stepOf(entry, turn);
    const forbidden = turn.forbidden ?? false;
    for (const square of nextSquares(step, entry.path))
      note(square, markOf(step, square, entry.path.length > 0), step, forbidden);
  }
  const differ = new Set([...found.values()].flatMap(({ dropped }) => dropped)).size > 1;
  return [...found.values()].map((target) => ({
    ...target,
    lenders: own.has(target.square) ? [] : target.lenders,
    dropped: differ ? target.dropped : [],
  }));
}

/** Clicks a square. Returns the entry as it was if the click means nothing there. */
export function pick(entry: Entry, square: number): Entry {
  if (entry.choices.length > 0 || entry.complete) return entry;
  if (isBlank(entry)) {
    const lifted = lift(entry, square);
    return lifted === entry ? askForDrop(entry, square) : lifted;
  }
  if (!isLifted(entry)) return lift(entry, square);
  const here = stepsAt(entry, square);
  if (here.length === 0) return entry;
  const steps = here.map((turn) => stepOf(entry, turn));
  const isOpen = entry.path.length === 0 && steps.some((step) => opensAt(step, square));
  const next = { ...entry, turns: here, path: [...entry.path, square] };
  if (!isOpen || here.length === 1)
    return settle(next, square === entry.origin && steps.every((step) => step.to === step.from));
  // The promotion decides where the piece is set down.
  return steps.some((step) => step.kind === "place") ? settle(next, false) : next;
}

/** Returns the turns that a click on a square would leave, for a preview. */
export function stepsAt(entry: Entry, square: number): readonly TurnView[] {
  if (!isLifted(entry)) return [];
  return entry.turns.filter(
    (turn) => !turn.forbidden && nextSquares(stepOf(entry, turn), entry.path).has(square),
  );
}

/** Returns what all of some turns change by the step being entered, and if it ends them, afterwards. */
export function commonChanges(entry: Entry, turns: readonly TurnView[]): Change[] {
  const [first, ...others] = turns.map((turn) => [
    ...(nextStep(entry, turn)?.changes ?? []),
    ...(turn.steps.length === entry.settled.length + 1 ? (turn.marks ?? []) : []),
  ]);
  const same = (a: Change) => (b: Change) => a[0] === b[0] && a[2] === b[2] && a[3] === b[3];
  return (first ?? []).filter((change) => others.every((list) => list.some(same(change))));
}

/** Decides between the ways that a menu shows. */
export function choose(entry: Entry, choice: Choice): Entry {
  const next = { ...entry, turns: choice.turns, choices: [] };
  return choice.isOpen ? next : advance(next, choice.step);
}

/** Leaves out the second step. */
export function finish(entry: Entry): Entry {
  return entry.finish ? { ...entry, complete: entry.finish, choices: [] } : entry;
}

/** Returns the stages of the steps that are settled, or of the whole turn. */
export function settledStages(entry: Entry): Stage[] {
  return stagesOf(entry.complete ?? { steps: [...entry.settled] });
}

/** Whether the piece of the next step has been chosen. */
function isLifted(entry: Entry): boolean {
  return entry.origin !== undefined || entry.item !== undefined;
}

/** The squares on which the piece on a square stands. */
function partsOf({ pairs }: Pick<Entry, "pairs">, square: number): readonly number[] {
  return pairs.find((pair) => pair.includes(square)) ?? [square];
}

/** The square by which the turns of the piece on a square are asked for, if they are not known. */
function unknownPart(entry: Pick<Entry, "pairs" | "unknown">, square: number): number | undefined {
  return partsOf(entry, square).find((part) => entry.unknown.squares.includes(part));
}

/** Takes the piece on a square up. Returns the entry as it was if that piece has no turn. */
export function lift(entry: Entry, square: number): Entry {
  const parts = partsOf(entry, square);
  const turns = entry.turns.filter((turn) => parts.includes(startOf(nextStep(entry, turn)) ?? -1));
  const isStart = turns.length > 0 || unknownPart(entry, square) !== undefined;
  return isStart ? { ...entry, turns, origin: square } : entry;
}

/** Asks what is dropped on a square, if anything can be. */
function askForDrop(entry: Entry, square: number): Entry {
  const drops = entry.turns.filter(({ steps: [step], forbidden }) => {
    return step?.kind === "drop" && !forbidden && nextSquares(step, []).has(square);
  });
  return drops.length > 0 ? settle({ ...entry, turns: drops, path: [square] }, true) : entry;
}

/** Settles the step if the clicks have decided it; else asks. A choice that moves no piece is always asked for. */
function settle(entry: Entry, inPlace: boolean): Entry {
  const isOpen = (step: StepView) => step.kind === "place" && entry.path.length === 1;
  const ways = new Map<string, Choice & { turns: TurnView[] }>();
  for (const turn of entry.turns) {
    const step = stepOf(entry, turn);
    const key = JSON.stringify(isOpen(step) ? step.promotion : step.changes);
    const way = ways.get(key) ?? { step, turns: [], isOpen: false };
    way.isOpen = isOpen(step) && way.turns.length > 0;
    way.turns.push(turn);
    ways.set(key, way);
  }
  // Declining a promotion is seldom wanted and comes last.
  const without = ({ step }: Choice) => Number(step.promotion === undefined);
  const choices = [...ways.values()].sort((a, b) => without(a) - without(b));
  const [only] = choices;
  if (choices.length === 1 && only && !(inPlace && entry.path.length === 1)) return choose(entry, only);
  return { ...entry, choices };
}

/** Goes on behind a settled step: to the end of the turn, or to its second step. */
function advance(entry: Entry, step: StepView): Entry {
  const settled = [...entry.settled, step];
  const ending = entry.turns.find((turn) => turn.steps.length === settled.length);
  const turns = entry.turns.filter((turn) => turn.steps.length > settled.length);
  const next: Entry = { ...begin(turns, entry.pairs), settled, finish: ending };
  if (turns.length === 0) return { ...next, complete: ending };
  if (turns.every((turn) => nextStep(next, turn)?.kind === "drop")) return askForEntering(next);
  const [origin, ...others] = origins(next);
  return others.length === 0 ? { ...next, origin } : next;
}

/** Asks what comes in where a piece has left, or whether nothing does. */
function askForEntering(entry: Entry): Entry {
  const choices = entry.turns.map((turn) => ({ step: stepOf(entry, turn), turns: [turn], isOpen: false }));
  return { ...entry, choices };
}

function nextStep(entry: Entry, turn: TurnView): StepView | undefined {
  return turn.steps[entry.settled.length];
}

/** The step being entered. Only turns that have one are left when it is asked for. */
function stepOf(entry: Entry, turn: TurnView): StepView {
  const step = nextStep(entry, turn);
  if (!step) throw new Error(`the turn ${turn.text} has no step ${entry.settled.length + 1}`);
  return step;
}
