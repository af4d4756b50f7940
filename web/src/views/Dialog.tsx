/** A dialog in the middle of the page. Escape or a click beside it closes it. */

import { type JSX, onCleanup, onMount } from "solid-js";
import { Icon } from "../Icon";
import { t } from "../language/language";

interface DialogProps {
  title: string;
  close: () => void;
  children: JSX.Element;
  wide?: boolean;
}

export function Dialog(props: DialogProps) {
  let dialog!: HTMLDialogElement;
  /** Whether the pointer went down beside it: a text that is marked may end there. */
  let isBeside = false;
  let isGone = false;
  onMount(() => dialog.showModal());
  // Only one that is closed gives the focus back.
  onCleanup(() => {
    isGone = true;
    dialog.close();
  });
  return (
    <dialog
      ref={dialog}
      class="dialog"
      classList={{ wide: props.wide ?? false }}
      aria-label={props.title}
      onClose={() => isGone || props.close()}
      onPointerDown={(event) => (isBeside = event.target === dialog)}
      onClick={(event) => isBeside && event.target === dialog && dialog.close()}
    >
      <div class="dialog-inside">
        <header>
          <h2>{props.title}</h2>
          <button class="quiet icon" aria-label={t("Close")} onClick={() => dialog.close()}>
            <Icon name="close" />
          </button>
        </header>
        {props.children}
      </div>
    </dialog>
  );
}
