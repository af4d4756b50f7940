/** The buttons that go along the line of turns. */

import { For } from "solid-js";
import { Icon } from "../Icon";
import { useLine } from "./line";

/** The ways along the line. */
const STEPS = [
  { label: "To the start", icon: "first", go: "first", end: "isAtStart" },
  { label: "One turn back", icon: "back", go: "back", end: "isAtStart" },
  { label: "One turn on", icon: "on", go: "on", end: "isAtEnd" },
  { label: "To the end", icon: "last", go: "last", end: "isAtEnd" },
] as const;

export function LineButtons() {
  const line = useLine();
  return (
    <For each={STEPS}>
      {({ label, icon, go, end }) => (
        <button
          class="quiet icon"
          aria-label={label}
          title={label}
          disabled={line[end]()}
          onClick={() => line[go]()}
        >
          <Icon name={icon} />
        </button>
      )}
    </For>
  );
}
