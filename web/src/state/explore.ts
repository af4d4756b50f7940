/** Requests the turns of a piece on any arrangement; a very long list comes in parts. */

import type { Command, Event, Marks, TurnView } from "../protocol/protocol";
import { answer } from "./link";

/** The turns of a piece, and the marks of its position. */
export interface Explored {
  turns: readonly TurnView[];
  marks: Marks;
}

/** Returns the turns of a piece; `undefined` if the request is refused. */
export async function explore(
  ask: (command: Command) => Promise<Event[] | undefined>,
  wish: Extract<Command, { type: "explore" }>,
): Promise<Explored | undefined> {
  const turns: TurnView[] = [];
  for (;;) {
    const events = await ask(turns.length > 0 ? { ...wish, skip: turns.length } : wish);
    if (!events) return undefined;
    const told = answer(events, "explored");
    turns.push(...told.turns);
    if (turns.length >= (told.total ?? 0) || told.turns.length === 0) return { turns, marks: told.marks };
  }
}
