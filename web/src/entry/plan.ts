/** The lines of a tree of turns in which conditional turns are entered. */

import type { NodeView } from "../protocol/protocol";

/** A line of turns, with the places of the tree after each of them. */
export interface Line {
  texts: readonly string[];
  nodes: readonly number[];
}

/** Returns the lines of a tree, from its root to where nothing follows. */
export function linesOf(tree: ReadonlyMap<number, NodeView>, root = 0): Line[] {
  const walk = (id: number, line: Line): Line[] => {
    const children = tree.get(id)?.children ?? [];
    if (children.length === 0) return line.nodes.length > 0 ? [line] : [];
    return children.flatMap((child) =>
      walk(child, {
        texts: [...line.texts, tree.get(child)?.text ?? ""],
        nodes: [...line.nodes, child],
      }),
    );
  };
  return walk(root, { texts: [], nodes: [] });
}

/** Returns the conditional turns of lines: a turn of the other side that has no answer is left out. */
export function answered(lines: readonly Line[]): string[][] {
  const whole = lines.map(({ texts }) => texts.slice(0, texts.length - (texts.length % 2)));
  return whole.filter(({ length }) => length > 0);
}

/** Returns the place to be deleted so that a line goes and no other: the first one that belongs to it alone. */
export function startOf(line: Line, tree: ReadonlyMap<number, NodeView>, root = 0): number | undefined {
  const parents = [root, ...line.nodes];
  const fork = parents.findLastIndex((id) => (tree.get(id)?.children.length ?? 0) > 1);
  return line.nodes[Math.max(fork, 0)];
}
