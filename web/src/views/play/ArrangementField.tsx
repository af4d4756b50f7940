/** The choice of an arrangement in the set-up phase: a list of names, or a number. */

import { For, Show } from "solid-js";
import type { ArrangementsView } from "../../protocol/protocol";
import { numberOf, optionOf } from "./arrangements";

export function ArrangementField(props: {
  name: string;
  meaning: string;
  arrangements: ArrangementsView;
  /** The option now chosen, 0 for the default. */
  option: number;
  choose: (option: number) => void;
}) {
  const number = () => numberOf(props.arrangements, props.option);
  function change(text: string): void {
    props.choose(optionOf(props.arrangements, Number(text)));
  }
  return (
    <label class="field">
      <span>
        {props.name}
        <small>{props.meaning}</small>
      </span>
      <Show
        when={props.arrangements.names.length > 0}
        fallback={
          <input
            type="number"
            min={0}
            max={props.arrangements.number - 1}
            value={number()}
            onChange={(event) => change(event.currentTarget.value)}
          />
        }
      >
        <select value={number()} onChange={(event) => change(event.currentTarget.value)}>
          <For each={props.arrangements.names}>
            {(name, index) => (
              <option value={index()} selected={index() === number()}>
                {name}
              </option>
            )}
          </For>
        </select>
      </Show>
    </label>
  );
}
