/** A choice between a few things, side by side. */

import { For } from "solid-js";

interface SegmentsProps<Value extends string> {
  label: string;
  value: Value;
  options: readonly { value: Value; label: string; title?: string }[];
  choose: (value: Value) => void;
}

export function Segments<Value extends string>(props: SegmentsProps<Value>) {
  return (
    <div
      class="segments"
      role="radiogroup"
      aria-label={props.label}
      onClick={({ currentTarget, detail }) => {
        // After a click with a pointer the arrow keys are the table's, not the choice's.
        const leave = () => currentTarget.querySelector<HTMLElement>("input:focus")?.blur();
        if (detail > 0) setTimeout(leave);
      }}
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
            />
            {option.label}
          </label>
        )}
      </For>
    </div>
  );
}
