/** The result of a review: the turns of a line with their costs, and the accuracy of the sides. */

import { msg } from "../language/catalogue";
import type { Judgement, NodeScore, NodeView } from "../protocol/protocol";
import { type Tree, lineThrough } from "./tree";

/** How long a review thinks about each position, in milliseconds. */
export const REVIEW_TIME_MS = 400;

/** A turn that a review has judged. */
export interface JudgedTurn {
  node: NodeView;
  judgement: Judgement;
  /** The turn that would have been best in its place. */
  best: string | undefined;
}

/** The glyphs of what a review calls an inaccuracy, a mistake and a blunder, by the numbers that PGN gives them. */
export const GLYPHS = [
  { nag: 6, sign: "?!", name: msg("inaccuracies") },
  { nag: 2, sign: "?", name: msg("mistakes") },
  { nag: 4, sign: "??", name: msg("blunders") },
] as const;

export function signOf(nag: number | undefined): string {
  return GLYPHS.find((glyph) => glyph.nag === nag)?.sign ?? "";
}

/** Returns the judged turns of the line through a place. */
export function judgedTurns(tree: Tree, scores: ReadonlyMap<number, NodeScore>, here: number): JudgedTurn[] {
  return lineThrough(tree, here).flatMap((node) => {
    const judgement = scores.get(node.id)?.judgement;
    return judgement ? [{ node, judgement, best: scores.get(node.parent ?? -1)?.best }] : [];
  });
}

/** Returns the accuracy of a side's turns, 0 to 100, if any has been judged. */
export function accuracyOf(turns: readonly JudgedTurn[], side: number): number | undefined {
  const own = turns.filter(({ node }) => node.side === side);
  if (own.length === 0) return undefined;
  return Math.round(own.reduce((sum, { judgement }) => sum + judgement.accuracy, 0) / own.length);
}
