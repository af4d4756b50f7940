/** The marks on squares that can be clicked: each effect has a shape of its own. */

import type { Mark } from "../board/target";
import { msg } from "../language/catalogue";
import { t } from "../language/language";
import type { StepView } from "../protocol/protocol";

/** The words for the marks, for tips, screen readers and the legend, to be translated where they are shown. */
export const MARK_WORDS: Record<Mark, string> = {
  move: msg("moves here"),
  capture: msg("captures here"),
  sweep: msg("moves here and captures on the way or around"),
  shot: msg("captures this piece without moving"),
  through: msg("captures this piece, then goes on"),
  convert: msg("wins this piece over"),
  swap: msg("exchanges squares with this piece"),
  pull: msg("pulls this piece nearer"),
  push: msg("pushes this piece"),
  birth: msg("places a new piece here"),
  drop: msg("sets the piece down here"),
  flip: msg("is set the other way"),
  castle: msg("castles"),
  stay: msg("returns or stays"),
  pass: msg("passes"),
  suicide: msg("removes itself"),
};

/** Says what a click does on a square that has these marks. */
export function marksInWords(marks: readonly Mark[]): string {
  return marks.map((mark) => t(MARK_WORDS[mark])).join(t(" or "));
}

/** Returns what a step does at a square to click for it: the first one, or one after another. */
export function markOf(step: StepView, square: number, isLater = false): Mark {
  const taken = step.changes.filter(([at, , , fate]) => fate === "captured" && at !== step.from);
  const takesHere = taken.some(([at]) => at === square);
  switch (step.kind) {
    case "convert":
    case "drop":
    case "flip":
    case "castle":
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
      if (step.to === step.from) return isLater ? "stay" : "shot";
      return square === step.to ? "sweep" : "through";
    case "twofold":
      return takesHere ? "capture" : "move";
    case "place":
      return isLater ? "drop" : takesHere ? "capture" : "move";
    default:
      if (takesHere) return "capture";
      if (step.to === step.from) return "stay";
      return taken.length > 0 ? "sweep" : "move";
  }
}
