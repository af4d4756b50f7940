/** Changes that were made without typing can be taken back where they were made. */

import { Show, createSignal } from "solid-js";
import { t } from "../../../language/language";
import type { EditorHandle } from "./TextEditor";

/** Counts the changes made in one place, so that its button takes back no others. */
export function createUndo(editor: () => EditorHandle | undefined) {
  const [changes, setChanges] = createSignal(0);
  return {
    /** A change has been made here. */
    note: () => setChanges((before) => before + 1),
    /** What has been changed so far is not taken back here any more. */
    forget: () => setChanges(0),
    Button: () => (
      <Show when={changes() > 0}>
        <button
          class="small"
          onClick={() => {
            setChanges((before) => before - 1);
            editor()?.undo();
          }}
        >
          {t("Undo")}
        </button>
      </Show>
    ),
  };
}
