import { expect, test } from "vitest";
import type { NodeView } from "../protocol/protocol";
import { answered, linesOf, startOf } from "./plan";

/** A tree by the parents of its places; a place is called by its number. */
function tree(...parents: number[]): ReadonlyMap<number, NodeView> {
  const nodes = [-1, ...parents].map((parent, id): NodeView => {
    const children = parents.flatMap((one, at) => (one === id ? [at + 1] : []));
    const above = parent < 0 ? {} : { parent };
    return { id, ...above, children, text: `t${id}`, number: "", side: 0, comment: "", nags: [] };
  });
  return new Map(nodes.map((node) => [node.id, node]));
}

test("a tree has a line for each end", () => {
  // 0 - 1 - 2 - 3 - 4, 2 - 5 - 6, 0 - 7
  const forked = tree(0, 1, 2, 3, 2, 5, 0);
  const lines = linesOf(forked);
  expect(lines.map(({ nodes }) => nodes)).toEqual([[1, 2, 3, 4], [1, 2, 5, 6], [7]]);
  expect(answered(lines)).toEqual([
    ["t1", "t2", "t3", "t4"],
    ["t1", "t2", "t5", "t6"],
  ]);
  expect(linesOf(tree())).toEqual([]);
});

test("a line goes without the others", () => {
  const forked = tree(0, 1, 2, 3, 2, 5, 0);
  expect(linesOf(forked).map((line) => startOf(line, forked))).toEqual([3, 5, 7]);
  const single = tree(0, 1);
  expect(linesOf(single).map((line) => startOf(line, single))).toEqual([1]);
});
