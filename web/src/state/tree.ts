/** The game tree as people read it: a line, with variations between its turns. */

import type { NodeView } from "../protocol/protocol";

export type Tree = ReadonlyMap<number, NodeView>;

/** Returns the places from the start to a place, both included. */
export function pathTo(tree: Tree, node: number): NodeView[] {
  const path: NodeView[] = [];
  for (let at = tree.get(node); at; at = at.parent === undefined ? undefined : tree.get(at.parent))
    path.push(at);
  return path.reverse();
}

/** Returns the places of the line that goes through a place: to it, and from it on by the first children. */
export function lineThrough(tree: Tree, node: number): NodeView[] {
  const line = pathTo(tree, node);
  for (let at = tree.get(line.at(-1)?.children[0] ?? -1); at; at = tree.get(at.children[0] ?? -1))
    line.push(at);
  return line;
}

/** Returns how many turns go with a place: the one that leads to it, and all that follow, those of variations included. */
export function turnsFrom(tree: Tree, node: number): number {
  const following = tree.get(node)?.children ?? [];
  return following.reduce((count, child) => count + turnsFrom(tree, child), 1);
}

/** A piece of a written game. */
export interface Line {
  turns: NodeView[];
  /** The variations after some of its turns, by the id of the turn that they could replace. */
  variations: Map<number, Line[]>;
}

/** Returns the line that begins with a place, with its variations. */
export function lineFrom(tree: Tree, first: number | undefined): Line {
  const line: Line = { turns: [], variations: new Map() };
  let at = first === undefined ? undefined : tree.get(first);
  while (at) {
    line.turns.push(at);
    const [next, ...others] = at.children;
    if (next !== undefined && others.length > 0)
      line.variations.set(
        next,
        others.map((other) => lineFrom(tree, other)),
      );
    at = next === undefined ? undefined : tree.get(next);
  }
  return line;
}

/** Returns the whole game. */
export function mainLine(tree: Tree): Line {
  const root = tree.get(0);
  const line = lineFrom(tree, root?.children[0]);
  const [first, ...others] = root?.children ?? [];
  if (first !== undefined && others.length > 0) {
    line.variations.set(
      first,
      others.map((other) => lineFrom(tree, other)),
    );
  }
  return line;
}
