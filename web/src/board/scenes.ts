/** Shows one board after another: a turn is seen step by step. */

import { type Accessor, createEffect, on, onCleanup } from "solid-js";
import type { Change, TurnView } from "../protocol/protocol";
import { type Code, changed } from "./piece";
import type { Tracker } from "./tracker";

/** How long one step of a turn is seen to move, in milliseconds; the style sheet says the same. */
export const STEP = 170;

/** A board to be shown, and how it came about. */
export interface Scene {
  board: readonly Code[];
  /** The stages of the turn that led here, if it was the last that happened. */
  stages?: readonly (readonly Change[])[] | undefined;
}

/** Returns the stages of a turn: its steps, then what poison and fire do; none if there is no turn. */
export function stagesOf(turn: TurnView | undefined): (readonly Change[])[] {
  return turn ? [...turn.steps.map(({ changes }) => changes), turn.marks ?? []] : [];
}

/** Shows scene after scene: the stages of a turn one after the other. */
export function animate(scene: Accessor<Scene>, tracker: Tracker): void {
  let shown: readonly Code[] | undefined;
  let timers: ReturnType<typeof setTimeout>[] = [];
  const later = (act: () => void, ms: number) => timers.push(setTimeout(act, ms));
  createEffect(
    on(scene, ({ board, stages = [] }) => {
      timers.forEach(clearTimeout);
      timers = [];
      const frames = shown && !prefersStill() ? framesBetween(shown, board, stages) : [];
      frames.forEach((frame, index) => {
        const act = () => tracker.show(frame.board, frame.changes);
        if (index === 0) act();
        else later(act, index * STEP);
      });
      if (frames.length === 0) tracker.show(board, stages.flat());
      later(tracker.sweep, Math.max(frames.length, 1) * STEP + STEP);
      shown = board;
    }),
  );
  onCleanup(() => timers.forEach(clearTimeout));
}

/** Returns the boards between two, stage by stage; none if the stages do not lead from the one to the other. */
function framesBetween(from: readonly Code[], to: readonly Code[], stages: readonly (readonly Change[])[]) {
  const frames: { board: Code[]; changes: readonly Change[] }[] = [];
  let board = from.slice();
  for (const changes of stages) {
    if (changes.some(([square, before]) => board[square] !== before)) continue;
    board = changed(board, changes);
    frames.push({ board, changes });
  }
  return board.every((code, square) => code === to[square]) ? frames : [];
}

/** Whether the person wants nothing to move. */
export function prefersStill(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
