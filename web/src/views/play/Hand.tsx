/** The hand of a side: a tray beside the board, from which pieces are clicked or dragged onto it. */

import { For, Index, Show } from "solid-js";
import { Carried, createCarrying } from "../../board/Carried";
import { cellOf } from "../../board/Cells";
import { codeOf } from "../../board/piece";
import { TilePicture } from "../../board/Tile";
import { sentence, t } from "../../language/language";
import type { GameView, ItemView } from "../../protocol/protocol";
import { useApp } from "../../state/app";
import type { BoardState } from "./PlayBoard";

interface HandProps {
  game: GameView;
  side: number;
  place: "top" | "bottom";
  state: BoardState;
}

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
  const entering = () => props.state.entering;
  const isTaken = () => isOwn() && entering().entry().item === props.index;
  const isOwn = () => entering().side() === props.side;
  const canTake = () => isOwn() && entering().canTakeItem(props.index);
  const label = () =>
    [
      props.count > 1
        ? t("{count} times {piece}", { count: props.count, piece: sentence(props.item.name) })
        : sentence(props.item.name),
      isTaken() && t("chosen"),
    ]
      .filter(Boolean)
      .join(", ");
  const code = (type = props.item.types[0] ?? 0) => codeOf(type, props.side);
  /** Whether the piece that is explained is one of these: another item may have been tapped meanwhile. */
  const isPointedAt = () => props.item.types.some((type) => code(type) === props.state.inHand());
  function explain(): void {
    if (isOwn()) {
      void props.state.explainItem(props.index, t("This cannot be dropped now: Help says when."));
      return;
    }
    const side = props.game.summary.sides[props.side] ?? "";
    void props.state.explainItem(undefined, t("This can be dropped in a turn of {side}.", { side }));
  }
  const picture = (type: number, size: number) => (
    <TilePicture
      game={props.game}
      set={app.library.tileSet(props.game.summary.id)}
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

  const carrying = createCarrying({
    canTake,
    taken: () => isTaken() || entering().takeItem(props.index),
    isOver: (square) => entering().pointAt(square),
    dropped(square) {
      entering().pointAt(undefined);
      if (square === undefined) entering().cancel();
      else {
        void props.state.explainDrop(square);
        entering().click(square);
      }
    },
  });
  function click(event: MouseEvent): void {
    const isByKey = event.detail === 0;
    if (!carrying.isClick(event)) return;
    if (!canTake()) {
      if (app.isMine(props.side)) explain();
      return;
    }
    entering().takeItem(props.index);
    // Keyboard users continue at a square where the piece may go.
    const first = entering().targets()[0]?.square;
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
        title={sentence(props.item.name)}
        style={{ opacity: canTake() ? 1 : FADED }}
        {...carrying.listeners}
        onPointerOver={(event) => props.state.pointInHand(code(typeUnder(event)))}
        // On touch screens pointerleave follows a tap: the words stay to be read.
        onPointerLeave={(event) => event.pointerType !== "touch" && props.state.pointInHand(undefined)}
        onFocus={(event) => event.currentTarget.matches(":focus-visible") && props.state.pointInHand(code())}
        onBlur={() => isPointedAt() && props.state.pointInHand(undefined)}
        onClick={click}
      >
        <For each={props.item.types}>{(type) => picture(type, props.item.types.length > 1 ? 28 : 36)}</For>
        <Show when={props.count > 1 || props.item.pieces > 1}>
          <span class="count">×{props.count * props.item.pieces}</span>
        </Show>
      </button>
      <Carried by={carrying}>{picture(props.item.types[0] ?? 0, 64)}</Carried>
    </>
  );
}
