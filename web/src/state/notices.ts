/** The page's notices to the person, on the screen and for screen readers. */

import { type Accessor, createSignal } from "solid-js";
import type { Phrase } from "../protocol/protocol";

export interface Notices {
  /** The notice on the screen. */
  text: Accessor<Phrase | undefined>;
  show(text: Phrase): void;
  close(): void;
  /** Shows a notice on the page that is opened next. */
  showOnNextPage(text: Phrase): void;
  /** Another page has been opened: notices about the one before are closed. */
  turnPage(): void;
  /** The text for screen readers. */
  announcement: Accessor<string>;
  announce(text: string): void;
}

export function createNotices(): Notices {
  // The same text may be shown again, for as long as the first time.
  const [text, setText] = createSignal<Phrase | undefined>(undefined, { equals: false });
  const [announcement, announce] = createSignal("");
  let next: Phrase | undefined;
  return {
    text,
    show: setText,
    close: () => setText(undefined),
    showOnNextPage: (text) => (next = text),
    turnPage() {
      setText(next);
      next = undefined;
    },
    announcement,
    announce,
  };
}
