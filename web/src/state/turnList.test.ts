import { createRoot, createSignal } from "solid-js";
import { expect, it } from "vitest";
import { origins } from "../entry/entry";
import type { Command, Event, PositionView, TurnView, TurnsOf } from "../protocol/protocol";
import { createEntering } from "./entering";
import { createPremoves } from "./premoves";
import { turnListOf } from "./turnList";

/** A turn of one step, or of two if a second square is named. */
function turn(text: string, from: number, to: number, then?: number): TurnView {
  const step = (from: number, to: number) => ({
    from,
    to,
    kind: "own" as const,
    changes: [
      [from, 2, 0, "left"],
      [to, 0, 2, "arrived", from],
    ] as never,
  });
  return { text, steps: then === undefined ? [step(from, to)] : [step(from, to), step(to, then)] };
}
const drop: TurnView = {
  text: "W@7",
  steps: [{ from: 7, to: 7, kind: "drop", promotion: 4, changes: [[7, 0, 10, "born"]] as never }],
};

/** The list as the session has it. */
const ALL = [
  turn("R-1", 0, 1),
  turn("R-1-2", 0, 1, 2),
  turn("R-2", 0, 2),
  turn("K-5", 4, 5),
  drop,
  turn("K-3", 4, 3),
];
const UNLISTED = { count: ALL.length, squares: [0, 4], items: [0] };

/** A session that sends this many turns at once. */
function session(atOnce: number) {
  const asked: Command[] = [];
  const isOf = (of: TurnsOf) => (found: TurnView, index: number) => {
    if (of.type === "listed") return index === of.index;
    if (of.type === "typed") return found.text === of.text;
    return of.type === "item" ? found === drop : found !== drop && found.steps[0]?.from === of.square;
  };
  const ask = (command: Command): Promise<Event[] | undefined> => {
    asked.push(command);
    if (command.type !== "turns") return Promise.resolve(undefined);
    const places = ALL.map((_, index) => index).filter((index) =>
      isOf(command.of)(ALL[index] ?? drop, index),
    );
    const indices = places.slice(command.skip ?? 0).slice(0, atOnce);
    const turns = indices.flatMap((index) => structuredClone(ALL[index]) ?? []);
    return Promise.resolve([{ type: "turns", total: places.length, turns, indices }]);
  };
  return { ask, asked };
}

const POSITION = { node: 3, key: "k", board: [2, 0, 0, 0, 2, 0, 0, 0], turns: [] } as unknown as PositionView;
const settle = () => new Promise((resolve) => setTimeout(resolve));

/** The two ways to send turns. */
const WAYS = [
  { name: "told with the position", told: { turns: ALL } },
  { name: "asked for", told: { turns: [], unlisted: UNLISTED } },
];

it.each(WAYS)("all turns are found where they are $name", async ({ told }) => {
  const { ask } = session(2);
  const list = turnListOf(told, 3, ask);
  expect(list.count).toBe(ALL.length);
  await list.learn({ type: "square", square: 0 });
  await list.learn({ type: "square", square: 4 });
  const known = await list.learn({ type: "item", item: 0 });
  const places = known.map((one) => list.indexOf(one)).sort();
  expect(places).toEqual([0, 1, 2, 3, 4, 5]);
  expect(known.every((one) => ALL[list.indexOf(one)]?.text === one.text)).toBe(true);
  expect(list.unknown()).toEqual({ squares: [], items: [] });
  const [listed, typed] = [
    await list.find({ type: "listed", index: 3 }),
    await list.find({ type: "typed", text: "R-2" }),
  ];
  expect([listed?.text, typed?.text]).toEqual(["K-5", "R-2"]);
  expect(typed && list.indexOf(typed)).toBe(2);
  expect(list.indexOf(turn("K-5", 4, 5))).toBe(-1);
});

it("turns are asked for in parts, once, and known when all are there", async () => {
  const { ask, asked } = session(2);
  const list = turnListOf({ turns: [], unlisted: UNLISTED }, 3, ask);
  const both = [list.learn({ type: "square", square: 0 }), list.learn({ type: "square", square: 0 })];
  await Promise.resolve();
  expect(list.known()).toEqual([]);
  await Promise.all(both);
  expect(list.known().length).toBe(3);
  await list.learn({ type: "square", square: 0 });
  const of = { type: "square", square: 0 };
  expect(asked).toEqual([
    { type: "turns", node: 3, of },
    { type: "turns", node: 3, of, skip: 2 },
  ]);
  // One turn alone is not entered click by click.
  expect((await list.find({ type: "listed", index: 3 }))?.text).toBe("K-5");
  expect(list.known().length).toBe(3);
  expect(list.seek({ type: "listed", index: 3 })?.text).toBe("K-5");
});

