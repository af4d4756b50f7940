/** The shapes that join the two squares of a piece that stands on two. */

import { For, Show } from "solid-js";
import type { GameView } from "../protocol/protocol";
import { EMPTY, sideClass, sideOf } from "./piece";
import { placeOf, shapeOf } from "./shape";
import { UNIT } from "./viewport";

interface BodiesProps {
  game: GameView;
  flipped: boolean;
  board: readonly number[];
  pairs: readonly (readonly [number, number])[];
}

export function Bodies(props: BodiesProps) {
  const middle = (square: number) => {
    const { column, row } = placeOf(shapeOf(props.game), square, props.flipped);
    return `${(column + 0.5) * UNIT} ${(row + 0.5) * UNIT}`;
  };
  return (
    <For each={props.pairs}>
      {([one, other]) => (
        <Show when={props.board[one] === props.board[other] && (props.board[one] ?? EMPTY)}>
          {(code) => (
            <g class={`body tile ${sideClass(props.game.summary, sideOf(code()))}`}>
              <path class="edge" d={`M${middle(one)}L${middle(other)}`} />
              <path class="inside" d={`M${middle(one)}L${middle(other)}`} />
            </g>
          )}
        </Show>
      )}
    </For>
  );
}
