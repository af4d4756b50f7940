/** A board of shaded squares. */

import { For, createMemo } from "solid-js";
import { placeOf, shapeOf, squaresOf } from "../board/shape";
import type { GameView } from "../protocol/protocol";

/** The share of colour in the darkest square, in percent: words stay readable on it. */
const DARKEST = 60;

interface HeatSquaresProps {
  game: GameView;
  flipped?: boolean;
  /** The accessible name. */
  label: string;
  /** Returns the shade of a square, from 0 to 1. */
  shade: (square: number) => number;
  /** Returns what is told of a square that is pointed at. */
  words: (square: number) => string;
  /** Returns what is written on a square. */
  written?: (square: number) => string;
}

export function HeatSquares(props: HeatSquaresProps) {
  const shape = createMemo(() => shapeOf(props.game));
  return (
    <div class="heat" role="img" aria-label={props.label} style={{ "--files": shape().files }}>
      <For each={squaresOf(shape())}>
        {(square) => {
          const { column, row } = placeOf(shape(), square, props.flipped ?? false);
          return (
            <span
              title={props.words(square)}
              style={{
                "grid-column": column + 1,
                "grid-row": row + 1,
                "--share": `${(DARKEST * props.shade(square)).toFixed(0)}%`,
              }}
            >
              {props.written?.(square)}
            </span>
          );
        }}
      </For>
    </div>
  );
}
