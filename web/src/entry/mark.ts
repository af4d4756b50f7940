/** The marks on the squares that can be clicked: what happens there, told apart by shape. */

import type { StepView } from "../protocol/protocol";

export type Mark =
  | "move"
  | "capture"
  /** Moves there and takes something elsewhere. */
  | "sweep"
  /** Takes it without moving. */
  | "shot"
  /** Takes it in passing; the destination comes next. */
  | "through"
  | "convert"
  | "swap"
  | "pull"
  | "push"
  | "birth"
  /** Back to, or still on, its own square. */
  | "stay"
  | "pass"
  | "suicide";

/** The words for the marks, for tips, screen readers and the legend. */
export const MARK_WORDS: Record<Mark, string> = {
  move: "moves here",
  capture: "captures here",
  sweep: "moves here and captures on the way or around",
  shot: "captures this piece without moving",
  through: "captures this piece, then goes on",
  convert: "wins this piece over",
  swap: "exchanges squares with this piece",
  pull: "pulls this piece nearer",
  push: "pushes this piece",
  birth: "places a new piece here",
  stay: "returns or stays",
  pass: "passes",
  suicide: "removes itself",
};

/** Returns what a step does at the square to click for it. */
export function markOf(step: StepView): Mark {
  switch (step.kind) {
    case "convert":
    case "swap":
    case "pull":
    case "push":
    case "birth":
    case "pass":
    case "suicide":
      return step.kind;
    case "swapEnemy":
      return "swap";
    case "igui":
    case "iguiInPassing":
      return "shot";
    case "shove":
      return "push";
    case "strike":
      return step.to === step.from ? "shot" : "sweep";
    default: {
      const taken = step.changes.filter(([square, , , fate]) => fate === "captured" && square !== step.from);
      if (taken.some(([square]) => square === step.to)) return "capture";
      return taken.length > 0 ? "sweep" : "move";
    }
  }
}
