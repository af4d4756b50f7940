/** Something small beside a square of a board: it stays there when the board is enlarged or the window changes its size. */

import { type JSX, createEffect, createSignal, onCleanup, onMount } from "solid-js";
import { type Area, placeBeside } from "./beside";
import type { Point } from "./gestures";

/** Tells where a square is in the window. */
export type AreaOf = (square: number) => Area;

interface BesideSquareProps {
  areaOf: AreaOf;
  square: number;
  /** The squares that are to stay in sight. */
  clear: readonly number[];
  children: JSX.Element;
}

/** The room that is kept to the edge of the window, in pixels. */
const EDGE = 4;

export function BesideSquare(props: BesideSquareProps) {
  let self!: HTMLDivElement;
  const [at, setAt] = createSignal<Point>();
  function place(): void {
    const origin = self.offsetParent?.getBoundingClientRect();
    if (!origin) return;
    const { clientWidth, clientHeight } = document.documentElement;
    const { x, y } = placeBeside({
      square: props.areaOf(props.square),
      width: self.offsetWidth,
      height: self.offsetHeight,
      clear: props.clear.map(props.areaOf),
      bounds: { x: EDGE, y: EDGE, width: clientWidth - 2 * EDGE, height: clientHeight - 2 * EDGE },
    });
    setAt({ x: x - origin.x, y: y - origin.y });
  }
  createEffect(place);
  onMount(() => {
    const observer = new ResizeObserver(place);
    for (const element of [self, self.offsetParent]) if (element) observer.observe(element);
    addEventListener("resize", place);
    onCleanup(() => {
      observer.disconnect();
      removeEventListener("resize", place);
    });
  });
  return (
    <div ref={self} class="beside-square" style={{ left: `${at()?.x ?? 0}px`, top: `${at()?.y ?? 0}px` }}>
      {props.children}
    </div>
  );
}
