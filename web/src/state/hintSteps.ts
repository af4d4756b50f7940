/** A hint comes in steps, so that one may find the rest alone: which piece, what it is about, the turn itself. */

import { type Accessor, createSignal } from "solid-js";
import type { TurnView } from "../protocol/protocol";

/** How much has been told: nothing, the piece, what it is about, the turn. */
export type Told = 0 | 1 | 2 | 3;

export interface HintSteps {
  told: Accessor<Told>;
  /** Tells more. */
  more(): void;
  /** Nothing has been told of what is asked now. */
  reset(): void;
}

export function createHintSteps(): HintSteps {
  const [told, setTold] = createSignal<Told>(0);
  return {
    told,
    more: () => setTold((old) => Math.min(old + 1, 3) as Told),
    reset: () => setTold(0),
  };
}

/** Returns the squares to which a hint points before it shows the turn. */
export function pointedBy(told: Told, turn: TurnView | undefined): number[] {
  const first = turn?.steps[0];
  return (told === 1 || told === 2) && first && first.kind !== "drop" ? [first.from] : [];
}
