import { expect, it } from "vitest";
import type { NodeScore, NodeView } from "../protocol/protocol";
import { accuracyOf, judgedTurns, signOf } from "./review";

const node = (id: number, parent: number | undefined, children: number[]): NodeView => ({
  id,
  ...(parent === undefined ? {} : { parent }),
  children,
  text: `turn ${id}`,
  number: `${id}.`,
  side: (id + 1) % 2,
});
const TREE = new Map(
  [node(0, undefined, [1]), node(1, 0, [2]), node(2, 1, [3]), node(3, 2, [])].map((one) => [one.id, one]),
);
const score = (node: number, accuracy?: number, nag?: number): NodeScore => ({
  node,
  score: { value: 0, points: 500, text: "level" },
  best: `best of ${node}`,
  ...(accuracy === undefined ? {} : { judgement: { loss: 0, accuracy, ...(nag ? { nag } : {}) } }),
});
const SCORES = new Map(
  [score(0), score(1, 100), score(2, 40, 4), score(3, 81)].map((one) => [one.node, one]),
);

it("a turn is judged with the best one in its place, and a side by the mean of its turns", () => {
  const turns = judgedTurns(TREE, SCORES, 1);
  expect(turns.map(({ node, best }) => [node.id, best])).toEqual([
    [1, "best of 0"],
    [2, "best of 1"],
    [3, "best of 2"],
  ]);
  expect([accuracyOf(turns, 0), accuracyOf(turns, 1)]).toEqual([91, 40]);
  expect(accuracyOf([], 0)).toBeUndefined();
  expect([signOf(4), signOf(6), signOf(1), signOf(undefined)]).toEqual(["??", "?!", "", ""]);
});
