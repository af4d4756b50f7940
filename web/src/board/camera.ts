/** The visible part of a board, and the mapping from points of the window to points of the board. */

import { type Accessor, createEffect, createSignal, on } from "solid-js";
import type { Point } from "./gestures";
import { type Box, panned, zoomed } from "./viewport";

/** How much a step of the buttons and the keys enlarges. */
export const ZOOM_STEP = 1.5;

export interface Camera {
  /** The part that is seen. */
  seen: Accessor<Box>;
  isZoomed: Accessor<boolean>;
  /** Returns where a point of the window is in the picture. */
  picture(point: Point): Point;
  /** Returns where a rectangle of the picture is in the window. */
  inWindow(box: Box): Box;
  /** Enlarges about a point of the picture, or about the middle of what is seen. */
  zoom(factor: number, about?: Point): void;
  pan(from: Point, to: Point): void;
  /** Shows the whole board. */
  reset(): void;
  /** Enlarges about a point of the window, or shows the whole board again. */
  toggle(at: Point): void;
}

/** Makes a camera for a picture; another whole, another game perhaps, is seen wholly. */
export function createCamera(whole: Accessor<Box>, svg: () => SVGSVGElement): Camera {
  const [seen, setSeen] = createSignal(whole());
  const reset = () => setSeen(whole());
  createEffect(on(whole, reset, { defer: true }));
  const isZoomed = () => seen().width < whole().width - 1;
  const middle = () => ({ x: seen().x + seen().width / 2, y: seen().y + seen().height / 2 });
  /** The middle of the element in the window, and how many units of the picture one of its pixels has. */
  const frame = () => {
    const { x, y, width, height } = svg().getBoundingClientRect();
    const scale = Math.max(seen().width / width, seen().height / height);
    return { x: x + width / 2, y: y + height / 2, scale };
  };
  const picture = (point: Point) => {
    const { x, y, scale } = frame();
    return { x: middle().x + (point.x - x) * scale, y: middle().y + (point.y - y) * scale };
  };
  const inWindow = (box: Box) => {
    const { x, y, scale } = frame();
    return {
      x: x + (box.x - middle().x) / scale,
      y: y + (box.y - middle().y) / scale,
      width: box.width / scale,
      height: box.height / scale,
    };
  };
  const zoom = (factor: number, about = middle()) => setSeen(zoomed(whole(), seen(), factor, about));
  return {
    seen,
    isZoomed,
    picture,
    inWindow,
    zoom,
    pan(from, to) {
      if (!isZoomed()) return;
      const [a, b] = [picture(from), picture(to)];
      setSeen(panned(whole(), seen(), a.x - b.x, a.y - b.y));
    },
    reset,
    toggle: (at) => (isZoomed() ? reset() : zoom(ZOOM_STEP * ZOOM_STEP, picture(at))),
  };
}
