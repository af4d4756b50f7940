/** A turn that is entered while the opponent thinks, and which of the turns it is when its time comes. */

import type { StepView, TurnView } from "../protocol/protocol";

/** Returns the turn that was entered before the opponent played: by the same squares, in the same way, to the same piece. */
export function findPremove(turns: readonly TurnView[], premove: TurnView): TurnView | undefined {
  return turns.find(
    ({ steps, forbidden }) =>
      !forbidden &&
      steps.length === premove.steps.length &&
      steps.every((step, index) => isSame(step, premove.steps[index])),
  );
}

function isSame(step: StepView, other: StepView | undefined): boolean {
  return (
    step.from === other?.from &&
    step.to === other.to &&
    step.via === other.via &&
    step.promotion === other.promotion &&
    wayOf(step) === wayOf(other)
  );
}

/** How a step is made; whether the move is the piece's own or a lent one makes no difference. */
function wayOf({ kind }: StepView): StepView["kind"] {
  return kind === "relayed" ? "own" : kind;
}
