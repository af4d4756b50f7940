import { createRoot, createSignal } from "solid-js";
import { expect, it } from "vitest";
import type { PositionView, TurnView } from "../protocol/protocol";
import { type Obstacle, createPremoves } from "./premoves";
import { turnListOf } from "./turnList";

const turn = (text: string, from: number, to: number): TurnView => ({
  text,
  steps: [{ from, to, kind: "own", changes: [] }],
});
const position = (node: number, turns: TurnView[]): PositionView =>
  ({ node, turns, key: String(node) }) as PositionView;

const [ADVANCE, RETREAT] = [turn("R-a5", 0, 40), turn("R-a2", 0, 10)];

/** No request is needed where all turns are listed. */
const nobody = () => Promise.resolve(undefined);

/** The opponent thinks at place 1; places 2 and 3 may follow on it, place 9 is elsewhere. */
function table(obstacle?: Obstacle) {
  return createRoot(() => {
    const [here, setHere] = createSignal(position(1, [turn("K-h8", 77, 78)]));
    const [isOpen, setOpen] = createSignal(true);
    const [isOwnTurn, setOwnTurn] = createSignal(false);
    const played: string[] = [];
    const premoves = createPremoves({
      position: here,
      isOpen,
      isOwnTurn,
      follows: (node, before) => node < 9 && node > before,
      own: () => turnListOf(here(), here().node, nobody),
      ask: (node) => Promise.resolve(turnListOf({ turns: [ADVANCE, RETREAT] }, node, nobody)),
      play: (_, turn) => {
        played.push(typeof turn === "string" ? `typed ${turn}` : turn.text);
        return Promise.resolve(obstacle);
      },
    });
    premoves.look();
    /** The opponent moves: the position arrives first, then the side to move. */
    const reply = (node: number, turns: TurnView[]) => {
      setOpen(false);
      setHere(position(node, turns));
      premoves.look();
      setOwnTurn(true);
      premoves.look();
    };
    return { premoves, played, reply, setHere, setOpen };
  });
}

/** Lets what has been asked be answered. */
const settle = () => new Promise((resolve) => setTimeout(resolve));

it("is played as soon as it is the own turn, though it has become a capture", async () => {
  const { premoves, played, reply } = table();
  await settle();
  expect(premoves.list().known()).toEqual([ADVANCE, RETREAT]);
  premoves.enter("R-a5");
  expect(premoves.waiting()?.turn).toBe(ADVANCE);
  reply(2, [turn("Rxa5", 0, 40)]);
  await settle();
  expect(played).toEqual(["Rxa5"]);
  expect([premoves.waiting(), premoves.dropped(), premoves.list().known()]).toEqual([
    undefined,
    undefined,
    [],
  ]);
});

it("is dropped and told where it is not legal, until somebody moves again", async () => {
  const { premoves, played, reply, setHere } = table();
  await settle();
  premoves.enter("R-a5");
  reply(2, [RETREAT]);
  await settle();
  expect(played).toEqual([]);
  expect(premoves.dropped()).toEqual({ text: "R-a5" });
  setHere(position(3, []));
  premoves.look();
  expect(premoves.dropped()).toBeUndefined();
});

it("may be typed though nobody knows yet whether it will be legal and safe; the session decides", async () => {
  for (const obstacle of [undefined, {}, { danger: "It leaves the King." }]) {
    const { premoves, played, reply } = table(obstacle);
    await settle();
    premoves.enter("Rxa9");
    expect(premoves.waiting()).toMatchObject({ text: "Rxa9", turn: undefined });
    reply(2, [RETREAT]);
    await settle();
    expect(played).toEqual(["typed Rxa9"]);
    expect(premoves.dropped()).toEqual(obstacle && { text: "Rxa9", ...obstacle });
  }
});

it("is forgotten when it is given up, or another place is shown", async () => {
  const { premoves, played, reply } = table();
  await settle();
  premoves.enter("R-a5");
  premoves.drop();
  reply(2, [ADVANCE]);
  await settle();
  const other = table();
  await settle();
  other.premoves.enter("R-a5");
  other.reply(9, [ADVANCE]);
  await settle();
  expect([...played, ...other.played]).toEqual([]);
  expect(other.premoves.dropped()).toBeUndefined();
});

it("cannot be entered while it is not the opponent's turn", async () => {
  const { premoves, setOpen } = table();
  await settle();
  setOpen(false);
  premoves.enter("R-a5");
  expect(premoves.waiting()).toBeUndefined();
  expect(premoves.list().known()).toEqual([]);
});
