import { expect, it } from "vitest";
import type { NodeView } from "../protocol/protocol";
import { lineThrough, mainLine, pathTo, turnsFrom } from "./tree";

function tree(...children: number[][]): Map<number, NodeView> {
  return new Map(
    children.map((list, id) => {
      const parent = children.findIndex((others) => others.includes(id));
      const node: NodeView = { id, children: list, text: `t${id}`, number: "", side: id % 2 };
      return [id, parent < 0 ? node : { ...node, parent }];
    }),
  );
}

/** 0 - 1 - 2 - 3, with 4 - 5 instead of 2, and 6 instead of 1. */
const GAME = tree([1, 6], [2, 4], [3], [], [5], [], []);
const ids = (nodes: NodeView[]) => nodes.map(({ id }) => id);

it("the path leads from the start to a place", () => {
  expect(ids(pathTo(GAME, 5))).toEqual([0, 1, 4, 5]);
  expect(pathTo(GAME, 99)).toEqual([]);
});

it("the line goes through a place and on to its end", () => {
  expect(ids(lineThrough(GAME, 4))).toEqual([0, 1, 4, 5]);
  expect(ids(lineThrough(GAME, 0))).toEqual([0, 1, 2, 3]);
});

it("variations stand at the turn that they could replace", () => {
  const line = mainLine(GAME);
  expect(ids(line.turns)).toEqual([1, 2, 3]);
  expect(line.variations.get(1)?.map(({ turns }) => ids(turns))).toEqual([[6]]);
  expect(line.variations.get(2)?.map(({ turns }) => ids(turns))).toEqual([[4, 5]]);
});

it("with a turn go all that follow it, in variations, too", () => {
  expect([1, 2, 3, 6].map((node) => turnsFrom(GAME, node))).toEqual([5, 2, 1, 1]);
});

it("an empty game has an empty line", () => {
  expect(mainLine(new Map()).turns).toEqual([]);
});
