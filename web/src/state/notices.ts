/** The page's notices to the person, on the screen and for screen readers. */

import { type Accessor, createSignal } from "solid-js";

export interface Notices {
  /** The notice on the screen. */
  text: Accessor<string | undefined>;
  show(text: string): void;
  close(): void;
  /** Shows a notice on the page that is opened next. */
  showOnNextPage(text: string): void;
  /** Another page has been opened: notices about the one before are closed. */
  turnPage(): void;
  /** The text for screen readers. */
  announcement: Accessor<string>;
  announce(text: string): void;
}

export function createNotices(): Notices {
  // The same text may be shown again, for as long as the first time.
  const [text, setText] = createSignal<string | undefined>(undefined, { equals: false });
  const [announcement, announce] = createSignal("");
  let next: string | undefined;
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
