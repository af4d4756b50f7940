/** The lines of a chat that the person has not seen. */

import { type Accessor, createEffect, createSignal, on } from "solid-js";
import type { ChatLine } from "../protocol/protocol";

interface Wiring {
  /** The chat, once it is known: the newest lines, the last one last. */
  lines: Accessor<readonly ChatLine[] | undefined>;
  /** The side of the person. */
  mine: Accessor<number | undefined>;
  /** Whether the chat is open. */
  isOpen: Accessor<boolean>;
  /** A line of the other player has come while the chat was not open. */
  heard: (line: ChatLine) => void;
}

/** Returns the number of lines of the other player since the chat was open last, or since the person's own last line. */
export function createUnread({ lines, mine, isOpen, heard }: Wiring): Accessor<number> {
  const [count, setCount] = createSignal(0);
  const isTheirs = ({ side }: ChatLine) => side !== mine();
  createEffect(
    on([lines, isOpen], ([now = [], open], previous) => {
      const before = previous?.[0];
      const fresh = before ? addedLines(before, now) : now;
      const theirs = fresh.slice(fresh.findLastIndex((line) => !isTheirs(line)) + 1);
      const hasAnswered = theirs.length < fresh.length;
      setCount((old) => (open ? 0 : (hasAnswered ? 0 : old) + theirs.length));
      const last = theirs.at(-1);
      if (before && !open && last) heard(last);
    }),
  );
  return count;
}

/** Returns the lines that have come since; the oldest lines may have gone. */
export function addedLines(before: readonly ChatLine[], now: readonly ChatLine[]): readonly ChatLine[] {
  const isSame = (one: ChatLine | undefined, other: ChatLine) =>
    one?.side === other.side && one.text === other.text;
  for (let added = 0; added < now.length; added++) {
    const kept = now.slice(0, now.length - added);
    const start = before.length - kept.length;
    if (start >= 0 && kept.every((line, index) => isSame(before[start + index], line)))
      return now.slice(kept.length);
  }
  return now;
}
