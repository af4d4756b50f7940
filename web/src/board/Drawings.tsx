/** The arrows and circles that a person has drawn. */

import { For } from "solid-js";
import type { Drawing } from "./drawing";
import { Arrow, type Corner } from "./overlay";
import { UNIT } from "./viewport";

export function Drawings(props: { drawings: readonly Drawing[]; corner: Corner }) {
  const middle = (square: number) => {
    const { x, y } = props.corner(square);
    return { x: x + UNIT / 2, y: y + UNIT / 2 };
  };
  return (
    <g class="drawings">
      <For each={props.drawings}>
        {({ from, to, colour }) =>
          from === to ? (
            <g class={`drawn ${colour}`}>
              <circle class="halo" cx={middle(from).x} cy={middle(from).y} r={UNIT * 0.44} />
              <circle cx={middle(from).x} cy={middle(from).y} r={UNIT * 0.44} />
            </g>
          ) : (
            <Arrow from={middle(from)} to={middle(to)} kind={`drawn ${colour}`} />
          )
        }
      </For>
    </g>
  );
}
