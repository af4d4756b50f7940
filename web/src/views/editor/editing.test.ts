import { expect, it } from "vitest";
import type { BesideView, Command, Event, GameView } from "../../protocol/protocol";
import { put } from "./arrangement";
import { type Draft, createEditing } from "./editing";

const [PAWN, KING] = [2, 4];
const BESIDE: BesideView = { hands: [[1, 1], []], castlings: [], moved: [false, false], reached: false };
const GAME = {
  summary: { id: "tiny", files: 2, ranks: 2, start: [0, 0, 0, 0] },
  types: [{}, {}],
  beside: BESIDE,
} as unknown as GameView;

/** An editor whose server answers on command. */
function slow() {
  const sent: { command: Command; answer: (events: Event[] | undefined) => void }[] = [];
  const ask = (command: Command) =>
    new Promise<Event[] | undefined>((answer) => sent.push({ command, answer }));
  const editing = createEditing(GAME, ask);
  return { editing, sent };
}

function checked(position: string, square: number, piece: number): Event[] {
  const pieces = [{ square, piece }];
  return [{ type: "checked", position, pieces, side: 1, beside: BESIDE, problems: [] }];
}

const place = (square: number, piece: number) => (now: Draft) => ({
  ...now,
  ...put(GAME, now, square, piece),
});
const hold = (item: number) => (now: Draft) => ({
  ...now,
  beside: now.beside && {
    ...now.beside,
    hands: [now.beside.hands[0].with(item, 3), []] as [number[], number[]],
  },
});

it("changes made faster than the server answers all stay", async () => {
  const { editing, sent } = slow();
  editing.change(hold(0));
  editing.change(hold(1));
  editing.change(place(1, PAWN));
  sent[0]?.answer(checked("the first", 0, KING));
  await Promise.resolve();
  expect(editing.draft().beside?.hands[0]).toEqual([3, 3]);
  expect(editing.text()).toBe("");
  expect(sent.at(-1)?.command).toMatchObject({
    arrangement: { pieces: [{ square: 1, piece: PAWN }], beside: { hands: [[3, 3], []] } },
  });
  const finished = editing.finished();
  sent.at(-1)?.answer(checked("the last", 1, PAWN));
  expect(await finished).toBe("the last");
});

it("changes made while a text is read are changes of what it says", async () => {
  const { editing, sent } = slow();
  editing.read("a text");
  editing.change(place(1, PAWN));
  const finished = editing.finished();
  sent[0]?.answer(checked("a text", 0, KING));
  await expect.poll(() => sent.length).toBe(2);
  expect(editing.draft()).toMatchObject({ board: [KING, PAWN, 0, 0], side: 1 });
  sent[1]?.answer(checked("both", 0, KING));
  expect(await finished).toBe("both");
});

it("of two texts the last one counts, and a lost answer loses no change", async () => {
  const { editing, sent } = slow();
  editing.read("one");
  editing.change(place(2, PAWN));
  editing.read("two");
  editing.change(place(1, PAWN));
  sent[1]?.answer(undefined);
  await expect.poll(() => sent.length).toBe(3);
  sent[0]?.answer(checked("one", 0, KING));
  await Promise.resolve();
  expect(editing.draft().board).toEqual([0, PAWN, 0, 0]);
});
