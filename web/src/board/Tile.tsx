/** A piece as it is drawn: on a board, or in a text. */

import { Show } from "solid-js";
import type { GameView, TileSet } from "../protocol/protocol";
import { type Code, isPromoted, sideClass, sideOf, typeOf } from "./piece";
import { spriteId } from "./sprites";

interface TileProps {
  game: GameView;
  set: TileSet;
  code: Code;
  /** Whether it points up the screen. */
  up: boolean;
}

/** A piece in a square of 100 units, for the inside of an SVG picture. */
export function Tile(props: TileProps) {
  const promoted = () => isPromoted(props.game, typeOf(props.code));
  const isSign = () => props.set === "signs" && props.game.types[typeOf(props.code)]?.sign !== undefined;
  return (
    <g
      class={`tile ${sideClass(props.game.summary, sideOf(props.code))}`}
      classList={{ promoted: promoted(), sign: isSign() }}
    >
      <use
        href={`#${spriteId(props.game.summary.id, props.set, typeOf(props.code), props.up)}`}
        width="100"
        height="100"
      />
      <Show when={promoted() && !isSign()}>
        <path class="promotion" d={props.up ? "M12 94H88" : "M12 6H88"} />
      </Show>
    </g>
  );
}

/** A piece as a picture of its own. */
export function TilePicture(props: TileProps & { size: number }) {
  return (
    <svg
      class="tile-picture"
      viewBox="-2 -2 104 104"
      width={props.size}
      height={props.size}
      aria-hidden="true"
    >
      <Tile game={props.game} set={props.set} code={props.code} up={props.up} />
    </svg>
  );
}
