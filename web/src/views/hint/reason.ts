/** What turns do, in words, as the session tells it. */

import { type Accessor, createEffect, createMemo, createSignal } from "solid-js";
import { sentence } from "../../language/language";
import type { Phrase } from "../../protocol/protocol";
import type { App } from "../../state/app";
import { answer } from "../../state/link";

/** A turn at a place of the game. */
export interface Place {
  node: number;
  turn: string;
}

/** Returns what each of some turns does, in words; empty until it is known, and where nothing plain can be said. */
export function createReasons(
  { askQuietly }: Pick<App, "askQuietly">,
  places: Accessor<readonly Place[]>,
): Accessor<readonly string[]> {
  const [reasons, setReasons] = createSignal<readonly (Phrase | undefined)[]>([]);
  let last = 0;
  async function tell(wanted: readonly Place[]): Promise<void> {
    const now = ++last;
    setReasons([]);
    const told = wanted.map(async ({ node, turn }) => {
      const events = await askQuietly({ type: "line", node, turns: [turn] });
      return events && answer(events, "line").reason;
    });
    const found = await Promise.all(told);
    if (now === last) setReasons(found);
  }
  createEffect(() => void tell(places()));
  const words = createMemo(() => reasons().map((reason) => (reason === undefined ? "" : sentence(reason))));
  return words;
}
