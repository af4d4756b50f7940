/**
 * A board of any size, as one SVG picture: its squares, its pieces, and what is said about them.
 *
 * It knows no game. What may be clicked, and what clicks mean, is decided by whoever shows it.
 */

import {
  For,
  type JSX,
  Show,
  createEffect,
  createMemo,
  createSignal,
  on,
  onCleanup,
  onMount,
} from "solid-js";
import type { Target } from "../entry/entry";
import type { Change, GameView, TileSet } from "../protocol/protocol";
import { Coordinates, Squares } from "./Backdrop";
import { Cells, neighbour } from "./Cells";
import { type Point, listen } from "./gestures";
import { Marks } from "./Marks";
import { EMPTY, sideOf } from "./piece";
import { nameOf, placeOf, shapeOf, squareAt } from "./shape";
import { STEP, type Scene, animate } from "./scenes";
import { Tile } from "./Tile";
import { type Tracked, createTracker } from "./tracker";
import { type Box, UNIT, panned, zoomed } from "./viewport";

/** The width of the margin with the coordinates. */
const MARGIN = 34;
export interface BoardProps {
  game: GameView;
  set: TileSet;
  scene: Scene;
  flipped?: boolean;
  /** What the board is, for people who do not see it. */
  label: string;
  /** The squares of the last turn. */
  last?: readonly number[];
  /** The square of the piece that is being moved. */
  selected?: number | undefined;
  targets?: readonly Target[];
  /** The pieces that the turn pointed at would take or change. */
  ghosts?: readonly Change[];
  /** More to be drawn, under the pieces and over them. */
  under?: JSX.Element;
  over?: JSX.Element;
  canDrag?: (square: number) => boolean;
  onClick?: (square: number) => void;
  /** A piece has been dragged from one square to another, or off the board. */
  onDrop?: (from: number, to: number | undefined) => void;
  onHover?: (square: number | undefined) => void;
  onInspect?: (square: number) => void;
  /** Says what else is to be known about a square. */
  describe?: (square: number) => string | undefined;
  /** A letter has been typed on the board. */
  onType?: (text: string) => void;
  onCancel?: () => void;
}

