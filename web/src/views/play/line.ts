/** Going along the line of turns that is shown. */

import { createMemo, onCleanup } from "solid-js";
import { wheelAlong } from "../../board/wheel";
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

/** Returns what makes the wheel go along the line that is shown, over the board in an element. The engine is not disturbed while it thinks. */
export function useWheel(): (element: HTMLElement) => void {
  const { facts } = useApp();
  const line = useLine();
  const turn = wheelAlong({
    isOpen: (direction) => !facts.state()?.thinking && !(direction > 0 ? line.isAtEnd() : line.isAtStart()),
    step: (direction) => (direction > 0 ? line.on() : line.back()),
  });
  const listen = (event: WheelEvent) => {
    if (event.target instanceof Element && event.target.closest(".board-picture")) turn(event);
  };
  return (element) => {
    element.addEventListener("wheel", listen, { passive: false });
    onCleanup(() => element.removeEventListener("wheel", listen));
  };
}
