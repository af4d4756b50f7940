/** Tells the page around a frame how high its content is, so that it can make the frame as high. */

/** The messages of a frame to the page around it; `embed.js` listens. */
export interface HeightMessage {
  type: "beaufort-height";
  /** In pixels of the frame. */
  height: number;
}

/** Tells the height of an element whenever it changes. Anybody may know it. */
export function tellHeight(element: HTMLElement): void {
  if (window.parent === window) return;
  new ResizeObserver(() => {
    const message: HeightMessage = {
      type: "beaufort-height",
      height: Math.ceil(element.getBoundingClientRect().height),
    };
    window.parent.postMessage(message, "*");
  }).observe(element);
}
