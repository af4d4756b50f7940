/** A turn typed in notation. */

import { For, createSignal, onCleanup, onMount } from "solid-js";
import { t } from "../../language/language";
import type { TurnView } from "../../protocol/protocol";

interface TypedTurnProps {
  /** The text with which the field begins. */
  initialText: string;
  /** The turns that are offered. */
  turns: readonly TurnView[];
  /** Plays a turn as people write it. Returns whether it has been played. */
  play: (text: string) => Promise<boolean>;
  close: () => void;
}

export function TypedTurn(props: TypedTurnProps) {
  const [text, setText] = createSignal(props.initialText);
  let field!: HTMLInputElement;
  const before = document.activeElement as HTMLElement | null;
  onMount(() => field.focus());
  // Keyboard users continue at the same square.
  onCleanup(() => before?.focus({ preventScroll: true }));
  /** The turns that begin with what is typed. */
  const found = () => {
    const typed = text().trim().toLowerCase();
    const texts = props.turns.map((turn) => turn.text);
    return typed === ""
      ? []
      : [...new Set(texts.filter((one) => one.toLowerCase().startsWith(typed)))].slice(0, 8);
  };
  async function play(turn: string): Promise<void> {
    if (await props.play(turn)) props.close();
  }
  return (
    <form
      class="typed"
      onSubmit={(event) => {
        event.preventDefault();
        void play(text());
      }}
      onKeyDown={(event) => event.key === "Escape" && props.close()}
    >
      <label>
        {t("Turn")}
        <input
          ref={field}
          value={text()}
          onInput={(event) => setText(event.currentTarget.value)}
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          list="typed-turns"
          placeholder={props.turns[0]?.text}
        />
      </label>
      <datalist id="typed-turns">
        <For each={found()}>{(turn) => <option value={turn} />}</For>
      </datalist>
      <button class="primary">{t("Play")}</button>
      <button type="button" class="quiet" onClick={() => props.close()}>
        {t("Cancel")}
      </button>
    </form>
  );
}
