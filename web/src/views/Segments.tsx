/** A choice between a few things, side by side. */

import { For } from "solid-js";

interface SegmentsProps<Value extends string> {
  label: string;
  value: Value;
  options: readonly { value: Value; label: string; title?: string }[];
  choose: (value: Value) => void;
}

export function Segments<Value extends string>(props: SegmentsProps<Value>) {
  /** Whether a pointer chooses: then the arrow keys are the table's afterwards, not the choice's. */
  let isPointed = false;
  return (
    <div
      class="segments"
      role="radiogroup"
      aria-label={props.label}
      onPointerDown={() => (isPointed = true)}
      onKeyDown={() => (isPointed = false)}
    >
      <For each={props.options}>
        {(option) => (
          <label classList={{ on: option.value === props.value }} title={option.title}>
            <input
              type="radio"
              class="visually-hidden"
              name={props.label}
              checked={option.value === props.value}
              onChange={() => props.choose(option.value)}
              onClick={({ currentTarget }) => isPointed && currentTarget.blur()}
            />
            {option.label}
          </label>
        )}
      </For>
    </div>
  );
}
