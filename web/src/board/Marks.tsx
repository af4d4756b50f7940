/** The marks on squares that can be clicked, and the ghosts of the pieces that a turn would change. */

import { For, Show } from "solid-js";
import type { Mark, Target } from "./target";
import type { Change, GameView, TileSet } from "../protocol/protocol";
import { MarkSign } from "./MarkSign";
import { EMPTY, sideOf } from "./piece";
import { Tile } from "./Tile";

interface MarksProps {
  game: GameView;
  set: TileSet;
  targets: readonly Target[];
  ghosts: readonly Change[];
  corner: (square: number) => { x: number; y: number };
  isOccupied: (square: number) => boolean;
  flipped: boolean;
  /** Whether the squares cannot be clicked: they are what a piece that is looked at could do. */
  isSeen?: boolean;
}

/** The marks, the plainest first: where a square has several, the others are small. */
const ORDER: Mark[] = [
  "capture",
  "move",
  "through",
  "sweep",
  "shot",
  "convert",
  "swap",
  "push",
  "pull",
  "birth",
  "drop",
  "flip",
  "castle",
  "stay",
  "pass",
  "suicide",
];

/** Where a ghost stands beside a piece that is lost: both can be read. */
const BESIDE_LOST = "translate(42 42) scale(0.56)";

export function Marks(props: MarksProps) {
  const isUp = (code: number) => (sideOf(code) === 0) !== props.flipped;
  const at = (square: number) => `translate(${props.corner(square).x} ${props.corner(square).y})`;
  return (
    <>
      <g class={props.isSeen ? "reach" : "targets"}>
        <For each={props.targets}>
          {(target) => {
            const marks = () => ORDER.filter((mark) => target.marks.includes(mark));
            return (
              <g
                transform={at(target.square)}
                classList={{
                  target: true,
                  forbidden: target.forbidden,
                  occupied: props.isOccupied(target.square),
                  lent: target.lenders.length > 0,
                }}
              >
                <Show when={target.lenders.length > 0}>
                  <rect class="loan" x="5" y="5" width="90" height="90" rx="12" />
                </Show>
                <Show
                  when={target.dropped.length === 1 && target.dropped[0]}
                  fallback={<Show when={marks()[0]}>{(mark) => <MarkSign mark={mark()} />}</Show>}
                >
                  {(code) => (
                    <DroppedHere game={props.game} set={props.set} code={code()} up={isUp(code())} />
                  )}
                </Show>
                <For each={marks().slice(1, 3)}>
                  {(mark, index) => (
                    <g transform={`translate(${66 - 64 * index()} 2) scale(0.32)`} class="second-mark">
                      <circle class="coin" cx="50" cy="50" r="62" />
                      <MarkSign mark={mark} />
                    </g>
                  )}
                </For>
              </g>
            );
          }}
        </For>
      </g>
      <g class="ghosts">
        <For each={props.ghosts}>
          {([square, before, after, fate, origin]) => {
            const isLost = before !== EMPTY && ["captured", "died", "perished"].includes(fate);
            const arrives = after !== EMPTY && (origin !== undefined || fate !== "captured");
            return (
              <g transform={at(square)} class={`ghost ghost-${fate}`}>
                <Show when={isLost}>
                  <path class="lost" d="M8 8L92 92M92 8L8 92" />
                </Show>
                <Show when={arrives}>
                  <g
                    class="arriving"
                    classList={{ pale: before === EMPTY }}
                    transform={isLost ? BESIDE_LOST : "translate(4 4) scale(0.92)"}
                  >
                    <Tile game={props.game} set={props.set} code={after} up={isUp(after)} />
                  </g>
                </Show>
              </g>
            );
          }}
        </For>
      </g>
    </>
  );
}

/** The piece that would be dropped on a square, where another square would bring another one: pale, with the mark beside it. */
function DroppedHere(props: { game: GameView; set: TileSet; code: number; up: boolean }) {
  return (
    <>
      <g class="dropped" transform="translate(8 8) scale(0.84)" opacity="0.65">
        <Tile game={props.game} set={props.set} code={props.code} up={props.up} />
      </g>
      <g class="second-mark" transform="translate(66 2) scale(0.32)">
        <circle class="coin" cx="50" cy="50" r="62" />
        <MarkSign mark="drop" />
      </g>
    </>
  );
}
