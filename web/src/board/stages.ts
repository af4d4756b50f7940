/** The stages in which a turn is shown and sounds: its steps one after the other, then deaths by poison and fire. */

import type { Change, StepView, TurnView } from "../protocol/protocol";
import { type Code, changed } from "./piece";

/** Changes that happen at the same time. */
export interface Stage {
  changes: readonly Change[];
  /** The squares of who lends the move and who borrows it. */
  loan?: { lender: number; borrower: number };
  /** Where poison and fire kill. */
  deaths?: readonly Death[];
}

export interface Death {
  square: number;
  cause: "poison" | "fire";
}

/** Returns the stages of a turn, or of the steps of it that are settled; none if there is no turn. */
export function stagesOf(turn: Pick<TurnView, "steps" | "marks"> | undefined): Stage[] {
  if (!turn) return [];
  const steps = turn.steps.map(stageOf);
  const deaths = deathsOf(turn);
  return turn.marks ? [...steps, { changes: turn.marks, deaths }] : steps;
}

/** Returns a board after some stages. */
export function boardAfter(board: readonly Code[], stages: readonly Stage[]): readonly Code[] {
  return stages.reduce((now, { changes }) => changed(now, changes), board);
}

/** Returns whom poison and fire kill at the end of a turn: who dies where it has taken a piece is poisoned (K99). */
export function deathsOf({ steps, marks = [] }: Pick<TurnView, "steps" | "marks">): Death[] {
  const all = steps.flatMap(({ changes }) => changes);
  const taken = new Set(all.filter(([, , , fate]) => fate === "captured").map(([square]) => square));
  return marks
    .filter(([, , , fate]) => fate === "perished")
    .map(([square]) => ({ square, cause: taken.has(square) ? "poison" : "fire" }));
}

function stageOf({ changes, lender, from }: StepView): Stage {
  return lender === undefined ? { changes } : { changes, loan: { lender, borrower: from } };
}
