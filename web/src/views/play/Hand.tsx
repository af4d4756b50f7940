/** What a side has in hand: a tray beside the board, from which pieces are clicked or dragged onto it. */

import { For, Index, Show, createSignal } from "solid-js";
import { cellOf } from "../../board/Cells";
import { codeOf } from "../../board/piece";
import { TilePicture } from "../../board/Tile";
import { t } from "../../language/language";
import type { GameView, ItemView } from "../../protocol/protocol";
import { useApp } from "../../state/app";
import type { BoardState } from "./PlayBoard";

interface HandProps {
  game: GameView;
  side: number;
  place: "top" | "bottom";
  state: BoardState;
}

/** How far a pointer moves before it drags, in pixels. */
const SLACK = 6;

/** How well an item is seen that cannot be dropped. */
const FADED = 0.6;

export function Hand(props: HandProps) {
  const app = useApp();
  const counts = () => app.facts.position()?.beside?.hands[props.side] ?? [];
  const held = () =>
    (props.game.reserve ?? [])
      .map((item, index) => ({ item, index, count: counts()[index] ?? 0 }))
      .filter(({ count }) => count > 0);
  const name = () => props.game.summary.sides[props.side] ?? "";
  return (
    <Show when={props.game.reserve}>
      <div class={`hand ${props.place}`} role="group" aria-label={t("{side} has in hand", { side: name() })}>
        <Index each={held()} fallback={<span class="faint">{t("Nothing in hand")}</span>}>
          {(one) => (
            <ItemButton
              game={props.game}
              side={props.side}
              item={one().item}
              count={one().count}
              index={one().index}
              state={props.state}
            />
          )}
        </Index>
      </div>
    </Show>
  );
}

interface ItemProps {
  game: GameView;
  side: number;
  item: ItemView;
  index: number;
  count: number;
  state: BoardState;
}

function ItemButton(props: ItemProps) {
  const app = useApp();
  const { entering } = props.state;
  const isTaken = () => isOwn() && entering.entry().item === props.index;
  const isOwn = () => entering.side() === props.side;
  const canTake = () => isOwn() && entering.canTakeItem(props.index);
  const label = () =>
    [
      props.count > 1
        ? t("{count} times {piece}", { count: props.count, piece: props.item.name })
        : props.item.name,
      isTaken() && t("chosen"),
    ]
      .filter(Boolean)
      .join(", ");
  const code = (type = props.item.types[0] ?? 0) => codeOf(type, props.side);
  /** Says why the item cannot be dropped, as far as that is known here. */
  const whyNot = () =>
    isOwn() && entering.turns().length > 0
      ? t("This cannot be dropped now: Help says when.")
      : t("This can be dropped in a turn of {side}.", {
          side: props.game.summary.sides[props.side] ?? "",
        });
  const picture = (type: number, size: number) => (
    <TilePicture
      game={props.game}
      set={app.tileSet(props.game.summary.id)}
      code={code(type)}
      up
      size={size}
    />
  );

  /** Returns the type to whose picture an event belongs. */
  function typeUnder({ currentTarget, target }: PointerEvent & { currentTarget: HTMLElement }) {
    const pictures = [...currentTarget.children];
    return props.item.types[pictures.findIndex((one) => target instanceof Node && one.contains(target))];
  }

  /** Where the pointer went down, and where it is once it drags. */
  const [start, setStart] = createSignal<{ x: number; y: number }>();
  const [held, setHeld] = createSignal<{ x: number; y: number }>();
  /** Whether the click that follows has been a drag. */
  let hasDragged = false;

  function down(event: PointerEvent & { currentTarget: HTMLElement }): void {
    hasDragged = false;
    if (event.button !== 0 || !canTake()) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    setStart({ x: event.clientX, y: event.clientY });
  }
  function drag(event: PointerEvent): void {
    const from = start();
    if (!from) return;
    if (!held()) {
      if (Math.hypot(event.clientX - from.x, event.clientY - from.y) < SLACK) return;
      hasDragged = true;
      if (!isTaken()) entering.takeItem(props.index);
    }
    setHeld({ x: event.clientX, y: event.clientY });
    entering.pointAt(squareUnder(event));
  }
  function end(event: PointerEvent, isDropped: boolean): void {
    const wasHeld = held();
    setStart(undefined);
    setHeld(undefined);
    if (!wasHeld) return;
    const square = isDropped ? squareUnder(event) : undefined;
    entering.pointAt(undefined);
    if (square === undefined) entering.cancel();
    else entering.click(square);
  }
  function click(event: MouseEvent): void {
    const isByKey = event.detail === 0;
    if (hasDragged && !isByKey) return;
    if (!canTake()) {
      if (app.isMine(props.side)) app.setNotice(whyNot());
      return;
    }
    entering.takeItem(props.index);
    // Who uses the keyboard goes on where the piece may go.
    const first = entering.targets()[0]?.square;
    if (isByKey && first !== undefined) cellOf(first)?.focus();
  }

  return (
    <>
      <button
        class="quiet item"
        classList={{ pair: props.item.pieces > 1 }}
        aria-label={label()}
        aria-pressed={isTaken()}
        aria-disabled={!canTake()}
        title={props.item.name}
        style={{ opacity: canTake() ? 1 : FADED }}
        onPointerDown={down}
        onPointerMove={drag}
        onPointerUp={(event) => end(event, true)}
        onPointerCancel={(event) => end(event, false)}
        onPointerOver={(event) => props.state.pointInHand(code(typeUnder(event)))}
        // A finger that leaves has tapped: what it tapped is read then.
        onPointerLeave={(event) => event.pointerType !== "touch" && props.state.pointInHand(undefined)}
        onFocus={(event) => event.currentTarget.matches(":focus-visible") && props.state.pointInHand(code())}
        onBlur={() => props.state.pointInHand(undefined)}
        onClick={click}
      >
        <For each={props.item.types}>{(type) => picture(type, props.item.types.length > 1 ? 28 : 36)}</For>
        <Show when={props.count > 1 || props.item.pieces > 1}>
          <span class="count">×{props.count * props.item.pieces}</span>
        </Show>
      </button>
      <Show when={held()}>
        {(at) => (
          <span class="held-item" style={{ left: `${at().x}px`, top: `${at().y}px` }}>
            {picture(props.item.types[0] ?? 0, 64)}
          </span>
        )}
      </Show>
    </>
  );
}

function squareUnder({ clientX, clientY }: PointerEvent): number | undefined {
  const cell = document.elementFromPoint(clientX, clientY)?.closest<SVGElement>(".board [data-index]");
  return cell ? Number(cell.dataset["index"]) : undefined;
}
