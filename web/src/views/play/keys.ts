/** The keys that mean something at the table, wherever the focus is. */

import { onCleanup } from "solid-js";
import { useApp } from "../../state/app";
import { useLine } from "./line";
import type { BoardState } from "./PlayBoard";

interface Wiring {
  board: BoardState;
  flip: () => void;
}

/** Listens to the keys of the table as long as it is shown. */
export function useKeys({ board, flip }: Wiring): void {
  const app = useApp();
  useShortcuts({
    ...lineKeys(),
    ...boardKeys(board),
    Backspace: () => {
      const state = app.facts.state();
      if (state?.canTakeBack && !state.seats) void app.ask({ type: "takeBack" });
    },
    f: flip,
  });
}

/** The keys of a board on which turns are entered. */
export function boardKeys({
  entering,
  type,
  inspectSquare,
  hovered,
  point,
  tap,
}: BoardState): Record<string, () => void> {
  return {
    Escape: () => {
      entering.cancel();
      point(undefined);
    },
    Enter: () => {
      if (entering.isPending()) entering.confirm();
    },
    "/": () => type(""),
    "?": () => inspectSquare(hovered()),
    ".": () => {
      const square = hovered();
      if (square !== undefined) tap(square);
    },
  };
}

/** The keys that go along the line of turns. */
export function lineKeys(): Record<string, () => void> {
  const line = useLine();
  return { ArrowLeft: line.back, ArrowRight: line.on, Home: line.first, End: line.last };
}

/** Listens to some keys as long as a view is shown. */
export function useShortcuts(keys: Record<string, () => void>): void {
  function listen(event: KeyboardEvent): void {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target instanceof HTMLElement ? event.target : undefined;
    if (target?.closest("input:not([type=checkbox]), textarea, select, dialog")) return;
    // Enter on a button is a click.
    if (event.key === "Enter" && target?.closest("button, a, summary")) return;
    const act = keys[event.key];
    if (!act) return;
    act();
    event.preventDefault();
  }
  document.addEventListener("keydown", listen);
  onCleanup(() => document.removeEventListener("keydown", listen));
}
