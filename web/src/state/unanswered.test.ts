import { expect, it } from "vitest";
import type { Command, Event, NodeView, StateView } from "../protocol/protocol";
import { createFacts } from "./facts";
import { PLAYING, SEATS } from "./sample";
import { type Fate, fateOf } from "./unanswered";

const seats = (more: object): Partial<StateView> => ({ seats: { ...SEATS, ...more } });
const node = (id: number, parent: number | undefined, ...children: number[]): NodeView => ({
  id,
  ...(parent === undefined ? {} : { parent }),
  children,
  text: `turn ${id}`,
  number: "1.",
  side: 0,
});
/** A line of three places with a variation at the first. */
const TREE: Event = {
  type: "tree",
  nodes: [node(0, undefined, 1, 3), node(1, 0, 2), node(2, 1), node(3, 0)],
};
const chat = (...texts: string[]): Event => ({
  type: "chat",
  lines: texts.map((text) => ({ side: 0, text })),
  off: [false, false],
});
const mail = (address?: string): Event => ({
  type: "mail",
  ...(address === undefined ? {} : { address }),
  confirmed: false,
});
const claimed: Event = { type: "presence", sides: [{}, {}], claim: { side: 0, draw: false, left: 1000 } };
const listed = { type: "listed", index: 0, key: "" } as const;
const over: Partial<StateView> = { stage: "over" };

/** A command, the events after the connection was lost, and the fate of the command. */
const CASES: readonly (readonly [Command, Partial<StateView> | Event, Fate])[] = [
  [{ type: "play", node: 1, turn: listed }, {}, "again"],
  [{ type: "play", node: 1, turn: listed }, { node: 2 }, "done"],
  [{ type: "play", node: 1, turn: listed }, { node: 2, ...over }, "done"],
  [{ type: "play", node: 1, turn: listed }, { node: 0 }, "stale"],
  [{ type: "play", node: 1, turn: listed }, { node: 3 }, "stale"],
  [{ type: "plan", node: 1, lines: [] }, {}, "again"],
  [{ type: "plan", node: 1, lines: [] }, { node: 2 }, "stale"],
  [{ type: "takeBack" }, {}, "again"],
  [{ type: "takeBack" }, { node: 0 }, "done"],
  [{ type: "redo" }, { node: 2 }, "done"],
  [{ type: "resign", side: 0 }, {}, "again"],
  [{ type: "resign", side: 0 }, over, "done"],
  [{ type: "abort", side: 0 }, over, "done"],
  [{ type: "reopen" }, over, "again"],
  [{ type: "reopen" }, {}, "done"],
  [{ type: "offerDraw", side: 0 }, {}, "again"],
  [{ type: "offerDraw", side: 0 }, { drawOffer: 0 }, "done"],
  [{ type: "offerDraw", side: 0 }, { node: 2 }, "stale"],
  [{ type: "withdrawDraw", side: 0 }, { drawOffer: 0 }, "again"],
  [{ type: "withdrawDraw", side: 0 }, {}, "done"],
  [{ type: "answerDraw", side: 0, accept: false }, { drawOffer: 1 }, "again"],
  [{ type: "answerDraw", side: 0, accept: true }, over, "done"],
  [{ type: "offerTakeBack", side: 0 }, seats({}), "again"],
  [{ type: "offerTakeBack", side: 0 }, seats({ takeBackOffer: 0 }), "done"],
  [{ type: "offerTakeBack", side: 0 }, { node: 0, ...seats({}) }, "stale"],
  [{ type: "withdrawTakeBack", side: 0 }, seats({}), "done"],
  [{ type: "answerTakeBack", side: 0, accept: true }, seats({ takeBackOffer: 1 }), "again"],
  [{ type: "answerTakeBack", side: 0, accept: true }, { node: 0, ...seats({}) }, "done"],
  [{ type: "offerRematch", side: 0, seat: "" }, { ...over, ...seats({}) }, "again"],
  [{ type: "offerRematch", side: 0, seat: "" }, { ...over, ...seats({ rematchOffer: 0 }) }, "done"],
  [{ type: "offerRematch", side: 0, seat: "" }, { ...over, ...seats({ rematch: "two" }) }, "done"],
  [{ type: "declineRematch", side: 0 }, { ...over, ...seats({}) }, "done"],
  [{ type: "claim", side: 0, draw: false }, {}, "again"],
  [{ type: "claim", side: 0, draw: false }, claimed, "done"],
  [{ type: "claim", side: 0, draw: false }, over, "stale"],
  [{ type: "chat", text: " Hello " }, chat("Hello"), "again"],
  [{ type: "chat", text: " Hello " }, chat("Hello", "Hello"), "done"],
  [{ type: "mail", address: "a@b.c" }, mail(), "again"],
  [{ type: "mail", address: "a@b.c" }, mail("a@b.c"), "done"],
  [{ type: "note", text: "a" }, {}, "again"],
  [{ type: "delete", node: 3 }, {}, "again"],
  [{ type: "delete", node: 9 }, {}, "done"],
  [{ type: "promote", node: 3 }, {}, "again"],
  [{ type: "promote", node: 1 }, {}, "done"],
  [{ type: "go" }, { waiting: true }, "again"],
  [{ type: "go" }, {}, "done"],
  [{ type: "moveNow" }, { thinking: true }, "again"],
  [{ type: "moveNow" }, { thinking: true, node: 2 }, "done"],
  [{ type: "review", ms: 100 }, { reviewing: true }, "done"],
  [{ type: "stopReview" }, { reviewing: true }, "again"],
  [{ type: "vacation", side: 0, on: true }, { node: 2 }, "again"],
  [{ type: "foresee", node: 1, turn: "a" }, {}, "again"],
  [{ type: "start" }, {}, "unknown"],
];

it.each(CASES)("%j, then %j: %s", (command, told, fate) => {
  const { facts, apply } = createFacts(() => 0);
  apply([{ type: "state", state: PLAYING }, TREE, { type: "seated", side: 0 }, chat("Hello")]);
  const later = fateOf(facts, command);
  const event: Event = "type" in told ? told : { type: "state", state: { ...PLAYING, ...(told as object) } };
  apply([event]);
  expect(later()).toBe(fate);
});

it("a choice of the set-up is not made for the next phase", () => {
  const { facts, apply } = createFacts(() => 0);
  const phase = (phase: number): Event => ({
    type: "state",
    state: { ...PLAYING, stage: "setUp", setUp: { phase, chooser: 0, board: [], squares: [] } },
  });
  apply([phase(0)]);
  const later = fateOf(facts, { type: "setUp", how: { type: "random" } });
  expect(later()).toBe("again");
  apply([phase(1)]);
  expect(later()).toBe("done");
});

it("what was asked before anything was known is asked", () => {
  const { facts, apply } = createFacts(() => 0);
  const later = fateOf(facts, { type: "takeBack" });
  apply([{ type: "state", state: PLAYING }]);
  expect(later()).toBe("again");
});
