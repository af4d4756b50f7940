/**
 * A board of any size, as one SVG picture: its squares, its pieces, and what is said about them.
 *
 * It knows no game. Its parent decides which squares may be clicked and what a click means.
 */

import {
  For,
  type JSX,
  Show,
  createComputed,
  createMemo,
  createSignal,
  on,
  onCleanup,
  onMount,
} from "solid-js";
import type { Target } from "./target";
import type { Change, GameView, TileSet } from "../protocol/protocol";
import { Coordinates, Squares } from "./Backdrop";
import type { AreaOf } from "./BesideSquare";
import { ZOOM_STEP, createCamera } from "./camera";
import { Cells, neighbour } from "./Cells";
import { type Point, listen } from "./gestures";
import type { Colour, Drawing } from "./drawing";
import { Drawings } from "./Drawings";
import { Flashes, Loan } from "./Effects";
import { Marks } from "./Marks";
import { EMPTY, WALL, exists, sideOf } from "./piece";
import { Pieces } from "./Pieces";
import { nameOf, shapeOf, squareAt } from "./shape";
import { STEP, type Scene, animate } from "./scenes";
import { type Tracked, createTracker } from "./tracker";
import { MARGIN, UNIT, cornerOf, framed } from "./viewport";
import { ZoomButtons } from "./ZoomButtons";
import { t } from "../language/language";

export interface BoardProps {
  game: GameView;
  set: TileSet;
  scene: Scene;
  flipped?: boolean;
  /** Shows only the squares around one, `reach` of them to each side. */
  around?: { square: number; reach: number } | undefined;
  /** The accessible name of the board. */
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
  /** Renders the content on top of the board, given the areas of squares in the window. */
  above?: (areaOf: AreaOf) => JSX.Element;
  /** The arrows and circles that a person has drawn. */
  drawings?: readonly Drawing[];
  /** One more has been drawn; the second button of a mouse inspects if missing. */
  onDraw?: (drawing: Drawing) => void;
  canDrag?: (square: number) => boolean;
  onClick?: (square: number) => void;
  /** A piece that is not selected is about to be dragged. */
  onLift?: (square: number) => void;
  /** A piece has been dragged from one square to another, or off the board. */
  onDrop?: (from: number, to: number | undefined) => void;
  onHover?: (square: number | undefined) => void;
  onInspect?: (square: number) => void;
  /** A square is to be looked at by the keyboard. */
  onLook?: (square: number) => void;
  /** Says what else is to be known about a square. */
  describe?: (square: number) => string | undefined;
  /** A letter has been typed on the board. */
  onType?: (text: string) => void;
  onCancel?: () => void;
  /** Whether a double tap enlarges the board. */
  zoomsByTaps?: boolean;
  /** Whether a finger that begins beside the pieces scrolls what the board stands in. */
  scrolls?: boolean;
}

/** The keys that are not the board's after a click on it: they go along the line of turns and turn the board. */
const POINTER_KEYS = new Set(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "f"]);

