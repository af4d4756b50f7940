import { expect, it } from "vitest";
import { type Kind, type Round, answered, newRound } from "./round";

const KINDS: readonly Kind[] = ["squares", "name"];
const told = ({ items }: Round) => items.map(({ type, kind }) => `${kind} ${type}`);

it("what is known is asked first, what is new is shown before it is asked, and once more at the end", () => {
  const round = newRound([6, 7], [1, 2, 3], (type) => (type === 3 ? ["name"] : KINDS));
  expect(told(round)).toEqual([
    "squares 6",
    "name 7",
    "meet 1",
    "meet 2",
    "squares 1",
    "squares 2",
    "meet 3",
    "name 3",
    "name 1",
    "name 2",
    "name 3",
  ]);
});

it("a wrong answer is asked for again three questions later, or at the end", () => {
  let round = answered(
    newRound([0, 2, 4, 6, 8], [], () => KINDS),
    false,
  );
  expect(told(round)).toEqual(["squares 2", "squares 4", "squares 6", "squares 0", "squares 8"]);
  expect([...round.missed]).toEqual([0]);
  for (let answer = 0; answer < 4; answer++) round = answered(round, true);
  round = answered(round, false);
  expect(told(round)).toEqual(["squares 8"]);
  expect(round.done).toEqual([2, 4, 6, 0]);
  expect(answered(round, true)).toEqual({ items: [], missed: new Set([0, 8]), done: [2, 4, 6, 0, 8] });
});

it("a piece is done with after its last question", () => {
  const round = newRound([], [1], () => KINDS);
  const met = answered(answered(round, true), true);
  expect(met.done).toEqual([]);
  expect(answered(met, true).done).toEqual([1]);
});
