/** The engine's hint, told step by step: it takes a while, and the one before is not shown meanwhile. */

import { type Accessor, createEffect, createSignal, on, onCleanup } from "solid-js";
import type { Thought } from "../../protocol/protocol";
import { useApp } from "../../state/app";
import { type HintSteps, createHintSteps } from "../../state/hintSteps";

/** How long a hint is waited for, in milliseconds: an engine that has failed gives none. */
const MAX_WAIT = 30_000;

export interface Hint {
  /** The hint, once it has come. */
  shown: Accessor<Thought | undefined>;
  /** Whether a hint has been asked for and has not arrived. */
  isDue: Accessor<boolean>;
  steps: HintSteps;
  /** Asks for one, unless one is due; of one that is not fully told it tells more. */
  ask(): Promise<void>;
}

export function createHint(): Hint {
  const app = useApp();
  const { hint, position } = app.facts;
  const [isDue, setDue] = createSignal(false);
  const steps = createHintSteps();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const settle = () => {
    clearTimeout(timer);
    setDue(false);
  };
  // The hint has arrived, is of no use any more, or failed.
  createEffect(on([hint, position, app.link.isOpen], settle, { defer: true }));
  onCleanup(settle);
  createEffect(on(hint, (now) => (now ? steps.more() : steps.reset())));
  return {
    shown: () => (isDue() ? undefined : hint()),
    isDue,
    steps,
    async ask() {
      if (isDue()) return;
      if (hint() && steps.told() < 3) {
        steps.more();
        return;
      }
      steps.reset();
      setDue(true);
      timer = setTimeout(settle, MAX_WAIT);
      if (!(await app.ask({ type: "hint" }))) settle();
    },
  };
}
