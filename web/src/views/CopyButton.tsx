/** A button that puts a text on the clipboard, and says so. Where that is not allowed, it shows the text, to be copied by hand. */

import { Show, createSignal } from "solid-js";
import { clipboard } from "../browser";
import { t } from "../language/language";
import { focusSoon } from "./focus";

/** How long "Copied" is shown, in milliseconds. */
const SAID = 1500;

interface CopyButtonProps {
  label: string;
  text: () => string | Promise<string>;
  class?: string;
}

export function CopyButton(props: CopyButtonProps) {
  const [isCopied, setCopied] = createSignal(false);
  /** The text that could not be copied. */
  const [left, setLeft] = createSignal<string>();
  async function copy(): Promise<void> {
    const text = props.text();
    setLeft(undefined);
    try {
      await write(text);
      setCopied(true);
      setTimeout(() => setCopied(false), SAID);
    } catch {
      setLeft(await text);
    }
  }
  return (
    <>
      <button class={props.class} onClick={() => void copy()}>
        {isCopied() ? t("Copied") : props.label}
      </button>
      <Show when={left()}>
        {(text) => (
          <label class="field">
            {t("It cannot be copied from here, only by hand:")}
            <textarea
              readonly
              rows="2"
              value={text()}
              onFocus={(event) => event.currentTarget.select()}
              ref={focusSoon}
            />
          </label>
        )}
      </Show>
    </>
  );
}

/** Writes to the clipboard. A text that is not there yet is passed as a promise at once: some browsers allow writing only during the click. */
async function write(text: string | Promise<string>): Promise<void> {
  const board = clipboard();
  if (!board) throw new Error("the browser has no clipboard for this page");
  if (typeof text === "string" || !("ClipboardItem" in window)) return board.writeText(await text);
  const type = "text/plain";
  const blob = text.then((text) => new Blob([text], { type }));
  return board.write([new ClipboardItem({ [type]: blob })]);
}
