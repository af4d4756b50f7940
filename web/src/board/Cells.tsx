/** The squares as a grid of cells, for the keyboard and for people who listen. */

import { For, Show } from "solid-js";
import { type Shape, nameOf, placeOf, squareAt } from "./shape";
import { UNIT } from "./viewport";

interface CellsProps {
  shape: Shape;
  flipped: boolean;
  /** The cell that the keyboard reaches. */
  cursor: number;
  selected: number | undefined;
  describe: (square: number) => string;
  onFocus: (square: number) => void;
  exists: (square: number) => boolean;
  /** Whether a finger on a square takes its piece. */
  holds: (square: number) => boolean;
}

export function Cells(props: CellsProps) {
  return (
    <For each={Array.from({ length: props.shape.ranks }, (_, row) => row)}>
      {(row) => (
        <g role="row">
          <For
            each={Array.from({ length: props.shape.files }, (_, column) =>
              squareAt(props.shape, { column, row }, props.flipped),
            )}
          >
            {(square, column) => (
              <Show when={square !== undefined && props.exists(square) ? { square } : undefined}>
                {(cell) => (
                  <rect
                    classList={{ cell: true, holds: props.holds(cell().square) }}
                    role="gridcell"
                    data-index={cell().square}
                    data-square={nameOf(props.shape, cell().square)}
                    x={column() * UNIT}
                    y={row * UNIT}
                    width={UNIT}
                    height={UNIT}
                    tabindex={props.cursor === cell().square ? 0 : -1}
                    aria-label={props.describe(cell().square)}
                    aria-selected={props.selected === cell().square}
                    onFocus={() => props.onFocus(cell().square)}
                  />
                )}
              </Show>
            )}
          </For>
        </g>
      )}
    </For>
  );
}

/** Returns the cell of a square on the board of the page. */
export function cellOf(square: number): SVGElement | null {
  return document.querySelector<SVGElement>(`.board [data-index="${square}"]`);
}

/** Returns the square that an arrow key leads to, if the key is one and the board goes on there. */
export function neighbour(shape: Shape, square: number, key: string, flipped: boolean): number | undefined {
  const arrow = ARROWS[key];
  if (!arrow) return undefined;
  const { column, row } = placeOf(shape, square, flipped);
  return squareAt(shape, { column: column + arrow[0], row: row + arrow[1] }, flipped);
}

const ARROWS: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
