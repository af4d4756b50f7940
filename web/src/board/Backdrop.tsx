/** The parts of a board that never change: squares, edges of the promotion zones, coordinates. */

import { For, Show } from "solid-js";
import type { GameView } from "../protocol/protocol";
import { exists } from "./piece";
import { regionAreas, regionLines } from "./regions";
import { type Shape, placeOf, squaresOf } from "./shape";
import { type Box, UNIT } from "./viewport";

/** The squares, the regions that are to be seen, and the edges of the promotion zones. */
export function Squares(props: { game: GameView; shape: Shape; flipped: boolean }) {
  const path = (parity: number) =>
    squaresOf(props.shape)
      .filter(
        (square) =>
          exists(props.game, square) &&
          (Math.floor(square / props.shape.files) + (square % props.shape.files)) % 2 === parity,
      )
      .map((square) => {
        const { column, row } = placeOf(props.shape, square, props.flipped);
        return `M${column * UNIT} ${row * UNIT}h${UNIT}v${UNIT}h-${UNIT}z`;
      })
      .join("");
  /** The lines where a zone that covers whole ranks begins. */
  const edges = () =>
    props.game.zones.flatMap((zone, side) => {
      const rows = zone.map((square) => placeOf(props.shape, square, props.flipped).row);
      if (rows.length === 0 || rows.length === props.shape.files * props.shape.ranks) return [];
      const fromAbove = (side === 0) !== props.flipped;
      return [fromAbove ? Math.max(...rows) + 1 : Math.min(...rows)];
    });
  return (
    <g class="squares">
      <path class="dark" d={path(0)} />
      <path class="light" d={path(1)} />
      <path class="tinted" d={regionAreas(props.shape, props.game.drawn ?? [], props.flipped)} />
      <path class="region" d={regionLines(props.shape, props.game.drawn ?? [], props.flipped)} />
      <For each={edges()}>
        {(row) => <path class="zone" d={`M0 ${row * UNIT}H${props.shape.files * UNIT}`} />}
      </For>
    </g>
  );
}

interface CoordinatesProps {
  shape: Shape;
  flipped: boolean;
  seen: Box;
  /** The share of the picture's width that is seen. */
  scale: number;
  margin: number;
}

/** The names of files and ranks, on a margin that stays at the edge of what is seen and covers what is under it. */
export function Coordinates(props: CoordinatesProps) {
  /** Enlarged, the margin and the names stay as small as they are. */
  const margin = () => props.margin * props.scale;
  const size = () => 22 * props.scale;
  const left = () => props.seen.x + margin();
  const bottom = () => props.seen.y + props.seen.height - margin();
  const order = (names: string[], reversed: boolean) => (reversed ? names.toReversed() : names);
  return (
    <g class="coordinates" aria-hidden="true" style={{ "font-size": `${size()}px` }}>
      <rect x={props.seen.x} y={props.seen.y} width={margin()} height={props.seen.height} />
      <rect x={props.seen.x} y={bottom()} width={props.seen.width} height={margin()} />
      <For each={order(props.shape.fileNames, props.flipped)}>
        {(name, column) => (
          <Show when={(column() + 0.5) * UNIT > left()}>
            <text x={(column() + 0.5) * UNIT} y={bottom() + margin() / 2 + 0.36 * size()}>
              {name}
            </text>
          </Show>
        )}
      </For>
      <For each={order(props.shape.rankNames, !props.flipped)}>
        {(name, row) => (
          <Show when={(row() + 0.5) * UNIT < bottom()}>
            <text x={left() - margin() / 2} y={(row() + 0.5) * UNIT + 0.36 * size()}>
              {name}
            </text>
          </Show>
        )}
      </For>
    </g>
  );
}