it("what cannot be had may be asked for again", async () => {
  let isRefused = true;
  const { ask } = session(9);
  const list = turnListOf({ turns: [], unlisted: UNLISTED }, 3, (command) =>
    isRefused ? Promise.resolve(undefined) : ask(command),
  );
  expect(await list.learn({ type: "square", square: 4 })).toEqual([]);
  expect(list.unknown().squares).toEqual([0, 4]);
  isRefused = false;
  expect((await list.learn({ type: "square", square: 4 })).length).toBe(2);
});

/** A table at which turns are entered. */
function table(told: Pick<PositionView, "turns" | "unlisted">, ask = session(2).ask) {
  return createRoot(() => {
    const played: string[] = [];
    const list = turnListOf(told, 3, ask);
    const entering = createEntering({
      position: () => POSITION,
      list: () => list,
      side: () => 0,
      reserve: () => [{ letters: "W", name: "Wizard", types: [4], pieces: 1, start: [1, 1] }],
      mustConfirm: () => false,
      play: (turn) => {
        played.push(turn.text);
        return Promise.resolve(true);
      },
    });
    return { entering, played };
  });
}

it.each(WAYS)("a piece shows its targets and is played where turns are $name", async ({ told }) => {
  const { entering, played } = table(told);
  await settle();
  expect([...origins(entering.entry())].sort()).toEqual([0, 4]);
  expect(entering.canLift(4)).toBe(true);
  entering.click(4);
  expect(entering.entry().origin).toBe(4);
  await settle();
  expect(entering.targets().map(({ square }) => square)).toEqual([5, 3]);
  entering.click(3);
  expect(played).toEqual(["K-3"]);
});

it.each(WAYS)(
  "a piece that is dropped on a square at once is played where turns are $name",
  async ({ told }) => {
    const { entering, played } = table(told);
    entering.click(4);
    entering.click(5);
    await settle();
    expect(played).toEqual(["K-5"]);
  },
);

/** A step that may be the whole turn does not end it while longer turns may still come. */
it.each(WAYS)("a turn of two steps is entered where turns are $name", async ({ told }) => {
  const { entering, played } = table(told);
  entering.click(0);
  entering.click(1);
  await settle();
  expect(played).toEqual([]);
  expect(entering.entry().finish?.text).toBe("R-1");
  entering.click(2);
  expect(played).toEqual(["R-1-2"]);
});

it.each(WAYS)("a piece in hand is dropped where turns are $name", async ({ told }) => {
  const { entering, played } = table(told);
  expect(entering.canTakeItem(0)).toBe(true);
  entering.takeItem(0);
  await settle();
  expect(entering.targets().map(({ square }) => square)).toEqual([7]);
  entering.click(7);
  expect(played).toEqual(["W@7"]);
});

it.each(WAYS)("an empty square is asked what is dropped on it where turns are $name", async ({ told }) => {
  const { entering } = table(told);
  await settle();
  entering.click(7);
  expect(entering.entry().choices.map(({ step }) => step.kind)).toEqual(["drop"]);
});

it("a piece that was taken up meanwhile stays so when the turns of another one come", async () => {
  const { entering } = table({ turns: [], unlisted: UNLISTED });
  entering.click(4);
  entering.click(0);
  await settle();
  expect(entering.entry().origin).toBe(0);
  expect(entering.targets().map(({ square }) => square)).toEqual([1, 2]);
});

it("a piece whose turns cannot be had is put back", async () => {
  const { entering } = table({ turns: [], unlisted: UNLISTED }, () => Promise.resolve(undefined));
  entering.click(4);
  expect(entering.entry().origin).toBe(4);
  await settle();
  expect(entering.entry().origin).toBeUndefined();
});

it.each(WAYS)("a premove is found again where turns are $name", async ({ told }) => {
  const played: string[] = [];
  const { ask, asked } = session(2);
  const { premoves, reply } = createRoot(() => {
    const [here, setHere] = createSignal({ ...POSITION, node: 1 });
    const [isOpen, setOpen] = createSignal(true);
    const premoves = createPremoves({
      position: here,
      isOpen,
      isOwnTurn: () => !isOpen(),
      follows: (node, before) => node > before,
      own: () => turnListOf(told, here().node, ask),
      ask: (node) => Promise.resolve(turnListOf(told, node, ask, true)),
      play: (_, turn) => {
        played.push(typeof turn === "string" ? `typed ${turn}` : turn.text);
        return Promise.resolve(undefined);
      },
    });
    const reply = () => {
      setOpen(false);
      setHere({ ...POSITION, node: 2 });
      premoves.look();
    };
    return { premoves, reply };
  });
  premoves.look();
  await settle();
  await premoves.list().learn({ type: "square", square: 4 });
  premoves.enter("K-5");
  expect(premoves.waiting()?.turn?.text).toBe("K-5");
  reply();
  await settle();
  expect(played).toEqual(["K-5"]);
  if (told.unlisted) expect(asked[0]).toMatchObject({ node: 1, ahead: true });
});
