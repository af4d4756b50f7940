/** Shows one board after another: a turn is seen stage by stage. */

import { type Accessor, createEffect, createSignal, on, onCleanup } from "solid-js";
import { type Code, changed } from "./piece";
import type { Stage } from "./stages";
import type { Tracker } from "./tracker";

/** How long one stage of a turn is seen, in milliseconds; the style sheet says the same. */
export const STEP = 200;

/** A board to be shown, and how it came about. */
export interface Scene {
  board: readonly Code[];
  /** The stages of the turn that led here, if it was the last that happened. */
  stages?: readonly Stage[] | undefined;
}

/** Shows scene after scene: the stages of a turn one after the other. Returns the stage that is seen just now. */
export function animate(scene: Accessor<Scene>, tracker: Tracker): Accessor<Stage | undefined> {
  const [seen, setSeen] = createSignal<Stage>();
  let shown: readonly Code[] | undefined;
  let timers: ReturnType<typeof setTimeout>[] = [];
  const later = (act: () => void, ms: number) => timers.push(setTimeout(act, ms));
  createEffect(
    on(scene, ({ board, stages = [] }) => {
      // A turn that the person has entered arrives again once it has been played: the animation is not repeated.
      if (shown && isSame(board, shown)) return;
      timers.forEach(clearTimeout);
      timers = [];
      const frames = shown && !prefersStill() ? framesBetween(shown, board, stages) : [];
      frames.forEach((frame, index) => {
        const act = () => {
          tracker.show(frame.board, frame.stage.changes);
          setSeen(frame.stage);
        };
        if (index === 0) act();
        else later(act, index * STEP);
      });
      if (frames.length === 0) {
        tracker.show(
          board,
          stages.flatMap(({ changes }) => changes),
        );
        setSeen(undefined);
      }
      later(() => setSeen(undefined), frames.length * STEP);
      later(tracker.sweep, Math.max(frames.length, 1) * STEP + STEP);
      shown = board;
    }),
  );
  onCleanup(() => timers.forEach(clearTimeout));
  return seen;
}

/** Returns the boards between two, stage by stage; none if the stages do not lead from the one to the other. */
function framesBetween(from: readonly Code[], to: readonly Code[], stages: readonly Stage[]) {
  const frames: { board: Code[]; stage: Stage }[] = [];
  let board = from.slice();
  for (const stage of stages) {
    if (stage.changes.some(([square, before]) => board[square] !== before)) continue;
    board = changed(board, stage.changes);
    frames.push({ board, stage });
  }
  return isSame(board, to) ? frames : [];
}

function isSame(one: readonly Code[], other: readonly Code[]): boolean {
  return one.length === other.length && one.every((code, square) => code === other[square]);
}

/** Whether the person wants nothing to move. */
export function prefersStill(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}
