import { expect, it } from "vitest";
import type { Event, NodeView, PositionView, StateView } from "../protocol/protocol";
import { createFacts } from "./facts";
import { PLAYING as SAMPLE, SEATS } from "./sample";

const PLAYING: StateView = { ...SAMPLE, game: "tiny" };
const state = (more: Partial<StateView> = {}): Event => ({ type: "state", state: { ...PLAYING, ...more } });
const WELCOME: Event = { type: "welcome", protocol: 2, version: "", levels: [] };
const NODES: NodeView[] = [
  { id: 0, children: [1], text: "", number: "", side: 1 },
  { id: 1, parent: 0, children: [], text: "P-e4", number: "1.", side: 0 },
];
const TREE: Event = { type: "tree", nodes: NODES };
const POSITION = {
  type: "position",
  position: { node: 1, key: "k", turns: [] } as unknown as PositionView,
} as const;
const SCORE = { value: 0, points: 500, text: "level" };
const REVIEW: Event = { type: "review", scores: [{ node: 1, score: SCORE }], done: 1, total: 1 };
const OF_SEAT: Event[] = [
  { type: "seated", side: 1 },
  { type: "chat", lines: [{ side: 0, text: "Hello" }], off: [false, false] },
  { type: "note", text: "a note" },
  { type: "plan", lines: [["a", "b"]] },
  { type: "mail", address: "a@b.c", confirmed: true },
];
const AWAY: Event = {
  type: "presence",
  sides: [{ away: 1 }, {}],
  claimAfter: 5,
  claim: { side: 1, draw: false, left: 5 },
};

/** Facts in which everything is known. */
function full() {
  const book = createFacts(() => 0);
  book.apply([WELCOME, state({ seats: SEATS }), TREE, POSITION, AWAY, REVIEW]);
  book.apply(OF_SEAT);
  book.greeted();
  return book;
}

/** The facts about a seat and the opponent. */
const known = ({ facts }: ReturnType<typeof full>) => [
  facts.mySide(),
  facts.chat()?.lines.length,
  facts.note(),
  facts.plan().length,
  facts.mail()?.address,
  facts.claimAfter(),
  facts.claim()?.side,
  facts.awaySince().length,
];
const NOTHING = [undefined, undefined, "", 0, undefined, undefined, undefined, 0];

it("keeps what is told of a seat", () => {
  expect(known(full())).toEqual([1, 1, "a note", 1, "a@b.c", 5, 1, 2]);
});

it("what was known of a seat is kept while everything is told anew, and replaced by what is told", () => {
  const book = full();
  book.apply([WELCOME, state({ seats: SEATS }), TREE, POSITION, { type: "presence", sides: [{}, {}] }]);
  expect(book.facts.mySide()).toBe(1);
  book.apply([
    { type: "seated", side: 1 },
    { type: "chat", lines: [], off: [false, false] },
    { type: "note", text: "" },
    { type: "plan", lines: [] },
  ]);
  book.greeted();
  expect(known(book)).toEqual([1, 0, "", 0, undefined, undefined, undefined, 2]);
});

it("who has lost a seat has lost what belongs to it", () => {
  const book = full();
  book.apply([WELCOME, state({ seats: SEATS }), TREE, POSITION]);
  book.greeted();
  expect(known(book).slice(0, 5)).toEqual(NOTHING.slice(0, 5));
  // A game without seats in the same session has none of it.
  const other = full();
  other.apply([state()]);
  expect(known(other)).toEqual(NOTHING);
});

it("a session in which there is no game any more has no tree and no position", () => {
  const { facts, apply } = full();
  apply([WELCOME, state({ stage: "empty" })]);
  expect([facts.tree().size, facts.position(), facts.scores().size, facts.review()]).toEqual([
    0,
    undefined,
    0,
    undefined,
  ]);
});

it("the scores are those of the tree", () => {
  const { facts, apply } = full();
  expect(facts.scores().size).toBe(1);
  // A restarted server gives nodes new numbers.
  apply([WELCOME, state(), TREE, POSITION]);
  expect([facts.scores().size, facts.review()]).toEqual([0, undefined]);
  apply([REVIEW]);
  expect(facts.scores().size).toBe(1);
  apply([{ type: "tree", nodes: [{ ...NODES[0]!, children: [] }] }]);
  expect(facts.scores().size).toBe(0);
});

it("that a draw was declined is said until something else is", () => {
  for (const next of [state({ drawOffer: 0 }), state({ stage: "over" })]) {
    const { facts, apply } = full();
    apply([{ type: "drawDeclined", side: 1 }, state({ seats: SEATS })]);
    expect(facts.declined()).toBe(1);
    apply([next]);
    expect(facts.declined()).toBeUndefined();
  }
});

it("forgets the game, not the games", () => {
  const book = full();
  book.apply([{ type: "games", games: [] }]);
  book.forget();
  expect(known(book)).toEqual(NOTHING);
  expect([book.facts.state(), book.facts.position(), book.facts.tree().size]).toEqual([
    undefined,
    undefined,
    0,
  ]);
});
