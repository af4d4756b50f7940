/** The text of a game file as the session reads it: a moment after it was changed, and one after the other. */

import { type Accessor, createEffect, createSignal, on, onCleanup } from "solid-js";
import type { Command, Event, GameMistake, Phrase } from "../protocol/protocol";
import { Refusal, answer, untilAnswered } from "./link";

/** What is said of a text. */
export interface Reading {
  text: string;
  /** The id of the game, if it can be played. */
  game?: string;
  mistakes: readonly GameMistake[];
}

/** The time without a change after which a text is read, in milliseconds. */
export const PAUSE_MS = 200;
/** The time after which a text is read again where the session had no room for it, in milliseconds. */
const RETRY_MS = 3000;

export interface Reader {
  /** What was said last; of an older text until the answer has come. */
  reading: Accessor<Reading | undefined>;
  /** Why the text cannot be read for the time being. */
  trouble: Accessor<Phrase | undefined>;
}

/** Reads a text whenever it has changed, with `ask`. */
export function createReader(text: Accessor<string>, ask: (command: Command) => Promise<Event[]>): Reader {
  const [reading, setReading] = createSignal<Reading>();
  const [trouble, setTrouble] = createSignal<Phrase>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isAsking = false;
  let isOver = false;
  let wanted = "";

  async function read(): Promise<void> {
    // One at a time: the next is the text as it is then.
    if (isAsking) return;
    isAsking = true;
    const text = wanted;
    try {
      const events = await untilAnswered(
        () => ask({ type: "readGame", text }),
        () => isOver,
      );
      const { game, mistakes } = answer(events, "gameRead");
      if (isOver) return;
      setTrouble(undefined);
      setReading({ text, mistakes, ...(game !== undefined && { game }) });
    } catch (reason) {
      if (!(reason instanceof Refusal)) throw reason;
      if (isOver) return;
      setTrouble(reason.problem.message);
      schedule(RETRY_MS);
    } finally {
      isAsking = false;
    }
    if (wanted !== text) schedule(0);
  }

  function schedule(wait: number): void {
    clearTimeout(timer);
    timer = setTimeout(() => void read(), wait);
  }

  createEffect(
    on(text, (text, before) => {
      wanted = text;
      schedule(before === undefined ? 0 : PAUSE_MS);
    }),
  );
  onCleanup(() => {
    isOver = true;
    clearTimeout(timer);
  });
  return { reading, trouble };
}
