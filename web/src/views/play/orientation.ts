/** Which side is at the bottom of the board. */

import { createMemo, createSignal } from "solid-js";
import { useApp } from "../../state/app";

/** Returns whether the second side is at the bottom, and turns the board. */
export function useOrientation() {
  const app = useApp();
  const [turned, setTurned] = createSignal(false);
  const natural = createMemo(() => {
    const players = app.facts.state()?.players;
    if (!players) return false;
    if (app.facts.state()?.seats) return app.facts.mySide() === 1;
    const [first, second] = players.map(({ type }) => type === "person");
    if (first && second) return app.settings.turnBoard && app.facts.position()?.side === 1;
    return !first && Boolean(second);
  });
  return { flipped: () => natural() !== turned(), flip: () => setTurned((old) => !old) };
}
