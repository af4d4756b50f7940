/** Going along the line of turns that is shown. */

import { createMemo } from "solid-js";
import { useApp } from "../../state/app";
import { lineThrough } from "../../state/tree";

/** Returns how to go along the line that is shown, and where one is on it. */
export function useLine() {
  const { facts, here, jump: jumpTo } = useApp();
  const line = createMemo(() => lineThrough(facts.tree(), here() ?? 0));
  const place = () => line().findIndex(({ id }) => id === here());
  const jump = (index: number) => {
    const node = line()[index];
    if (node && index !== place()) jumpTo(node.id);
  };
  return {
    isAtStart: () => place() <= 0,
    isAtEnd: () => place() >= line().length - 1,
    first: () => jump(0),
    back: () => jump(place() - 1),
    on: () => jump(place() + 1),
    last: () => jump(line().length - 1),
  };
}
