/** Training on mistakes: at each of them the person looks for a better turn. Nothing is played. */

import { type Accessor, createEffect, createMemo, createSignal, on } from "solid-js";
import type { Judgement } from "../protocol/protocol";
import type { App } from "./app";
import { type HintSteps, createHintSteps } from "./hintSteps";
import type { JudgedTurn } from "./review";

/** How the present task stands. */
export type Progress =
  | { type: "asked" }
  | { type: "judging" }
  | { type: "right" | "wrong"; turn: string; judgement?: Judgement }
  | { type: "shown" };

export interface MistakeTraining {
  /** The mistake to be mended, while there is one. */
  mistake: Accessor<JudgedTurn | undefined>;
  progress: Accessor<Progress>;
  /** Which of how many it is, counted from 1. */
  place: Accessor<{ number: number; count: number }>;
  /** Begins with the first of some mistakes. */
  begin(mistakes: readonly JudgedTurn[]): void;
  /** Takes a turn, as people write it, for an answer, if it was played where the mistake was made. Returns whether it was. */
  takes(node: number, turn: string): boolean;
  /** The hint at the better turn. */
  hint: HintSteps;
  /** Goes on to the next mistake; after the last one the training is over. */
  next(): void;
  end(): void;
}

export function createMistakeTraining(app: App): MistakeTraining {
  const [mistakes, setMistakes] = createSignal<readonly JudgedTurn[]>([]);
  const [index, setIndex] = createSignal(0);
  const [progress, setProgress] = createSignal<Progress>({ type: "asked" });
  const mistake = createMemo(() => mistakes()[index()]);
  const hint = createHintSteps();

  function face(at: number): void {
    setIndex(at);
    hint.reset();
    setProgress({ type: "asked" });
    const { parent } = mistake()?.node ?? {};
    if (parent !== undefined) app.jump(parent);
  }

  createEffect(
    on(app.facts.judged, (told) => {
      if (!told || progress().type !== "judging" || told.node !== mistake()?.node.parent) return;
      const { judgement, turn } = told;
      setProgress({ type: judgement.nag === undefined ? "right" : "wrong", turn, judgement });
    }),
  );

  function end(): void {
    setMistakes([]);
    hint.reset();
  }

  return {
    mistake,
    progress,
    place: () => ({ number: index() + 1, count: mistakes().length }),
    begin(found) {
      setMistakes(found);
      face(0);
    },
    takes(node, turn) {
      const now = mistake();
      if (!now || node !== now.node.parent) return false;
      if (turn === now.best) setProgress({ type: "right", turn });
      else {
        setProgress({ type: "judging" });
        void app.ask({ type: "judge", node, turn }).then((told) => {
          if (!told) setProgress({ type: "asked" });
        });
      }
      return true;
    },
    hint: {
      ...hint,
      more() {
        hint.more();
        if (hint.told() === 3) setProgress({ type: "shown" });
      },
    },
    next() {
      if (index() + 1 < mistakes().length) face(index() + 1);
      else end();
    },
    end,
  };
}
