/** The focus goes to what leads on. */

/** Gives an element the focus as soon as it stands in the page, without scrolling to it. */
export function focusSoon(element: HTMLElement): void {
  queueMicrotask(() => element.focus({ preventScroll: true }));
}
