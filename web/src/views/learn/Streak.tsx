/** How many puzzles were solved in a row. */

import { Show } from "solid-js";
import type { Learned } from "../../state/learned";

export function Streak(props: { learned: Learned }) {
  return (
    <Show when={props.learned.best() > 0}>
      <p class="streak">
        {props.learned.streak()} in a row, at best {props.learned.best()}
      </p>
    </Show>
  );
}
