/**
 * How a turn is entered, click by click.
 *
 * The client knows no rule: it has the list of turns, and every click leaves fewer of them. Where clicks cannot tell the
 * rest apart, a menu asks. A turn of two steps is entered one step after the other.
 */

import type { Change, StepView, TurnView } from "../protocol/protocol";
import { type Mark, markOf } from "./mark";

/** What has been entered so far, and what may come next. */
export interface Entry {
  /** The turns that are still possible. */
  turns: readonly TurnView[];
  /** The steps that are settled. */
  settled: readonly StepView[];
  /** The piece whose step is being entered. */
  origin?: number | undefined;
  /** The piece taken or handled on the way, if it has been clicked before the destination. */
  through?: number | undefined;
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
}

/** A square that can be clicked, and what for. */
export interface Target {
  square: number;
  marks: Mark[];
  /** Whether a turn there is forbidden, as it would repeat a position too often. */
  forbidden: boolean;
  /** The pieces that lend the move; empty if the piece can go there by itself. */
  lenders: number[];
}

/** Begins to enter one of some turns. */
export function begin(turns: readonly TurnView[]): Entry {
  return { turns, settled: [], choices: [] };
}

/** Whether nothing has been entered yet. */
export function isBlank(entry: Entry): boolean {
  return entry.origin === undefined && entry.settled.length === 0;
}

/** Returns the squares of the pieces that can make the next step. */
export function origins(entry: Entry): Set<number> {
  return new Set(entry.turns.flatMap((turn) => nextStep(entry, turn)?.from ?? []));
}

/** Returns the squares that can be clicked next, once a piece is chosen. */
export function targets(entry: Entry): Target[] {
  if (entry.origin === undefined || entry.choices.length > 0 || entry.complete) return [];
  const found = new Map<number, Target>();
  /** The squares to which the piece can go by itself. */
  const own = new Set<number>();
  const note = (square: number, mark: Mark, { lender }: StepView, forbidden: boolean) => {
    const target = found.get(square) ?? { square, marks: [], forbidden: true, lenders: [] };
    if (!target.marks.includes(mark)) target.marks.push(mark);
    target.forbidden &&= forbidden;
    if (lender === undefined) own.add(square);
    else if (!target.lenders.includes(lender)) target.lenders.push(lender);
    found.set(square, target);
  };
  for (const turn of entry.turns) {
    const step = stepOf(entry, turn);
    const forbidden = turn.forbidden ?? false;
    if (entry.through !== undefined) {
      note(step.to, step.to === step.from ? "stay" : markOf(step), step, forbidden);
    } else {
      note(primary(step), markOf(step), step, forbidden);
      if (isGateway(step)) note(step.via, "through", step, forbidden);
    }
  }
  return [...found.values()].map((target) => (own.has(target.square) ? { ...target, lenders: [] } : target));
}

/** Clicks a square. Returns the entry as it was if the click means nothing there. */
export function pick(entry: Entry, square: number): Entry {
  if (entry.choices.length > 0 || entry.complete) return entry;
  if (entry.origin === undefined) return lift(entry, square);
  const here = stepsAt(entry, square);
  if (here.length > 0) {
    const gate = entry.through === undefined && here.some((turn) => isGateTo(entry, turn, square));
    return gate && here.length > 1
      ? { ...entry, turns: here, through: square }
      : settle({ ...entry, turns: here }, square === entry.origin);
  }
  return entry;
}

/** Returns the turns that a click on a square would leave, for a preview. */
export function stepsAt(entry: Entry, square: number): readonly TurnView[] {
  if (entry.origin === undefined) return [];
  return entry.turns.filter((turn) => {
    if (turn.forbidden) return false;
    const step = stepOf(entry, turn);
    if (entry.through !== undefined) return step.to === square;
    return primary(step) === square || (isGateway(step) && step.via === square);
  });
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
  return advance({ ...entry, turns: choice.turns, choices: [] }, choice.step);
}

/** Leaves out the second step. */
export function finish(entry: Entry): Entry {
  return entry.finish ? { ...entry, complete: entry.finish, choices: [] } : entry;
}

/** Returns the changes of the steps that are settled. */
export function settledChanges(entry: Entry): Change[][] {
  const steps = entry.complete ? entry.complete.steps : entry.settled;
  const changes = steps.map((step) => step.changes);
  return entry.complete?.marks ? [...changes, entry.complete.marks] : changes;
}

function lift(entry: Entry, square: number): Entry {
  const turns = entry.turns.filter((turn) => nextStep(entry, turn)?.from === square);
  return turns.length > 0 ? { ...entry, turns, origin: square } : entry;
}

/** Settles the step if the clicks have decided it; else asks. What does not move the piece is asked in any case. */
function settle(entry: Entry, inPlace: boolean): Entry {
  const ways = new Map<string, Choice & { turns: TurnView[] }>();
  for (const turn of entry.turns) {
    const step = stepOf(entry, turn);
    const key = JSON.stringify(step.changes);
    const way = ways.get(key) ?? { step, turns: [] };
    way.turns.push(turn);
    ways.set(key, way);
  }
  const choices = [...ways.values()];
  const [only] = choices;
  if (choices.length === 1 && only && !(inPlace && entry.through === undefined)) {
    return advance({ ...entry, turns: only.turns }, only.step);
  }
  return { ...entry, choices };
}

/** Goes on behind a settled step: to the end of the turn, or to its second step. */
function advance(entry: Entry, step: StepView): Entry {
  const settled = [...entry.settled, step];
  const ending = entry.turns.find((turn) => turn.steps.length === settled.length);
  const turns = entry.turns.filter((turn) => turn.steps.length > settled.length);
  const next: Entry = { turns, settled, choices: [], finish: ending };
  if (turns.length === 0) return { ...next, complete: ending };
  const [origin, ...others] = origins(next);
  return others.length === 0 ? { ...next, origin } : next;
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

/** The square to click for a step: where it ends, or what it acts on from where it stands. */
function primary(step: StepView): number {
  return step.to === step.from ? (step.via ?? step.to) : step.to;
}

/** Whether a step may be entered by way of the piece that it takes in passing. */
function isGateway(step: StepView): step is StepView & { via: number } {
  return step.kind === "strike" && step.via !== undefined && step.via !== primary(step);
}

/** Whether a step does something else at a square than to end or to act there. */
function isGateTo(entry: Entry, turn: TurnView, square: number): boolean {
  const step = stepOf(entry, turn);
  return isGateway(step) && step.via === square;
}
