/** Pieces that lie beside a board are dragged onto it: those in hand, and those of an editor. */

import { Show, createSignal, type Accessor, type JSX } from "solid-js";
import { SLACK, type Point } from "./gestures";

interface Carrying {
  /** Where the pointer is with the piece, on the page. */
  at: Accessor<Point | undefined>;
  /** Whether a click is one, and not the end of a drag; by a key it always is. */
  isClick(event: MouseEvent): boolean;
  /** The listeners of the piece's element. */
  listeners: {
    onPointerDown(event: PointerEvent & { currentTarget: HTMLElement }): void;
    onPointerMove(event: PointerEvent): void;
    onPointerUp(event: PointerEvent): void;
    onPointerCancel(event: PointerEvent): void;
  };
}

interface Carrier {
  /** Whether the piece can be taken by this pointer. */
  canTake(event: PointerEvent): boolean;
  taken?(): void;
  /** What the board stands in that counts; every board if missing. */
  within?(): Element | undefined;
  /** The piece is over a square, or over none. */
  isOver?(square: number | undefined): void;
  /** The piece is let go over a square, or elsewhere. */
  dropped(square: number | undefined): void;
}

export function createCarrying(carrier: Carrier): Carrying {
  /** Where the pointer went down. */
  let start: Point | undefined;
  const [at, setAt] = createSignal<Point>();
  let hasDragged = false;

  const under = (event: PointerEvent) => squareUnder(event, carrier.within?.() ?? document);

  function end(over?: PointerEvent): void {
    const wasCarried = at();
    start = undefined;
    setAt(undefined);
    if (wasCarried) carrier.dropped(over && under(over));
  }

  return {
    at,
    isClick: ({ detail }) => !hasDragged || detail === 0,
    listeners: {
      onPointerDown(event) {
        hasDragged = false;
        if (event.button !== 0 || !carrier.canTake(event)) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        start = { x: event.clientX, y: event.clientY };
      },
      onPointerMove(event) {
        if (!start) return;
        if (!hasDragged) {
          if (Math.hypot(event.clientX - start.x, event.clientY - start.y) < SLACK) return;
          hasDragged = true;
          carrier.taken?.();
        }
        setAt({ x: event.clientX, y: event.clientY });
        carrier.isOver?.(under(event));
      },
      onPointerUp: (event) => end(event),
      onPointerCancel: () => end(),
    },
  };
}

/** The piece at the pointer. */
export function Carried(props: { by: Carrying; children: JSX.Element }) {
  return (
    <Show when={props.by.at()}>
      {(at) => (
        <span class="carried" style={{ left: `${at().x}px`, top: `${at().y}px` }}>
          {props.children}
        </span>
      )}
    </Show>
  );
}

function squareUnder({ clientX, clientY }: PointerEvent, within: Node): number | undefined {
  const cell = document.elementFromPoint(clientX, clientY)?.closest<SVGElement>(".board [data-index]");
  return cell && within.contains(cell) ? Number(cell.dataset["index"]) : undefined;
}
