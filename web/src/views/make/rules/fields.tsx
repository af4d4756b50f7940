/** The fields of the forms: a choice between the values of a key, a number, and a list from which things are taken. */

import { For, Index, Show, createUniqueId } from "solid-js";
import { t } from "../../../language/language";
import type { GameView } from "../../../protocol/protocol";
import type { Change } from "../text/change";
import type { Outline } from "../text/outline";

/** What every form shows and changes. */
export interface FormProps {
  text: string;
  outline: Outline;
  game: GameView;
  /** Writes changes into the text. */
  write: (changes: readonly Change[]) => void;
}

export interface Option {
  value: string;
  label: string;
}

interface ChoiceProps {
  label: string;
  /** The value in the text; missing if it has none. */
  value: string | undefined;
  /** What holds without a value; missing if that is as in the game that the file extends. */
  usual?: string | undefined;
  options: readonly Option[];
  choose: (value: string | undefined) => void;
}

/** A choice of one value; one that the form does not know is shown as it is written. */
export function Choice(props: ChoiceProps) {
  const value = () => props.value ?? props.usual ?? "";
  const isKnown = () => value() === "" || props.options.some((option) => option.value === value());
  return (
    <label class="rules-field">
      <span>{props.label}</span>
      <select value={value()} onChange={(event) => props.choose(event.currentTarget.value || undefined)}>
        <Show when={props.usual === undefined}>
          <option value="" selected={value() === ""}>
            {t("as in the original game")}
          </option>
        </Show>
        <Show when={!isKnown()}>
          <option value={value()} selected>
            {value()}
          </option>
        </Show>
        <For each={props.options}>
          {(option) => (
            <option value={option.value} selected={option.value === value()}>
              {option.label}
            </option>
          )}
        </For>
      </select>
    </label>
  );
}

interface NumberFieldProps {
  label: string;
  value: number | undefined;
  min: number;
  max: number;
  /** What stands in the field while there is no number. */
  placeholder?: string;
  change: (value: number | undefined) => void;
}

/** A whole number; an empty field is none. */
export function NumberField(props: NumberFieldProps) {
  return (
    <label class="rules-field">
      <span>{props.label}</span>
      <input
        type="number"
        inputmode="numeric"
        min={props.min}
        max={props.max}
        placeholder={props.placeholder ?? ""}
        value={props.value ?? ""}
        onChange={({ currentTarget }) => {
          const typed = currentTarget.value === "" ? undefined : Math.round(currentTarget.valueAsNumber);
          if (typed === undefined) props.change(undefined);
          else if (typed >= props.min && typed <= props.max) props.change(typed);
          else currentTarget.value = String(props.value ?? "");
        }}
      />
    </label>
  );
}

export interface Chip {
  words: string;
  /** Whether it is text of the file, which the form does not change. */
  isText?: boolean;
  remove?: (() => void) | undefined;
}

interface ChipsProps {
  label: string;
  chips: readonly Chip[];
  /** What can be added, and what the choice is called. */
  options: readonly Option[];
  addLabel: string;
  add: (value: string) => void;
}

/** Things of which each can be taken away, and a choice of those to add. */
export function Chips(props: ChipsProps) {
  const id = createUniqueId();
  return (
    <div class="rules-chips" role="group" aria-labelledby={id}>
      <span id={id}>{props.label}</span>
      <ul>
        <Index each={props.chips}>
          {(chip) => (
            <li>
              <Show when={chip().isText} fallback={chip().words}>
                <code>{chip().words}</code>
              </Show>
              <Show when={chip().remove}>
                {(remove) => (
                  <button
                    class="quiet small"
                    aria-label={t("Remove {what}", { what: chip().words })}
                    title={t("Remove {what}", { what: chip().words })}
                    onClick={() => remove()()}
                  >
                    ×
                  </button>
                )}
              </Show>
            </li>
          )}
        </Index>
      </ul>
      <Show when={props.options.length > 0}>
        <select
          class="small"
          aria-label={props.addLabel}
          value=""
          onChange={(event) => {
            const { value } = event.currentTarget;
            event.currentTarget.value = "";
            if (value !== "") props.add(value);
          }}
        >
          <option value="">{props.addLabel}</option>
          <For each={props.options}>{(option) => <option value={option.value}>{option.label}</option>}</For>
        </select>
      </Show>
    </div>
  );
}
