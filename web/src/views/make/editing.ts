/** The text of a draft while it is edited: saved a moment after each change, and never over what another page has written. */

import { type Accessor, createEffect, createSignal, on, onCleanup } from "solid-js";
import type { Draft, Drafts } from "../../state/drafts";

/** The time without a change after which a text is saved, in milliseconds. */
const SAVE_MS = 300;

export interface Editing {
  text: Accessor<string>;
  change(text: string): void;
  /** Saves what is not saved yet. */
  flush(): void;
  /** What has become of the draft in another page while it was changed here: another text, or nothing. */
  conflict: Accessor<{ theirs: string | undefined } | undefined>;
  /** Takes the text of the other page. */
  takeTheirs(): void;
  /** Saves the text of this page over the other one. */
  keepMine(): void;
}

export function createEditing(drafts: Drafts, draft: Draft): Editing {
  const { name } = draft;
  const [text, setText] = createSignal(draft.text);
  const [conflict, setConflict] = createSignal<{ theirs: string | undefined }>();
  /** The text that is kept, as far as this page knows. */
  let known = draft.text;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function flush(): void {
    clearTimeout(timer);
    if (conflict() || text() === known) return;
    switch (drafts.save(name, text(), known)) {
      case "saved":
        known = text();
        break;
      case "changed":
        setConflict({ theirs: drafts.find(name)?.text });
        break;
      case "gone":
        setConflict({ theirs: undefined });
    }
  }

  // Another page may write while this one is looked at.
  createEffect(
    on(
      () => drafts.find(name)?.text,
      (kept) => {
        if (kept === known) return;
        if (kept !== undefined && (text() === known || text() === kept)) {
          known = kept;
          setText(kept);
          setConflict(undefined);
        } else setConflict({ theirs: kept });
      },
      { defer: true },
    ),
  );
  addEventListener("pagehide", flush);
  onCleanup(() => {
    removeEventListener("pagehide", flush);
    flush();
  });

  return {
    text,
    change(changed) {
      if (changed === text()) return;
      setText(changed);
      clearTimeout(timer);
      timer = setTimeout(flush, SAVE_MS);
    },
    flush,
    conflict,
    takeTheirs() {
      const theirs = conflict()?.theirs;
      if (theirs === undefined) return;
      known = theirs;
      setText(theirs);
      setConflict(undefined);
    },
    keepMine() {
      const theirs = conflict()?.theirs;
      setConflict(undefined);
      if (theirs === undefined) drafts.restore({ ...draft, text: text() });
      else drafts.save(name, text(), theirs);
      known = text();
    },
  };
}