export function Board(props: BoardProps) {
  let svg!: SVGSVGElement;
  const shape = createMemo(() => shapeOf(props.game));
  const flipped = () => props.flipped ?? false;
  const whole = createMemo(() => framed(shape(), props.around, flipped()));
  const camera = createCamera(
    () => whole(),
    () => svg,
  );
  const corner = (square: number) => cornerOf(shape(), square, flipped());
  const middleOf = (square: number): Point => {
    const { x, y } = corner(square);
    return { x: x + UNIT / 2, y: y + UNIT / 2 };
  };
  const areaOf: AreaOf = (square) => camera.inWindow({ ...corner(square), width: UNIT, height: UNIT });

  const tracker = createTracker();
  const [dragged, setDragged] = createSignal<{ square: number; x: number; y: number }>();
  /** The arrow or circle that is being drawn. */
  const [sketch, setSketch] = createSignal<Drawing>();
  /** The square on which a piece has just been dropped: it does not travel there once more. */
  const [dropped, setDropped] = createSignal<number>();
  const stage = animate(() => props.scene, tracker);

  const find = (point: Point) => {
    const { x, y } = camera.picture(point);
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
      isSame: (one, other) => find(one) === find(other),
      inspect: (at) => withSquare(at, (square) => props.onInspect?.(square)),
      lift: (at) =>
        withSquare(at, (square) => {
          setDragged({ square, ...camera.picture(at) });
          if (props.selected !== square) props.onLift?.(square);
        }),
      drag: (at) => {
        setDragged((piece) => piece && { ...piece, ...camera.picture(at) });
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
      cancel: () => {
        setDragged(undefined);
        setSketch(undefined);
      },
      drawing: props.onDraw && {
        sketch: (from, to, colour) => setSketch(drawingOf(from, to, colour)),
        draw: (from, to, colour) => {
          const drawing = drawingOf(from, to, colour);
          setSketch(undefined);
          if (drawing) props.onDraw?.(drawing);
        },
      },
      pan: camera.pan,
      pinch: (factor, about) => camera.zoom(factor, camera.picture(about)),
      enlarge: props.zoomsByTaps ? camera.toggle : undefined,
    });
    onCleanup(stop);
    const release = () => (isPressed = false);
    for (const event of ["pointerup", "pointercancel"]) {
      document.addEventListener(event, release, { capture: true });
      onCleanup(() => document.removeEventListener(event, release, { capture: true }));
    }
  });
  function drawingOf(start: Point, end: Point, colour: Colour): Drawing | undefined {
    const [from, to] = [find(start), find(end)];
    return from === undefined || to === undefined ? undefined : { from, to, colour };
  }
  function withSquare(at: Point, act: (square: number) => void): void {
    const square = find(at);
    if (square !== undefined) act(square);
  }

  const [cursor, setCursor] = createSignal(0);
  /** Whether the squares have the focus by the keyboard: after a click the arrow keys are the table's. */
  let hasKeyboard = false;
  /** Whether a pointer is down: it, and no key, gives the focus then. */
  let isPressed = false;
  /** The square that a mouse points at; keys that walk on let go of it. */
  let pointed: number | undefined;
  function pointAt(event: PointerEvent, square: number | undefined): void {
    if (event.pointerType !== "mouse") return;
    pointed = square;
    props.onHover?.(square);
  }
  const focus = (square: number) => svg.querySelector<SVGElement>(`[data-index="${square}"]`)?.focus();
  // A board that is turned has other cells: the focus goes with its square.
  function keepFocus(): void {
    if (!svg.contains(document.activeElement)) return;
    const had = hasKeyboard;
    queueMicrotask(() => {
      focus(cursor());
      hasKeyboard = had;
    });
  }
  createComputed(on(flipped, keepFocus, { defer: true }));
  function key(event: KeyboardEvent): void {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (!hasKeyboard && POINTER_KEYS.has(event.key)) return;
    const next = neighbour(shape(), cursor(), event.key, flipped());
    if (next !== undefined && exists(props.game, next)) {
      pointed = undefined;
      setCursor(next);
      focus(next);
    } else if (event.key === "Enter" || event.key === " ") props.onClick?.(cursor());
    else if (event.key === "Escape") props.onCancel?.();
    else if (event.key === "?") props.onInspect?.(pointed ?? cursor());
    else if (event.key === "." && props.onLook) props.onLook(pointed ?? cursor());
    else if (event.key === "+" || event.key === "-") {
      camera.zoom(event.key === "+" ? ZOOM_STEP : 1 / ZOOM_STEP, middleOf(cursor()));
    } else if (event.key === "0") camera.reset();
    else if (/^[A-Za-z]$/.test(event.key) && props.onType) props.onType(event.key);
    else return;
    event.preventDefault();
  }

  const describe = (square: number) => {
    const code = props.scene.board[square] ?? EMPTY;
    const type = props.game.types[(code >> 1) - 1];
    const side = props.game.summary.sides[sideOf(code)] ?? "";
    const piece = type
      ? t("{side} {piece}", { side, piece: type.name })
      : code === WALL
        ? t("wall")
        : t("empty");
    return [nameOf(shape(), square), piece, props.describe?.(square)].filter(Boolean).join(", ");
  };
  const walls = () =>
    props.scene.board.flatMap((code, square) =>
      code === WALL && exists(props.game, square) ? [square] : [],
    );
  const drawings = () => [...(props.drawings ?? []), sketch()].filter((one) => one !== undefined);
  const box = camera.seen;
  const place = (piece: Tracked): Point => {
    const held = dragged();
    return held && held.square === piece.square()
      ? { x: held.x - UNIT / 2, y: held.y - UNIT * 0.6 }
      : corner(piece.square());
  };

  return (
    <div class="board" translate="no" style={{ "--ratio": `${whole().width} / ${whole().height}` }}>
      <svg
        ref={svg}
        viewBox={`${box().x} ${box().y} ${box().width} ${box().height}`}
        classList={{
          "board-picture": true,
          dragging: dragged() !== undefined,
          scrolls: props.scrolls ?? false,
        }}
        role="grid"
        aria-label={props.label}
        onKeyDown={key}
        onPointerDown={() => {
          isPressed = true;
          hasKeyboard = false;
        }}
        onFocusIn={() => {
          if (!isPressed) hasKeyboard = true;
        }}
        onPointerMove={(event) => pointAt(event, find({ x: event.clientX, y: event.clientY }))}
        onPointerLeave={(event) => pointAt(event, undefined)}
      >
        <Squares game={props.game} shape={shape()} flipped={flipped()} />
        <g class="walls">
          <For each={walls()}>
            {(square) => <rect x={corner(square).x} y={corner(square).y} width={UNIT} height={UNIT} />}
          </For>
        </g>
        <g class="last">
          <For each={props.last ?? []}>
            {(square) => <rect x={corner(square).x} y={corner(square).y} width={UNIT} height={UNIT} />}
          </For>
        </g>
        <Show when={props.selected !== undefined && corner(props.selected)}>
          {(at) => <rect class="selected" x={at().x} y={at().y} width={UNIT} height={UNIT} />}
        </Show>
        {props.under}
        <Loan stage={stage()} corner={corner} />
        <Pieces
          game={props.game}
          set={props.set}
          flipped={flipped()}
          pieces={tracker.pieces()}
          place={place}
          held={(piece) => dragged()?.square === piece.square() && !piece.gone()}
          still={(piece) => dropped() === piece.square()}
        />
        <Flashes stage={stage()} corner={corner} />
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
        <Drawings drawings={drawings()} corner={corner} />
        <Coordinates
          shape={shape()}
          flipped={flipped()}
          seen={box()}
          scale={box().width / whole().width}
          margin={MARGIN}
        />
        <Cells
          shape={shape()}
          flipped={flipped()}
          cursor={cursor()}
          selected={props.selected}
          describe={describe}
          onFocus={setCursor}
          exists={(square) => exists(props.game, square)}
          holds={(square) => props.canDrag?.(square) ?? false}
        />
      </svg>
      {props.above?.(areaOf)}
      <ZoomButtons
        camera={camera}
        about={() => (props.selected === undefined ? undefined : middleOf(props.selected))}
      />
    </div>
  );
}
