/** A long press, or the second button, on something that is no board. */

import { LONG_PRESS } from "../board/gestures";

/** Returns the handlers of an element that does something when it is pressed long. The press is no click then. */
export function longPress(act: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isDone = false;
  const stop = () => clearTimeout(timer);
  return {
    onPointerDown(event: PointerEvent) {
      isDone = false;
      if (event.pointerType !== "touch") return;
      timer = setTimeout(() => {
        isDone = true;
        act();
      }, LONG_PRESS);
    },
    onPointerUp: stop,
    onPointerCancel: stop,
    onContextMenu(event: MouseEvent) {
      event.preventDefault();
      if (isDone) return;
      stop();
      isDone = true;
      act();
    },
    "on:click": {
      capture: true,
      handleEvent(event: MouseEvent) {
        if (isDone) event.stopImmediatePropagation();
        isDone = false;
      },
    },
  };
}
