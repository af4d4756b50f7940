/** The pieces on a board: they travel when they move, fade when they are taken, and turn over when they become others. */

import { For, createEffect, on } from "solid-js";
import type { GameView, TileSet } from "../protocol/protocol";
import type { Point } from "./gestures";
import { sideOf } from "./piece";
import { STEP, prefersStill } from "./scenes";
import { Tile } from "./Tile";
import type { Tracked } from "./tracker";

interface PiecesProps {
  game: GameView;
  set: TileSet;
  flipped: boolean;
  pieces: readonly Tracked[];
  /** Tells where the upper left corner of a piece is drawn. */
  place: (piece: Tracked) => Point;
  /** Whether a piece is held by the pointer. */
  held?: (piece: Tracked) => boolean;
  /** Whether a piece is there at once, without travelling. */
  still?: (piece: Tracked) => boolean;
}

export function Pieces(props: PiecesProps) {
  return (
    <g class="pieces">
      <For each={props.pieces}>
        {(piece) => {
          let face!: SVGGElement;
          createEffect(on(piece.code, () => turnOver(face), { defer: true }));
          const at = () => props.place(piece);
          return (
            <g
              classList={{
                piece: true,
                gone: piece.gone(),
                held: props.held?.(piece) ?? false,
                still: props.still?.(piece) ?? false,
              }}
              style={{ transform: `translate(${at().x}px, ${at().y}px)` }}
            >
              <g transform="translate(4 4) scale(0.92)">
                <g class="face" ref={face}>
                  <Tile
                    game={props.game}
                    set={props.set}
                    code={piece.code()}
                    up={(sideOf(piece.code()) === 0) !== props.flipped}
                  />
                </g>
              </g>
            </g>
          );
        }}
      </For>
    </g>
  );
}

/** A tile that shows its other face is seen to be turned. */
function turnOver(face: SVGGElement): void {
  if (!prefersStill()) face.animate({ transform: ["scaleX(0)", "scaleX(1)"] }, { duration: STEP });
}
