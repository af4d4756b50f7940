/** A button that puts a text on the clipboard, and says so. */

import { createSignal } from "solid-js";
import { t } from "../language/language";

/** How long it is said, in milliseconds. */
const SAID = 1500;

interface CopyButtonProps {
  label: string;
  text: () => string | Promise<string>;
  class?: string;
}

export function CopyButton(props: CopyButtonProps) {
  const [isCopied, setCopied] = createSignal(false);
  async function copy(): Promise<void> {
    await navigator.clipboard.writeText(await props.text());
    setCopied(true);
    setTimeout(() => setCopied(false), SAID);
  }
  return (
    <button class={props.class} onClick={() => void copy()}>
      {isCopied() ? t("Copied") : props.label}
    </button>
  );
}
