/** A board drawn small: with its pieces once their pictures are there, before that with plain tiles. */

import { For, Show } from "solid-js";
import { type Code, EMPTY, WALL, sideClass, sideOf } from "../../board/piece";
import { Tile } from "../../board/Tile";
import type { GameSummary, GameView } from "../../protocol/protocol";
import { useApp } from "../../state/app";

const TILE_UP = "M50 12L84 26L88 88L12 88L16 26Z";
const TILE_DOWN = "M50 88L84 74L88 12L12 12L16 74Z";

interface MiniBoardProps {
  game: GameSummary;
  board: readonly Code[];
  /** The game with its pictures, once they are there and wanted. */
  view?: GameView | undefined;
  flipped?: boolean;
  /** The squares of the last turn. */
  last?: readonly number[];
}

export function MiniBoard(props: MiniBoardProps) {
  const app = useApp();
  const width = () => props.game.files * 100;
  const height = () => props.game.ranks * 100;
  const corner = (square: number) => {
    const [file, rank] = [square % props.game.files, Math.floor(square / props.game.files)];
    return props.flipped
      ? { x: width() - file * 100 - 100, y: rank * 100 }
      : { x: file * 100, y: height() - rank * 100 - 100 };
  };
  const isUp = (side: number) => (side === 0) !== (props.flipped ?? false);
  const pieces = () =>
    props.board.flatMap((code, square) =>
      code === EMPTY || code === WALL ? [] : [{ ...corner(square), code, side: sideOf(code) }],
    );
  const squares = (of: readonly number[]) =>
    of
      .map((square) => {
        const { x, y } = corner(square);
        return `M${x} ${y}h100v100h-100z`;
      })
      .join("");
  const dark = () => {
    let path = "";
    for (let row = 0; row < props.game.ranks; row++) {
      for (let column = (row + props.game.ranks) % 2 === 0 ? 1 : 0; column < props.game.files; column += 2) {
        path += `M${column * 100} ${row * 100}h100v100h-100z`;
      }
    }
    return path;
  };
  /** Walls, and places without a square. */
  const walls = () => squares(props.board.flatMap((code, square) => (code === WALL ? [square] : [])));
  return (
    <svg class="mini-board" viewBox={`0 0 ${width()} ${height()}`} aria-hidden="true">
      <rect class="light" width={width()} height={height()} />
      <path class="dark" d={dark()} />
      <path class="wall" d={walls()} />
      <path class="last" d={squares(props.last ?? [])} />
      <For each={pieces()}>
        {({ x, y, code, side }) => (
          <Show
            when={props.view}
            fallback={
              <path
                class={`tile plain ${sideClass(props.game, side)}`}
                transform={`translate(${x} ${y})`}
                d={isUp(side) ? TILE_UP : TILE_DOWN}
              />
            }
          >
            {(view) => (
              <g transform={`translate(${x + 4} ${y + 4}) scale(0.92)`}>
                <Tile game={view()} set={app.library.tileSet(props.game.id)} code={code} up={isUp(side)} />
              </g>
            )}
          </Show>
        )}
      </For>
    </svg>
  );
}
