/** The person's drawings on the positions of a game, kept as long as the table is open. */

import { type Accessor, createSignal } from "solid-js";
import { type Drawing, drawn } from "../board/drawing";

export interface Drawings {
  /** The drawings on the position shown. */
  shown: Accessor<readonly Drawing[]>;
  /** Draws one more on it, or erases what is there already. */
  draw(drawing: Drawing): void;
  /** Erases all that is drawn on it. */
  clear(): void;
}

const NOTHING: readonly Drawing[] = [];

/** Returns the drawings on the nodes of a tree, of which one is shown. */
export function createDrawings(node: Accessor<number | undefined>): Drawings {
  const [byNode, setByNode] = createSignal<ReadonlyMap<number, readonly Drawing[]>>(new Map());
  const shown = () => byNode().get(node() ?? -1) ?? NOTHING;
  const put = (drawings: readonly Drawing[]) => {
    const at = node();
    if (at === undefined) return;
    setByNode((old) => {
      const map = new Map(old);
      if (drawings.length > 0) map.set(at, drawings);
      else map.delete(at);
      return map;
    });
  };
  return {
    shown,
    draw: (drawing) => put(drawn(shown(), drawing)),
    clear: () => {
      if (shown().length > 0) put(NOTHING);
    },
  };
}
