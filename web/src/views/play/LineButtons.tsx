/** The buttons that go along the line of turns. */

import { For } from "solid-js";
import { Icon } from "../../Icon";
import { useLine } from "./line";
import { msg } from "../../language/catalogue";
import { t } from "../../language/language";

/** The ways along the line. */
const STEPS = [
  { label: msg("To the start"), icon: "first", go: "first", end: "isAtStart" },
  { label: msg("One turn back"), icon: "back", go: "back", end: "isAtStart" },
  { label: msg("One turn on"), icon: "on", go: "on", end: "isAtEnd" },
  { label: msg("To the end"), icon: "last", go: "last", end: "isAtEnd" },
] as const;

export function LineButtons() {
  const line = useLine();
  return (
    <For each={STEPS}>
      {({ label, icon, go, end }) => (
        <button
          class="quiet icon"
          aria-label={t(label)}
          title={t(label)}
          disabled={line[end]()}
          onClick={() => line[go]()}
        >
          <Icon name={icon} />
        </button>
      )}
    </For>
  );
}
