import { expect, it, vi } from "vitest";
import { type Gestures, type Point, listen } from "./gestures";

/** The side of a square, in pixels. */
const SQUARE = 23;

/** Listens to taps on small squares, and returns what becomes of them. */
function watch() {
  const element = new EventTarget();
  const told: string[] = [];
  const square = ({ x }: Point) => Math.floor(x / SQUARE);
  const never = vi.fn();
  const gestures: Gestures = {
    canDrag: () => false,
    click: (at) => told.push(`click ${square(at)}`),
    isSame: (one, other) => square(one) === square(other),
    enlarge: (at) => told.push(`enlarge ${square(at)}`),
    inspect: never,
    lift: never,
    drag: never,
    drop: never,
    cancel: never,
    pan: never,
    pinch: never,
  };
  const stop = listen(element as unknown as SVGSVGElement, gestures);
  /** Taps at a place, at a time in milliseconds. */
  function tap(x: number, time: number): void {
    for (const [type, after] of [
      ["pointerdown", 0],
      ["pointerup", 40],
    ] as const) {
      const event = new Event(type);
      const values = { pointerId: 1, pointerType: "touch", button: 0, clientX: x, clientY: 10 };
      const all = { ...values, timeStamp: time + after };
      for (const [name, value] of Object.entries(all)) Object.defineProperty(event, name, { value });
      element.dispatchEvent(event);
    }
  }
  return { tap, told, stop };
}

it("two quick taps on a square enlarge the board", () => {
  const { tap, told, stop } = watch();
  tap(10, 1000);
  tap(14, 1200);
  expect(told).toEqual(["click 0", "enlarge 0"]);
  // A third tap starts a new double tap.
  tap(14, 1300);
  tap(14, 2000);
  expect(told.slice(2)).toEqual(["click 0", "click 0"]);
  stop();
});

it("quick taps on neighbouring squares are clicks, however near they are", () => {
  const { tap, told, stop } = watch();
  tap(20, 1000);
  tap(26, 1150);
  expect(told).toEqual(["click 0", "click 1"]);
  tap(30, 1300);
  expect(told[2]).toBe("enlarge 1");
  stop();
});
