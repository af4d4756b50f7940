import { expect, it } from "vitest";
import type { Command, Event, TurnView } from "../../protocol/protocol";
import { turnListOf } from "../../state/turnList";
import { reachOf } from "./sight";

/** A turn that only goes from one square to another. */
const turn = (from: number, to: number): TurnView => ({
  text: `${from}-${to}`,
  steps: [{ from, to, kind: "own", changes: [] }],
});

/** Answers questions in this order, and notes them. */
function answering(...answers: (Event | undefined)[]) {
  const asked: Command[] = [];
  const askQuietly = (command: Command) => {
    asked.push(command);
    const event = answers.shift();
    return Promise.resolve(event && [event]);
  };
  return { asked, app: { askQuietly } };
}

const MARKS = { immobilized: [], doubled: [], poisonous: [], burning: [[], []] as [number[], number[]] };
const turns = (told: TurnView[], total = told.length): Event => ({
  type: "turns",
  turns: told,
  total,
  indices: told.map((_, index) => index),
});

/** A piece of the first side on 0 and one of the second on 3. */
const list = turnListOf({ turns: [turn(0, 1)] }, 7, () => Promise.resolve(undefined));
const seen = {
  game: "tiny",
  board: [2, 0, 0, 3],
  pairs: [],
  node: 7,
  turns: { side: 0, list },
  marks: MARKS,
};

it("nothing is asked about a piece whose turns are known", async () => {
  const { asked, app } = answering();
  expect((await reachOf(app, seen, 0))?.turns).toEqual([turn(0, 1)]);
  expect(await reachOf(app, seen, 1), "an empty square").toBeUndefined();
  expect(asked).toEqual([]);
});

it("a piece of the side that waits is asked about as if it were its turn, in parts if they are many", async () => {
  const { asked, app } = answering(turns([turn(3, 2)], 2), turns([turn(3, 1)], 2));
  expect((await reachOf(app, seen, 3))?.turns).toEqual([turn(3, 2), turn(3, 1)]);
  const of = { type: "square", square: 3 };
  expect(asked).toEqual([
    { type: "turns", node: 7, of, ahead: true },
    { type: "turns", node: 7, of, ahead: true, skip: 1 },
  ]);
});

it("a piece that is held says so, though it has turns", async () => {
  const idle = { reason: "It is held.", by: [3] };
  const { app } = answering({ ...turns([turn(0, 1)]), idle } as Event);
  const held = { ...seen, marks: { ...MARKS, immobilized: [0] } };
  expect(await reachOf(app, held, 0)).toEqual({ turns: [turn(0, 1)], idle });
});

it("on a board that is no place of a game, or refused, the arrangement is explored", async () => {
  const explored: Event = { type: "explored", turns: [turn(3, 2)], marks: MARKS };
  const pieces = [
    { square: 0, piece: 2 },
    { square: 3, piece: 3 },
  ];
  for (const [board, refused] of [
    [{ ...seen, node: undefined }, []],
    [seen, [undefined]],
  ] as const) {
    const { asked, app } = answering(...refused, explored);
    expect((await reachOf(app, board, 3))?.turns).toEqual([turn(3, 2)]);
    expect(asked.at(-1)).toEqual({ type: "explore", game: "tiny", pieces, square: 3 });
  }
});
