/** Menus and lists that close when the person turns to another part of the page. */

import { createEffect, onCleanup } from "solid-js";

/** Closes what is open when anything outside its parts is pressed or gets the focus. */
export function closeWhenLeft(isOpen: () => boolean, parts: () => readonly Node[], close: () => void): void {
  createEffect(() => {
    if (!isOpen()) return;
    function leave({ target }: Event): void {
      if (target instanceof Node && !parts().some((part) => part.contains(target))) close();
    }
    for (const event of ["pointerdown", "focusin"]) {
      document.addEventListener(event, leave);
      onCleanup(() => document.removeEventListener(event, leave));
    }
  });
}
