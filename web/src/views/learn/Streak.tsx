/** How many puzzles were solved in a row. */

import { Show } from "solid-js";
import type { Learned } from "../../state/learned";
import { t } from "../../language/language";

export function Streak(props: { learned: Learned }) {
  return (
    <Show when={props.learned.best() > 0}>
      <p class="streak">
        {t("{now} in a row, at best {best}", { now: props.learned.streak(), best: props.learned.best() })}
      </p>
    </Show>
  );
}
