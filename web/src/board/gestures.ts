/** Turns what pointers do on a board into clicks, drags, drawings, long presses, pans and pinches. */

import { type Colour, colourOf } from "./drawing";

/** A point in the window. */
export interface Point {
  x: number;
  y: number;
}

/** The board's reactions to gestures. */
export interface Gestures {
  /** Whether the piece at a point can be dragged. */
  canDrag(at: Point): boolean;
  click(at: Point): void;
  /** Whether two points lie on the same square: two quick taps on neighbours are two clicks. */
  isSame(one: Point, other: Point): boolean;
  /** A double tap; the second tap is no click then. */
  enlarge?: ((at: Point) => void) | undefined;
  /** A long press, or the second button where it does not draw. */
  inspect(at: Point): void;
  /** Arrows drawn with the second mouse button, from where it is pressed to where it is released. */
  drawing?:
    | {
        /** It would be drawn if the button were let go now. */
        sketch(from: Point, to: Point, colour: Colour): void;
        draw(from: Point, to: Point, colour: Colour): void;
      }
    | undefined;
  lift(at: Point): void;
  drag(at: Point): void;
  drop(at: Point): void;
  /** The drag or the drawing has been broken off. */
  cancel(): void;
  pan(from: Point, to: Point): void;
  pinch(factor: number, about: Point): void;
}

/** How far a pointer moves before it drags, in pixels. */
export const SLACK = 6;
/** How long a long press is, in milliseconds. */
export const LONG_PRESS = 480;
/** How soon the second tap of two follows, in milliseconds, and how near, in pixels. */
const DOUBLE_TAP = { ms: 320, distance: 24 };

/** Listens to an element. Returns a function that stops it. */
export function listen(element: SVGSVGElement, gestures: Gestures): () => void {
  const pointers = new Map<number, Point>();
  let state: "idle" | "pressed" | "dragging" | "drawing" | "panning" | "pinching" | "done" = "idle";
  let start: Point = { x: 0, y: 0 };
  /** The last tap. */
  let tap = { x: 0, y: 0, time: -Infinity };
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Whether the menu of a press that draws is to come, before or after the button is let go. */
  let isMenuDue = false;
  const point = (event: PointerEvent | MouseEvent): Point => ({ x: event.clientX, y: event.clientY });
  const distance = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y);
  const pair = () => {
    const [a, b] = [...pointers.values()];
    return a && b ? { gap: distance(a, b), middle: { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 } } : undefined;
  };

  function down(event: PointerEvent): void {
    if (event.button === 2 && event.pointerType === "mouse" && gestures.drawing) {
      isMenuDue = true;
      state = "drawing";
      start = point(event);
      pointers.set(event.pointerId, start);
      element.setPointerCapture(event.pointerId);
      gestures.drawing.sketch(start, start, colourOf(event));
      return;
    }
    if (event.button !== 0) return;
    isMenuDue = false;
    pointers.set(event.pointerId, point(event));
    clearTimeout(timer);
    if (pointers.size === 2) {
      if (state === "dragging") gestures.cancel();
      state = "pinching";
      return;
    }
    state = "pressed";
    start = point(event);
    if (event.pointerType === "touch") {
      timer = setTimeout(() => {
        state = "done";
        gestures.inspect(start);
      }, LONG_PRESS);
    }
  }

  function move(event: PointerEvent): void {
    const before = pointers.get(event.pointerId);
    if (!before) return;
    const earlier = pair();
    pointers.set(event.pointerId, point(event));
    if (state === "pinching") {
      const now = pair();
      if (!earlier || !now) return;
      gestures.pan(earlier.middle, now.middle);
      gestures.pinch(now.gap / Math.max(earlier.gap, 1), now.middle);
    } else if (state === "pressed" && distance(start, point(event)) > SLACK) {
      clearTimeout(timer);
      // From now on the pointer is ours, wherever it goes.
      element.setPointerCapture(event.pointerId);
      state = gestures.canDrag(start) ? "dragging" : "panning";
      if (state === "dragging") gestures.lift(start);
    }
    if (state === "dragging") gestures.drag(point(event));
    if (state === "drawing") gestures.drawing?.sketch(start, point(event), colourOf(event));
    if (state === "panning") gestures.pan(before, point(event));
  }

  function up(event: PointerEvent): void {
    if (!pointers.delete(event.pointerId)) return;
    clearTimeout(timer);
    if (state === "pressed") press(event);
    if (state === "dragging") gestures.drop(point(event));
    if (state === "drawing") gestures.drawing?.draw(start, point(event), colourOf(event));
    state = pointers.size === 0 ? "idle" : "done";
  }

  function press(event: PointerEvent): void {
    const isSecond =
      event.pointerType === "touch" &&
      event.timeStamp - tap.time < DOUBLE_TAP.ms &&
      distance(tap, start) < DOUBLE_TAP.distance &&
      gestures.isSame(tap, start);
    tap = { ...start, time: isSecond ? -Infinity : event.timeStamp };
    if (isSecond && gestures.enlarge) gestures.enlarge(start);
    else gestures.click(start);
  }

  function cancel(event: PointerEvent): void {
    pointers.delete(event.pointerId);
    clearTimeout(timer);
    if (state === "dragging" || state === "drawing") gestures.cancel();
    state = "idle";
  }

  function menu(event: MouseEvent): void {
    event.preventDefault();
    const isOfDrawing = isMenuDue;
    isMenuDue = false;
    if (state !== "done" && !isOfDrawing) gestures.inspect(point(event));
  }

  function wheel(event: WheelEvent): void {
    if (!event.ctrlKey) return;
    event.preventDefault();
    gestures.pinch(Math.exp(-event.deltaY / 200), point(event));
  }

  const stop = new AbortController();
  const { signal } = stop;
  element.addEventListener("pointerdown", down, { signal });
  element.addEventListener("pointermove", move, { signal });
  element.addEventListener("pointerup", up, { signal });
  element.addEventListener("pointercancel", cancel, { signal });
  element.addEventListener("contextmenu", menu, { signal });
  element.addEventListener("wheel", wheel, { signal, passive: false });
  return () => {
    clearTimeout(timer);
    stop.abort();
  };
}
