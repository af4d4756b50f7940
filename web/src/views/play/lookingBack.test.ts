import { createEffect, createRoot } from "solid-js";
import { expect, it } from "vitest";
import type { Message } from "../../protocol/protocol";
import { createFacts } from "../../state/facts";
import { createLink } from "../../state/link";
import { FakeServer } from "../../transport/fake";
import { isLookingBack } from "./lookingBack";
// A server's messages to three clients, turn by turn; the positions are emptied.
import RECORDED from "./recorded.json";

const GAMES = Object.entries(RECORDED) as [string, Message[]][];

/** Returns, message by message, what a page would show about whether an earlier position is shown. */
function shown(messages: readonly Message[]): boolean[] {
  const server = new FakeServer();
  const { facts, ...book } = createFacts(() => 0);
  createLink(server.connect, "one", book);
  const seen: boolean[] = [];
  createRoot(() => createEffect(() => seen.push(isLookingBack(facts))));
  for (const message of messages) server.listen().message(message);
  return seen;
}

it.each(GAMES)("nobody is told at a turn that they look back: a game %s", (_, messages) => {
  const turns = messages.filter(({ event }) => event.type === "node");
  expect(turns.length).toBeGreaterThan(6);
  const seen = shown(messages);
  expect(seen.length).toBeGreaterThan(4);
  expect(seen).not.toContain(true);
});

it.each(GAMES)("whoever does not apply an update as a whole is told so: a game %s", (_, messages) => {
  expect(shown(messages.map((message) => ({ ...message, more: false })))).toContain(true);
});

it.each(GAMES)("who does look back is told so: a game %s", (_, messages) => {
  const start = messages.findLast(({ event }) => event.type === "position");
  if (start?.event.type !== "position") throw new Error("no position was told");
  const back: Message = {
    seq: start.seq,
    event: { ...start.event, position: { ...start.event.position, node: 1 } },
  };
  expect(shown([...messages, back]).at(-1)).toBe(true);
});