export function Board(props: BoardProps) {
  let svg!: SVGSVGElement;
  const shape = createMemo(() => shapeOf(props.game));
  const whole = createMemo<Box>(() => ({
    x: -MARGIN,
    y: -MARGIN,
    width: shape().files * UNIT + 2 * MARGIN,
    height: shape().ranks * UNIT + 2 * MARGIN,
  }));
  const [seen, setSeen] = createSignal(whole());
  createEffect(on(whole, setSeen, { defer: true }));
  const isZoomed = () => seen().width < whole().width - 1;
  const flipped = () => props.flipped ?? false;
  const corner = (square: number) => {
    const { column, row } = placeOf(shape(), square, flipped());
    return { x: column * UNIT, y: row * UNIT };
  };

  const tracker = createTracker();
  const [dragged, setDragged] = createSignal<{ square: number; x: number; y: number }>();
  /** The square on which a piece has just been dropped: it does not travel there once more. */
  const [dropped, setDropped] = createSignal<number>();
  animate(() => props.scene, tracker);

  const picture = (point: Point) => {
    const box = svg.getBoundingClientRect();
    const view = seen();
    const scale = Math.max(view.width / box.width, view.height / box.height);
    return {
      x: view.x + view.width / 2 + (point.x - box.x - box.width / 2) * scale,
      y: view.y + view.height / 2 + (point.y - box.y - box.height / 2) * scale,
    };
  };
  const find = (point: Point) => {
    const { x, y } = picture(point);
    return squareAt(shape(), { column: Math.floor(x / UNIT), row: Math.floor(y / UNIT) }, flipped());
  };

  onMount(() => {
    const stop = listen(svg, {
      canDrag: (at) => {
        const square = find(at);
        return square !== undefined && (props.canDrag?.(square) ?? false);
      },
      click: (at) =>
        withSquare(at, (square) => {
          setCursor(square);
          props.onClick?.(square);
        }),
      inspect: (at) => withSquare(at, (square) => props.onInspect?.(square)),
      lift: (at) =>
        withSquare(at, (square) => {
          setDragged({ square, ...picture(at) });
          if (props.selected !== square) props.onClick?.(square);
        }),
      drag: (at) => {
        setDragged((piece) => piece && { ...piece, ...picture(at) });
        props.onHover?.(find(at));
      },
      drop: (at) => {
        const piece = dragged();
        const to = find(at);
        setDragged(undefined);
        if (!piece || to === piece.square) return;
        setDropped(to);
        props.onDrop?.(piece.square, to);
        setTimeout(() => setDropped(undefined), STEP);
      },
      cancel: () => setDragged(undefined),
      pan: (from, to) => {
        if (!isZoomed()) return;
        const [a, b] = [picture(from), picture(to)];
        setSeen(panned(whole(), seen(), a.x - b.x, a.y - b.y));
      },
      pinch: (factor, about) => setSeen(zoomed(whole(), seen(), factor, picture(about))),
    });
    onCleanup(stop);
  });
  function withSquare(at: Point, act: (square: number) => void): void {
    const square = find(at);
    if (square !== undefined) act(square);
  }

  const [cursor, setCursor] = createSignal(0);
  function key(event: KeyboardEvent): void {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const next = neighbour(shape(), cursor(), event.key, flipped());
    const at = corner(cursor());
    if (next !== undefined) {
      setCursor(next);
      svg.querySelector<SVGElement>(`[data-index="${next}"]`)?.focus();
    } else if (event.key === "Enter" || event.key === " ") props.onClick?.(cursor());
    else if (event.key === "Escape") props.onCancel?.();
    else if (event.key === "?") props.onInspect?.(cursor());
    else if (event.key === "+" || event.key === "-" || event.key === "0") {
      const about = { x: at.x + UNIT / 2, y: at.y + UNIT / 2 };
      const factor = event.key === "+" ? 1.4 : event.key === "-" ? 1 / 1.4 : 1 / 100;
      setSeen(zoomed(whole(), seen(), factor, about));
    } else if (/^[A-Za-z]$/.test(event.key) && props.onType) props.onType(event.key);
    else return;
    event.preventDefault();
  }

  const describe = (square: number) => {
    const code = props.scene.board[square] ?? EMPTY;
    const type = props.game.types[(code >> 1) - 1];
    const piece = type ? `${props.game.summary.sides[sideOf(code)]} ${type.name}` : "empty";
    return [nameOf(shape(), square), piece, props.describe?.(square)].filter(Boolean).join(", ");
  };
  const box = () => seen();
  const travel = (piece: Tracked) => {
    const held = dragged();
    const { x, y } =
      held && held.square === piece.square()
        ? { x: held.x - UNIT / 2, y: held.y - UNIT * 0.6 }
        : corner(piece.square());
    return `translate(${x}px, ${y}px)`;
  };

  return (
    <div class="board" style={{ "--ratio": `${whole().width} / ${whole().height}` }}>
      <svg
        ref={svg}
        viewBox={`${box().x} ${box().y} ${box().width} ${box().height}`}
        classList={{ "board-picture": true, dragging: dragged() !== undefined, zoomed: isZoomed() }}
        role="grid"
        aria-label={props.label}
        onKeyDown={key}
        onPointerMove={(event) =>
          event.pointerType === "mouse" && props.onHover?.(find({ x: event.clientX, y: event.clientY }))
        }
        onPointerLeave={() => props.onHover?.(undefined)}
      >
        <Squares game={props.game} shape={shape()} flipped={flipped()} />
        <g class="last">
          <For each={props.last ?? []}>
            {(square) => <rect x={corner(square).x} y={corner(square).y} width={UNIT} height={UNIT} />}
          </For>
        </g>
        <Show when={props.selected !== undefined && corner(props.selected)}>
          {(at) => <rect class="selected" x={at().x} y={at().y} width={UNIT} height={UNIT} />}
        </Show>
        {props.under}
        <g class="pieces">
          <For each={tracker.pieces()}>
            {(piece) => (
              <g
                classList={{
                  piece: true,
                  gone: piece.gone(),
                  held: dragged()?.square === piece.square() && !piece.gone(),
                  still: dropped() === piece.square(),
                }}
                style={{ transform: travel(piece) }}
              >
                <g transform="translate(4 4) scale(0.92)">
                  <Tile
                    game={props.game}
                    set={props.set}
                    code={piece.code()}
                    up={(sideOf(piece.code()) === 0) !== flipped()}
                  />
                </g>
              </g>
            )}
          </For>
        </g>
        <Marks
          game={props.game}
          set={props.set}
          targets={props.targets ?? []}
          ghosts={props.ghosts ?? []}
          corner={corner}
          isOccupied={(square) => (props.scene.board[square] ?? EMPTY) !== EMPTY}
          flipped={flipped()}
        />
        {props.over}
        <Coordinates shape={shape()} flipped={flipped()} seen={seen()} margin={MARGIN} />
        <Cells
          shape={shape()}
          flipped={flipped()}
          cursor={cursor()}
          selected={props.selected}
          describe={describe}
          onFocus={setCursor}
        />
      </svg>
      <Show when={isZoomed()}>
        <button class="quiet whole-board" onClick={() => setSeen(whole())}>
          Whole board
        </button>
      </Show>
    </div>
  );
}
