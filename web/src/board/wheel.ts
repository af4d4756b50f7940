/** Turns a wheel, or two fingers on a pad, into steps. */

/** How far it turns for one step, in pixels. A notch of a mouse is farther; two fingers go it in a moment. */
export const NOTCH = 60;
/** The pause after which the wheel starts a new gesture, in milliseconds. */
export const REST = 250;

/** Where a wheel leads. */
export interface Way {
  /** Whether there is a step back (-1) or on (1). If there is none, the page scrolls as ever. */
  isOpen(direction: -1 | 1): boolean;
  step(direction: -1 | 1): void;
}

/** Returns a listener to a wheel. With a modifier it does something else, such as to enlarge. */
export function wheelAlong(way: Way): (event: WheelEvent) => void {
  let turned = 0;
  let time = -Infinity;
  return (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey || event.deltaY === 0) return;
    const direction = event.deltaY > 0 ? 1 : -1;
    if (!way.isOpen(direction)) return;
    event.preventDefault();
    if (event.timeStamp - time > REST || Math.sign(turned) !== direction) turned = 0;
    time = event.timeStamp;
    turned += event.deltaMode === 0 ? event.deltaY : NOTCH * direction;
    if (Math.abs(turned) < NOTCH) return;
    turned = 0;
    way.step(direction);
  };
}
