/** The piece that a turn names, drawn small before its letters. */

import { Show, createMemo } from "solid-js";
import { codeOf } from "../../board/piece";
import { Tile } from "../../board/Tile";
import { pieceNamed } from "../../entry/words";
import { useApp } from "../../state/app";
import { createSeen } from "../seen";

/** The width, in pixels: a line of text has room for it. */
const SIZE = 22;

interface TurnTileProps {
  /** The turn in notation. */
  text: string;
  /** The side that plays it. */
  side: number;
}

/** A turn that names no piece has no tile. */
export function TurnTile(props: TurnTileProps) {
  const app = useApp();
  const { game } = app;
  const type = createMemo(() => {
    const now = game();
    return now && pieceNamed(now, props.text);
  });
  return (
    <Show when={type() === undefined ? undefined : game()}>
      {(game) => {
        let place!: SVGSVGElement;
        // A game of thousands of turns has its pieces drawn where they are looked at.
        const isSeen = createSeen(() => place);
        return (
          <svg
            ref={place}
            class="turn-tile"
            viewBox="-2 -2 104 104"
            width={SIZE}
            height={SIZE}
            aria-hidden="true"
          >
            <Show when={isSeen()}>
              <Tile
                game={game()}
                set={app.library.tileSet(game().summary.id)}
                code={codeOf(type() ?? 0, props.side)}
                up
              />
            </Show>
          </svg>
        );
      }}
    </Show>
  );
}
